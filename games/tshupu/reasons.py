"""What may be captured in T'shu-p'u before a seat's next turn, and what people can see of a move.

Where pieces can be captured is told in progresses of the seat that hunts, as bit masks.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from games.core import Danger
from games.course import first_or_last, threat
from games.message import Message, msg
from games.tshupu.moves import legal_plays, place
from games.tshupu.rules import (
    CENTRE,
    CROSS_CUTS,
    DICE_OF,
    EVEN_PAIRS,
    IN_HAND,
    OUTCOMES,
    SEATS,
)
from games.tshupu.tables import CROSS_BITS, Group, Groups, Race, Shift, is_home

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
    plays = legal_plays(race, groups, hunter, dice)
    return {victim.place for move, _ in plays for victim in move.captures}


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
    race: Race, before: Groups, after: Groups, seat: int, shifts: Sequence[Shift]
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


def headway(group: Group, shifts: Sequence[Shift]) -> Message | None:
    """Return whether a move of a single piece of ``group`` moves the first or the last one."""
    if len(shifts) != 1:
        return None
    return first_or_last([p for p in group if IN_HAND < p < CENTRE], shifts[0][0])
