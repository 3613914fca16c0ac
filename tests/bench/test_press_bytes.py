from collections.abc import Iterator, Sequence
from functools import cache, reduce
from statistics import mean
from typing import NamedTuple

import pytest

import games
from firmware_host.simulator.simulated_table import World
from hardware.display.sending import GAP, Window, WindowRun, changed_runs, changed_windows
from tests.bench.press_bytes import DISPLAYS, HEAD, Cost, Meter, costs, rows
from tests.bench.presses import watched
from tests.deep import deeply

MOST_CHANGED = 225
"""Bytes of the picture that a press changes on average; a new layout should not need more."""

MOST_OF_WIDE_BOARDS = {"holes": 300}
"""The same where the board is as wide as the display, and marks are far apart."""

MOST_SENT = 1.95
"""How many bytes are sent for each that changed."""


def test_each_game_has_a_row_for_each_display() -> None:
    head, *found = rows(["squadro"], 20)
    assert head == HEAD
    assert [row[:3] for row in found] == [
        ("squadro", display, "20") for display in DISPLAYS.values()
    ]


@cache
def pressed(name: str, profile: str, presses: int) -> Sequence[Cost]:
    """What so many ``presses`` cost."""
    return costs(name, profile, presses)


few_or_many = pytest.mark.parametrize("presses", [50, *deeply(100)])


@few_or_many
@pytest.mark.parametrize("name", games.names())
def test_a_picture_is_one_transfer_on_i2c(name: str, presses: int) -> None:
    assert {cost.transfers for cost in pressed(name, "generic", presses)} <= {1, 2}


@few_or_many
@pytest.mark.parametrize("profile", DISPLAYS)
@pytest.mark.parametrize("name", games.names())
def test_a_press_costs_about_twice_the_bytes_that_change(
    name: str, profile: str, presses: int
) -> None:
    found = pressed(name, profile, presses)
    assert mean(cost.changed for cost in found) <= MOST_OF_WIDE_BOARDS.get(name, MOST_CHANGED)
    assert sum(cost.sent for cost in found) <= MOST_SENT * sum(cost.changed for cost in found)


WIDTH = 128
BAND = 3
"""So many pages of a picture are compared: in whole ones there are too many ways to try."""
MOST_RUNS = 9
AT_MOST_TIMES = 1.05


class Pair(NamedTuple):
    """What a band of a panel shows before and after a press."""

    before: bytes
    after: bytes


class Pictures(Meter):
    """Keeps in :attr:`pairs` what each press in ``world`` changed, band by band."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.pairs: list[Pair] = []

    def _measured(self) -> None:
        before, known = bytes(self._world.pi.model.memory), len(self.found)
        super()._measured()
        if len(self.found) > known:
            after, band = bytes(self._world.pi.model.memory), BAND * WIDTH
            cuts = range(0, len(before) - band + 1, band)
            self.pairs += [Pair(before[at : at + band], after[at : at + band]) for at in cuts]


def boxes(pair: Pair) -> Sequence[Window]:
    """Each run of changed columns as a window, with gaps that nobody would leave out."""
    return [
        Window(left, right, page, page)
        for page in range(BAND)
        for left, right in runs(*(frame[page * WIDTH : (page + 1) * WIDTH] for frame in pair))
    ]


def runs(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    """Columns that differ, joined over gaps of at most GAP."""
    left = last = None
    for column in range(WIDTH):
        if old[column] != new[column]:
            if left is None or last is None or column - last > GAP + 1:
                if left is not None and last is not None:
                    yield left, last
                left = column
            last = column
    if left is not None and last is not None:
        yield left, last


def fewest(parts: Sequence[Window]) -> int:
    """The cost of the cheapest of all ways to put ``parts`` into windows."""
    least = [0] * (1 << len(parts))
    for some in range(1, len(least)):
        lowest = some & -some
        group = some
        least[some] = 1 << 30
        while group:
            if group & lowest:
                inside = [part for number, part in enumerate(parts) if group >> number & 1]
                cost = reduce(Window.union, inside).cost
                least[some] = min(least[some], cost + least[some ^ group])
            group = (group - 1) & some
    return least[-1]


def least_runs(pair: Pair) -> int:
    """The cost of the cheapest runs on every page, worked out column by column."""
    total, start = 0, WindowRun(0, 0, 0).cost - 1
    for page in range(BAND):
        old, new = (frame[page * WIDTH : (page + 1) * WIDTH] for frame in pair)
        closed, opened = 0, 1 << 30
        for column in range(WIDTH):
            opened = min(opened, closed + start) + 1
            closed = min(opened, closed if old[column] == new[column] else opened)
        total += closed
    return total


@pytest.mark.parametrize("name", ["squadro", "xiangqi4"])
def test_a_press_costs_little_more_than_the_best_that_the_ssd1306_can_be_told(name: str) -> None:
    pairs = watched(name, "generic", 25, 1, Pictures).pairs
    small = [pair for pair in pairs if 0 < len(boxes(pair)) <= MOST_RUNS]
    best = sum(fewest(boxes(pair)) for pair in small)
    taken = sum(part.cost for pair in small for part in changed_windows(*pair, WIDTH))
    assert len(small) > 20
    assert best <= taken <= AT_MOST_TIMES * best


@pytest.mark.parametrize("name", ["squadro", "xiangqi4"])
def test_a_press_costs_the_fewest_bytes_that_the_sh1106_can_be_told(name: str) -> None:
    pairs = watched(name, "waveshare-oled-hat", 25, 1, Pictures).pairs
    taken = sum(part.cost for pair in pairs for part in changed_runs(*pair, WIDTH))
    assert taken == sum(map(least_runs, pairs)) > 0
