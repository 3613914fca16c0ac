from tests.bench.growth import Curve, curves, plotted

STEEPEST = 1.25
"""What n log n comes to between such small sizes."""


def test_nothing_grows_more_than_its_size_times_its_logarithm() -> None:
    found = {f"{curve.things}: {curve.work}": curve.steepness for curve in curves(scale=1)}
    assert len(found) == 8
    assert max(found.values()) <= STEEPEST, found


def test_a_steepness_is_the_power_of_the_size() -> None:
    assert Curve("squares", "add up", (1, 2, 4, 8), (1, 4, 16, 64)).steepness == 2.0


def test_every_curve_is_drawn() -> None:
    curve = Curve("squares", "add up", (1, 2, 4, 8), (1, 4, 16, 64))
    assert plotted([curve]).count("squares: add up") == 1
