import gc
from collections.abc import Callable

from tests.bench.growth import PYTHON_CALL, Curve, calls_of, curves, plotted

STEEPEST = 1.25
"""What n log n comes to between such small sizes."""


def test_nothing_grows_more_than_its_size_times_its_logarithm() -> None:
    found = {f"{curve.things}: {curve.work}": curve.steepness for curve in curves(scale=1)}
    assert len(found) == 8
    assert max(found.values()) <= STEEPEST, found


class Left:
    """Garbage of another test, which calls something when it is collected."""

    def __init__(self, say: Callable[[], None]) -> None:
        self.itself, self._say = self, say

    def __del__(self) -> None:
        self._say()


def test_what_the_garbage_of_others_does_is_not_counted() -> None:
    said: list[int] = []

    def work() -> None:
        for _ in range(gc.get_threshold()[0]):
            Left(lambda: said.append(1))

    alone = calls_of(work, PYTHON_CALL)
    for _ in range(gc.get_threshold()[0] // 2):
        Left(lambda: said.append(1))
    assert calls_of(work, PYTHON_CALL) == alone
    gc.collect()
    assert said


def test_a_steepness_is_the_power_of_the_size() -> None:
    assert Curve("squares", "add up", (1, 2, 4, 8), (1, 4, 16, 64)).steepness == 2.0


def test_every_curve_is_drawn() -> None:
    curve = Curve("squares", "add up", (1, 2, 4, 8), (1, 4, 16, 64))
    assert plotted([curve]).count("squares: add up") == 1
