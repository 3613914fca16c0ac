"""How the work grows with what there is: ``python -m tests.bench.growth [--plot FILE]``.

What is counted are calls, of functions of Python and of what is built into it: they are the same on
every computer, however busy it is. The steepness is the power of the size that the work grows with,
from the third size to the fourth: 1 is in proportion.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from math import log, log2
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import games
from firmware_host.session.replay import KeptPart, LocatedRecord, record_of_session
from firmware_host.session.session import Session
from firmware_host.stats import merged, tallies
from firmware_host.storage.counters import Counters
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import Retention
from firmware_host.text import ENGLISH
from firmware_host.text.translator import Language
from firmware_host.web.hints import Hints
from firmware_host.web.open_page import LivePage, PageParts
from firmware_host.web.page_parts import PageStates
from firmware_host.web.visitor import PageVisitor
from games.review import assess, played, review, turning_points
from tests.bench.luck import JUDGES
from tests.bench.page import table
from tests.firmware_host.recorded import whole_game
from tests.firmware_host.web.test_traffic import PlayedTable

SEED = 3
SIZES = 4
AT_SIZES = tuple(f"size {number}: calls" for number in range(1, SIZES + 1))
HEAD = ("what grows", "what is done", *AT_SIZES, "steepness")
RECORDS_A_GAME = 40
CHANGES = 8
TURNS_TO_OPEN = 100
"""Turns of the loop after which every page has been told what there is."""
ALL = Retention(sessions=100_000, size=1 << 40)
COUNTING, _ = next(iter(JUDGES.values()))
PLOT = 640, 400
COLOURS = (
    *("#b3261e", "#1c5d99", "#2b7a3d", "#8a5a00"),
    *("#6b3fa0", "#00707a", "#555555", "#a8326e"),
)


class Curve(NamedTuple):
    """The ``calls`` that ``work`` takes for as many of ``things`` as each of ``sizes`` says."""

    things: str
    work: str
    sizes: Sequence[int]
    calls: Sequence[int]

    @property
    def steepness(self) -> float:
        """The power of the size that the calls grow with, between the two largest sizes."""
        (*_, smaller, larger), (*_, fewer, more) = self.sizes, self.calls
        return log(more / fewer) / log(larger / smaller)


EVERY_CALL, PYTHON_CALL = ("call", "c_call"), ("call",)


def calls_of(work: Callable[[], object], counted: Sequence[str] = EVERY_CALL) -> int:
    """How many calls of functions ``work`` takes, built-in ones too unless others are ``counted``.

    The garbage of others waits: what it calls when it is collected is no part of the work.
    """
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in counted

    gc.disable()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def doubled(first: int) -> Sequence[int]:
    """Four sizes, each twice the one before."""
    return [first << number for number in range(SIZES)]


def curves(scale: int) -> Iterator[Curve]:
    """Measure everything, folders and desks at ``scale`` times the smallest sizes."""
    yield _resuming("xiangqi4", doubled(480))
    yield _resuming("tshupu", doubled(60))
    yield from _in_a_folder(doubled(4 * scale))
    yield _reviewing(doubled(40))
    yield _at_the_desk(doubled(25 * scale))
    yield _following(doubled(10 * scale))


def _resuming(name: str, sizes: Sequence[int]) -> Curve:
    records = whole_game(name, random.Random(SEED), sizes[-1])
    Session.resume(records, games)
    resumes = (partial(Session.resume, records[:size], games) for size in sizes)
    found = [*map(calls_of, resumes)]
    return Curve(f"records in a game of {name}", "resume it", sizes, found)


Work = Callable[[Path], object]


def _read(folder: Path) -> Sequence[KeptPart]:
    return [KeptPart.read(folder, games, names) for names in Journal(folder).parts()]


def _count(folder: Path) -> object:
    parts = (part.records for part in _read(folder))
    located = ([LocatedRecord("", each) for each in records] for records in parts)
    return merged(tallies(each, games) for each in located)


IN_A_FOLDER: Mapping[str, Work] = {
    "export them": _read,
    "count them for statistics": _count,
    "count them day by day": lambda folder: Counters(folder).days(),
}


def _in_a_folder(sizes: Sequence[int]) -> Iterator[Curve]:
    kept = whole_game("squadro", random.Random(SEED), RECORDS_A_GAME)
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name, str(size)) for size in sizes]
        for size, folder in zip(sizes, folders, strict=True):
            folder.mkdir()
            _fill(folder, kept, size)
        for work, do in IN_A_FOLDER.items():
            do(folders[0])
            found = [calls_of(partial(do, folder)) for folder in folders]
            yield Curve("games in a folder", work, sizes, found)


def _fill(folder: Path, kept: Sequence[JournalRecord], count: int) -> None:
    for _ in range(count):
        journal = Journal(folder, today=lambda: "2026-03-09", reserve=0, retention=ALL)
        journal.begin(kept[0])
        for record in kept[1:]:
            journal.append(record)
        journal.close()


def _reviewing(sizes: Sequence[int]) -> Curve:
    """A review by who counts what stands on the board: how deep others look does not grow."""
    session = Session.resume(whole_game("thaayam", random.Random(SEED)), games)
    points = played(record_of_session(session), games)
    assert len(points) > sizes[-1]

    def work(size: int) -> object:
        found = [assess(point, COUNTING) for point in points[:size]]
        return turning_points(review(points[:size], found))

    work(sizes[0])
    found = [calls_of(partial(work, size)) for size in sizes]
    return Curve("actions in a game of thaayam", "review it", sizes, found)


def _at_the_desk(sizes: Sequence[int]) -> Curve:
    """What every table says once, and the list of all that a technician looks at."""
    from firmware_host.features.fleet.connection import ROOT
    from firmware_host.features.fleet.directory import Directory

    said = json.dumps({"mode": "playing", "program": "0.3.0", "game": {"name": "squadro"}})

    def work(size: int) -> object:
        desk = Directory(games)
        for number in range(size):
            desk.take(f"{ROOT}/table-{number}/state", said.encode())
        lines = desk.lines(Language(ENGLISH))
        assert len(lines) == size
        return lines

    work(sizes[0])
    found = [calls_of(partial(work, size)) for size in sizes]
    return Curve("tables at the desk", "list them", sizes, found)


class Follower:
    """Stands in for the WebSocket of a page; it counts what comes as ``told`` in all ``pages``."""

    query_params = ()

    def __init__(self, pages: "Followers") -> None:
        self._pages = pages

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""

    async def send_text(self, data: str) -> None:
        self._pages.take()

    async def send_bytes(self, data: bytes) -> None:
        """Take what may be compressed, as a display that nobody looks at."""


class Followers:
    """So many pages that follow one table, without a network; ``table`` is what they follow."""

    def __init__(self, count: int) -> None:
        self.table = PlayedTable("squadro")
        self.mirror = self.table.mirror
        parts = PageParts(self, PageStates(self.mirror), Hints(), ENGLISH)
        self._pages = [LivePage(Follower(self), PageVisitor(), parts) for _ in range(count)]
        self._left, self._all = 0, asyncio.Event()

    def ask(self, *asked: object) -> bool:
        """Hear nothing: nobody asks."""
        return False

    def take(self) -> None:
        """Note that a page has been told something."""
        self._left -= 1
        if not self._left:
            self._all.set()

    async def open(self) -> list["asyncio.Task[None]"]:
        """Open the pages, and wait until they have all that there is; return what they run in."""
        tasks = [asyncio.create_task(each.run()) for each in self._pages]
        for _ in range(TURNS_TO_OPEN):
            await asyncio.sleep(0)
        return tasks

    async def see(self, actions: Iterator[int], changes: int) -> None:
        """Let so many of the ``actions`` happen, and wait until every page has been told each."""
        for _ in islice(actions, changes):
            self._left = len(self._pages)
            self._all.clear()
            await self._all.wait()


def _following(sizes: Sequence[int]) -> Curve:
    """What the server does for a change that all pages are told, without what the network takes."""

    def work(size: int) -> int:
        with asyncio.Runner() as runner:
            pages = Followers(size)
            actions = pages.table.play(2 * CHANGES)
            running = runner.run(pages.open())
            runner.run(pages.see(actions, CHANGES))
            found = calls_of(lambda: runner.run(pages.see(actions, CHANGES)))
            for each in running:
                each.cancel()
        return found

    return Curve("followers of a table", "tell them a change", sizes, [*map(work, sizes)])


def _row(curve: Curve) -> Sequence[str]:
    pairs = zip(curve.sizes, curve.calls, strict=True)
    at_sizes = (f"{size:,}: {calls:,}" for size, calls in pairs)
    return (curve.things, curve.work, *at_sizes, f"{curve.steepness:.2f}")


def plotted(found: Sequence[Curve]) -> str:
    """The curves as SVG: both axes are logarithmic, and a grey line is in proportion."""
    width, height = PLOT
    step, top = width / (SIZES + 1), height - 60.0

    def line(calls: Sequence[float]) -> str:
        ups = (log2(each / calls[0]) * (top - 30) / SIZES for each in calls)
        return " ".join(f"{step * (x + 0.5):.0f},{top - up:.0f}" for x, up in enumerate(ups))

    even = line([1 << number for number in range(SIZES)])
    parts = [f'<polyline points="{even}" stroke="#bbb" stroke-width="6" fill="none"/>']
    for number, curve in enumerate(found):
        colour, y = COLOURS[number % len(COLOURS)], 24 + 17 * number
        parts.append(
            f'<polyline points="{line(curve.calls)}" stroke="{colour}" stroke-width="2" '
            f'fill="none"/><text x="16" y="{y}" fill="{colour}">{curve.things}: {curve.work}</text>'
        )
    parts += [
        f'<text x="{step * (x + 0.5) - 12:.0f}" y="{height - 30}">x {1 << x}</text>'
        for x in range(SIZES)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="13">\n<title>Calls by size, in proportion to the '
        f'smallest</title>\n<rect width="{width}" height="{height}" fill="#fff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> None:
    """Print the table as Markdown, and draw it if a file is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the curves as SVG")
    parser.add_argument("--scale", type=int, default=10, help="times the smallest sizes")
    asked = parser.parse_args()
    found = list(curves(asked.scale))
    print(*table([HEAD, *map(_row, found)]), sep="\n")
    if asked.plot:
        asked.plot.write_text(plotted(found), encoding="utf-8")


if __name__ == "__main__":
    main()
