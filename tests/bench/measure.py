"""Measuring works side by side, so that a machine that is busy for a while slows all alike."""

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from tests.bench.works import Work

ROUNDS = 4

Clock = Callable[[], float]
Name = TypeVar("Name", bound=Hashable)


def rates(works: Mapping[Name, Work], seconds: float, clock: Clock) -> dict[Name, float]:
    """How much a second each of ``works`` gets done in ``seconds`` of ``clock``, in turns.

    The first piece of every work prepares it and is not counted.
    """
    for work in works.values():
        next(work)
    done, spent = dict.fromkeys(works, 0), dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            amount, time = _run(work, seconds / ROUNDS, clock)
            done[name] += amount
            spent[name] += time
    return {name: done[name] / spent[name] for name in works}


def _run(work: Work, seconds: float, clock: Clock) -> tuple[int, float]:
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        done += next(work)
    return done, spent
