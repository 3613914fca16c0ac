"""Pearson's chi-square test: do counts differ from the expected ones by more than chance?"""

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

MIN_EXPECTED: Final = 5.0
"""Results that are expected less often are put together: the usual rule for this test."""

MIN_TOGETHER: Final = 1.0
"""If even these together are expected less often, there is no result (Cochran, 1954)."""


class Fit(Struct, frozen=True):
    """The result of a test: ``chi_square``, its degrees of ``freedom``, and the ``chance``.

    The chance is that of a chi-square as large or larger. With fair dice it is below 0.05 in one
    of twenty tests.
    """

    chi_square: float
    freedom: int
    chance: float


def fit(observed: Mapping[str, int], expected: Mapping[str, float]) -> Fit | None:
    """Test whether the ``observed`` counts are as ``expected``; return None if they are too few.

    >>> fit({"1": 40, "2": 60}, {"1": 50.0, "2": 50.0})
    Fit(chi_square=4.0, freedom=1, chance=0.0455...)
    """
    cells = [(observed.get(name, 0), count) for name, count in expected.items()]
    large = [cell for cell in cells if cell[1] >= MIN_EXPECTED]
    small = [cell for cell in cells if cell[1] < MIN_EXPECTED]
    rest = (sum(seen for seen, _ in small), sum(count for _, count in small))
    if rest[1] > 0:
        large.append(rest)
    if len(large) < 2 or min(count for _, count in large) < MIN_TOGETHER:
        return None
    total = sum((seen - count) ** 2 / count for seen, count in large)
    freedom = len(large) - 1
    return Fit(total, freedom, exceedance(total, freedom))


def exceedance(chi_square: float, freedom: int) -> float:
    """Return the chance of a chi-square as large or larger with these degrees of ``freedom``.

    Use the recurrence of the upper incomplete gamma function, Q(a + 1, x) = Q(a, x) + x^a e^-x /
    gamma(a + 1) (NIST Digital Library of Mathematical Functions, 8.8.6).

    >>> round(exceedance(3.841, 1), 3), round(exceedance(18.307, 10), 3)
    (0.05, 0.05)
    """
    if chi_square <= 0:
        return 1.0
    half = chi_square / 2
    order = 0.5 if freedom % 2 else 1.0
    chance = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while order < freedom / 2:
        chance += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return min(chance, 1.0)
