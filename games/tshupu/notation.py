"""How positions and moves of T'shu-p'u are written and read, and why an action is refused.

Pieces that were found on the real board are read as progresses, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from games import text as texts
from games.actions import PASS
from games.core import Attempt
from games.course import ENEMIES_MEET, progresses_of, read_progress, write_progress
from games.equipment import Piece
from games.message import IllegalMove, WrongPieces, msg
from games.tshupu.moves import TshupuTurn, place, standing, written
from games.tshupu.rules import (
    BEARS_OFF,
    BORNE_OFF,
    CENTRE,
    DICE_OF,
    MOVE_TEXT,
    PART_TEXT,
    PARTNERS,
    PIECES,
    SEATS,
    TEAM_HEADS,
    Dice,
    dice_text,
)
from games.tshupu.tables import CROSS_BITS, Groups, Race, Shift, Shifts, has_won, is_home

NAMES = ("turn", "phase", "pieces", "throw")


class TshupuFields(NamedTuple):
    """What a position text says; the phase follows from the rest."""

    turn: int | None
    groups: Groups
    throw: Dice

    @property
    def phase(self) -> str:
        """``throw``, ``move`` or ``over``."""
        return "over" if self.turn is None else "move" if self.throw else "throw"


def write(fields: TshupuFields) -> str:
    """Return the position text of ``fields``."""
    turn = texts.EMPTY if fields.turn is None else fields.turn
    throw = dice_text(fields.throw) or texts.EMPTY
    return f"{turn} {fields.phase} {write_progress(fields.groups)} {throw}"


def read(race: Race, text: str) -> TshupuFields:
    """Return the fields of the position ``text``; ValueError says what was expected."""
    turn, phase, pieces, throw = texts.fields(text, NAMES)
    fields = TshupuFields(
        texts.turn(turn, len(SEATS)),
        read_progress(pieces, len(SEATS), PIECES, BORNE_OFF),
        _read_throw(throw),
    )
    texts.check(_disagreements(race, fields, phase), text)
    return fields


def _read_throw(text: str) -> Dice:
    if text == texts.EMPTY:
        return ()
    if text not in DICE_OF:
        raise ValueError(f"expected throw as - or one of {', '.join(DICE_OF)}: {text!r}")
    return DICE_OF[text]


def _disagreements(race: Race, fields: TshupuFields, phase: str) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` or the ``phase`` disagree, each time with what was expected."""
    seat, groups = fields.turn, fields.groups
    over = phase == "over"
    yield phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (seat is None), "turn - just when the phase is over"
    yield (phase == "move") != bool(fields.throw), "a throw just while a move is awaited"
    winners = [head for head in TEAM_HEADS if has_won(groups, head)]
    yield len(winners) > 1, "at most one team with all pieces off"
    for head in winners:
        team = " and ".join(SEATS[each].colour for each in (head, PARTNERS[head]))
        yield not over, f"turn - and phase over, because {team} have won"
    left_out = seat is not None and race.skips and is_home(groups[seat])
    yield left_out, "the turn of a seat that still has pieces"


NOTHING_LEFT = msg("it is {colour}'s turn, but there is nothing left to move")

WAYS: tuple[Mapping[Piece, int], ...] = tuple(
    {standing(seat.index, progress): progress for progress in range(BORNE_OFF + 1)}
    for seat in SEATS
)
"""For each seat the progress of a piece, by how it stands."""


def standings(piece: Piece, at: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be ``at`` a place, the nearest in progress first."""
    ways = WAYS[piece.holder]
    here = ways.get(replace(piece, count=1), 0)
    return tuple(sorted((w for w in ways if w.place == at), key=lambda w: abs(ways[w] - here)))


def arranged(race: Race, turn: int | None, pieces: tuple[Piece, ...]) -> Groups:
    """Return the progresses of ``pieces``; WrongPieces if they cannot stand so.

    Enemies share squares only where nobody is hit. A seat that would be left out, because all its
    pieces are off, cannot have the ``turn``.
    """
    groups = progresses_of(pieces, len(SEATS), _progress)
    _check_meetings(race, groups)
    if turn is not None and race.skips and is_home(groups[turn]):
        raise WrongPieces(NOTHING_LEFT, colour=SEATS[turn].colour)
    return groups


def _progress(piece: Piece) -> int:
    return WAYS[piece.holder][replace(piece, count=1)]


def _check_meetings(race: Race, groups: Groups) -> None:
    for seat, group in zip(SEATS, groups, strict=True):
        for progress in group:
            for enemy, _ in race.hits(groups, seat.index, progress):
                facts = {"colour": seat.colour, "other": SEATS[enemy].colour}
                raise WrongPieces(ENEMIES_MEET, place=place(seat.index, progress), **facts)


THROW_AWAITED = msg("expected a throw, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as 3+4:e1-i5x or 1:e1-f1,4:e1-g4 or pass, not {given}")
NOT_STUCK = msg("you may not pass: {right} can be played")
USED_OTHERWISE = msg("play {throw} as {ways}, not as {given}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ONE_PIECE = msg("each die moves a different piece, and {colour} has only one on {place}")
LEAVES_BY_ONE = msg(
    "only a die that shows 1 takes a piece off the centre, not {throw}. You threw {thrown}."
)
OTHERS_FIRST = msg(
    "pieces leave the board only when the others are in the centre or off; {count} are not"
)
EXACT_COUNT = msg(
    "from {place} exactly {needed} leads into the centre, not {throw}. You threw {thrown}."
)
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
BARRED = msg("{place} is a cross-cut, and {colour} stands there")
BOTH_DICE = msg("you can play both dice, so you must: {right}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")

PLACES = tuple(
    {written(seat.index, progress): progress for progress in range(BORNE_OFF + 1)} for seat in SEATS
)


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """A part as it was written: ``origin`` is None where ``mover`` never stands."""

    mover: int
    dice: Dice
    start: str
    end: str

    @property
    def origin(self) -> int | None:
        return PLACES[self.mover].get(self.start)


def written_change(mover: int, text: str) -> Shifts:
    """Return what pieces of ``mover`` would do by ``text``, which has the form of a move."""
    if text == PASS.text:
        return ()
    found: list[Shift] = []
    for part in text.split(","):
        dice, places = part.split(":")
        origin = PLACES[mover].get(places.partition("-")[0], BORNE_OFF)
        found.append((origin, origin + sum(map(int, dice.split("+")))))
    return tuple(found)


def refusal(turn: TshupuTurn, text: str) -> IllegalMove:
    """Return why ``text`` is not a legal move in ``turn``."""
    if text == PASS.text:
        return IllegalMove(NOT_STUCK, right=_first(turn))
    if MOVE_TEXT.fullmatch(text) is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    parts = [_part(turn.mover, part) for part in text.split(",")]
    found = _unused(turn, parts)
    for part in parts:
        found = found or _obstacle(turn, part)
    return found or _clash(turn, parts) or _misspelt(turn, parts, text)


def attempts(turn: TshupuTurn, origin: str, target: str) -> Iterator[Attempt]:
    """Yield each die, then their sum, with a piece on ``origin``, as if it led to ``target``.

    With it comes the place where it leads, the centre when it is too much. Of those that end in
    one place the first falls least short of it.
    """
    mover, (small, large) = turn.mover, turn.throw
    for progress in sorted(set(turn.groups[mover]) - {BORNE_OFF}):
        if place(mover, progress) != origin:
            continue
        for dice in dict.fromkeys(((small,), (large,), turn.throw)):
            end = BORNE_OFF if progress == CENTRE else min(progress + sum(dice), CENTRE)
            leads_there = place(mover, end) == target
            given = written(mover, end) if leads_there else target
            yield f"{dice_text(dice)}:{written(mover, progress)}-{given}", place(mover, end)


def _first(turn: TshupuTurn) -> str:
    """Return the first legal move as text."""
    return turn[0].text


def _part(mover: int, text: str) -> WrittenPart:
    form = PART_TEXT.fullmatch(text)
    assert form is not None, "a part of a move that has the form of one"
    dice, start, end = form.groups()
    return WrittenPart(mover, tuple(map(int, dice.split("+"))), start, end)


def _unused(turn: TshupuTurn, parts: Iterable[WrittenPart]) -> IllegalMove | None:
    """Return the refusal if the dice are not those that were thrown, or not in their order."""
    throw = dice_text(turn.throw)
    ways = [throw, throw.replace("+", ","), *dict.fromkeys(throw.split("+"))]
    given = ",".join(dice_text(part.dice) for part in parts)
    if given in ways:
        return None
    return IllegalMove(USED_OTHERWISE, throw=throw, ways=" / ".join(ways), given=given)


def _obstacle(turn: TshupuTurn, part: WrittenPart) -> IllegalMove | None:
    """Return why the piece of ``part`` cannot be moved so, whatever else is moved."""
    mover, origin, throw = part.mover, part.origin, dice_text(part.dice)
    group, race = turn.groups[mover], turn.race
    if origin is None or origin not in group or origin == BORNE_OFF:
        return IllegalMove(NO_PIECE, colour=SEATS[mover].colour, place=part.start)
    target = origin + sum(part.dice)
    if origin == CENTRE and part.dice != (BEARS_OFF,):
        return IllegalMove(LEAVES_BY_ONE, throw=throw, thrown=dice_text(turn.throw))
    if origin == CENTRE and not race.may_bear_off(group):
        return IllegalMove(OTHERS_FIRST, count=sum(progress < CENTRE for progress in group))
    if origin < CENTRE < target:
        facts = {"place": place(mover, origin), "throw": throw, "thrown": dice_text(turn.throw)}
        return IllegalMove(EXACT_COUNT, needed=CENTRE - origin, **facts)
    reached, given = written(mover, target), part.end
    if reached != given:
        facts = {"throw": throw, "place": part.start, "reached": reached, "given": given}
        return IllegalMove(LEADS_ELSEWHERE, **facts)
    return _bar(turn, mover, target)


def _bar(turn: TshupuTurn, mover: int, target: int) -> IllegalMove | None:
    """Return the refusal if enemies stand on the cross-cut square at ``target``."""
    if not CROSS_BITS >> target & 1:
        return None
    for enemy, _ in turn.race.hits(turn.groups, mover, target):
        return IllegalMove(BARRED, colour=SEATS[enemy].colour, place=written(mover, target))
    return None


def _clash(turn: TshupuTurn, parts: list[WrittenPart]) -> IllegalMove | None:
    """Return the refusal if two parts need two pieces of one, or one part leaves a die unused."""
    first, *others = parts
    starts = {part.start for part in others}
    if first.start in starts and turn.groups[first.mover].count(first.origin or 0) == 1:
        colour = SEATS[first.mover].colour
        return IllegalMove(ONE_PIECE, colour=colour, place=first.start)
    right = _first(turn)
    is_one_die = not others and len(first.dice) == 1
    if is_one_die and turn.race.must_use_all and _dice_used(right) > 1:
        return IllegalMove(BOTH_DICE, right=right)
    return None


def _dice_used(text: str) -> int:
    return text.count(":") + text.count("+")


def _misspelt(turn: TshupuTurn, parts: Iterable[WrittenPart], text: str) -> IllegalMove:
    """Return how a legal move is written whose hits or order of parts ``text`` has otherwise."""
    meant = sorted((part.origin or 0, sum(part.dice)) for part in parts)
    right = next(
        move
        for move in turn
        if sorted((origin, target - origin) for origin, target in move.change) == meant
    )
    return IllegalMove(WRITTEN_OTHERWISE, right=right.text, given=text)
