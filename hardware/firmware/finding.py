"""Find dice in the field that the sensors measure, and say when they lie still and what they show.

Lots are found one after the other, the strongest first. For long dice all likely places of a
single one are listed, and then pairs are tried, first those that explain most together.

A throw is counted when the tray was empty and the dice then lie still and are read. While they
cannot be read after a throw, all count as cocked, until all of them can.
"""

from .dice import AWAY, COCKED, RESTS, ROLLS
from .fields import COUNT, PITCH, SIDE, level, product, to_field
from .fit import DiceFit, FittedDie
from .halls import Halls, SummedHalls
from .magnets import UNIT, MagnetDie, sine
from .sensors import JUMPS, SensorWatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Generator, Iterator

    from .dice import Seen

    Peak = tuple[int, int, int]

ATTEMPTS, ROUNDS, ROUNDS_HELD = 10, 8, 5
"""The most beginnings that are tried, the most rounds of a fit, and those with faces held."""

GOOD = COUNT * 20 * 20
"""The energy at which the search ends."""

MOST_OF_LOTS, MOST_OF_LONG = COUNT * 21 * 21, COUNT * 24 * 24
"""The energy up to which dice explain what was measured.

Readings of built trays differ so much from those of the drawing. Dice that lean against the rim or
across each other can look like dice that lie flat: in 100,000 throws of the model seven did, and
all of them had more than this.
"""

CLOSE = 4
"""Other faces must have more energy than the best ones, by one part in so many."""

NEAR = 240
"""The distance below which two lots may be taken for three: 30 mm."""

HOPELESS = COUNT * 100 * 100
"""The energy of faces that are not worth a fit with free faces."""

PEAKS, DIRECTIONS, KEPT = 6, 16, 3
"""Where a long die may have its upright magnet, in which directions it is tried, and how many of
them are kept for each end."""

A_STEP = 12
"""Pairs that are compared in one step: one takes 0.1 ms."""

WEAKEST, STRONGEST = 205, 307
"""Strengths of a die that lies flat: 80 and 120 per cent."""

IMPURE = 66
"""The most that a long die may have rolled towards the next face: 15 degrees, as a sine."""


class Finder:
    """Finds ``count`` dice of a ``kind`` in ``data``; :attr:`fit` is the best so far."""

    def __init__(self, kind: MagnetDie, count: int, data: "list[int]") -> None:
        self._kind, self._count, self._data = kind, count, to_field(data)
        level(self._data)
        self._most = MOST_OF_LONG if kind.is_long else MOST_OF_LOTS
        self.fit = DiceFit(kind, self._data, [])
        self.attempts = 0
        self._rival = 1 << 60

    def work(self) -> "Iterator[None]":
        """Search; yield after each small step."""
        pairs: list[list[FittedDie]] = []
        if self._kind.is_long:
            pairs = yield from self._pairs()
        for attempt in range(len(pairs) if self._kind.is_long else ATTEMPTS):
            if self._kind.is_long:
                fit = DiceFit(self._kind, self._data, pairs[attempt])
                yield from fit.settle(ROUNDS_HELD, free=False)
            else:
                fit = yield from self._one_by_one(attempt // 2, attempt % 2 == 1)
            if fit.energy < HOPELESS or not self._kind.is_long:
                yield from fit.settle(ROUNDS, free=True)
            self.attempts = attempt + 1
            self._compare(fit)
            if self.fit.energy < GOOD:
                break
        yield from self._leave_one_out()

    def _compare(self, fit: DiceFit) -> None:
        """Keep the better one of two fits, and the energy of the best that shows other faces."""
        if not self.fit.dice:
            self.fit = fit
            return
        better, worse = (fit, self.fit) if fit.energy < self.fit.energy else (self.fit, fit)
        if self._shown(better) != self._shown(worse):
            self._rival = min(self._rival, worse.energy)
        self.fit = better

    def _leave_one_out(self) -> "Iterator[None]":
        """See whether lots that lie close together are one too many."""
        dice = self.fit.dice
        if self._kind.is_long or self.fit.energy > self._most:
            return
        for number in range(len(dice)):
            others = dice[:number] + dice[number + 1 :]
            if any(self._distance(dice[number], each) < NEAR * NEAR for each in others):
                fit = DiceFit(self._kind, self._data, [each.copy() for each in others])
                yield from fit.settle(ROUNDS, free=True)
                self._rival = min(self._rival, fit.energy)

    @property
    def faces(self) -> "list[int] | None":
        """The faces of the dice in rising order; None if there is any doubt about one."""
        dice, energy = self.fit.dice, self.fit.energy
        if energy > self._most or len(dice) < self._count:
            return None
        if energy + energy // CLOSE > self._rival:
            return None
        for number in range(len(dice)):
            if not self._is_clear(dice[number]):
                return None
            for other in dice[:number]:
                if self._distance(dice[number], other) < self._kind.thick**2:
                    return None
        return self._shown(self.fit)

    def _shown(self, fit: DiceFit) -> "list[int]":
        return sorted([self._face(die) for die in fit.dice])

    def _one_by_one(self, choice: int, sharp: bool) -> "Generator[None, None, DiceFit]":
        """Return a fit that begins with the peak of number ``choice``.

        Peaks are sought over four neighbours, or if ``sharp`` at single sensors: that separates two
        lots between which there is one strong field.
        """
        fit = DiceFit(self._kind, self._data, [])
        for number in range(self._count):
            seek = sharp_peaks if sharp else peaks
            for peak in seek(fit.rest, 1 + (0 if number else choice)):
                x, y, sign = peak
                yield
            fit.dice.append(FittedDie(x, y, 0, sign * UNIT, 0))
            fit.weigh()
            yield
        return fit

    def _pairs(self) -> "Generator[None, None, list[list[FittedDie]]]":
        """Return pairs of long dice, those first that explain most."""
        single: list[tuple[int, FittedDie]] = []
        for peak in peaks(self._data, PEAKS):
            yield from self._around(peak, single)
        best: list[tuple[int, int, int]] = []
        for i in range(len(single)):
            for j in range(i):
                both = product(single[i][1].field, single[j][1].field)
                best.append((single[i][0] + single[j][0] - 2 * both, i, j))
                if j % A_STEP == A_STEP - 1:
                    yield
            best.sort(reverse=True)
            best = best[:ATTEMPTS]
            yield
        return [[single[i][1], single[j][1]] for _, i, j in best]

    def _around(self, peak: "Peak", single: "list[tuple[int, FittedDie]]") -> "Iterator[None]":
        """Add long dice with an upright magnet at ``peak``, and how much each explains.

        Either magnet may be the upright one; the other lies at a distance, in any direction.
        """
        kind, data = self._kind, self._data
        x, y, sign = peak
        (near, strong, _), (far, _, weak) = kind.magnets
        upright = kind.magnet(x, y, sign * UNIT, 0, 0)
        stands, stands_2 = product(upright, data), product(upright, upright)
        ranked: list[list[tuple[int, int]]] = [[], []]
        for angle in range(0, 256, 256 // DIRECTIONS):
            ux, uy = sine(angle + 64), sine(angle)
            there = (x + ((far - near) * ux >> 8), y + ((far - near) * uy >> 8))
            if self._is_inside(there):
                lying = kind.magnet(there[0], there[1], 0, -uy * sign, ux * sign)
                lies, lies_2, both = (
                    product(lying, data),
                    product(lying, lying),
                    product(lying, upright),
                )
                for end, (a, b) in enumerate(((strong, weak), (weak, strong))):
                    explained = 2 * UNIT * (a * stands + b * lies)
                    explained -= a * a * stands_2 + 2 * a * b * both + b * b * lies_2
                    ranked[end].append((explained >> 16, angle))
                yield
        for end in (0, 1):
            for explained, angle in sorted(ranked[end], reverse=True)[:KEPT]:
                die = _standing(peak, angle, near if end == 0 else far, end)
                die.field = kind.pattern(die.x, die.y, die.angle, die.c, die.s)
                single.append((explained, die))
                yield

    def _is_clear(self, die: FittedDie) -> bool:
        size = die.strength
        other = min(abs(die.c), abs(die.s))
        is_pure = other * UNIT <= IMPURE * size
        ends = [_along(die, along) for along, _, _ in self._kind.magnets]
        is_within = all(self._is_inside(end) for end in ends)
        return WEAKEST <= size <= STRONGEST and is_pure and is_within

    def _is_inside(self, place: "tuple[int, int]") -> bool:
        edge, last = self._kind.edge, (SIDE - 1) * PITCH
        return all(-edge <= each <= last + edge for each in place)

    def _face(self, die: FittedDie) -> int:
        if abs(die.c) >= abs(die.s):
            return self._kind.faces[0 if die.c > 0 else 2]
        return self._kind.faces[1 if die.s > 0 else 3]

    def _distance(self, one: FittedDie, two: FittedDie) -> int:
        """Return the square of the least distance between points on the lengths of two dice."""
        end = -self._kind.magnets[0][0]
        places = (-end, -end // 2, 0, end // 2, end) if end else (0,)
        return min(
            [
                (ax - bx) ** 2 + (ay - by) ** 2
                for ax, ay in [_along(one, place) for place in places]
                for bx, by in [_along(two, place) for place in places]
            ]
        )


def peaks(rest: "list[int] | array[int]", count: int) -> "Iterator[Peak]":
    """Yield where the field on four neighbours is strongest, with its sign, the strongest first.

    >>> rest = [0] * COUNT
    >>> rest[9] = rest[10] = -50
    >>> list(peaks(rest, 1))
    [(300, 200, -1)]
    """
    sums = [0] * (COUNT - SIDE - 1)
    for i in range(COUNT - SIDE - 1):
        if i % SIDE < SIDE - 1:
            sums[i] = rest[i] + rest[i + 1] + rest[i + SIDE] + rest[i + SIDE + 1]
    for _ in range(count):
        sizes = [abs(each) for each in sums]
        where = sizes.index(max(sizes))
        yield _middle(rest, where, 1 if sums[where] >= 0 else -1)
        for near in (-SIDE, 0, SIDE):
            for at in (where + near - 1, where + near, where + near + 1):
                if 0 <= at < len(sums):
                    sums[at] = 0


def sharp_peaks(rest: "list[int] | array[int]", count: int) -> "Iterator[Peak]":
    """Yield the sensors with the strongest fields, and their signs, the strongest first.

    >>> list(sharp_peaks([0] * 9 + [-50, 40] + [0] * 53, 2))
    [(200, 200, -1), (400, 200, 1)]
    """
    sizes = [abs(each) for each in rest]
    for _ in range(count):
        where = sizes.index(max(sizes))
        sizes[where] = 0
        sign = 1 if rest[where] >= 0 else -1
        yield where % SIDE * PITCH, where // SIDE * PITCH, sign


def _middle(rest: "list[int] | array[int]", where: int, sign: int) -> "Peak":
    """Return the middle of the field of ``sign`` on four neighbours, from ``where`` on."""
    parts = [max(0, sign * rest[where + more]) for more in (0, 1, SIDE, SIDE + 1)]
    total = sum(parts) or 1
    x = where % SIDE * PITCH + (parts[1] + parts[3]) * PITCH // total
    y = where // SIDE * PITCH + (parts[2] + parts[3]) * PITCH // total
    return x, y, sign


def _standing(peak: "Peak", angle: int, along: int, end: int) -> FittedDie:
    """Return a long die whose magnet ``along`` it stands at ``peak``, the other at ``angle``."""
    x, y, sign = peak
    if end:
        angle += 128
    x, y = x - (along * sine(angle + 64) >> 8), y - (along * sine(angle) >> 8)
    return FittedDie(x, y, angle, 0 if end else sign * UNIT, sign * UNIT if end else 0)


def _along(die: FittedDie, place: int) -> "tuple[int, int]":
    return die.x + (place * sine(die.angle + 64) >> 8), die.y + (place * sine(die.angle) >> 8)


NOTHING = 80
"""Sixteenths of a step by which all sensors of an empty tray differ from each other at most."""

STILL = 2
"""Sums of scans that agree with the one before them, before the dice are read."""

PASS = 8
"""Milliseconds from the end of one pass over the sensors until the search waits in the next one.
What else the Pico does in between counts too, so that keys and the link are served soon; the last
step of the search may take 5 ms longer."""

FOLLOWED = 8
"""An empty tray corrects its calibration by one part in so many, at every sum."""


class HallPace:
    """What a Pico needs to work in small pieces.

    ``ticks`` is a clock in milliseconds that may wrap, ``since`` the difference of two of its
    values. ``tidy`` frees memory, so that this does not happen in the midst of other work.
    """

    def __init__(
        self,
        ticks: "Callable[[], int]",
        since: "Callable[[int, int], int]",
        tidy: "Callable[[], object]",
    ) -> None:
        self.ticks, self.since, self.tidy = ticks, since, tidy


class AwayDice:
    """The ``count`` dice of a tray that has not been calibrated: ``watch`` sees what is wrong."""

    def __init__(self, halls: Halls, count: int, watch: SensorWatch) -> None:
        self._sums, self._watch = SummedHalls(halls), watch
        self._seen: list[Seen] = [(0, AWAY, None)] * count

    def read(self, _now: int) -> "list[Seen]":
        """Read the sensors once, and return that every die is away."""
        sums = self._sums.read()
        if sums is not None:
            self._watch.take(sums)
        return self._seen


class HallDice:
    """``count`` dice of a ``kind`` on the sensors ``halls``.

    ``empty`` is the calibration; ``watch`` judges the sensors. :meth:`read` is for
    :class:`~.dice.PeerDice`.
    """

    def __init__(
        self,
        halls: Halls,
        kind: MagnetDie,
        count: int,
        empty: "list[int]",
        watch: SensorWatch,
        pace: HallPace,
    ) -> None:
        self._sums, self._kind, self._count = SummedHalls(halls), kind, count
        self._empty, self._watch, self._pace = empty[:], watch, pace
        self._last = empty[:]
        self._still = 0
        # what is to be done with a sum, a piece in each pass
        self._due: list[Callable[[], object]] = []
        self._work: Iterator[None] | None = None
        self._ended = pace.ticks()
        self._throws = 0
        # where dice lie when the power comes is not a throw, but it is asked about if unclear
        self._was_empty, self._may_ask = False, True
        self._seen: list[Seen] = [(0, ROLLS, None)] * count

    def read(self, _now: int) -> "list[Seen]":
        """Read the sensors once, and do a piece of what is due; return what each die does."""
        sums = self._sums.read()
        if sums is not None:
            self._due = [lambda: self._watch.take(sums), lambda: self._take(sums), self._pace.tidy]
        if self._due:
            self._due.pop(0)()
        elif self._work is not None:
            self._search()
        self._ended = self._pace.ticks()
        return self._seen

    def _take(self, sums: "list[int]") -> None:
        """Compare ``sums`` with those before, and begin to search when the dice lie still."""
        last, self._last = self._last, sums
        if max([abs(sums[i] - last[i]) for i in range(COUNT)]) > JUMPS:
            self._still, self._work = 0, None
            self._say(ROLLS)
            return
        self._still += 1
        field = [sums[i] - self._empty[i] for i in range(COUNT)]
        if self._still == STILL:
            self._begin(field)
        if self._still >= STILL and self._seen[0][1] == AWAY:
            # what a quiet, empty tray reads now is nearer to the truth than the calibration
            self._empty = [self._empty[i] + field[i] // FOLLOWED for i in range(COUNT)]

    def _begin(self, field: "list[int]") -> None:
        rest = to_field(field)
        level(rest)
        if max(rest) - min(rest) < NOTHING:
            self._was_empty = self._may_ask = True
            self._say(AWAY)
        else:
            self._work = self._find(field)

    def _find(self, field: "list[int]") -> "Iterator[None]":
        """Search the dice in ``field``, and report them; yield after each small step."""
        finder = Finder(self._kind, self._count, field)
        yield
        yield from finder.work()
        yield
        self._tell(finder.faces)

    def _search(self) -> None:
        """Search for one step at least, so that it ends even if other parts are always busy."""
        try:
            while self._work is not None:
                next(self._work)
                if self._pace.since(self._pace.ticks(), self._ended) >= PASS:
                    break
        except StopIteration:
            self._work = None

    def _tell(self, faces: "list[int] | None") -> None:
        """Report what was found."""
        if faces is not None:
            self._throws += self._was_empty
            self._was_empty = self._may_ask = False
            self._seen = [(self._throws, RESTS, face) for face in faces]
        elif self._may_ask:
            self._say(COCKED)

    def _say(self, does: str) -> None:
        self._seen = [(self._throws, does, None)] * self._count
