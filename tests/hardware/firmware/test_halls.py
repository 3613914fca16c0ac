"""The sensors behind their multiplexers, and their calibration."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hardware.firmware.halls import SCANS, Halls, store_empty, stored


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
