"""docs/firmware.md has the pins of the settings, and its examples work."""

import re
from pathlib import Path

import pytest

from hardware.firmware import pico, settings
from hardware.firmware.pico import WATCHDOG
from hardware.firmware.registers import Chain
from hardware.firmware.strip import Strip
from hardware.firmware.tiles import Tiles
from tests.hardware.firmware import fake_machine

PAGE = (Path(__file__).parents[3] / "docs/firmware.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PLACES = "1 2 4 5 6 7 9 10 11 12 14 15 16 17 19 20 21 22 24 25 26 27 29 31 32 34".split()
ON_HEADER = dict(zip(sorted(pico.ON_THE_HEADER), PLACES, strict=True))
"""The pin of the header for each GP number (Raspberry Pi Pico Datasheet, figure 4)."""


def test_the_pins_of_keys_and_tray_are_those_of_the_settings() -> None:
    told = re.findall(r"\| (\w+) \| (\d+) \[", PAGE)
    assert sorted((name, int(pin)) for name, pin in told) == sorted(settings.KEYS + settings.TRAY)


def test_every_pin_has_its_place_on_the_header() -> None:
    told = re.findall(r"(?:GP|\| )(\d+) \[(\d+)\]", PAGE)
    assert len(told) > 15
    assert [(pin, place) for pin, place in told if ON_HEADER[int(pin)] != place] == []


def test_the_pins_of_the_bus_and_the_service_pin_are_those_of_the_settings() -> None:
    bus = [
        f"GP{settings.SPI_CLOCK} [24] clock",
        f"GP{settings.SPI_OUT} [25] out",
        f"GP{settings.SPI_IN} [21] in",
    ]
    for words in (*bus, f"connect GP{settings.SERVICE} [29]", f"{settings.SPI_SPEED // 10**6} MHz"):
        assert words in PAGE
    assert WATCHDOG == 2000
    assert "hangs for two seconds" in PAGE


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_bound(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    named: dict[str, object] = {"Chain": Chain, "Strip": Strip, "Tiles": Tiles}
    exec(example, named)
    for name in ("KEYS", "TRAY"):
        monkeypatch.setattr(settings, name, [])
    for name, value in named.items():
        if name.isupper():
            monkeypatch.setattr(settings, name, value)
    assert len(pico.parts(fake_machine)) == 1
    fake_machine.forget()
