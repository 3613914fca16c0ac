"""The sensors behind their multiplexers, their calibration, and what is made of them in time."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from hardware.firmware import pico, settings
from hardware.firmware.dice import AWAY, COCKED, RESTS, ROLLS
from hardware.firmware.finding import HallDice, HallPace
from hardware.firmware.halls import SCANS, Halls, store_empty, stored
from hardware.firmware.parts import PeerWords
from hardware.firmware.sensors import SensorWatch
from hardware.simulated.hall_dice import KINDS, LOT, BuiltTray, DiceInTray, Lying
from tests.hardware.firmware import fake_machine


class Multiplexed:
    """Four multiplexers with 64 sensors, of which each reads one of ``levels``."""

    def __init__(self, levels: list[int]) -> None:
        self.levels = levels
        self._address, self._off = [0] * 4, [1] * 4

    @property
    def halls(self) -> Halls:
        address: list[Callable[[int], object]] = [
            partial(self._address.__setitem__, line) for line in range(4)
        ]
        enables: list[Callable[[int], object]] = [
            partial(self._off.__setitem__, chip) for chip in range(4)
        ]
        return Halls(address, enables, self._read)

    def _read(self) -> int:
        assert self._off.count(0) == 1, "one multiplexer drives the ADC"
        channel = sum(level << line for line, level in enumerate(self._address))
        return self.levels[self._off.index(0) * 16 + channel] << 4


def lying(*rolls: float) -> DiceInTray:
    return DiceInTray(
        "lots",
        tuple(
            Lying(LOT, 0.01 + 0.05 * n, 0.06 + 0.02 * n, 0.006, 1.5, roll)
            for n, roll in enumerate(rolls)
        ),
    )


def test_every_sensor_is_read_at_its_place() -> None:
    sums = [0] * 64
    halls = Multiplexed(list(range(1000, 1064))).halls
    for _ in range(2):
        halls.add_scan(sums)
    assert sums == [2 * level for level in range(1000, 1064)]


def test_a_calibration_is_stored_and_read_again(tmp_path: Path) -> None:
    path, levels = str(tmp_path / "halls.txt"), list(range(2000, 2064))
    assert store_empty(Multiplexed(levels).halls, path) == []
    assert stored(path) == [SCANS * level for level in levels]


@pytest.mark.parametrize("text", ["", "halls 1\n1\n2\n", "halls 2\n" + "5\n" * 64, "halls 1\nx"])
def test_a_damaged_calibration_counts_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "halls.txt"
    path.write_text(text)
    assert stored(str(path)) is None
    assert stored(str(tmp_path / "missing")) is None


@pytest.mark.parametrize(("level", "says"), [(0, "is dead"), (1200, "every magnet away")])
def test_a_calibration_names_what_is_wrong_and_stores_nothing(
    tmp_path: Path, level: int, says: str
) -> None:
    path = tmp_path / "halls.txt"
    (line,) = store_empty(Multiplexed([2048] * 20 + [level] + [2048] * 43).halls, str(path))
    assert line.startswith("sensor 20 (row 2, column 4)")
    assert says in line
    assert not path.exists()


class Hand:
    """Puts lots on a tray that was calibrated, and lets the firmware look at it."""

    def __init__(self) -> None:
        self._built = BuiltTray(Random(1))
        empty = self._steps(DiceInTray("lots", ()))
        self._sensors = Multiplexed(empty)
        self.looks, self.tidied = 0, 0
        self._dice = HallDice(
            self._sensors.halls,
            KINDS["lots"],
            4,
            [SCANS * step for step in empty],
            SensorWatch(is_calibrated=True),
            HallPace(self._ticks, lambda now, then: now - then, self._tidy),
        )

    def put(self, *rolls: float) -> list[str]:
        """Return what the first die did after lots were put there, without repetitions."""
        self.lay(*rolls)
        seen = [self._dice.read(0)[0] for _ in range(6 * SCANS)]
        words = [f"{throws}{does}" for throws, does, _ in seen]
        return [word for at, word in enumerate(words) if at == 0 or word != words[at - 1]]

    def lay(self, *rolls: float) -> None:
        """Put lots there, and do not look."""
        self._sensors.levels = self._steps(lying(*rolls))

    def look(self) -> tuple[bool, bool]:
        """Look once; return whether it looked at the clock in a search, and whether it tidied."""
        looks, tidied = self.looks, self.tidied
        self._dice.read(0)
        return self.looks > looks + 1, self.tidied > tidied

    def _ticks(self) -> int:
        self.looks += 1
        return 0

    def _tidy(self) -> None:
        self.tidied += 1

    @property
    def shown(self) -> list[int | None]:
        return [face for _, _, face in self._dice.read(0)]

    def _steps(self, thrown: DiceInTray) -> list[int]:
        return [round(level) for level in self._built.levels(thrown)]


def test_a_throw_counts_when_the_tray_was_empty_and_the_dice_lie_still() -> None:
    hand = Hand()
    assert hand.put()[-1] == "0" + AWAY
    assert hand.put(0.0, 3.14, 0.0, 3.14)[-2:] == ["0" + ROLLS, "1" + RESTS]
    assert hand.shown == [0, 0, 1, 1]
    assert hand.put()[-1] == "1" + AWAY
    assert hand.put(0.0, 0.0, 0.0, 0.0)[-1] == "2" + RESTS


def test_dice_that_are_turned_by_hand_are_no_throw() -> None:
    hand = Hand()
    hand.put()
    hand.put(0.0, 0.0, 0.0, 0.0)
    assert hand.put(0.0, 0.0, 0.0, 3.14)[-1] == "1" + RESTS
    assert hand.shown == [0, 1, 1, 1]


def test_what_lies_there_when_the_power_comes_is_no_throw() -> None:
    assert Hand().put(0.0, 0.0, 0.0, 0.0)[-1] == "0" + RESTS


def test_after_a_throw_a_die_that_is_missing_is_asked_for() -> None:
    hand = Hand()
    hand.put()
    assert hand.put(0.0, 0.0, 0.0)[-1] == "0" + COCKED
    assert hand.put(0.0, 0.0, 0.0, 0.0)[-1] == "1" + RESTS


def test_dice_that_are_picked_up_one_by_one_are_not_asked_for() -> None:
    hand = Hand()
    hand.put()
    hand.put(0.0, 0.0, 0.0, 0.0)
    assert hand.put(0.0, 0.0)[-1] == "1" + ROLLS
    assert hand.put()[-1] == "1" + AWAY


def test_memory_is_freed_once_a_sum_and_in_no_pass_that_searches() -> None:
    hand = Hand()
    hand.lay(0.0, 0.0)
    passes = [hand.look() for _ in range(4 * SCANS)]
    assert passes.count((False, True)) == 3
    assert (True, False) in passes
    assert (True, True) not in passes


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Settings with lots on Hall sensors, and a folder for the calibration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "KEYS", [])
    monkeypatch.setattr(settings, "TRAY", [])
    monkeypatch.setattr(settings, "HALL_DICE", "lots")
    monkeypatch.setattr("time.ticks_ms", lambda: 0, raising=False)
    monkeypatch.setattr("time.ticks_diff", lambda now, then: now - then, raising=False)
    return monkeypatch


def reported() -> list[list[str] | None]:
    """Return what the parts of a Pico with these settings report first."""
    parts = [part for part in pico.parts(fake_machine) if isinstance(part, PeerWords)]
    assert [part.offer for part in parts] == ["dice=a:0-1,b:0-1,c:0-1,d:0-1", "sensors=8x8"]
    for part in parts:
        part.update(0)
    return [part.report(0) for part in parts]


def test_dice_of_a_tray_that_is_not_calibrated_are_away(lots: pytest.MonkeyPatch) -> None:
    dice, sensors = reported()
    assert dice == ["dice", "00-", "00-", "00-", "00-"]
    assert sensors == ["sensors", "uncalibrated"]


def test_a_tray_is_calibrated_from_the_prompt(
    lots: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.calibrate(fake_machine)
    assert capsys.readouterr().out == "the calibration is stored\n"
    dice, sensors = reported()
    assert dice == ["dice", "00~", "00~", "00~", "00~"]
    assert sensors == ["sensors"]


@pytest.mark.parametrize(
    ("name", "value"), [("HALL_DICE", "cubes"), ("HALL_ADC", 15), ("HALL_ENABLES", [18])]
)
def test_wrong_settings_of_the_tray_are_named(
    lots: pytest.MonkeyPatch, name: str, value: object
) -> None:
    lots.setattr(settings, name, value)
    with pytest.raises(ValueError, match=name):
        pico.parts(fake_machine)
