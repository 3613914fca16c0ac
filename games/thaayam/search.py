"""What the moves of a turn come to: the turn is searched whole, and what the next seat answers.

Turns are seen on plain progress numbers, by positions: throws that are played in another order but
leave the pieces in the same places come to the same position, which is worth the same. A position
at the end of a turn is valued as it stands, or by the best answers of the next seat to its series.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from math import exp, prod
from operator import itemgetter
from typing import Final, NamedTuple

from games.thaayam.evaluate import LOGIT, with_tempo
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTRY,
    IN_HAND,
    ON_COURSE,
    Group,
    Groups,
    Met,
    ThaayamRules,
    is_home,
    is_locked,
)

Shares = tuple[float, ...]
"""The part of the point that each seat may expect."""
Capturers = tuple[bool, ...]
"""Which seats have captured so far; empty unless that matters."""
Kept = tuple[int, ...]
"""Throws still to be played, ascending."""

PER_ENDING: Final = 5
"""A position at the end of a turn is looked into for so many nodes."""
EACH: Final = 3
"""So many of those that a move can come to are looked into, however few nodes there are."""
LONGEST: Final = 2
"""After so many throws that go on, the next one is taken to close the series."""
LIKELY: Final = 0.01
"""Series that are less likely than this are left out."""
CACHED_ANSWERS: Final = 4096
CACHED_SERIES: Final = 4

OPENING: Final = tuple(value for value in CHANCES if value not in CLOSING_THROWS)
"""Throws after which the seat throws again."""


class Pieces(NamedTuple):
    """Where all pieces stand, and who has captured."""

    groups: Groups
    capturers: Capturers


Turn = tuple[Pieces, Kept]
"""What a seat has before it: the pieces, and the throws that it has still to play."""


class TurnSearch:
    """Values what seats can come to in their turns, under ``rules`` without throws in between."""

    def __init__(self, rules: ThaayamRules) -> None:
        self._rules = rules
        nothing: Sequence[Met] = ((),) * (BORNE_OFF + 1)
        self._stops = tuple(nothing if rules.captures_last else met for met in rules.meetings)
        self._answered = lru_cache(CACHED_ANSWERS)(self.answered)

    def values(self, seat: int, turns: Sequence[Turn], nodes: int) -> list[Shares]:
        """Return what each of ``turns`` is worth to all if ``seat`` goes on as well as it can.

        Without ``nodes`` the positions at the end are valued as they stand.
        """
        ends = [self.ends(seat, turn) for turn in turns]
        known = {pieces: self.standing(pieces, seat) for found in ends for pieces in found}
        if nodes:
            most = nodes // PER_ENDING
            known = {
                each: self._answered(each, seat) for each in _promising(ends, known, seat, most)
            }
        mine = itemgetter(seat)
        return [max([known[each] for each in found if each in known], key=mine) for found in ends]

    def ends(self, seat: int, turn: Turn) -> Collection[Pieces]:
        """Return the positions in which the turn of ``seat`` may end that goes on with ``turn``."""
        found: dict[Pieces, None] = {}
        seen, waiting = {turn}, [turn]
        while waiting:
            here = waiting.pop()
            following = list(self._following(seat, *here)) if here[1] else []
            if not following:
                following = self._captured_last(seat, *here)
            if not following:
                found[here[0]] = None
            new = [each for each in following if each not in seen]
            seen.update(new)
            waiting += dict.fromkeys(new)
        return found

    def standing(self, pieces: Pieces, seat: int) -> Shares:
        """Return what a position is worth as it stands at the end of the turn of ``seat``."""
        groups, capturers = pieces
        if is_home(groups[seat]):
            return tuple([float(each == seat) for each in range(len(groups))])
        if is_locked(groups, capturers):
            return (1 / len(groups),) * len(groups)
        counts = with_tempo(self._rules, groups, (seat + 1) % len(groups))
        most = max(counts)
        weights = [exp(LOGIT * (count - most)) for count in counts]
        whole = sum(weights)
        return tuple([weight / whole for weight in weights])

    def answered(self, pieces: Pieces, seat: int, length: int = LONGEST) -> Shares:
        """Return what a position is worth when the next seat has answered the turn of ``seat``."""
        groups = pieces.groups
        if is_home(groups[seat]) or is_locked(groups, pieces.capturers):
            return self.standing(pieces, seat)
        following = (seat + 1) % len(groups)
        sums = [0.0] * len(groups)
        waits = ON_COURSE.isdisjoint(groups[following])
        for kept, likely in every_kept(self._rules, waits_for_one=waits, length=length):
            found = self._best(pieces, following, kept)
            sums = [total + likely * share for total, share in zip(sums, found, strict=True)]
        return tuple(sums)

    def _best(self, pieces: Pieces, seat: int, kept: Kept) -> Shares:
        """Return the best that ``seat`` can come to with ``kept``, as it stands then."""
        ends = self.ends(seat, (pieces, kept))
        return max([self.standing(each, seat) for each in ends], key=itemgetter(seat))

    def _following(self, seat: int, pieces: Pieces, kept: Kept) -> Iterator[Turn]:
        """Yield what comes of each throw of ``kept`` with each piece of ``seat``."""
        groups, capturers = pieces
        own, stops = groups[seat], self._stops[seat]
        rows = self._rules.rows_of(own, bool(capturers) and capturers[seat])
        for throw in set(kept):
            row = rows[throw]
            place = kept.index(throw)
            left = kept[:place] + kept[place + 1 :]
            for origin in set(own):
                if target := row[origin]:
                    after = (*groups[:seat], moved(own, origin, target), *groups[seat + 1 :])
                    met = [each for each in stops[target] if each[1] in groups[each[0]]]
                    reached = Pieces(after, capturers)
                    yield (_captured(reached, seat, met) if met else reached), left

    def _captured_last(self, seat: int, pieces: Pieces, kept: Kept) -> list[Turn]:
        """Return what is left of the turn after captures where it would end, if there are any."""
        if not self._rules.captures_last:
            return []
        groups = pieces.groups
        met = [each[:2] for each in self._rules.captured(groups, seat, set(groups[seat]))]
        return [(_captured(pieces, seat, met), kept)] if met else []


def moved(own: Group, origin: int, target: int) -> Group:
    """Return ``own``, furthest first, after a piece of it went to ``target``."""
    pieces = list(own)
    pieces[pieces.index(origin)] = target
    pieces.sort(reverse=True)
    return tuple(pieces)


def _captured(pieces: Pieces, seat: int, met: Iterable[tuple[int, int]]) -> Pieces:
    """Return ``pieces`` with those back in hand that ``seat`` has ``met``."""
    groups, capturers = pieces
    after = list(groups)
    for other, progress in met:
        back = [IN_HAND if each == progress else each for each in groups[other]]
        after[other] = tuple(sorted(back, reverse=True))
    return Pieces(tuple(after), tuple(has or each == seat for each, has in enumerate(capturers)))


def _promising(
    ends: Sequence[Collection[Pieces]], known: Mapping[Pieces, Shares], seat: int, most: int
) -> Collection[Pieces]:
    """Return the ``most`` positions of ``known`` that look best, and the best few of each move."""
    if len(known) <= most:
        return known

    def best(among: Collection[Pieces], many: int) -> list[Pieces]:
        return sorted(among, key=lambda each: known[each][seat], reverse=True)[:many]

    return dict.fromkeys(
        (*best(known, most), *(each for found in ends for each in best(found, EACH)))
    )


@lru_cache(CACHED_SERIES)
def every_kept(
    rules: ThaayamRules, *, waits_for_one: bool, length: int
) -> tuple[tuple[Kept, float], ...]:
    """Return what counts of the series of a seat, and how likely that is; they add up to 1.

    With ``waits_for_one`` the throws before the first 1 are void. A series has at most ``length``
    throws that go on; what is less likely than LIKELY is left out.

    >>> from games.thaayam.game import Thaayam
    >>> every_kept(Thaayam().rules, waits_for_one=False, length=0)
    (((2,), 0.6), ((3,), 0.4))
    """
    found: defaultdict[Kept, float] = defaultdict(float)
    for going_on in chain.from_iterable(
        product(OPENING, repeat=many) for many in range(length + 1)
    ):
        likely = prod(_chance(value) for value in going_on)
        whole = sum(map(_chance, CLOSING_THROWS)) if len(going_on) == length else 1.0
        for closing in CLOSING_THROWS:
            group = (IN_HAND,) if waits_for_one else (ENTRY,)
            counts = rules.counting((*going_on, closing), group)
            found[tuple(sorted(counts))] += likely * _chance(closing) / whole
    kept = {each: likely for each, likely in found.items() if likely >= LIKELY}
    return tuple((each, likely / sum(kept.values())) for each, likely in kept.items())


def _chance(value: int) -> float:
    return float(CHANCES[value][1])
