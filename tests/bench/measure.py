"""Measuring works side by side, so that a machine that is busy for a while slows all alike."""

from collections.abc import Callable, Hashable, Mapping
from statistics import median
from typing import TypeVar

from tests.bench.works import Work

ROUNDS = 8

Clock = Callable[[], float]
Name = TypeVar("Name", bound=Hashable)


def rates(works: Mapping[Name, Work], seconds: float, clock: Clock) -> dict[Name, float]:
    """How much a second each of ``works`` gets done in ``seconds`` of ``clock``, in turns.

    It is the median of ROUNDS slices of the time, so that neither tables that are still filled nor
    a moment in which the machine is busy count. The first piece of every work prepares it.
    """
    for work in works.values():
        next(work)
    found: dict[Name, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            found[name].append(_rate(work, seconds / ROUNDS, clock))
    return {name: median(slices) for name, slices in found.items()}


def _rate(work: Work, seconds: float, clock: Clock) -> float:
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        done += next(work)
    return done / spent
