"""What a press costs the processor: ``python -m tests.bench.presses [PRESSES [SEED]]``.

Games are played by the keys on the simulated Pi. A figure is the time of the processor from the
debounced event of a key to the last message handed to the bus; what the simulated panel does with
the messages is not counted. A person feels the time on the clock, with what the card takes.
"""

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any, Protocol, TypeVar

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game, start_again
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.filesystem import CardSync, Storage, SyncAtOnce, SyncBeside
from hardware.input.edges import KeyEvent
from hardware.wiring import wiring
from tests.bench.measure import Clock
from tests.bench.page import milliseconds, table
from tests.table import TableWithSync

HEAD = ("game", "presses", "p50", "p99", "most")
TO_THE_GLASS = (
    "game", "sync", "presses", "clock, p50", "clock, p99", "processor, p50", "processor, p99",
)  # fmt: skip
SYNCS = (0.0, 0.003, 0.010, 0.040)
"""Seconds that a card takes to sync a record."""
PRESSES = 10_000
SEED = 1


class Enough(Exception):  # noqa: N818 - nothing is wrong
    """As many presses as were asked for have been timed."""


class Press(Protocol):
    """What keeps in :attr:`found` a figure of each press that changed the picture."""

    @property
    def found(self) -> Any: ...


Watcher = TypeVar("Watcher", bound=Press)


class Stopwatch:
    """Keeps in :attr:`found` the seconds of ``clock`` from each press in ``world`` to its bytes."""

    def __init__(self, clock: Clock, world: World) -> None:
        self.found: list[float] = []
        self._clock = clock
        self._reset()
        self._stand_before(world.app, "step", self._step)
        self._stand_before(world.app.table, "handle", self._hear)
        self._stand_before(world.pi.model, "write", self._hand_over)

    def _stand_before(self, owner: object, name: str, way: Callable[..., None]) -> None:
        setattr(owner, name, partial(way, getattr(owner, name)))

    def _reset(self) -> None:
        self._begun: float | None = None
        self._ended = self._beside = 0.0

    def _step(self, step: Callable[[], None]) -> None:
        self._reset()
        step()
        if self._begun is not None and self._ended:
            self.found.append(self._ended - self._begun)

    def _hear(self, handle: Callable[..., None], event: Any, now: float) -> None:
        if self._begun is None and isinstance(event, KeyEvent):
            self._begun = self._clock()
        handle(event, now)

    def _hand_over(self, write: Callable[[bytes], None], message: bytes) -> None:
        handed = self._clock()
        self._ended = handed - self._beside
        write(message)
        self._beside += self._clock() - handed


def times(name: str, presses: int, seed: int, clock: Clock) -> list[float]:
    """The seconds of so many ``presses`` that change the picture, in games called ``name``."""
    gc.freeze()  # as the program does
    try:
        return watched(name, "generic", presses, seed, partial(Stopwatch, clock)).found[:presses]
    finally:
        gc.unfreeze()


class SlowCard(Storage):
    """Stands in for a card that takes so many ``seconds`` to sync a record."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def sync(self, descriptor: int) -> None:
        time.sleep(self._seconds)


class SlowSync(SyncBeside):
    """Syncs beside the table, on a card that takes so many ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._card = SlowCard(seconds)

    def begin(self, storage: Storage, descriptor: int) -> None:
        super().begin(self._card, descriptor)


class BothClocks:
    """A stopwatch with the clock on the wall, and one with that of the processor."""

    def __init__(self, world: World) -> None:
        self.watches = [Stopwatch(clock, world) for clock in (time.perf_counter, time.process_time)]

    @property
    def found(self) -> list[float]:
        return self.watches[0].found


def watched(
    name: str,
    profile: str,
    presses: int,
    seed: int,
    watching: Callable[[World], Watcher],
    sync: CardSync | None = None,
) -> Watcher:
    """What ``watching`` returned, after ``presses`` that change the picture in games of ``name``.

    ``profile`` is the wiring of the machine, and ``sync`` lets its card keep what is written.
    """
    with tempfile.TemporaryDirectory() as folder:
        request = Request(games, wiring.load(profile), "en", Path(folder), Setup(name))
        world = TableWithSync(request, sync or SyncAtOnce(), seed)
        watcher = watching(world)

        def watch() -> None:
            if len(watcher.found) >= presses:
                raise Enough

        try:
            _play(Hands(world), random.Random(seed), watch)
        except Enough:
            world.close()
    return watcher


def _play(hands: Hands, rng: random.Random, watch: Callable[[], None]) -> None:
    while True:
        play_game(hands, rng, watch)
        start_again(hands)


def rows(
    names: Sequence[str],
    presses: int = PRESSES,
    seed: int = SEED,
    *,
    clock: Clock = time.process_time,
) -> Iterator[Sequence[str]]:
    """The head, a row for each of ``names`` with its share of the ``presses``, and one for all."""
    yield HEAD
    spent = {name: times(name, presses // len(names), seed, clock) for name in names}
    spent["all"] = [time for each in spent.values() for time in each]
    for name, each in spent.items():
        hundredths = quantiles(each, n=100)
        figures = (hundredths[49], hundredths[98], max(each))
        yield (name, f"{len(each):,}", *map(milliseconds, figures))


def rows_to_the_glass(
    names: Sequence[str], presses: int = PRESSES, seed: int = SEED
) -> Iterator[Sequence[str]]:
    """The head, and a row for each of ``names`` and of the SYNCS, which share the ``presses``."""
    yield TO_THE_GLASS
    share = presses // (len(names) * len(SYNCS))
    gc.freeze()  # as the program does
    for name in names:
        for seconds in SYNCS:
            both = watched(name, "generic", share, seed, BothClocks, SlowSync(seconds))
            hundredths = [quantiles(watch.found[:share], n=100) for watch in both.watches]
            figures = [each[at] for each in hundredths for at in (49, 98)]
            yield (name, f"{1000 * seconds:.0f} ms", f"{share:,}", *map(milliseconds, figures))
    gc.unfreeze()


if __name__ == "__main__":
    print(*table(rows(games.names(), *map(int, sys.argv[1:]))), sep="\n")
