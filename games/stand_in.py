"""Dice from a shop in place of a game's own: what each face counts for, and what is thrown again.

A fair die with any number of faces can stand in for a die of a game if it has at least as many
faces as the game's chances need. The chances stay exactly those of the game.

    >>> import games
    >>> long_die = games.load("tshupu").dice[0]
    >>> mapping = stand_in(long_die, 6)
    >>> mapping.counts
    {1: 1, 2: None, 3: 3, 4: 4, 5: None, 6: 6}
    >>> mapping.rethrows
    Fraction(1, 2)
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd

from games.equipment import Die


@dataclass(frozen=True, slots=True)
class StandIn:
    """What each face of a die, from 1 on, ``counts`` for; None: this die is thrown again."""

    counts: Mapping[int, int | None]

    @property
    def is_again(self) -> tuple[int, ...]:
        """The faces after which the die is thrown again."""
        return tuple(face for face, value in self.counts.items() if value is None)

    @property
    def rethrows(self) -> Fraction:
        """How often the die is thrown again, on average, until it counts."""
        return Fraction(len(self.is_again), len(self.counts) - len(self.is_again))

    def chances(self) -> Mapping[int, Fraction]:
        """Return how likely each value is once the die counts."""
        values = Counter(value for value in self.counts.values() if value is not None)
        return {value: Fraction(many, values.total()) for value, many in sorted(values.items())}


def stand_in(die: Die, faces: int) -> StandIn:
    """Return how a die with ``faces`` faces, 1 to ``faces``, stands in for the ``die`` of a game.

    Every value gets as many faces as its chance asks for, so that as few faces as possible are
    thrown again. A face counts for itself where it can, else for a value that is odd or even as it
    is: people have the least to remember then. ValueError if the die has too few faces.

    >>> stand_in(Die((0, 1)), 4).counts
    {1: 1, 2: 0, 3: 1, 4: 0}
    """
    shares = _shares(die)
    each = faces // sum(shares.values())
    if each < 1:
        least = sum(shares.values())
        raise ValueError(
            f"expected a die with {least} faces or more in place of one with the values "
            f"{', '.join(map(str, shares))}, not with {faces}: take a die with more faces"
        )
    room = Counter({value: each * share for value, share in shares.items()})
    counts: dict[int, int | None] = dict.fromkeys(range(1, faces + 1))
    for likes in (_is_itself, _is_as_odd, _is_any):
        _fill(counts, room, likes)
    return StandIn(counts)


def _shares(die: Die) -> dict[int, int]:
    """Return how many faces each value has, in the smallest whole numbers."""
    many = Counter(die.faces)
    divisor = reduce(gcd, many.values())
    return {value: many[value] // divisor for value in sorted(many)}


def _fill(
    counts: dict[int, int | None], room: Counter[int], likes: Callable[[int, int], bool]
) -> None:
    """Let each face without a value count for the first one with room that it ``likes``."""
    for face in [face for face, value in counts.items() if value is None]:
        free = [value for value in room if room[value] and likes(face, value)]
        if free:
            counts[face] = free[0]
            room[free[0]] -= 1


def _is_itself(face: int, value: int) -> bool:
    return face == value


def _is_as_odd(face: int, value: int) -> bool:
    return face % 2 == value % 2


def _is_any(face: int, value: int) -> bool:
    return True
