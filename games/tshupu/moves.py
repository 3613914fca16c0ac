"""The moves of T'shu-p'u: which are legal, how they are written, picked and carried out by hand."""

from collections.abc import Mapping
from functools import cache, lru_cache

from games.actions import PASS, Choice, Move, PlainMove, Step, Verb
from games.course import PairMove, Part, TurnChoice, TurnMove
from games.equipment import HAND, OFF, Piece
from games.tshupu.rules import (
    BORNE_OFF,
    CENTRE,
    COURSES,
    HOME_START,
    HOMEWARD,
    IN_HAND,
    Dice,
    dice_text,
)
from games.tshupu.tables import (
    DIE_FROM,
    SUM_FROM,
    Groups,
    Hit,
    Race,
    Shift,
    Shifts,
    bits,
    every_shift,
    numbers,
    partners,
    shifts_of,
)

CACHED_MOVES = 4096
REST_UNUSED = Choice("pass", PASS.text)

TshupuMove = TurnMove[Shifts]


def place(seat: int, progress: int) -> str:
    """Return where a piece of ``seat`` at ``progress`` is: a point, ``hand`` or ``off``."""
    if progress == BORNE_OFF:
        return OFF
    return COURSES[seat].squares[progress] or HAND


def badge(progress: int) -> str:
    """Return the mark of a piece that has come round to its own start again."""
    return HOMEWARD if progress == HOME_START else ""


def written(seat: int, progress: int) -> str:
    """Return the place as moves are written: ``e1'`` for a piece that has come round."""
    return place(seat, progress) + badge(progress)


def standing(seat: int, progress: int, count: int = 1) -> Piece:
    """Return ``count`` pieces of ``seat`` at ``progress``, as a screen shows them."""
    return Piece(seat, "piece", place(seat, progress), badge=badge(progress), count=count)


@cache
def parts(seat: int, dice: Dice) -> Mapping[int, Part]:
    """Return what ``dice`` do with a piece of ``seat`` that hits nobody, by its progress."""
    origins = DIE_FROM[dice[0]] if len(dice) == 1 else SUM_FROM[sum(dice)]
    return {origin: _part(seat, dice, origin, ()) for origin in bits(origins)}


@lru_cache(CACHED_MOVES)
def hitting(seat: int, dice: Dice, origin: int, hits: tuple[Hit, ...]) -> Part:
    """Return what ``dice`` do with a piece of ``seat`` at ``origin`` that makes ``hits``."""
    return _part(seat, dice, origin, hits)


@lru_cache(CACHED_MOVES)
def alone(part: Part) -> PlainMove:
    """Return the move made of one part, with nothing else to play."""
    steps = (*part.removals, part.step)
    return PlainMove(part.text, part.choices, part.path, part.captures, steps)


@lru_cache(CACHED_MOVES)
def stopping(part: Part) -> PlainMove:
    """Return the move of one part where another could follow; leaving that out is chosen too.

    So no move's choices begin another's.
    """
    move = alone(part)
    choices = (*move.choices, REST_UNUSED)
    return PlainMove(move.text, choices, move.path, move.captures, move.steps)


def _part(seat: int, dice: Dice, origin: int, hits: tuple[Hit, ...]) -> Part:
    target = origin + sum(dice)
    start, end = written(seat, origin), written(seat, target)
    captures = tuple(standing(*hit, hits.count(hit)) for hit in dict.fromkeys(hits))
    return Part(
        text=f"{dice_text(dice)}:{start}-{end}{'x' if hits else ''}",
        seat=seat,
        dice=dice,
        shift=(origin, target),
        choices=(
            Choice("piece", start, _on_board(seat, origin)),
            Choice("target", end, _on_board(seat, target)),
        ),
        path=tuple(place(seat, p) for p in range(origin + 1, min(target, CENTRE) + 1)),
        captures=captures,
        removals=tuple(map(_removal, captures)),
        step=_step(seat, origin, target),
    )


def _on_board(seat: int, progress: int) -> tuple[str, ...]:
    return () if progress in (IN_HAND, BORNE_OFF) else (place(seat, progress),)


def _step(seat: int, origin: int, target: int) -> Step:
    before, after = standing(seat, origin), standing(seat, target)
    verb: Verb = "put_on" if origin == IN_HAND else "take_off" if target == BORNE_OFF else "move"
    turns = before.badge != after.badge
    return Step(verb, before, before.place, after.place, after if turns else None)


def _removal(victim: Piece) -> Step:
    in_hand = standing(victim.holder, IN_HAND, victim.count)
    return Step("take_off", victim, victim.place, HAND, in_hand if victim.badge else None)


class TshupuTurn(TurnChoice[Shifts]):
    """What a seat chooses from: the moves of the pieces of ``mover`` by the dice of ``throw``.

    They are moves by the sum or by both dice on two pieces, else by one die, else ``pass``.
    """

    __slots__ = ("_numbers", "groups", "mover", "race", "throw", "ways")

    def __init__(self, race: Race, groups: Groups, mover: int, throw: Dice) -> None:
        self.race = race
        self.groups = groups
        self.mover = mover
        self.throw = throw
        self.ways = ways = race.ways(groups, mover, throw)
        self._numbers = numbers(race, ways, throw)
        super().__init__(self._numbers[-1])

    def change(self, number: int) -> Shifts:
        return shifts_of(self.ways, self.throw, self._numbers, number)

    def changes(self) -> list[Shifts]:
        return every_shift(self.race, self.ways, self.throw)

    def allows(self, change: Shifts) -> bool:
        """Return whether ``change`` is that of a legal move, without a look at all others."""
        sums, smalls, larges, twins, _ = self.ways
        _, whole, _, ones, _ = self._numbers
        small, large = self.throw
        if not change:
            return not self.race.must_use_all or not whole + ones
        origin, target = change[0]
        if len(change) == 2:
            seconds = partners(origin, larges, twins, is_double=small == large)
            by_both = (target - origin, change[1][1] - change[1][0]) == self.throw
            return by_both and bool(smalls >> origin & seconds >> change[1][0] & 1)
        if target - origin == small + large:
            return bool(sums >> origin & 1)
        by_one = {small: smalls, large: larges}.get(target - origin, 0)
        return ones > 0 and bool(by_one >> origin & 1)

    def work_out(self, change: Shifts) -> Move:
        if not change:
            return PASS
        small, large = self.throw
        if len(change) == 2:
            first, second = change
            return PairMove(self._part((small,), first), self._part((large,), second))
        (shift,) = change
        steps = shift[1] - shift[0]
        part = self._part(self.throw if steps == small + large else (steps,), shift)
        return alone(part) if self.race.must_use_all or len(part.dice) == 2 else stopping(part)

    def _part(self, dice: Dice, shift: Shift) -> Part:
        origin, target = shift
        if not self.ways[-1] >> target & 1:
            return parts(self.mover, dice)[origin]
        hits = self.race.hits(self.groups, self.mover, target)
        return hitting(self.mover, dice, origin, hits)
