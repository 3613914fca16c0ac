"""The moves of T'shu-p'u: which are legal, how they are written, picked and carried out by hand."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from games.actions import PASS, Choice, Move, PlainMove, Step, Verb
from games.course import PairMove, Part
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
from games.tshupu.tables import DIE_FROM, SUM_FROM, Groups, Hit, Race, Shift, bits, partners

CACHED_MOVES = 4096
REST_UNUSED = Choice("pass", PASS.text)


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


Play = tuple[Move, tuple[Shift, ...]]
"""A move, and what it does to the progresses of the pieces that are moved."""
PASSED: Play = PASS, ()


@cache
def parts(seat: int, dice: Dice) -> Mapping[int, Part]:
    """Return what ``dice`` do with a piece of ``seat`` that hits nobody, by its progress."""
    origins = DIE_FROM[dice[0]] if len(dice) == 1 else SUM_FROM[sum(dice)]
    return {origin: _part(seat, dice, origin, ()) for origin in bits(origins)}


@lru_cache(CACHED_MOVES)
def hitting(part: Part, hits: tuple[Hit, ...]) -> Part:
    """Return the ``part`` as it is when it makes ``hits``."""
    return _part(part.seat, part.dice, part.shift[0], hits)


@lru_cache(CACHED_MOVES)
def alone(part: Part) -> Play:
    """Return the move made of one part, with nothing else to play."""
    steps = (*part.removals, part.step)
    move = PlainMove(part.text, part.choices, part.path, part.captures, steps)
    return move, (part.shift,)


@lru_cache(CACHED_MOVES)
def stopping(part: Part) -> Play:
    """Return the move of one part where another could follow; leaving that out is chosen too.

    So no move's choices begin another's.
    """
    move, shifts = alone(part)
    choices = (*move.choices, REST_UNUSED)
    return PlainMove(move.text, choices, move.path, move.captures, move.steps), shifts


def together(first: Part, second: Part) -> Play:
    """Return the move made of two parts, in the order of writing."""
    return PairMove(first, second), (first.shift, second.shift)


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


class TshupuTurn(NamedTuple):
    """What is chosen from: moving the pieces of ``mover`` by the dice of ``throw``."""

    race: Race
    groups: Groups
    mover: int
    throw: Dice

    def plays(self) -> list[Play]:
        """Return the legal moves, as :func:`legal_plays` does."""
        return legal_plays(*self)


def legal_plays(race: Race, groups: Groups, mover: int, throw: Dice) -> list[Play]:
    """Return the legal moves: by the whole throw, and by one die if those are allowed."""

    def found(dice: Dice, origins: int) -> list[Part]:
        """Return what ``dice`` do with the pieces at each of ``origins``, ascending."""
        if not origins:
            return []
        free = parts(mover, dice)
        each = [free[origin] for origin in bits(origins)]
        hits = met >> sum(dice) & origins
        if not hits:
            return each
        return [
            hitting(part, race.hits(groups, mover, part.shift[1]))
            if hits >> part.shift[0] & 1
            else part
            for part in each
        ]

    sums, smalls, larges, twins, met = race.ways(groups, mover, throw)
    small, large = throw
    is_double = small == large
    by_small = found((small,), smalls)
    by_large = by_small if is_double else found((large,), larges)
    whole = [alone(part) for part in found(throw, sums)]
    for first in by_small:
        seconds = partners(first.shift[0], larges, twins, is_double=is_double)
        whole += [together(first, each) for each in by_large if seconds >> each.shift[0] & 1]
    ones = by_small if is_double else by_small + by_large
    if not race.must_use_all:
        return [*whole, *map(stopping, ones), PASSED]
    return whole or [alone(part) for part in ones] or [PASSED]
