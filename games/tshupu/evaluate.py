"""How well a team stands in T'shu-p'u, now and some turns ahead, and what people can see of a move.

A state values a seat's pieces by how far they have come, less what the next throws may take.

The search has weights that were learnt from games of the program with itself: the value of a
position is a sum of weights, one for each pair of the sixteen pieces, by the progress of both and
by whose they are, counted from the seat that throws next. So pairs show which piece threatens which
and how soon, which two of a seat or a team stand well together, and who is ahead.
``building/learn.c`` learns the weights. A weight is a number of ``UNIT`` parts of a logit, in
favour of the team that throws next; a sum of zero expects a draw.

The search is expectimax: every throw counts by its probability. Each round looks one turn further,
for fewer moves. A seat that throws in between answers with the move after which its team stands
best, so that only our own moves are compared as far as the round looks.

What may be captured before a seat's next turn is told in progresses of the seat that hunts, as bit
masks.
"""

import random
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import tanh
from pathlib import Path
from typing import Final

from games.actions import Move
from games.budget import UNLIMITED, Budget, last_finished
from games.core import Danger
from games.course import first_or_last, threat
from games.message import Message, msg
from games.tshupu.moves import TshupuMove, place
from games.tshupu.rules import (
    BORNE_OFF,
    CENTRE,
    CROSS_CUTS,
    DICE_OF,
    DIE,
    EVEN_PAIRS,
    IN_HAND,
    OUTCOMES,
    SEATS,
    Dice,
)
from games.tshupu.tables import (
    CROSS_BITS,
    Group,
    Groups,
    Loss,
    Race,
    Shifts,
    Sight,
    every_shift,
    has_won,
    is_home,
    moved,
)

VALUES = (
    *(0, 4, 4, 6, 7, 5, 7, 6, 6, 7, 13, 11, 11, 18, 13, 16),
    *(14, 22, 20, 21, 29, 24, 29, 30, 34, 36, 45, 40, 44, 43, 3, 45, 73, 100),
)
"""By progress, in hundredths of a piece borne off; fitted to the winners of 10,000 games.

docs/developers/players-machine.md says how. Safe squares have high values; at progress 30 a piece
needs two ones to come in.
"""
SOON, LATER = 0.5, 0.15
"""How much a square in danger counts: from the two seats that throw next, and the other two."""
LOGIT = 0.01
"""How much one hundredth of a piece raises the odds of winning, as a logarithm."""

CACHED_LOSSES = 1024
Losses = tuple[tuple[float, ...], ...]


def hit_chance(distance: int) -> float:
    """Return how likely one throw reaches ``distance``, by a die or by the sum.

    >>> hit_chance(4), hit_chance(2), hit_chance(11)
    (0.5625, 0.0625, 0.0)
    """
    hits = sum(distance in (one, other, one + other) for one, other in EVEN_PAIRS)
    return hits / len(EVEN_PAIRS)


CHANCES = tuple(hit_chance(distance) for distance in range(2 * max(DIE.faces) + 1))


def value(race: Race, groups: Groups, seat: int, first: int) -> float:
    """Return what the pieces of ``seat`` are worth, in hundredths of a piece borne off.

    ``first`` is the seat that throws next.
    """
    own = groups[seat]
    losses = race.losses or _losses(race)
    found: float = sum([VALUES[progress] for progress in own])
    for hunter, loss in losses[seat].items():
        soon = (hunter - first) % len(SEATS) < len(SEATS) // 2
        found -= (SOON if soon else LATER) * loss(own, groups[hunter])
    return found


def _losses(race: Race) -> tuple[dict[int, Loss], ...]:
    """Work out the losses of each seat to each hunter; they are kept with ``race``."""
    race.losses = tuple({} for _ in SEATS)
    for hunter in SEATS:
        for seat, sight in race.sights[hunter.index]:
            race.losses[seat][hunter.index] = _loss(sight)
    return race.losses


def _table(sight: Sight) -> Losses:
    """Return for each progress of a piece what a hunter takes on average, by its progress."""
    return tuple(
        tuple(
            progress * sum(_chance(hunter, there) for there in range(CENTRE) if seen >> there & 1)
            for hunter in range(BORNE_OFF + 1)
        )
        for progress, seen in enumerate(sight)
    )


def _chance(hunter: int, there: int) -> float:
    """Return how likely a piece at ``hunter`` hits what stands at its progress ``there``."""
    distance = there - hunter
    can = IN_HAND < distance < len(CHANCES) and there not in CROSS_CUTS
    return CHANCES[distance] if can else 0.0


@cache
def _loss(sight: Sight) -> Loss:
    """Return what a group loses on average to hunters that meet it as ``sight`` tells."""
    table = _table(sight)

    @lru_cache(CACHED_LOSSES)
    def loss(own: Group, hunters: Group) -> float:
        return sum([table[progress][hunter] for progress in own for hunter in hunters])

    return loss


FILE = "pairs.table"
UNIT = 2048
CACHED_PAIRS = 4096
CACHED_COLUMNS = 1024
CACHED_STANDINGS = 64
STAGES = BORNE_OFF + 1
CELLS = STAGES * STAGES
ALONE = tuple((seat.index, seat.index) for seat in SEATS)
APART = ((0, 1), (0, 3), (2, 1), (2, 3), (0, 2), (1, 3))
"""Pairs of seats, counted from the one that throws next."""
KINDS = (*ALONE, *APART)

Rows = tuple[tuple[int, ...], ...]


@cache
def weights() -> tuple[Rows, ...]:
    """Return the weights of each of KINDS: a row for the progress of the first of two pieces."""
    found = array("h", Path(__file__).with_name(FILE).read_bytes())
    starts = range(0, len(KINDS) * CELLS, STAGES)
    rows = [tuple(found[start : start + STAGES]) for start in starts]
    return tuple(tuple(rows[kind * STAGES : (kind + 1) * STAGES]) for kind, _ in enumerate(KINDS))


def total(groups: Groups, first: int) -> int:
    """Return the weights of a position, for the team of ``first``, the seat that throws next."""
    here = groups[first:] + groups[:first]
    together = [_apart(kind, here[one], here[other]) for kind, (one, other) in enumerate(APART)]
    return sum(together) + sum([_alone(seat, group) for seat, group in enumerate(here)])


def expected(weight: float) -> float:
    """Return the score, from -1 to 1, that a sum of weights expects."""
    return tanh(weight / (2 * UNIT))


class Standing:
    """What the pieces of ``seat`` are worth where the ``groups`` of the other seats stand.

    ``first`` throws next; :meth:`total` is that of the whole position, for the team of ``first``.
    """

    def __init__(self, groups: Groups, seat: int, first: int) -> None:
        count = len(groups)
        self._own = own = (seat - first) % count
        others = [((each - first) % count, groups[each]) for each in range(count) if each != seat]
        columns = [_column(own, other, group) for other, group in others]
        self._met: list[int] = [sum(each) for each in zip(*columns, strict=True)]
        self._rest = total(groups, first) - self._share(groups[seat])

    def total(self, group: Group) -> int:
        """Return the weights of the position in which the seat has ``group``."""
        return self._rest + self._share(group)

    def _share(self, group: Group) -> int:
        met = self._met
        one, two, three, four = group
        met_by_all: int = met[one] + met[two] + met[three] + met[four]
        return met_by_all + _alone(self._own, group)


@lru_cache(CACHED_STANDINGS)
def standing(groups: Groups, seat: int, first: int) -> Standing:
    """Return the :class:`Standing` of ``seat``; its own group in ``groups`` does not matter."""
    return Standing(groups, seat, first)


@lru_cache(CACHED_COLUMNS)
def _column(own: int, other: int, group: Group) -> tuple[int, ...]:
    """Return what each progress of a piece of ``own`` is worth beside the ``group`` of ``other``.

    The seats are counted from the one that throws next.
    """
    if (own, other) in KINDS:
        rows = weights()[KINDS.index((own, other))]
        return tuple([sum([row[progress] for progress in group]) for row in rows])
    rows = weights()[KINDS.index((other, own))]
    return tuple([sum(each) for each in zip(*[rows[progress] for progress in group], strict=True)])


@lru_cache(CACHED_PAIRS)
def _apart(kind: int, one: Group, other: Group) -> int:
    """Return the weights of the pieces of two seats, which are the pair ``kind`` of APART."""
    rows = weights()[len(ALONE) + kind]
    return sum([row[progress] for row in map(rows.__getitem__, one) for progress in other])


@lru_cache(CACHED_PAIRS)
def _alone(seat: int, group: Group) -> int:
    rows = weights()[seat]
    return sum([rows[p][q] for place, p in enumerate(group) for q in group[place + 1 :]])


IN_CENTRE = msg("reaches the centre")
ON_CROSS_CUT = msg("safe on a cross-cut")

CACHED_THROWS = 32
Captured = tuple[tuple[float, frozenset[str]], ...]
"""How likely each throw is, and the squares where it captures something."""


def danger(race: Race, groups: Groups, seat: int, places: Collection[str]) -> Danger | None:
    """Return what :meth:`games.core.State.danger` asks for.

    For the enemy that throws first this is exact. Until the second one throws, others have moved,
    and it may be able to use its dice in other ways: ``most`` lets each piece go by each die and by
    the sum. Its own pieces only change if the partner of ``seat`` captures one, which may then
    come in. Nothing is told where a double gives another turn, or if a seat moves pieces of its
    partner.
    """
    finished = not race.skips and any(map(is_home, groups))
    if race.again or finished:
        return None
    first, partner, second = ((seat + n) % len(SEATS) for n in (1, 2, 3))
    soon = _likely(captured(race, groups, first), places)
    later = _likely(captured(race, groups, second), places)
    targets = _seen(race, groups, seat, places, second)
    reached = _reach(targets, groups[second])
    sent_in = _reach(_seen(race, groups, second, None, partner), (*groups[partner], IN_HAND))
    at_most = reached + sent_in * (_reach(targets, (*groups[second], IN_HAND)) - reached)
    return Danger(1 - (1 - soon) * (1 - later), 1 - (1 - soon) * (1 - at_most))


@lru_cache(CACHED_THROWS)
def captured(race: Race, groups: Groups, hunter: int) -> Captured:
    """Return what each throw lets ``hunter`` capture if it throws next."""
    return tuple(
        (float(chance), frozenset(_squares_hit(race, groups, hunter, DICE_OF[throw.text])))
        for throw, chance in OUTCOMES
    )


def _squares_hit(race: Race, groups: Groups, hunter: int, dice: tuple[int, ...]) -> set[str]:
    if is_home(groups[hunter]):
        return set()
    ways = race.ways(groups, hunter, dice)
    reached = {target for each in every_shift(race, ways, dice) for _, target in each}
    return {
        place(*hit)
        for target in reached
        if ways[-1] >> target & 1
        for hit in race.hits(groups, hunter, target)
    }


def _likely(throws: Captured, places: Collection[str]) -> float:
    return sum(chance for chance, squares in throws if not squares.isdisjoint(places))


def _seen(
    race: Race, groups: Groups, seat: int, places: Collection[str] | None, hunter: int
) -> int:
    """Return where ``hunter`` may meet pieces of ``seat`` on ``places``, everywhere if None."""
    sight = dict(race.sights[hunter])[seat]
    met = [p for p in groups[seat] if places is None or place(seat, p) in places]
    return (
        sum({1 << bit for p in met for bit in range(CENTRE) if sight[p] >> bit & 1}) & ~CROSS_BITS
    )


def _reach(targets: int, hunters: Sequence[int]) -> float:
    """Return how likely one of ``hunters`` can go to one of ``targets`` by a die or by the sum."""
    distances = 0
    for hunter in hunters:
        if hunter < CENTRE:
            distances |= targets >> hunter
    hits = sum(
        any(distances >> steps & 1 for steps in (one, other, one + other))
        for one, other in EVEN_PAIRS
    )
    return hits / len(EVEN_PAIRS)


def achievement(
    race: Race, before: Groups, after: Groups, seat: int, shifts: Shifts
) -> Message | None:
    """Return what the ``shifts`` of pieces of ``seat`` reach, or whom they threaten."""
    ends = {target for _, target in shifts}
    if CENTRE in ends:
        return Message.of(IN_CENTRE)
    if not ends.isdisjoint(CROSS_CUTS):
        return Message.of(ON_CROSS_CUT)
    return threat(_captures(race, before, seat), _captures(race, after, seat))


def _captures(race: Race, groups: Groups, seat: int) -> Mapping[str, float]:
    """Return how likely ``seat`` captures what stands on each square, if it throws next."""
    found: dict[str, float] = defaultdict(float)
    for chance, squares in captured(race, groups, seat):
        for square in squares:
            found[square] += chance
    return found


def headway(group: Group, shifts: Shifts) -> Message | None:
    """Return whether a move of a single piece of ``group`` moves the first or the last one."""
    if len(shifts) != 1:
        return None
    return first_or_last([p for p in group if IN_HAND < p < CENTRE], shifts[0][0])


ROUNDS: Final = ((1, 8), (2, 5), (3, 3))
"""How many turns of the next seats a round looks at, and for how many moves of ours."""
ANSWERS: Final = 100
"""About how many answers the next seat has to one move, with all throws."""
WON = 1 << 30
"""More than any sum of weights."""
THROWN: Final = tuple(
    (dice, EVEN_PAIRS.count(dice) / len(EVEN_PAIRS)) for dice in sorted(set(EVEN_PAIRS))
)


def searched(
    moves: Sequence[TshupuMove], turn: "ThrownTurn", budget: Budget, rng: random.Random
) -> tuple[Move, ...]:
    """Return ``moves``, all that ``turn`` allows, the best first.

    It looks as far as ``budget`` reaches.
    """
    return last_finished(_each_round(moves, TshupuOutlook(turn, budget), rng))


def _each_round(
    moves: Sequence[TshupuMove], outlook: "TshupuOutlook", rng: random.Random
) -> Iterator[tuple[Move, ...]]:
    stands: dict[Shifts, float] = {move.change: outlook.stands(move.change) for move in moves}
    ranked = sorted(rng.sample(moves, len(moves)), key=lambda move: -stands[move.change])
    yield tuple(ranked)
    for turns, width in ROUNDS:
        waiting, compared = ranked, list[TshupuMove]()
        for move in ranked[:width]:
            stands[move.change] = outlook.value(move.change, turns)
            waiting = waiting[1:]
            compared = sorted([*compared, move], key=lambda each: -stands[each.change])
            ranked = [*compared, *waiting]
            yield tuple(ranked)


def expectations(moves: Sequence[TshupuMove], turn: "ThrownTurn", nodes: int) -> dict[Move, float]:
    """Return the score, from -1 to 1, that our team expects of each of ``moves``.

    All moves are seen equally far: as many turns as about ``nodes`` positions reach.
    """
    turns = max(turns for turns in range(4) if not turns or len(moves) * ANSWERS**turns <= nodes)
    outlook = TshupuOutlook(turn, Budget(UNLIMITED))
    return {move: outlook.value(move.change, turns) for move in moves}


class ThrownTurn:
    """What ``seat`` can do with ``throw``."""

    def __init__(self, race: Race, groups: Groups, seat: int, throw: Dice) -> None:
        self.team = SEATS[seat].team
        self.race, self._groups, self._seat, self._throw = race, groups, seat, throw
        self._mover = race.mover(groups, seat)
        self._own = groups[self._mover]
        self._ways = race.ways(groups, self._mover, throw)
        self._quiet = ~self._ways[-1]
        following = race.following(groups, seat, throw)
        self._standing = standing(groups, self._mover, following)
        self._sign = self._for_us(following)

    def answers(self) -> list[Shifts]:
        """Return what each legal move changes."""
        return every_shift(self.race, self._ways, self._throw)

    def weighed(self, shifts: Shifts) -> int:
        """Return how well the team stands after ``shifts``, in weights; WON if it has won."""
        for _, target in shifts:
            if target == BORNE_OFF or not self._quiet >> target & 1:
                return self._weighed_again(shifts)
        return self._sign * self._standing.total(moved(self._own, shifts))

    def after(self, shifts: Shifts) -> tuple[Groups, int]:
        """Return where all pieces stand after ``shifts``, and who throws next."""
        groups = list(self._groups)
        self.race.play(groups, self._mover, shifts, self._ways[-1])
        return tuple(groups), self.race.following(groups, self._seat, self._throw)

    def _weighed_again(self, shifts: Shifts) -> int:
        """Weigh ``shifts`` that change more than where the seat's own pieces stand."""
        groups, following = self.after(shifts)
        if has_won(groups, self._seat):
            return WON
        return self._for_us(following) * total(groups, following)

    def _for_us(self, first: int) -> int:
        """Return 1 if weights for the team of ``first`` count for this team, else -1."""
        return 1 if SEATS[first].team == self.team else -1


class TshupuOutlook:
    """What the moves of ``turn`` may lead to."""

    def __init__(self, turn: ThrownTurn, budget: Budget) -> None:
        self._turn, self._budget = turn, budget

    def stands(self, shifts: Shifts) -> int:
        """Return how well our team stands after ``shifts``, in weights."""
        return self._turn.weighed(shifts)

    def value(self, shifts: Shifts, turns: int) -> float:
        """Return the score that our team may expect after ``shifts``, ``turns`` turns later."""
        return self._value(self._turn, shifts, turns)

    def _value(self, turn: ThrownTurn, shifts: Shifts, turns: int) -> float:
        stands = turn.weighed(shifts)
        if turns and abs(stands) < WON:
            return self._expected(*turn.after(shifts), turns)
        return expected(stands) if turn.team == self._turn.team else -expected(stands)

    def _expected(self, groups: Groups, seat: int, turns: int) -> float:
        sums = 0.0
        for throw, chance in THROWN:
            turn = ThrownTurn(self._turn.race, groups, seat, throw)
            answers = turn.answers()
            self._budget.spend(len(answers))
            sums += chance * self._value(turn, max(answers, key=turn.weighed), turns - 1)
        return sums
