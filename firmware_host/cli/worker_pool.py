"""Long work: processes of this computer that play or read games, and how far they are.

Ctrl-C does not reach the processes. How far they are is shown on the standard error if that is a
terminal.

Many games, those that a table has kept or those in files, are read and counted that way. They are
handed out in parts, each as many as a worker needs some tenths of a second for, and come back in
their order. Where there is one part, nobody is asked to help.
"""

import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import games
from firmware_host.session.replay import KeptPart, LocatedRecord, checked, load_all
from firmware_host.stats import GameFacts, Tally, facts, merged, tallies
from firmware_host.storage.journal import Journal
from firmware_host.text.terminal import is_live
from firmware_host.thinking.child_processes import follow_parent
from games.record import Record

Done = TypeVar("Done")
Task = TypeVar("Task")

AHEAD: Final = max(8, 2 * (os.cpu_count() or 1))
"""So many tasks are being worked on, or wait for it, while the next one is asked for."""


class ProgressLine(NamedTuple):
    """What is shown: ``words``, a bar for ``done`` of ``total``, and how much time is ``left``.

    ``total`` is None where nobody knows it.
    """

    words: str
    done: float
    total: float | None
    left: str


@contextmanager
def shown(begun: Done, line: Callable[[Done], ProgressLine]) -> Iterator[Callable[[Done], None]]:
    """Show the ``line`` of what is ``begun``; yield what to call with what is done since.

    Without rich the line has no bar.
    """
    if not is_live(sys.stderr):
        yield lambda done: None
        return
    try:
        from rich.console import Console
    except ImportError:
        yield lambda done: _print(line(done))
        print(file=sys.stderr)
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # a pipe or a file gets what is printed as it is
    ) as bar:
        task = bar.add_task("", left="")

        def update(done: Done) -> None:
            words, count, total, left = line(done)
            bar.update(task, description=words, completed=count, total=total, left=left)

        update(begun)
        yield update


def _print(line: ProgressLine) -> None:
    print(f"\r{line.words}, {line.left}   ", end="", file=sys.stderr, flush=True)


def minutes(seconds: float) -> str:
    """Return a time in words.

    >>> minutes(42), minutes(150), minutes(9000)
    ('42 s', '2 min', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole // 60, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


class WorkerPool(ProcessPoolExecutor):
    """So many ``workers`` (None: one per core), which end with this process.

    Where the block that uses it is left by an error or by Ctrl-C, nobody waits for their tasks.
    """

    def __init__(self, workers: int | None) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, context, initializer=follow_parent)

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Hand out ``work``; a process that is started for it inherits that Ctrl-C is blocked.

        A new process ignores Ctrl-C only once it has imported what it needs, and would print a
        traceback until then.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(work, *args, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def stop(self) -> None:
        """End the workers in the middle of their tasks."""
        for worker in multiprocessing.active_children():
            worker.terminate()

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.stop()
        self.shutdown(cancel_futures=True)


def in_order(
    executor: Executor, work: Callable[[Task], Done], tasks: Iterable[Task]
) -> Iterator[Done]:
    """Yield what ``work`` makes of each of ``tasks``, in their order; few wait at a time."""
    following = iter(tasks)
    waiting: deque[Future[Done]] = deque(
        executor.submit(work, task) for task in islice(following, AHEAD)
    )
    while waiting:
        done = waiting.popleft().result()
        waiting.extend(executor.submit(work, task) for task in islice(following, 1))
        yield done


A_PART: Final = 32
"""So many games are handed out together."""

Item = TypeVar("Item")
Files = Sequence[str]


def kept_records(folder: Path) -> Iterator[Record]:
    """Yield the records of all games saved in ``folder``, the oldest first; change nothing there.

    Log what cannot be read. Raise ExportError if there is no game, or none that can be read.
    """
    return checked(_of_folder(folder, partial(_read, folder)), folder)


def kept_tallies(folder: Path) -> tuple[Mapping[str, Tally], Sequence[str]]:
    """Return the tallies of all games saved in ``folder``, and the throws that a tray has read.

    Errors are those of kept_records.
    """
    counted, dice = _kept(folder, _tallies)
    return merged(counted), dice


def kept_facts(folder: Path) -> Sequence[GameFacts]:
    """Return the facts of each game saved in ``folder``; errors are those of kept_records."""
    counted, _ = _kept(folder, _facts)
    return [*chain.from_iterable(counted)]


def tallies_of_files(paths: Iterable[Path]) -> Mapping[str, Tally]:
    """Return the tallies of the records in the files ``paths``.

    Raise the errors of load_all, and ReplayError if a record cannot have been played.
    """
    return merged(_spread(_tallies, _parts(_in_files(paths))))


def facts_of_files(paths: Iterable[Path]) -> Sequence[GameFacts]:
    """Return the facts of each record in the files ``paths``; errors are those of their tallies."""
    return [*chain.from_iterable(_spread(_facts, _parts(_in_files(paths))))]


def _in_files(paths: Iterable[Path]) -> Iterator[LocatedRecord]:
    return (each for path in paths for each in load_all(path))


def _kept(
    folder: Path, count: Callable[[Sequence[LocatedRecord]], Done]
) -> tuple[Sequence[Done], Sequence[str]]:
    """Return what ``count`` makes of all games saved in ``folder``, part by part, and the throws
    that a tray has read in them.
    """
    counted: list[Done] = []
    dice: list[str] = []

    def parts() -> Iterator[KeptPart]:
        for part, found in _of_folder(folder, partial(_count, folder, count)):
            counted.append(found)
            dice.extend(part.dice)
            yield part

    for _ in checked(parts(), folder):
        pass
    return counted, dice


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


def _count(
    folder: Path, count: Callable[[Sequence[LocatedRecord]], Done], part: Sequence[Files]
) -> tuple[KeptPart, Done]:
    found = _read(folder, part)
    return found, count([LocatedRecord(f"{folder}", record) for record in found.records])


def _tallies(found: Sequence[LocatedRecord]) -> Mapping[str, Tally]:
    return tallies(found, games)


def _facts(found: Sequence[LocatedRecord]) -> Sequence[GameFacts]:
    return [*facts(found, games)]
