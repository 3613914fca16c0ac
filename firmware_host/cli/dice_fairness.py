"""How fair the dice of a tray are: the faces of each die, and how far it turned between throws.

A die whose faces come equally often may still remember how it lay: one that always turns by a
quarter shows every face in turn. Both are tested by chi-square (:func:`firmware_host.stats.fit`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import Any, Final

from firmware_host.stats import fit
from hardware.dice.codes import CODES, KINDS, Faces

DOUBT: Final = 0.001
"""Dice are called unfair when fair ones would differ as much in fewer series than this part.

Eight tests of four dice then give a false alarm in less than one of a hundred series.
"""

NONCENTRALITY: Final[Mapping[int, float]] = {1: 7.849, 3: 10.903, 5: 12.828}
"""What a test at 5 % finds in four of five series, by degrees of freedom (Cohen, 1988, ch. 7)."""

SIZES: Final = (0.10, 0.05)
"""How much more often than it should a face may come, to say how many throws find that."""


SIDES: Final[Mapping[Faces, Mapping[int, str]]] = {(0, 1): {0: "dark", 1: "white"}}
"""What the faces of a die are called, where numbers would not do."""


def side(die: Faces, face: int) -> str:
    """Return what a ``face`` of the ``die`` is called.

    >>> side((0, 1), 1), side((1, 3, 4, 6), 6)
    ('white', '6')
    """
    return SIDES.get(die, {}).get(face, str(face))


class DiceCount:
    """The throws of some ``dice``, each given by its faces."""

    def __init__(self, dice: Sequence[Faces]) -> None:
        self._dice = dice
        self._throws: list[Faces] = []

    def add(self, faces: Faces) -> None:
        """Count a throw that showed ``faces``, one for each die."""
        self._throws.append(faces)

    @property
    def throws(self) -> int:
        """How many throws were counted."""
        return len(self._throws)

    def report(self) -> Iterator[str]:
        """Yield what the throws say of each die, what is not fair, and how much they can say."""
        throws = self.throws
        yield f"throws: {throws}; in brackets: in how many series fair dice differ as much or more"
        judged = [self._judged(number) for number in range(len(self._dice))]
        for line, _ in judged:
            yield line
        for _, warnings in judged:
            yield from warnings
        sides = max(map(len, self._dice), default=0)
        if throws > 1 and sides - 1 in NONCENTRALITY:
            yield _reach(sides, throws)

    def counted(self, number: int) -> Mapping[str, Mapping[str, int]]:
        """Return how often the die ``number``, from 0, showed each face and turned by how many.

        >>> lots = DiceCount([(0, 1)])
        >>> for face in (1, 1, 0):
        ...     lots.add((face,))
        >>> lots.counted(0)
        {'faces': {'dark': 1, 'white': 2}, 'turned by': {'0': 1, '1': 1}}
        """
        die = self._dice[number]
        order = tuple(CODES.get(die, die))
        seen = [throw[number] for throw in self._throws]
        faces, turned = Counter(seen), Counter(turns(seen, order))
        return {
            "faces": {side(die, face): faces[face] for face in order},
            "turned by": {str(turn): turned[turn] for turn in range(len(order))},
        }

    def figures(self) -> Mapping[str, Any]:
        """Return the throws and what each die showed, for other programs."""
        dice = [self.counted(number) for number in range(len(self._dice))]
        return {"throws": self.throws, "dice": dice}

    def _judged(self, number: int) -> tuple[str, tuple[str, ...]]:
        """Return what is said of the die ``number``, from 0, and what is wrong with it."""
        told, odd = [], []
        for counted, wrong in zip(self.counted(number).values(), (UNFAIR, REMEMBERS), strict=True):
            fair = sum(counted.values()) / len(counted)
            found = fit(counted, dict.fromkeys(counted, fair))
            chance = "too few" if found is None else _percent(found.chance)
            told.append(", ".join(f"{name}: {many}" for name, many in counted.items()))
            told[-1] += f" ({chance})"
            if found is not None and found.chance < DOUBT:
                odd.append(f"! no. {number + 1}: {wrong}")
        return f"no. {number + 1}  {told[0]}; turned by {told[1]}", tuple(odd)


UNFAIR: Final = "its faces do not come equally often: is it worn, or painted on one side?"
REMEMBERS: Final = "how it falls depends on how it lay before: it is not mixed well enough"


def turns(seen: Sequence[int], order: Sequence[int]) -> Iterator[int]:
    """Yield by how many faces of the rolling ``order`` a die turned from each throw to the next.

    >>> list(turns([1, 6, 6, 1], (1, 3, 6, 4)))
    [2, 0, 2]
    """
    for before, after in pairwise(seen):
        yield (order.index(after) - order.index(before)) % len(order)


def throws_to_find(size: float, sides: int) -> int:
    """Return how many throws find a face that comes too often by ``size``, in about 4 of 5 series.

    The other faces of a die with ``sides`` share what is missing: the chi-square of n throws is
    then larger by n * size ** 2 * sides ** 2 / (sides - 1) in the mean.

    >>> throws_to_find(0.10, 2), throws_to_find(0.05, 2), throws_to_find(0.10, 4)
    (197, 785, 205)
    """
    return ceil(NONCENTRALITY[sides - 1] * (sides - 1) / (size * sides) ** 2)


def _reach(sides: int, throws: int) -> str:
    """Return how large a fault so many ``throws`` find, and how many throws smaller ones take."""
    size = sqrt(NONCENTRALITY[sides - 1] * (sides - 1) / throws) / sides
    usual = 1 / sides
    if usual + size > 1:
        return f"too few throws: {throws_to_find(SIZES[0], sides)} are a good beginning"
    found = [f"{throws} throws find a face that comes in {_percent(usual + size)} of throws"]
    found += [
        f"{throws_to_find(each, sides)} one in {_percent(usual + each)}"
        for each in SIZES
        if throws_to_find(each, sides) > throws
    ]
    return (
        f"below 5 % in about four of five series, {'; '.join(found)} ({_percent(usual)} is fair); "
        "as much for turns"
    )


OPENING, FIRST_WEEKS = 200, 800
"""Throws of new dice before the first game, and in the first weeks: what they find is in
:func:`throws_to_find` for a face that comes too often by 10 and by 5 in a hundred.
"""


def counts_of_tray(thrown: Iterable[str]) -> Mapping[str, DiceCount]:
    """Return the counts of the dice whose throws a tray has read, by what they are called.

    Throws count that were taken back: the dice fell all the same.
    """
    counts = {kind: DiceCount(dice) for kind, dice in KINDS.items()}
    for kind, faces in filter(None, map(_thrown, thrown)):
        counts[kind].add(faces)
    return {KIND_NAMES[kind]: count for kind, count in counts.items() if count.throws}


def report_of_tray(thrown: Iterable[str]) -> Iterator[str]:
    """Yield what is said of the dice whose throws a tray has read."""
    for name, count in counts_of_tray(thrown).items():
        yield f"The dice of the tray ({name})"
        yield from (f"  {line}" for line in (*count.report(), _still_new(count.throws)))
        yield ""


def figures_of_tray(thrown: Iterable[str]) -> Mapping[str, Any]:
    """Return the figures of the dice whose throws a tray has read, for other programs."""
    return {name: count.figures() for name, count in counts_of_tray(thrown).items()}


KIND_NAMES: Final[Mapping[str, str]] = {"lots": "four lots", "long": "two long dice"}


def _thrown(text: str) -> tuple[str, Faces] | None:
    """Return of which kind the dice of a throw were, and what they showed; None if it is not known.

    >>> _thrown("1 0 1 1"), _thrown(""), _thrown("9 9")
    (('lots', (1, 0, 1, 1)), None, None)
    """
    words = text.split()
    for kind, dice in KINDS.items():
        if len(words) == len(dice) and all(
            word in map(str, die) for word, die in zip(words, dice, strict=True)
        ):
            return kind, tuple(map(int, words))
    return None


def _still_new(throws: int) -> str:
    """Return how many throws new dice still need.

    >>> _still_new(150), _still_new(800)
    ('new dice: 50 more throws before the first game', 'these dice are known')
    """
    if throws < OPENING:
        return f"new dice: {OPENING - throws} more throws before the first game"
    if throws < FIRST_WEEKS:
        return f"new dice: {FIRST_WEEKS - throws} more throws in the first weeks"
    return "these dice are known"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
