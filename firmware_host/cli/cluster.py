"""The workers of a Dask cluster, for those who have one."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager

from firmware_host.errors import UsageError, how_to_install
from firmware_host.stats.studies.running import Workforce

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""

MISSING = f"--scheduler needs dask.distributed: {how_to_install('cluster')}"
NO_WORKERS = "the scheduler at {0} has no workers: start some with dask worker {0} --nthreads 1"


@contextmanager
def cluster(address: str) -> Iterator[Workforce]:
    """Yield the workers of the scheduler at ``address``, such as ``tcp://127.0.0.1:8786``.

    The scheduler gives the tasks of a worker that dies to another one. UsageError if nobody
    answers there, or there are no workers.
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
        workers = sum(client.nthreads().values())
        if not workers:
            raise UsageError(NO_WORKERS.format(address))

        @contextmanager
        def start() -> Iterator[Executor]:
            executor = client.get_executor(pure=False)
            try:
                yield executor
            finally:
                executor.shutdown(wait=False)

        yield Workforce(start, workers, (BrokenExecutor, CancelledError, KilledWorker))
