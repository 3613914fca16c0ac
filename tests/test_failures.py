"""What may be wrong with a machine from the start: one clear line, and the game lives if it can."""

import random
from pathlib import Path

import pytest
from gpiozero import DigitalInputDevice

import games
from firmware_host.app.build import open_app
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.request import Request
from firmware_host.cli.main import main
from firmware_host.session.setup import Setup
from hardware import PinsError
from hardware.input.panel import Panel
from hardware.simulated import PanelModel, SimulatedI2c, SimulatedPi, VirtualClock
from hardware.wiring import wiring
from tests.table import Begin

TWO = Setup("thaayam", {"seats": 2})
EIGHT = "0 throw 0,0,0,0/0,0,0,0 - 8 -"
LOTS = [(0, 1)] * 4


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def pi(clock: VirtualClock) -> SimulatedPi:
    return SimulatedPi(wiring.load("generic"), clock, random.Random(1))


@pytest.fixture
def request_for_two(tmp_path: Path) -> Request:
    return Request(games, wiring.load("generic"), "en", tmp_path, TWO)


def throw_an_eight(app: App, pi: SimulatedPi, clock: VirtualClock) -> str:
    """Step through a throw of four blank lots; return the position afterwards."""
    pi.throw((0, 0, 0, 0), LOTS)
    while clock() < 5:
        moments = [moment for moment in (pi.timeline.next, app.deadline) if moment is not None]
        pi.timeline.run_due(max(clock(), min([*moments, 5.0])))
        app.step()
    return str(app.table.game.playing.state)


def test_a_handler_that_raises_is_one_line_and_the_next_press_counts(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    put = Panel._put

    def fail_once(panel: Panel, line: str, ticks: float, level: int) -> None:
        if not failed:
            failed.append(line)
            raise ZeroDivisionError("no pieces to share")
        put(panel, line, ticks, level)

    failed: list[str] = []
    monkeypatch.setattr(Panel, "_put", fail_once)
    hands = begin(TWO)
    hands.throw("8")
    assert str(hands.state) == EIGHT
    assert len(failed) == len(caplog.records) == 1
    assert "its handler failed (ZeroDivisionError: no pieces to share)" in caplog.text


def test_a_pin_that_a_wiring_claims_twice_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "generic"\n[sound]\nbuzzer = 17\n')
    assert main(["simulate", "thaayam", "--wiring", str(path)]) == 2
    line = capsys.readouterr().err
    assert "pin 17 is used twice, for [keys] up and for [sound] buzzer: give one of them" in line
    assert line.count("\n") == 1


def test_a_pin_that_another_program_has_is_one_line_and_leaves_the_rest_free(
    pi: SimulatedPi, clock: VirtualClock, request_for_two: Request
) -> None:
    with (
        DigitalInputDevice(4, pull_up=True, pin_factory=pi.factory),
        pytest.raises(PinsError, match=r"^ok: pin 4 cannot be claimed \(.*\): end the") as caught,
    ):
        open_app(request_for_two, TableHardware(pi.factory, pi.bus, clock), random.Random(1))
    assert "\n" not in str(caught.value)
    app = open_app(request_for_two, TableHardware(pi.factory, pi.bus, clock), random.Random(1))
    assert throw_an_eight(app, pi, clock) == EIGHT


def test_a_display_at_the_wrong_address_is_one_line_and_the_game_lives(
    pi: SimulatedPi, clock: VirtualClock, request_for_two: Request, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(pi.model, PanelModel)
    elsewhere = SimulatedI2c(pi.model, 0x3D)
    app = open_app(request_for_two, TableHardware(pi.factory, elsewhere, clock), random.Random(1))
    assert throw_an_eight(app, pi, clock) == EIGHT
    (record,) = caplog.records
    assert record.message.startswith("ssd1306 at 0x3C on I2C bus 1: ")
    assert record.message.endswith("check its wires and its address")
    assert "\n" not in record.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[keys]\nupp = 17\n", "unknown key 'upp' in [keys]: did you mean 'up'?"),
        ("[sounds]\nbuzzer = 13\n", "unknown section [sounds]: did you mean 'sound'?"),
        ("[sound]\nbuzer = 13\n", "unknown key 'buzer' in [sound]"),
        ("[dice]\ncup = 70\n", "[dice] cup: expected"),
        ("[keys\nup = 17\n", "expected TOML, but"),
    ],
)
def test_a_wiring_with_a_typo_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, expected: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'profile = "generic"\n{text}')
    assert main(["simulate", "thaayam", "--wiring", str(path)]) == 2
    line = capsys.readouterr().err
    assert f"{path}: " in line
    assert expected in line
    assert line.count("\n") == 1
