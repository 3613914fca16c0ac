"""How well a seat stands in Thaayam, and what people can see that a move does for it.

A seat's pieces are worth how far they have come, less what captures may cost them. What may be
captured before a seat's next turn is worked out exactly. Throws are counted as sets of sums: bit
``n`` of a mask stands for the sum ``n``. A piece captures if some of the throws of a series add up
to its distance; from the hand, one of them must be a 1.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Danger
from games.course import first_or_last, threat
from games.message import Message, msg
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTERING_THROW,
    ENTRY,
    FORTRESS,
    IN_HAND,
    ON_COURSE,
    PALACES,
    RING_END,
    Group,
    Groups,
    Loss,
    Losses,
    ThaayamRules,
)

CACHED_LOSSES = CACHED_VALUES = 1024
NEGLIGIBLE = 1e-4
"""Series that are less likely, all together, are not continued."""
REACHABLE = (1 << FORTRESS) - 1
"""A bit for each sum of throws that is a distance on the course."""

COME_IN, ONE_SHORT, ARRIVED, TAKEN_OFF = 4, -4, 9, 49
STANDING = (
    0,
    *(progress + COME_IN for progress in range(ENTRY, FORTRESS - 1)),
    FORTRESS - 1 + ONE_SHORT,
    FORTRESS + ARRIVED,
    BORNE_OFF + TAKEN_OFF,
)
"""By progress, in squares, smoothed from a fit to 12,000 games.

docs/developers/players-machine.md says how. Only a 1 brings a piece in, takes the last step into
the fortress, and takes a piece off.
"""
SOON, LATER = 1.5, 0.65
"""How much a square in danger counts: from the seat that throws next, and from the others."""
PER_TURN = 4
"""How many squares a series of throws is worth: 2.5 in the mean, 1.6 times in a row."""
LOGIT = 0.021
"""How much a square raises the odds of winning, as a logarithm."""


@lru_cache(CACHED_VALUES)
def values(rules: ThaayamRules, groups: Groups, first: int) -> tuple[float, ...]:
    """Return what the pieces of each seat are worth, in squares; ``first`` is the next to throw.

    Throws are counted in squares. A piece out of shelter loses its squares if an enemy behind it
    throws exactly the distance; every enemy piece on the course counts as if it were alone.
    """
    return tuple(
        [
            _value(groups, seat, losses, first)
            for seat, losses in enumerate(rules.losses or _losses(rules))
        ]
    )


def with_tempo(rules: ThaayamRules, groups: Groups, first: int) -> list[float]:
    """Return the :func:`values`, and the squares that each seat runs before the last one throws."""
    seats = len(groups)
    return [
        value + PER_TURN * (seats - 1 - (seat - first) % seats) / seats
        for seat, value in enumerate(values(rules, groups, first))
    ]


def _value(groups: Groups, seat: int, losses: Losses, first: int) -> float:
    own = groups[seat]
    standing: float = sum([STANDING[progress] for progress in own])
    for other, loss in losses:
        standing -= (SOON if other == first else LATER) * loss(own, groups[other])
    return standing


def lead(counts: Sequence[float], seat: int) -> float:
    """Return how much more ``seat`` has than the best other seat."""
    return counts[seat] - max(count for each, count in enumerate(counts) if each != seat)


def _losses(rules: ThaayamRules) -> tuple[Losses, ...]:
    """Work out the losses of each seat to each hunter; they are kept with ``rules``."""
    seats = range(len(rules.meetings))
    rules.losses = tuple(
        tuple((other, _loss(_met(rules, seat, other))) for other in seats if other != seat)
        for seat in seats
    )
    return rules.losses


def _met(rules: ThaayamRules, seat: int, other: int) -> Group:
    """Return for each progress of ``seat`` that of ``other`` on the same square, 0 if none."""
    return tuple(dict(met).get(other, 0) for met in rules.meetings[seat])


@cache
def _loss(met: Group) -> Loss:
    """Return what a group loses on average to hunters that it meets as ``met`` tells."""

    @lru_cache(CACHED_LOSSES)
    def loss(own: Group, hunters: Group) -> float:
        return sum([progress * _hit(met[progress], hunters) for progress in own])

    return loss


def _hit(there: int, hunters: Group) -> float:
    """Return how likely a series of ``hunters`` hits what stands at their progress ``there``."""
    safe = 1.0
    for hunter in hunters:
        if IN_HAND < hunter < there:
            safe *= 1 - hit_chances()[there - hunter]
    return 1 - safe


@cache
def hit_chances() -> tuple[float, ...]:
    """Return for each distance how likely some throws of one series add up to it.

    >>> [round(chance, 2) for chance in hit_chances()[1:6]]
    [0.29, 0.63, 0.57, 0.23, 0.08]
    """
    chances = [0.0] * FORTRESS
    unfinished: dict[int, float] = {1: 1.0}
    while sum(unfinished.values()) > NEGLIGIBLE:
        longer: dict[int, float] = defaultdict(float)
        for value, sums, likely in _thrown_once_more(unfinished):
            if value in CLOSING_THROWS:
                for distance in _bits(sums):
                    chances[distance] += likely
            else:
                longer[sums] += likely
        unfinished = longer
    return tuple(chances)


def _thrown_once_more(unfinished: Mapping[int, float]) -> Iterator[tuple[int, int, float]]:
    """Yield each throw after each of the series, what some of its throws add up to, and how likely.

    Sums are bits: bit ``n`` stands for the sum ``n``.
    """
    for sums, likely in unfinished.items():
        for value, (_, chance) in CHANCES.items():
            yield value, (sums | sums << value) & REACHABLE, likely * float(chance)


def _bits(sums: int) -> Iterator[int]:
    return (each for each in range(FORTRESS) if sums >> each & 1)


IN_FORTRESS = msg("reaches the fortress")
IN_PALACE = msg("safe in a palace")
ON_INNER_RING = msg("enters the inner ring")

UNLIKELY = 1e-6
"""Series that are less likely, all together, are taken to hit everything."""
EVERYWHERE = (1 << FORTRESS) - 1
CACHED_HITS = 4096

Sums = tuple[int, int]
"""What some throws of a series add up to, and what some with a 1 among them add up to."""
NOTHING_YET: Sums = (1, 0)
FIRST_ONE: Sums = (0b11, 0b10)


class Series(NamedTuple):
    """The ``sums`` of a series, those ``with_one``, and how likely that is."""

    sums: int
    with_one: int
    chance: float


def danger(
    rules: ThaayamRules, groups: Groups, seat: int, places: Collection[str]
) -> Danger | None:
    """Return what :meth:`games.core.State.danger` asks for.

    The throws of the seats are independent, and no seat's pieces stand in another's way. The one
    thing that makes a later seat more dangerous is a piece of it that is captured in between and
    may come in anew: ``most`` counts that. Where only some captures count, there is no ``least``.
    With an extra throw for each capture nothing is told.
    """
    if rules.throws_after_capture:
        return None
    order = [(seat + n) % len(groups) for n in range(1, len(groups))]
    targets = [_seen(rules, groups, seat, places, hunter) for hunter in order]
    missed, more = 1.0, 0.0
    for index, (hunter, target) in enumerate(zip(order, targets, strict=True)):
        likely = hit(target, groups[hunter], rules.plays_closing)
        missed *= 1 - likely
        if target:
            sent_in = sum(_meets(rules, groups, hunter, each) for each in order[:index])
            with_them = hit(target, (*groups[hunter], IN_HAND), rules.plays_closing)
            more += min(1.0, sent_in) * (with_them - likely)
    least = 0.0 if rules.captures_first or rules.captures_last else 1 - missed
    return Danger(least, min(1.0, 1 - missed + more))


def _meets(rules: ThaayamRules, groups: Groups, seat: int, hunter: int) -> float:
    """Return how likely ``hunter`` captures a piece of ``seat``, with a piece of it in hand."""
    squares = [rules.place(seat, progress) for progress in groups[seat]]
    seen = _seen(rules, groups, seat, squares, hunter)
    return hit(seen, (*groups[hunter], IN_HAND), rules.plays_closing)


def _seen(
    rules: ThaayamRules, groups: Groups, seat: int, places: Collection[str], hunter: int
) -> int:
    """Return at which progresses ``hunter`` meets pieces of ``seat`` on ``places``, as bits."""
    found = 0
    for progress in groups[seat]:
        if rules.place(seat, progress) in places:
            for other, there in rules.meetings[seat][progress]:
                if other == hunter:
                    found |= 1 << there
    return found


@lru_cache(CACHED_HITS)
def hit(targets: int, hunters: Group, plays_closing: bool = True) -> float:
    """Return how likely one of ``hunters`` comes to one of ``targets`` in a turn, exactly.

    The throw that closes a series is played, or counts for nothing.

    >>> round(hit(1 << 6, (4, 0, 0, 0)), 2), round(hit(1 << 6, (0, 0, 0, 0)), 2)
    (0.63, 0.02)
    """
    distances = 0
    for hunter in hunters:
        if ENTRY <= hunter < FORTRESS:
            distances |= targets >> hunter
    entering = targets if IN_HAND in hunters else 0
    waits_for_one = ON_COURSE.isdisjoint(hunters)
    if not (distances & ~1 or entering):
        return 0.0
    found = sum(
        each.chance
        for each in every_series(FIRST_ONE if waits_for_one else NOTHING_YET, plays_closing)
        if each.sums & distances & ~1 or each.with_one & entering
    )
    return found * _reaches_one() if waits_for_one else found


def _reaches_one() -> float:
    """Return how likely a series shows a 1: until then nothing of it counts, and 2 and 3 end it."""
    one = CHANCES[ENTERING_THROW][1]
    closing = sum(CHANCES[value][1] for value in CLOSING_THROWS)
    return float(one / (one + closing))


@cache
def every_series(begun: Sums, plays_closing: bool) -> tuple[Series, ...]:
    """Return the series of throws that go on from what has ``begun``, equal ones together."""
    worth = {value: value for value in CHANCES}
    if not plays_closing:
        worth |= dict.fromkeys(CLOSING_THROWS, 0)
    finished: dict[Sums, float] = defaultdict(float)
    unfinished: dict[Sums, float] = {begun: 1.0}
    while sum(unfinished.values()) > UNLIKELY:
        longer: dict[Sums, float] = defaultdict(float)
        for (sums, with_one), likely in unfinished.items():
            for value, (_, chance) in CHANCES.items():
                new, steps = sums if value == ENTERING_THROW else with_one, worth[value]
                reached = (sums | sums << steps, with_one | new << steps)
                into = finished if value in CLOSING_THROWS else longer
                into[reached[0] & EVERYWHERE, reached[1] & EVERYWHERE] += likely * float(chance)
        unfinished = longer
    finished[EVERYWHERE, EVERYWHERE] += sum(unfinished.values())
    return tuple(Series(*sums, chance) for sums, chance in finished.items())


def landmark(target: int) -> Message | None:
    """Return which special place a move to progress ``target`` reaches, if one."""
    if target == FORTRESS:
        return Message.of(IN_FORTRESS)
    return Message.of(IN_PALACE) if target in PALACES else None


def threatens(rules: ThaayamRules, before: Groups, after: Groups, seat: int) -> Message | None:
    """Return what ``seat`` threatens once its turn is over.

    Nothing is told under options by which captures lead to more throws or further moves, or by
    which only some captures count.
    """
    if rules.captures_first or rules.captures_last or rules.throws_after_capture:
        return None
    return threat(_captures(rules, before, seat), _captures(rules, after, seat))


def _captures(rules: ThaayamRules, groups: Groups, seat: int) -> dict[str, float]:
    """Return how likely ``seat`` captures what stands on each square, if it throws next."""
    others = [other for other in range(len(groups)) if other != seat]
    squares = {
        rules.place(other, progress): other for other in others for progress in groups[other]
    }
    return {
        square: hit(_seen(rules, groups, other, (square,), seat), groups[seat], rules.plays_closing)
        for square, other in squares.items()
    }


def headway(group: Group, origin: int, target: int) -> Message | None:
    """Return whether a move enters the inner ring, or moves the first or last of ``group``."""
    if origin <= RING_END < target:
        return Message.of(ON_INNER_RING)
    return first_or_last([p for p in group if ENTRY <= p < FORTRESS], origin)
