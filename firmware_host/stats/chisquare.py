"""Pearson's chi-square test: do counts differ more from what is expected than chance allows?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FEWEST: Final = 5.0
"""Results of which fewer are expected are taken together: the usual rule for this test."""

LEAST: Final = 1.0
"""Even those together must be expected so often, or nothing can be told (Cochran, 1954)."""


@dataclass(frozen=True)
class Fit:
    """The sum ``chi_square`` with its ``freedom``, and the ``chance`` of one as large or larger.

    Fair dice give a chance under 0.05 once in twenty times.
    """

    chi_square: float
    freedom: int
    chance: float


def fit(observed: Mapping[str, int], expected: Mapping[str, float]) -> Fit | None:
    """How well counts are what was ``expected``; None if there are too few to tell.

    >>> fit({"1": 40, "2": 60}, {"1": 50.0, "2": 50.0})
    Fit(chi_square=4.0, freedom=1, chance=0.0455...)
    """
    cells = [(observed.get(name, 0), count) for name, count in expected.items()]
    large = [cell for cell in cells if cell[1] >= FEWEST]
    small = [cell for cell in cells if cell[1] < FEWEST]
    rest = (sum(seen for seen, _ in small), sum(count for _, count in small))
    if rest[1] >= FEWEST or (large and rest[1] > 0):
        large.append(rest)
    if len(large) < 2 or min(count for _, count in large) < LEAST:
        return None
    total = sum((seen - count) ** 2 / count for seen, count in large)
    freedom = len(large) - 1
    return Fit(total, freedom, exceedance(total, freedom))


def exceedance(chi_square: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is as large or larger.

    By the recurrence of the upper incomplete gamma function, Q(a + 1, x) = Q(a, x) + x^a e^-x /
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
