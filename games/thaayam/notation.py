"""How positions and moves of Thaayam are written and read, and why an action is refused.

Pieces that were found on the real board are read as progresses, too. Every square is visited once
on a course, so the place of a piece tells how far it has come.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games import text as texts
from games.actions import PASS
from games.core import Attempt
from games.course import ENEMIES_MEET, progresses_of, read_progress, write_progress
from games.equipment import HAND, OFF, Piece
from games.message import IllegalMove, WrongPieces, msg
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTERING_THROW,
    FORTRESS,
    IN_HAND,
    MOVE_TEXT,
    ON_COURSE,
    PIECES,
    RING_END,
    Groups,
    ThaayamRules,
    ThaayamTurn,
    is_home,
)


class ThaayamFields(NamedTuple):
    """The fields of a position text, in their order."""

    turn: int | None
    phase: str
    groups: Groups
    kept: tuple[int, ...]
    series: tuple[int, ...]
    capturers: tuple[bool, ...]


NAMES = ("turn", "phase", "pieces", "kept", "series", "capturers")


def write(fields: ThaayamFields) -> str:
    """Return the position text of ``fields``."""
    return " ".join(
        (
            texts.EMPTY if fields.turn is None else str(fields.turn),
            fields.phase,
            write_progress(fields.groups),
            texts.joined(fields.kept),
            texts.joined(fields.series),
            "".join(str(int(each)) for each in fields.capturers) or texts.EMPTY,
        )
    )


def read(rules: ThaayamRules, text: str) -> ThaayamFields:
    """Return the fields of the position ``text``; ValueError says what was expected."""
    turn, phase, pieces, kept, series, capturers = texts.fields(text, NAMES)
    seats = len(rules.seats)
    fields = ThaayamFields(
        texts.turn(turn, seats),
        phase,
        read_progress(pieces, seats, PIECES, BORNE_OFF),
        tuple(_read_throws(kept, "kept")),
        tuple(_read_throws(series, "series")),
        _read_capturers(rules, capturers),
    )
    texts.check(_disagreements(rules, fields), text)
    return fields


def enumerated(values: Iterable[object]) -> str:
    """Return ``values`` as they stand in a sentence.

    >>> enumerated((1, 4)), enumerated(())
    ('1, 4', 'none')
    """
    return ", ".join(map(str, values)) or "none"


def _read_throws(text: str, what: str) -> Iterator[int]:
    for item in texts.items(text):
        value = texts.whole(item, what, 1, 8)
        if value not in CHANCES:
            raise ValueError(f"expected throws among {enumerated(CHANCES)} in {what}: {text!r}")
        yield value


def _read_capturers(rules: ThaayamRules, text: str) -> tuple[bool, ...]:
    if not rules.captures_first:
        if text != texts.EMPTY:
            raise ValueError(f"expected - for capturers without capture_first: {text!r}")
        return ()
    if len(text) != len(rules.seats) or set(text) - set("01"):
        raise ValueError(f"expected capturers as {len(rules.seats)} digits 0 or 1: {text!r}")
    return tuple(digit == "1" for digit in text)


def _disagreements(rules: ThaayamRules, fields: ThaayamFields) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` disagree, each time with what was expected."""
    winners = [seat.colour for seat in rules.seats if is_home(fields.groups[seat.index])]
    over = fields.phase == "over"
    yield fields.phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (fields.turn is None), "turn - just when the phase is over"
    yield len(winners) > 1, "at most one seat with all pieces off"
    yield (
        bool(winners) and not over,
        f"turn - and phase over, because {enumerated(winners)} has won",
    )
    yield list(fields.kept) != sorted(fields.kept), "kept throws ascending"
    yield over and bool(fields.kept or fields.series), "no throws when the game is over"
    yield fields.phase == "move" and bool(fields.series), "no series while a move is awaited"
    yield bool(set(fields.series) & set(CLOSING_THROWS)), "a series without a closing 2 or 3"
    early = fields.phase == "throw" and bool(fields.kept)
    yield early and not rules.throws_after_capture, "no kept throws before the series closes"


def standings(rules: ThaayamRules, piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the one way to be at ``place``, nothing if the board has no such place."""
    known = place in rules.courses[0].squares[1:] or place in (HAND, OFF)
    return (Piece(piece.seat, "piece", place),) if known else ()


def arranged(rules: ThaayamRules, pieces: tuple[Piece, ...]) -> Groups:
    """Return the progresses of ``pieces``; WrongPieces if one would have captured another."""
    groups = progresses_of(pieces, len(rules.seats), lambda p: rules.progress(p.holder, p.place))
    if rules.captures_last:
        return groups
    for seat, group in zip(rules.seats, groups, strict=True):
        for progress in group:
            meetings = rules.meetings[seat.index][progress]
            met = [rules.seats[other] for other, there in meetings if there in groups[other]]
            if met:
                place = rules.place(seat.index, progress)
                raise WrongPieces(
                    ENEMIES_MEET, colour=seat.colour, other=met[0].colour, place=place
                )
    return groups


def capturers(before: tuple[bool, ...], groups: Groups) -> tuple[bool, ...]:
    """Return which seats have captured, if that matters.

    A seat with a piece beyond the outer ring must have captured.
    """
    pairs = zip(before, groups, strict=False)
    return tuple(has_captured or group[0] > RING_END for has_captured, group in pairs)


THROW_AWAITED = msg("expected a throw, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as 4:c1-e3 or pass, not {given}")
MUST_PLAY = msg("you must play a throw that can be played: {choices}")
NO_THROW_COUNTS = msg("no throw counts before a 1 while none of your pieces is on the board")
ONLY_CLOSED = msg("the throw that ends the series does not count")
NOT_THROWN = msg("there is no {throw} left to play, only {kept}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


def refusal(turn: ThaayamTurn, text: str) -> IllegalMove:
    """Return why ``text`` is not a legal move in ``turn``."""
    if text == PASS.text:
        return IllegalMove(MUST_PLAY, choices=enumerated(turn))
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    if not turn.kept:
        is_off = ON_COURSE.isdisjoint(turn.groups[turn.seat])
        return IllegalMove(NO_THROW_COUNTS if is_off else ONLY_CLOSED)
    throw, start, end = parts.groups()
    return _of_move(turn, text, int(throw), start, end)


def attempts(turn: ThaayamTurn, origin: str, target: str) -> Iterator[Attempt]:
    """Yield each throw left with a piece on ``origin``, as if it led to ``target``.

    With it comes where it really leads. The smallest throw comes first: of those that end in one
    place it falls least short of it.
    """
    if origin == OFF:
        return
    rules, seat = turn.rules, turn.seat
    if not turn.kept:
        yield f"{ENTERING_THROW}:{origin}-{target}", target
    for throw in sorted(set(turn.kept)):
        end, _ = turn.reach(throw, rules.progress(seat, origin))
        yield f"{throw}:{origin}-{target}", rules.place(seat, end)


def _of_move(turn: ThaayamTurn, text: str, throw: int, start: str, end: str) -> IllegalMove:
    """Return why the well-formed move ``text`` is not legal."""
    rules, seat = turn.rules, turn.seat
    if throw not in turn.kept:
        return IllegalMove(NOT_THROWN, throw=throw, kept=enumerated(turn.kept))
    origin = rules.progress(seat, start)
    if origin not in turn.groups[seat] or origin == BORNE_OFF:
        return IllegalMove(NO_PIECE, colour=rules.seats[seat].colour, place=start)
    target, obstacle = turn.reach(throw, origin)
    if obstacle:
        return _blocked(turn, obstacle, throw, origin)
    reached = rules.place(seat, target)
    if reached != end:
        return IllegalMove(LEADS_ELSEWHERE, throw=throw, place=start, reached=reached, given=end)
    right = turn.move(throw, origin, target)
    return IllegalMove(WRITTEN_OTHERWISE, right=right.text, given=text)


def _blocked(turn: ThaayamTurn, obstacle: str, throw: int, origin: int) -> IllegalMove:
    """Return the ``obstacle`` with what was thrown: this throw, or all if none would do better."""
    needed = FORTRESS - origin if IN_HAND < origin < FORTRESS else ENTERING_THROW
    thrown = str(throw) if needed in turn.kept else enumerated(sorted(set(turn.kept)))
    return IllegalMove(
        obstacle,
        throw=throw,
        thrown=thrown,
        place=turn.rules.place(turn.seat, origin),
        needed=needed,
        count=sum(progress < FORTRESS for progress in turn.groups[turn.seat]),
    )
