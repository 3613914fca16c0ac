from pathlib import Path

import pytest

from hardware.errors import WiringError
from hardware.wiring.wiring import Wiring, load


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def loaded(sheet: Path, text: str) -> Wiring:
    sheet.write_text(f'profile = "generic"\n{text}')
    return load(str(sheet))


def test_lights_are_off_until_they_are_wired(sheet: Path) -> None:
    assert load("generic").lights == {}
    assert loaded(sheet, "[lights]\nsouth = 16\neast = 21\n").lights == {"south": 16, "east": 21}


def test_one_setting_switches_sound_and_lights_off(sheet: Path) -> None:
    wiring = loaded(sheet, "[sound]\non = false\n[lights]\nsouth = 16\n")
    assert (wiring.buzzer, wiring.lights) == (None, {})


def test_sound_and_lights_are_on_unless_they_are_switched_off(sheet: Path) -> None:
    for text in ("[sound]\non = true\n[lights]\nsouth = 16\n", "[lights]\nsouth = 16\n"):
        wiring = loaded(sheet, text)
        assert (wiring.buzzer, wiring.lights) == (13, {"south": 16})


def test_the_buzzer_alone_can_be_left_out(sheet: Path) -> None:
    wiring = loaded(sheet, "[sound]\nbuzzer = false\n[lights]\nsouth = 16\n")
    assert (wiring.buzzer, wiring.lights) == (None, {"south": 16})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[sound]\non = 1\n", r"\[sound\] on: expected true or false, not 1"),
        ("[lights]\nup = 16\n", r"unknown key 'up' in \[lights\]"),
        (
            "[lights]\nsouth = 13\n",
            r"pin 13 is used twice, for \[sound\] buzzer and for \[lights\]",
        ),
        ("[lights]\nsouth = 16\nwest = 16\n", r"for \[lights\] south and for \[lights\] west"),
    ],
)
def test_a_wrong_setting_is_one_line(sheet: Path, text: str, expected: str) -> None:
    with pytest.raises(WiringError, match=expected):
        loaded(sheet, text)
