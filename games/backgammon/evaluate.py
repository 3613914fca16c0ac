"""How well a seat stands in Backgammon, now and some turns ahead; what people see that a move does.

The chances of a position come from a small net of nodes: a number for each node by how many pieces
of either seat stand on each point, all that is above zero weighed and added up. ``weights.table``
has its numbers; ``tests/bench/backgammon_net.py`` learnt them from what GNU Backgammon says of
positions. The sums of a seat are kept by how its pieces stand, so that few are added up anew.

A turn is searched whole, with what the next seat answers. Dice that are played in another order but
leave the pieces in the same places come to the same position, which is worth the same.
"""

import sys
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import exp
from operator import add, mul
from pathlib import Path
from typing import Final, NamedTuple

from games.backgammon.rules import (
    ACROSS,
    BAR,
    BEARS_OFF,
    LAST,
    OUTCOMES,
    PIECES,
    THROWS,
    Group,
    Groups,
    Played,
    Score,
    WonGame,
    blocked_by,
    choices,
    left_of,
    moved,
    place,
    point_of,
    result,
)
from games.budget import Budget, last_finished
from games.course import first_or_last, threat
from games.message import Message, msg

FILE: Final = "weights.table"
NODES: Final = 48
UNIT: Final = 1024
"""A weight in the file is a number of so many parts of one."""
SEEN: Final = 7
"""What is seen of a point: whether 1, 2, 3, 4, 5, or more pieces stand there, and how many more."""
CACHED: Final = 1024
CERTAIN: Final = 30.0
"""A larger logit is as good as this one."""


def pips(group: Sequence[int]) -> int:
    """Return how many points all pieces of ``group`` still have to go.

    >>> from games.backgammon.rules import start_group
    >>> pips(start_group())
    167
    """
    return sum([point * count for point, count in enumerate(group)])


class Chances(NamedTuple):
    """How likely a seat wins, wins at least a gammon, and loses at least a gammon."""

    wins: float
    gammons: float
    lost_gammons: float


Row = tuple[float, ...]


class Net(NamedTuple):
    """The weights: ``rows`` by whose pieces they are, by point and by how many stand there."""

    rows: Sequence[Sequence[Sequence[Row]]]
    out: Sequence[Row]
    shifts: Row


@cache
def _net() -> Net:
    """Return the weights of the file."""
    numbers = array("h", Path(__file__).with_name(FILE).read_bytes())
    if sys.byteorder == "big":
        numbers.byteswap()
    weights = [number / UNIT for number in numbers]
    rows = [tuple(weights[n : n + NODES]) for n in range(0, len(weights) - 3, NODES)]
    points = BAR + 1
    begin = tuple(rows[2 * points * SEEN])
    sides = [
        [
            [_row(rows[SEEN * (points * side + point) :], point, count) for count in range(16)]
            for point in range(points)
        ]
        for side in range(2)
    ]
    sides[0][BEARS_OFF] = [tuple(map(add, row, begin)) for row in sides[0][BEARS_OFF]]
    return Net(sides, rows[-3:], tuple(weights[-3:]))


def _row(seen: Sequence[Row], point: int, count: int) -> Row:
    """Return what ``count`` pieces on ``point`` add to each node; its weights begin ``seen``."""
    seen_there = parts(point, count)
    columns = zip(*seen[: len(seen_there)], strict=True)
    return tuple(sum(map(mul, seen_there, column)) for column in columns)


def parts(point: int, count: int) -> Sequence[float]:
    """Return how much of each that is seen of a point is there."""
    if point == BEARS_OFF:
        return (count > 0, count / 15, max(count - 8, 0) / 7, max(count - 12, 0) / 3)
    return (*(count == each for each in range(1, 6)), count >= 6, max(count - 6, 0) / 4)


@lru_cache(CACHED)
def _nodes(side: int, group: Group) -> Row:
    """Return what the pieces of a seat add to each node; ``side`` is 0 for the one that throws."""
    points = _net().rows[side]
    rows = [points[point][count] for point, count in enumerate(group) if count or not point]
    return tuple(map(sum, zip(*rows, strict=True)))


def chance(groups: Groups, thrower: int) -> float:
    """Return how likely the seat wins that throws next."""
    net = _net()
    return _logistic(sum(map(mul, _lit(groups, thrower), net.out[0])) + net.shifts[0])


def chances(groups: Groups, thrower: int) -> Chances:
    """Return what the seat that throws next may expect."""
    lit, net = _lit(groups, thrower), _net()
    won, gammons, lost = (
        _logistic(sum(map(mul, lit, out)) + shift)
        for out, shift in zip(net.out, net.shifts, strict=True)
    )
    return Chances(won, min(won, gammons), min(1 - won, lost))


def _lit(groups: Groups, thrower: int) -> list[float]:
    """Return how much each node is lit."""
    own, other = _nodes(0, groups[thrower]), _nodes(1, groups[1 - thrower])
    return [max(0.0, value) for value in map(add, own, other)]


def _logistic(logit: float) -> float:
    return 1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, logit))))


GAMMONS: Final = 0.26
"""Which part of all wins are gammons, for what is still to be played of a match."""


@cache
def at_score(own: int, other: int) -> float:
    """Return how likely a player wins a match who needs ``own`` points, against ``other`` ones.

    >>> at_score(1, 1), round(at_score(1, 3), 2), at_score(0, 2)
    (0.5, 0.82, 1.0)
    """
    if own <= 0 or other <= 0:
        return float(own <= 0)
    won = (1 - GAMMONS) * at_score(own - 1, other) + GAMMONS * at_score(own - 2, other)
    lost = (1 - GAMMONS) * at_score(own, other - 1) + GAMMONS * at_score(own, other - 2)
    return (won + lost) / 2


class MatchStakes(NamedTuple):
    """What is played for: the ``score`` of a match to ``match`` points, and a game's ``stake``."""

    score: Score
    match: int
    stake: int = 1

    @property
    def doubled(self) -> "MatchStakes":
        """The same at twice the stake."""
        return self._replace(stake=2 * self.stake)

    def share(self, seat: int, won: int = 0, lost: int = 0) -> float:
        """Return how likely ``seat`` wins the match after a game ``won`` or ``lost`` by points."""
        own, other = self.match - self.score[seat], self.match - self.score[1 - seat]
        return at_score(own - won * self.stake, other - lost * self.stake)

    def expected(self, found: Chances, seat: int) -> float:
        """Return how likely ``seat`` wins the match that has these chances in this game."""
        won, gammons, lost = found
        return (
            (won - gammons) * self.share(seat, won=1)
            + gammons * self.share(seat, won=2)
            + (1 - won - lost) * self.share(seat, lost=1)
            + lost * self.share(seat, lost=2)
        )


def expected(groups: Groups, thrower: int, contest: MatchStakes) -> float:
    """Return how likely the seat that throws next wins what is played for."""
    if contest.match == 1:
        return chance(groups, thrower)
    return contest.expected(chances(groups, thrower), thrower)


def decided(ended: WonGame, seat: int, contest: MatchStakes) -> float:
    """Return how likely ``seat`` wins what is played for when a game has ended so."""
    if ended.winner == seat:
        return contest.share(seat, won=ended.points)
    return contest.share(seat, lost=ended.points)


Turn = tuple[Groups, tuple[int, ...]]
"""What a seat has before it: the pieces, and the dice still to be played."""
PER_THROW: Final = 20
"""After a throw so many positions are valued, more or less, to find the best answer."""
PER_ENDING: Final = PER_THROW * len(OUTCOMES)
NEAR: Final = 0.08
"""A position that seems worse than the best by more than this part of the point stays behind."""
KEPT: Final = 256
"""So many answered positions are kept: the next die of a turn leads to the same ones."""


class PlaySearch:
    """Values what seats can come to in their turns."""

    def __init__(self) -> None:
        self._known: dict[tuple[Groups, int, MatchStakes], float] = {}

    def values(
        self, seat: int, turns: Sequence[Turn], contest: MatchStakes, budget: Budget
    ) -> list[float]:
        """Return the part of the point that ``seat`` may expect of each of ``turns``.

        Positions at the end of the turn are valued as they stand; the best of them by the answers
        to them, as many as ``budget`` allows.
        """
        return last_finished(self._rounds(seat, turns, contest, budget))

    def _rounds(
        self, seat: int, turns: Sequence[Turn], contest: MatchStakes, budget: Budget
    ) -> Iterator[list[float]]:
        found = [ends(seat, *turn) for turn in turns]
        known = {end: self.standing(end, seat, contest) for each in found for end in each}
        yield [max(known[end] for end in each) for each in found]
        best = sorted(known, key=lambda end: -known[end])[: budget.left // PER_ENDING]
        best = [end for end in best if known[end] >= known[best[0]] - NEAR]
        if len(best) > 1:
            answered = {end: self.answered(end, seat, contest, budget) for end in best}
            known = _joined(known, answered)
            yield [max(known[end] for end in each) for each in found]

    def standing(self, groups: Groups, seat: int, contest: MatchStakes) -> float:
        """Return what a position is worth to ``seat`` as it stands at the end of its turn."""
        ended = result(groups)
        if ended is not None:
            return decided(ended, seat, contest)
        return 1 - expected(groups, 1 - seat, contest)

    def answered(self, groups: Groups, seat: int, contest: MatchStakes, budget: Budget) -> float:
        """Return what a position is worth to ``seat`` when the other one has answered its turn."""
        if result(groups) is not None:
            return self.standing(groups, seat, contest)
        key = groups, seat, contest
        if key not in self._known:
            value = self._worked_out(groups, seat, contest, budget)
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = value
        return self._known[key]

    def _worked_out(self, groups: Groups, seat: int, contest: MatchStakes, budget: Budget) -> float:
        other, whole = 1 - seat, 0.0
        for throw, likely in OUTCOMES:
            high, low = throw.faces
            dice = (high, low) * (1 + (high == low))
            budget.spend(PER_THROW)
            found = ends(other, groups, dice)
            whole += float(likely) * max(self.standing(each, other, contest) for each in found)
        return 1 - whole


def _joined(standing: Mapping[Groups, float], answered: dict[Groups, float]) -> dict[Groups, float]:
    """Return what was answered, and the others no better than the worst of these by as much."""
    shift = min(answered[each] - standing[each] for each in answered)
    least = min(answered.values())
    rest = {each: min(value + shift, least) for each, value in standing.items()}
    return rest | answered


def ends(seat: int, groups: Groups, dice: Sequence[int]) -> Collection[Groups]:
    """Return the positions in which the turn of ``seat`` may end that has ``dice`` to play."""
    found: dict[Groups, None] = {}
    waiting: dict[Turn, None] = {(groups, tuple(dice)): None}
    seen = set(waiting)
    blocked = blocked_by(groups[1 - seat])
    while waiting:
        (here, left), _ = waiting.popitem()
        own, other = here[seat], here[1 - seat]
        changes = choices(own, blocked, left) if left and own[BEARS_OFF] < PIECES else []
        if not changes:
            found[here] = None
        for die, origin, target in changes:
            hits = target > BEARS_OFF and other[25 - target] == 1
            after = moved(here, (seat, die, origin, target, hits)), left_of(left, die)
            if after not in seen:
                seen.add(after)
                waiting[after] = None
    return found


MAKES_POINT = msg("makes point {place}")


def danger(groups: Groups, seat: int, places: Collection[str], dice: Sequence[int] = ()) -> float:
    """Return how likely a piece of ``seat`` on one of ``places`` is hit, exactly.

    The other seat throws, or has ``dice`` to play.
    """
    hunter = 1 - seat
    blots = frozenset(
        ACROSS - point
        for point in (point_of(seat, each) for each in places if each != "off")
        if point <= LAST and groups[seat][point] == 1
    )
    if not blots:
        return 0.0
    return _hit(groups[hunter], groups[seat], blots, tuple(dice))


@lru_cache(1024)
def _hit(own: Group, other: Group, blots: frozenset[int], dice: tuple[int, ...]) -> float:
    """Return how likely a seat hits one of ``blots``, points as it counts them."""
    if dice:
        return float(_hits((own, other), dice, blots))
    found = 0
    for throw in THROWS:
        high, low = throw.faces
        is_double = high == low
        thrown = (high, low) * (1 + is_double)
        found += (2 - is_double) * _hits((own, other), thrown, blots)
    return found / 36


def _hits(groups: Groups, dice: tuple[int, ...], blots: frozenset[int]) -> bool:
    """Return whether the first seat can hit one of ``blots`` with ``dice``."""
    blocked = blocked_by(groups[1])
    waiting, seen = [(groups, dice)], {(groups, dice)}
    while waiting:
        here, left = waiting.pop()
        if not left:
            continue
        for die, origin, target in choices(here[0], blocked, left):
            hits = target > BEARS_OFF and here[1][ACROSS - target] == 1
            if hits and target in blots:
                return True
            after = moved(here, (0, die, origin, target, hits)), left_of(left, die)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def made_point(groups: Groups, played: Played) -> Message | None:
    """Return which point a move makes: a second piece comes to one that stands there."""
    seat, _, _, target, _ = played
    if target == BEARS_OFF or groups[seat][target] != 1:
        return None
    return Message.of(MAKES_POINT, place=place(seat, target))


def threatens(before: Groups, after: Groups, seat: int) -> Message | None:
    """Return what ``seat`` threatens once its turn is over."""
    return threat(_threats(before, seat), _threats(after, seat))


def _threats(groups: Groups, seat: int) -> Mapping[str, float]:
    """Return how likely ``seat`` hits what stands alone on each point, if it throws next."""
    other = groups[1 - seat]
    names = (place(1 - seat, point) for point in range(1, LAST + 1) if other[point] == 1)
    return {name: danger(groups, 1 - seat, (name,)) for name in names}


def headway(group: Group, origin: int) -> Message | None:
    """Return whether a move is that of the first or last piece of ``group``."""
    running = [BAR - point for point, count in enumerate(group) for _ in range(count) if point]
    return first_or_last(running, BAR - origin)
