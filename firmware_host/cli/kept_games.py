"""Many games, those that a table has kept or those in files, read and counted on all cores.

They are handed out in parts, each as many as a worker needs some tenths of a second for, and come
back in their order. Where there is one part, nobody is asked to help.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import games
from firmware_host.cli.worker_pool import ProgressLine, WorkerPool, in_order, minutes, shown
from firmware_host.session.replay import KeptPart, checked
from firmware_host.stats.tally import Tally, merged, tallies
from firmware_host.storage.journal import Journal
from firmware_host.storage.record_files import LocatedRecord, load_all
from games.record import Record

A_PART: Final = 32
"""So many games are handed out together."""

Item = TypeVar("Item")
Done = TypeVar("Done")
Files = Sequence[str]


def kept_records(folder: Path) -> Iterator[Record]:
    """Yield the records of all games saved in ``folder``, the oldest first; change nothing there.

    Log what cannot be read. Raise ExportError if there is no game, or none that can be read.
    """
    return checked(_of_folder(folder, partial(_read, folder)), folder)


def kept_tallies(folder: Path) -> Mapping[str, Tally]:
    """Return the tallies of all games saved in ``folder``; errors are those of kept_records."""
    counted: list[Mapping[str, Tally]] = []

    def parts() -> Iterator[KeptPart]:
        for part, tally in _of_folder(folder, partial(_count, folder)):
            counted.append(tally)
            yield part

    for _ in checked(parts(), folder):
        pass
    return merged(counted)


def tallies_of_files(paths: Iterable[Path]) -> Mapping[str, Tally]:
    """Return the tallies of the records in the files ``paths``.

    Raise the errors of load_all, and ReplayError if a record cannot have been played.
    """
    found = (each for path in paths for each in load_all(path))
    return merged(_spread(_tallies, _parts(found)))


def _of_folder(folder: Path, work: Callable[[Sequence[Files]], Done]) -> Iterator[Done]:
    parts = list(_parts(Journal(folder).parts())) or [[]]
    return on_all_cores(work, parts)


def on_all_cores(
    work: Callable[[Sequence[Item]], Done], parts: Sequence[Sequence[Item]]
) -> Iterator[Done]:
    """Yield what ``work`` makes of each of ``parts``, in their order; show how far it is."""
    return _spread(work, parts, sum(map(len, parts)))


def _parts(items: Iterable[Item]) -> Iterator[Sequence[Item]]:
    rest = iter(items)
    while part := list(islice(rest, A_PART)):
        yield part


def _spread(
    work: Callable[[Sequence[Item]], Done],
    parts: Iterable[Sequence[Item]],
    total: int | None = None,
) -> Iterator[Done]:
    """Yield what ``work`` makes of each of ``parts``, which have so many games in ``total``."""
    rest = iter(parts)
    first = list(islice(rest, 2))
    if len(first) < 2:
        yield from map(work, first)
        return
    tasks = (part for some in (first, rest) for part in some)
    done = 0
    with shown(done, partial(_line, total, time.monotonic())) as show, WorkerPool(None) as pool:
        for found in in_order(pool, work, tasks):
            done += len(first[0])
            show(done)
            yield found


def _line(total: int | None, started: float, done: int) -> ProgressLine:
    """Return what is shown when so many games are ``done``."""
    spent, words = time.monotonic() - started, f"{done:,} games"
    if total is None:
        return ProgressLine(words, done, None, "")
    return ProgressLine(words, done, total, minutes((total - done) * spent / done) if done else "")


def _read(folder: Path, part: Sequence[Files]) -> KeptPart:
    names = [name for each in part for name in each]
    return KeptPart.read(folder, games, names or None)  # what is wrong with an empty folder


def _count(folder: Path, part: Sequence[Files]) -> tuple[KeptPart, Mapping[str, Tally]]:
    found = _read(folder, part)
    return found, _tallies([LocatedRecord(f"{folder}", record) for record in found.records])


def _tallies(found: Sequence[LocatedRecord]) -> Mapping[str, Tally]:
    return tallies(found, games)
