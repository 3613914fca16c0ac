"""What may be moved and what it does, in progress numbers alone, from tables made once.

Sets of progresses are bit masks: bit ``p`` stands for progress ``p`` of the seat whose pieces are
moved. So a whole turn takes only a few ``&`` and shifts, for legal moves and random play.
"""

from collections.abc import Callable, Mapping, Sequence

from games.options import OptionValue
from games.repeats import GameWithThrows
from games.tshupu.rules import (
    BEARS_OFF,
    BORNE_OFF,
    CENTRE,
    CENTRE_POINT,
    COURSES,
    CROSS_CUTS,
    DIE,
    FOLLOWERS,
    IN_HAND,
    PARTNERS,
    SEATS,
    STARTS,
    Dice,
)

Group = tuple[int, ...]
"""The progresses of a seat's pieces, furthest first."""
Groups = tuple[Group, ...]
Shift = tuple[int, int]
"""The progress that a piece leaves and the one that it comes to."""
Shifts = tuple[Shift, ...]
"""What a move does, nothing for ``pass``."""
Hit = tuple[int, int]
"""The seat of a piece that is hit, and its progress."""
Sight = tuple[int, ...]
"""By progress of an enemy, where that is on one's own course: a mask."""
Loss = Callable[[Group, Group], float]
"""What a group loses on average to the pieces of another seat, in squares."""
Ways = tuple[int, int, int, int, int]
"""What a throw can move, as :meth:`Race.ways` returns it."""
Numbers = tuple[int, int, int, int, int]
"""How many legal moves there are of each sort, as :func:`numbers` returns it."""


def mask(progresses: Sequence[int]) -> int:
    """Return the set of ``progresses`` as bits."""
    return sum(1 << progress for progress in set(progresses))


def bits(progresses: int) -> list[int]:
    """Return the progresses in a mask, ascending.

    >>> bits(mask((1, 29)))
    [1, 29]
    """
    found = []
    while progresses:
        lowest = progresses & -progresses
        found.append(lowest.bit_length() - 1)
        progresses ^= lowest
    return found


CENTRE_BIT = mask((CENTRE,))
CROSS_BITS = mask(CROSS_CUTS)
SUM_FROM = tuple(mask(range(CENTRE - steps + 1)) for steps in range(2 * max(DIE.faces) + 1))
DIE_FROM = (0, SUM_FROM[BEARS_OFF] | CENTRE_BIT, *SUM_FROM[BEARS_OFF + 1 :])


def is_home(group: Sequence[int]) -> bool:
    """Return whether every piece of ``group``, furthest first, is borne off."""
    return group[-1] == BORNE_OFF


def moved(group: Group, shifts: Sequence[Shift]) -> Group:
    """Return the group after its pieces made ``shifts`` (origin, target), furthest first.

    >>> moved((29, 4, 4, 0), ((4, 10), (4, 7)))
    (29, 10, 7, 0)
    """
    after = list(group)
    for origin, target in shifts:
        after[after.index(origin)] = target
    after.sort(reverse=True)
    return tuple(after)


def partners(first: int, seconds: int, twins: int, *, is_double: bool) -> int:
    """Return from which of ``seconds`` the second die can be played if the first is at ``first``.

    The dice move different pieces: both may be played from ``first`` when it is one of ``twins``,
    where at least two pieces stand. The dice of a double are alike, so that of its two orders only
    the ascending one counts. ``seconds`` and ``twins`` are masks, and so is what is returned.
    """
    here = 1 << first
    others = seconds & -(here << 1) if is_double else seconds & ~here
    return others | seconds & twins & here


class Race:
    """The rules under ``options``, as tables made once.

    ``losses`` are what :mod:`games.tshupu.evaluate` has worked out; ``again`` tells whether a
    double gives another turn.
    """

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.must_use_all = options["must_use"] == "max"
        self.again = options["doubles_again"] is True
        self._all_home = options["bear_off"] == "all_home"
        self.skips = options["finished"] == "skip"
        quiet = {CENTRE_POINT}
        quiet |= _squares(CROSS_CUTS) if options["crosscuts"] == "shared" else set()
        quiet |= _squares(STARTS) if options["safe_start"] else set()
        self.losses: tuple[dict[int, Loss], ...] = ()
        self.sights: tuple[tuple[tuple[int, Sight], ...], ...] = tuple(
            tuple(
                (enemy.index, _sight(seat.index, enemy.index, quiet))
                for enemy in SEATS
                if enemy.team != seat.team
            )
            for seat in SEATS
        )

    def mover(self, groups: Sequence[Group], seat: int) -> int:
        """Return whose pieces ``seat`` moves: its own, or its partner's when they are all off."""
        return seat if groups[seat][-1] < BORNE_OFF else PARTNERS[seat]

    def may_bear_off(self, group: Group) -> bool:
        """Return whether a piece of ``group`` may leave the centre, as far as the others go."""
        return not self._all_home or group[-1] >= CENTRE

    def ways(self, groups: Sequence[Group], mover: int, throw: Dice) -> Ways:
        """Return what ``throw`` can move of ``mover``'s pieces, as five masks.

        Returned are the progresses from which the sum, the smaller die and the larger die can be
        played, those where at least two pieces stand, and those where enemies are met.
        """
        first, second, third, last = groups[mover]
        one, two, three, four = 1 << first, 1 << second, 1 << third, 1 << last
        standing = one | two | three | four
        twins = one & two | two & three | three & four
        if not self.may_bear_off(groups[mover]):
            standing &= ~CENTRE_BIT
        met = self.met(groups, mover)
        free = ~(met & CROSS_BITS)
        small, large = throw
        both = small + large
        return (
            standing & SUM_FROM[both] & free >> both,
            standing & DIE_FROM[small] & free >> small,
            standing & DIE_FROM[large] & free >> large,
            twins,
            met,
        )

    def met(self, groups: Sequence[Group], mover: int) -> int:
        """Return the progresses of ``mover`` where enemies stand, which bar it or can be hit."""
        (left, left_sight), (right, right_sight) = self.sights[mover]
        one, two, three, four = groups[left]
        five, six, seven, eight = groups[right]
        return (
            left_sight[one]
            | left_sight[two]
            | left_sight[three]
            | left_sight[four]
            | right_sight[five]
            | right_sight[six]
            | right_sight[seven]
            | right_sight[eight]
        )

    def hits(self, groups: Sequence[Group], mover: int, target: int) -> tuple[Hit, ...]:
        """Return every enemy piece that ``mover`` meets at ``target``."""
        return tuple(
            [
                (enemy, progress)
                for enemy, sight in self.sights[mover]
                for progress in groups[enemy]
                if sight[progress] >> target & 1
            ]
        )

    def play(self, groups: list[Group], mover: int, shifts: Sequence[Shift], met: int) -> None:
        """Carry out ``shifts`` of ``mover``'s pieces in ``groups``, with all that they hit.

        ``met`` is what :meth:`met` returns for the groups before the turn.
        """
        groups[mover] = moved(groups[mover], shifts)
        for _, target in shifts:
            if met >> target & 1:
                for enemy, progress in self.hits(groups, mover, target):
                    groups[enemy] = moved(groups[enemy], ((progress, IN_HAND),))

    def following(self, groups: Sequence[Group], seat: int, throw: Dice) -> int:
        """Return the seat that throws after ``seat`` has completed its turn with ``throw``."""
        if not self.again or throw[0] != throw[1]:
            seat = FOLLOWERS[seat]
        while self.skips and is_home(groups[seat]):
            seat = FOLLOWERS[seat]
        return seat


def every_shift(race: Race, ways: Ways, throw: Dice) -> list[Shifts]:
    """Return what each legal move changes: those by both dice, by one, and ``pass``."""
    sums, smalls, larges, twins, _ = ways
    small, large = throw
    is_double = small == large
    whole: list[Shifts] = [((origin, origin + small + large),) for origin in bits(sums)]
    for first in bits(smalls):
        one = first, first + small
        seconds = partners(first, larges, twins, is_double=is_double)
        whole += [(one, (second, second + large)) for second in bits(seconds)]
    if whole and race.must_use_all:
        return whole
    ones: list[Shifts] = [((origin, origin + small),) for origin in bits(smalls)]
    if not is_double:
        ones += [((origin, origin + large),) for origin in bits(larges)]
    may_pass = not race.must_use_all or not ones
    return [*whole, *ones, ()] if may_pass else ones


def numbers(race: Race, ways: Ways, throw: Dice) -> Numbers:
    """Return how many of :func:`every_shift` are by the sum, by both dice, by the smaller, by one.

    The last number is how many there are.
    """
    sums, smalls, larges, twins, _ = ways
    by_sum, by_small, by_large = sums.bit_count(), smalls.bit_count(), 0
    if throw[0] == throw[1]:
        whole = by_sum + by_small * (by_small - 1) // 2 + (smalls & twins).bit_count()
    else:
        by_large = larges.bit_count()
        whole = by_sum + by_small * by_large - (smalls & larges & ~twins).bit_count()
    if not race.must_use_all:
        return by_sum, whole, by_small, by_small + by_large, whole + by_small + by_large + 1
    ones = 0 if whole else by_small + by_large
    return by_sum, whole, by_small, ones, whole + ones or 1


def shifts_of(ways: Ways, throw: Dice, numbers: Numbers, number: int) -> Shifts:
    """Return the ``number``-th of :func:`every_shift`, counted from 0, without the others."""
    by_sum, whole, by_small, ones, _ = numbers
    small, large = throw
    if number < by_sum:
        return (_by(small + large, ways[0], number),)
    if number < whole:
        return _pair(ways, throw, number - by_sum)
    number -= whole
    if number >= ones:
        return ()
    if number < by_small:
        return (_by(small, ways[1], number),)
    return (_by(large, ways[2], number - by_small),)


def _by(steps: int, origins: int, number: int) -> Shift:
    """Return the shift by ``steps`` from the ``number``-th of ``origins``, counted from 0."""
    for _ in range(number):
        origins &= origins - 1
    origin = (origins & -origins).bit_length() - 1
    return origin, origin + steps


def _pair(ways: Ways, throw: Dice, number: int) -> tuple[Shift, Shift]:
    """Return the ``number``-th of the pairs of shifts, counted from 0."""
    _, smalls, larges, twins, _ = ways
    small, large = throw
    while True:
        first = (smalls & -smalls).bit_length() - 1
        seconds = partners(first, larges, twins, is_double=small == large)
        if number < seconds.bit_count():
            return (first, first + small), _by(large, seconds, number)
        number -= seconds.bit_count()
        smalls &= smalls - 1


class TshupuGame(GameWithThrows):
    """The game as its positions see it: with the tables of the rules under the chosen options."""

    race: Race


def has_won(groups: Sequence[Group], seat: int) -> bool:
    """Return whether every piece of the team of ``seat`` is borne off."""
    return groups[seat][-1] == groups[PARTNERS[seat]][-1] == BORNE_OFF


def _squares(progresses: Sequence[int]) -> set[str]:
    return {COURSES[0].squares[progress] for progress in progresses}


def _sight(mover: int, enemy: int, quiet: set[str]) -> Sight:
    """Return for each progress of ``enemy`` the mask of ``mover``'s progresses on that square.

    Empty in hand, off the board and on ``quiet`` squares, where enemies share and nobody is hit.
    """
    return tuple(
        mask(COURSES[mover].progresses(square)) if square and square not in quiet else 0
        for square in (*COURSES[enemy].squares, "")
    )
