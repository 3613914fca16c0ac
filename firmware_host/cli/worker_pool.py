"""Long work: processes of this computer that play games, and how far they are.

Ctrl-C does not reach the processes. How far they are is shown on the standard error if that is a
terminal.
"""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from firmware_host.text.terminal import is_live
from firmware_host.thinking.child_processes import follow_parent

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
