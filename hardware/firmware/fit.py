"""Fit dice to the field that was measured: all at once, by least squares (Levenberg, Marquardt).

A symmetric matrix is given by its lower triangle, row by row.
"""

from .fields import level, product, subtract
from .magnets import UNIT, MagnetDie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Generator, Iterator


def diagonal(row: int) -> int:
    """Return where the diagonal element of ``row`` is.

    >>> [diagonal(row) for row in range(4)]
    [0, 2, 5, 9]
    """
    return row * (row + 3) // 2


def damped(square: "list[float]", size: int, damping: float) -> "list[float]":
    """Return equations whose solution is shorter, most where little is known (Marquardt)."""
    out = list(square)
    for row in range(size):
        out[diagonal(row)] = out[diagonal(row)] * (1 + damping) + 1
    return out


def solve(square: "list[float]", right: "list[float]") -> "Generator[None, None, list[float]]":
    """Solve symmetric linear equations with a positive matrix; yield after each small step.

    >>> work = solve([2, 1, 3], [5, 10])
    >>> [next(work) for _ in range(4)]
    [None, None, None, None]
    >>> try:
    ...     next(work)
    ... except StopIteration as end:
    ...     print(end.value)
    [1.0, 3.0]
    """
    size = len(right)
    rows = _upper(square, size)
    yield
    out = [float(each) for each in right]
    for i in range(size):
        upper, pivot = rows[i], rows[i][i] or 1.0
        for j in range(i + 1, size):
            lower = rows[j]
            part = upper[j] / pivot
            if part:
                for k in range(j, size):
                    lower[k] -= part * upper[k]
                out[j] -= part * out[i]
        yield
    for i in range(size - 1, -1, -1):
        for j in range(i + 1, size):
            out[i] -= rows[i][j] * out[j]
        out[i] /= rows[i][i] or 1.0
    yield
    return out


def _upper(square: "list[float]", size: int) -> "list[list[float]]":
    """Return the rows of the matrix, of which only the upper triangle is filled."""
    rows, at = [[0.0] * size for _ in range(size)], 0
    for i in range(size):
        for j in range(i + 1):
            rows[j][i] = float(square[at])
            at += 1
    return rows


LONGEST, WIDEST = 40, 12
"""The longest step of a fit: 5 mm, and 17 degrees."""

MOVED, TURNED = 8, 3
"""How far a die is moved and turned to see how its field changes."""

FIRMNESS = 250000
"""What it costs if a die is stronger or weaker than it should be: that of a deviation by 1.

Noise of 20 sixteenths is as likely as magnets that are 4 per cent too strong.
"""

HARDEST = 30
"""The damping at which a fit gives up."""


class FittedDie:
    """A die at a place, in a direction, that has rolled to ``c`` and ``s``."""

    def __init__(self, x: int, y: int, angle: int, c: int, s: int) -> None:
        self.x, self.y, self.angle, self.c, self.s = x, y, angle, c, s
        self.field: array[int]

    @property
    def strength(self) -> float:
        """How strong it is; UNIT is what it should be."""
        return (self.c * self.c + self.s * self.s) ** 0.5 or 1.0

    def copy(self) -> "FittedDie":
        """Return a die like it."""
        return FittedDie(self.x, self.y, self.angle, self.c, self.s)


class DiceFit:
    """``dice`` of a ``kind`` that explain ``data``, the field on each sensor.

    ``rest`` is what they do not explain, ``energy`` the sum of its squares and of what it costs
    that dice are too strong or too weak. Dice that are not ``free`` keep the faces they have.
    """

    def __init__(self, kind: MagnetDie, data: "array[int]", dice: "list[FittedDie]") -> None:
        self.kind, self.data, self.dice = kind, data, dice
        self.rest = data
        self.energy = 0
        self._damping = 0.02
        self.weigh()

    def settle(self, rounds: int, free: bool) -> "Iterator[None]":
        """Improve the dice until they stay where they are; yield after each small step."""
        self._damping = 0.02
        for _ in range(rounds):
            before = self.energy
            yield from self._improve(free and self.kind.is_long)
            if self.energy > before - (before >> 6):
                break

    def weigh(self) -> None:
        """Work out what the dice do not explain."""
        rest = self.data[:]
        cost = 0.0
        for die in self.dice:
            die.field = field = self.kind.pattern(die.x, die.y, die.angle, die.c, die.s)
            subtract(rest, field)
            off = die.strength / UNIT - 1
            cost += FIRMNESS * off * off
        level(rest)
        energy = product(rest, rest)
        # one that does not fit into 31 bits is far too large
        self.rest, self.energy = rest, (energy if energy >= 0 else 1 << 30) + int(cost)

    def _improve(self, free: bool) -> "Iterator[None]":
        columns: list[array[int]] = []
        missing: list[tuple[int, float]] = []
        for die in self.dice:
            yield from self._columns(die, free, columns, missing)
        square: list[float] = []
        for i in range(len(columns)):
            square += [product(columns[i], columns[j]) for j in range(i + 1)]
            yield
        right: list[float] = [product(column, self.rest) for column in columns]
        for row, part in missing:
            square[diagonal(row)] += FIRMNESS
            right[row] += FIRMNESS * part
        yield
        yield from self._descend(square, right, free)

    def _descend(self, square: "list[float]", right: "list[float]", free: bool) -> "Iterator[None]":
        """Take the longest step that does not make it worse."""
        before, old = self.energy, self.dice
        while self._damping < HARDEST:
            equations = damped(square, len(right), self._damping)
            yield
            steps = yield from solve(equations, right)
            self.dice = [die.copy() for die in old]
            self._step(steps, free)
            yield
            self.weigh()
            yield
            if self.energy <= before:
                self._damping /= 5
                return
            self._damping *= 6
        self.dice = old
        self.weigh()

    def _columns(
        self,
        die: FittedDie,
        free: bool,
        columns: "list[array[int]]",
        missing: "list[tuple[int, float]]",
    ) -> "Iterator[None]":
        """Add how the field changes with place, direction and strength, and what strength lacks."""
        kind, field = self.kind, die.field
        x, y, angle, c, s = die.x, die.y, die.angle, die.c, die.s
        moves = [(MOVED, 0, 0), (0, MOVED, 0), (0, 0, TURNED)]
        for right, up, turn in moves if kind.is_long else moves[:2]:
            column = kind.pattern(x + right, y + up, angle + turn, c, s)
            subtract(column, field)
            columns.append(column)
            yield
        size = die.strength
        if free:
            for part, first, second in ((c, UNIT, 0), (s, 0, UNIT)):
                missing.append((len(columns), part / size - part / UNIT))
                columns.append(kind.pattern(x, y, angle, first, second))
        else:
            missing.append((len(columns), 1 - size / UNIT))
            columns.append(kind.pattern(x, y, angle, int(c * UNIT / size), int(s * UNIT / size)))
        yield

    def _step(self, steps: "list[float]", free: bool) -> None:
        width = len(steps) // len(self.dice)
        for number in range(len(self.dice)):
            die, at = self.dice[number], number * width
            die.x += _limited(steps[at] * MOVED, LONGEST)
            die.y += _limited(steps[at + 1] * MOVED, LONGEST)
            if self.kind.is_long:
                die.angle += _limited(steps[at + 2] * TURNED, WIDEST)
            if free:
                die.c += round(steps[at + 3] * UNIT)
                die.s += round(steps[at + 4] * UNIT)
            else:
                part = max(0.2, 1 + steps[at + width - 1] * UNIT / die.strength)
                die.c, die.s = round(die.c * part), round(die.s * part)


def _limited(step: float, limit: int) -> int:
    return max(-limit, min(limit, round(step)))
