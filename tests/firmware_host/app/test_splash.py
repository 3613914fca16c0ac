from collections.abc import Sequence

import pytest

from firmware_host.app import splash
from firmware_host.app.splash import emblem, show_splash
from hardware import DisplayError
from hardware.display import oled
from hardware.display.oled import open_display
from hardware.simulated import SimulatedI2c, SSD1306Model
from hardware.wiring.display import DisplayWiring
from hardware.wiring.wiring import USUAL, load

SERVICE = {"NOTIFY_SOCKET": "/run/systemd/notify"}


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> SSD1306Model:
    model = SSD1306Model()
    bus = SimulatedI2c(model)
    monkeypatch.setattr(splash, "model_name", lambda: "Raspberry Pi 4 Model B")
    monkeypatch.setattr(oled, "open_display", lambda wired, factory: open_display(wired, bus))
    return model


def test_the_service_leaves_the_emblem_on_the_display(panel: SSD1306Model) -> None:
    show_splash(["play"], SERVICE)
    assert panel.image().tobytes() == emblem((128, 64)).tobytes()


def test_somebody_who_types_the_command_does_not_spoil_the_display_of_a_running_table(
    panel: SSD1306Model,
) -> None:
    show_splash(["play"], {})
    assert panel.image().getbbox() is None


def test_the_bus_of_another_computer_is_not_written_to(
    panel: SSD1306Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splash, "model_name", lambda: "")
    show_splash(["play"], SERVICE)
    assert panel.image().getbbox() is None


def test_a_missing_display_is_not_an_error_yet(
    panel: SSD1306Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(wired: object, factory: object) -> None:
        raise DisplayError("no library")

    monkeypatch.setattr(oled, "open_display", refuse)
    show_splash(["play"], SERVICE)


@pytest.mark.parametrize("words", [["--wiring", "none.toml"], ["--wiring"], ["--no-such-word"]])
def test_what_is_wrong_with_the_words_is_found_later(
    words: Sequence[str], panel: SSD1306Model
) -> None:
    show_splash(["play", *words], SERVICE)
    is_named = words[1:] != []
    assert (panel.image().getbbox() is None) == is_named


def test_a_wiring_that_is_named_in_any_way_is_the_one_whose_display_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(splash, "model_name", lambda: "Raspberry Pi 4 Model B")
    used: list[DisplayWiring] = []

    def note(wired: DisplayWiring, factory: object) -> None:
        used.append(wired)
        raise DisplayError("no library")

    monkeypatch.setattr(oled, "open_display", note)
    other = "sparkfun-qwiic-oled"
    for words in (
        ["--wiring", other],
        [f"--wiring={other}"],
        ["squadro", "--web", "--wiring", other],
    ):
        show_splash(["play", *words], SERVICE)
    assert used == [load(other).display] * 3
    assert used[0] != load(USUAL).display


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 64), (64, 128)])
def test_the_emblem_is_in_the_centre(size: tuple[int, int]) -> None:
    box = emblem(size).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert abs(left - (size[0] - right)) <= 1
    assert abs(top - (size[1] - bottom)) <= 1
