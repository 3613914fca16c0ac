"""The workers of a Dask cluster, for those who have one."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext
from typing import Any, Final, Protocol

from firmware_host.base.errors import UsageError, how_to_install
from firmware_host.stats.game_code import program_code
from firmware_host.stats.studies.running import LOOK_SECONDS, Workforce
from hardware.untrusted_text import written

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""

MISSING = f"--scheduler needs dask.distributed: {how_to_install('cluster')}"
NO_WORKERS: Final = (
    "the study waits for workers with its version: start some with dask worker {0} --nthreads 1"
)
REFUSED: Final = "the worker {0} does not play: expected {1}, got {2}"
MOST_WORKERS: Final = 10_000


class WorkersChangedError(BrokenExecutor):
    """The workers that were asked to play are gone, and others are there."""


class DaskClient(Protocol):
    """What is used of a client of Dask."""

    def scheduler_info(self, n_workers: int) -> Mapping[str, Any]:
        """Return what the scheduler knows, of at most so many workers."""

    def run(self, function: Callable[[], str], **how: Any) -> Mapping[str, object]:
        """Let workers call ``function``; return what each answered, or its error."""

    def get_executor(self, **how: Any) -> Executor:
        """Return who takes tasks."""


class CheckedWorkers(Executor):
    """The workers of ``client`` that have this very program; each shows it before its first game.

    ``tell`` gets a line for each worker that is refused, and where the study waits for workers of
    the scheduler at ``address``. ``clock`` returns the time in seconds.
    """

    def __init__(
        self,
        client: DaskClient,
        address: str,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._address, self._tell, self._clock = client, address, tell, clock
        self._shown: dict[str, object] = {}
        self._playing: Executor | None = None
        self._asked: frozenset[str] = frozenset()
        self._looked_at: float | None = None
        self._is_waiting = False

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Hand out ``work``; wait for a worker if there is none yet."""
        if self._looked_at is None or self._clock() - self._looked_at >= LOOK_SECONDS:
            self.look()
        while self._playing is None:
            time.sleep(1.0)
            self.look()
        return self._playing.submit(work, *args, **named)

    def look(self) -> None:
        """Let new workers show their code, and ask all that may play from now on.

        WorkersChangedError if none is left of those that were asked, but there are others.
        """
        self._looked_at = self._clock()
        allowed = self._allowed()
        if not (allowed or self._is_waiting):
            self._tell(NO_WORKERS.format(self._address))
        self._is_waiting = not allowed
        are_gone = bool(self._asked) and not self._asked & allowed
        if not allowed or allowed == self._asked:
            return
        self._asked = allowed
        self._playing = self._client.get_executor(pure=False, workers=sorted(allowed))
        if are_gone:
            raise WorkersChangedError("the workers that played are gone")

    def _allowed(self) -> frozenset[str]:
        here = self._client.scheduler_info(n_workers=MOST_WORKERS)["workers"]
        for worker in here:
            if worker not in self._shown:
                answers = self._client.run(program_code, workers=[worker], on_error="return")
                self._shown[worker] = answers.get(worker)
                if self._shown[worker] != program_code():
                    got = written(f"{self._shown[worker]}")
                    self._tell(REFUSED.format(worker, program_code(), got))
        return frozenset(worker for worker in here if self._shown[worker] == program_code())


@contextmanager
def cluster(address: str) -> Iterator[Workforce]:
    """Yield the workers of the scheduler at ``address``, such as ``tcp://127.0.0.1:8786``.

    The scheduler gives the tasks of a worker that dies to another one. A worker with another
    program does not play; where there is none, the study waits. UsageError if nobody answers there.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise UsageError(MISSING) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"--scheduler {address}: no scheduler answers there ({error})") from None
    with client:
        workers = CheckedWorkers(client, address, _tell)
        deaths = (BrokenExecutor, CancelledError, KilledWorker)
        count = sum(client.nthreads().values()) or 1
        yield Workforce(lambda: nullcontext(workers), count, deaths, workers.look)


def _tell(line: str) -> None:
    print(f"tableside study: {line}", file=sys.stderr, flush=True)
