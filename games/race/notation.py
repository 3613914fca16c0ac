"""How positions and moves of a race are written and read, and why an action is refused.

Pieces that were found on the real board are read as progresses, too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games import text as texts
from games.actions import PASS
from games.core import Attempt
from games.course import ENEMIES_MEET, progresses_of, read_progress, write_progress
from games.equipment import OFF, Piece
from games.message import IllegalMove, WrongPieces, msg
from games.race.moves import RaceMoves, Values
from games.race.rules import ALL_THERE, BY_GRACE, ENTERS_BY, LEAVES_BY, Groups, RaceRules

THROW_TEXT = re.compile(r"\d{1,2}(?:\+\d{1,2}){0,7}")
PART_TEXT = re.compile(
    r"(\d{1,2}(?:\+\d{1,2})?):([a-s][1-9]\d?'{0,9}|hand)-([a-s][1-9]\d?'{0,9}|off)x?"
)
MOVE_TEXT = re.compile(f"pass|{PART_TEXT.pattern}(?:,{PART_TEXT.pattern})?")

NAMES = ("turn", "phase", "pieces", "kept", "series", "again")
AGAIN = "again"


class RaceFields(NamedTuple):
    """The fields of a position text, in their order."""

    turn: int | None
    phase: str
    groups: Groups
    kept: Values
    series: Values
    again: bool


def write(fields: RaceFields) -> str:
    """Return the position text of ``fields``."""
    return " ".join(
        (
            texts.EMPTY if fields.turn is None else str(fields.turn),
            fields.phase,
            write_progress(fields.groups),
            texts.joined(fields.kept),
            texts.joined(fields.series),
            AGAIN if fields.again else texts.EMPTY,
        )
    )


def read(rules: RaceRules, text: str) -> RaceFields:
    """Return the fields of the position ``text``; ValueError says what was expected."""
    turn, phase, pieces, kept, series, again = texts.fields(text, NAMES)
    count = rules.words.pieces.count
    fields = RaceFields(
        texts.turn(turn, len(rules.seats)),
        phase,
        read_progress(pieces, len(rules.seats), count, rules.goal),
        _read_values(rules, kept, "kept"),
        _read_values(rules, series, "series"),
        again == AGAIN,
    )
    texts.check(_disagreements(rules, fields, again), text)
    return fields


def _read_values(rules: RaceRules, text: str, what: str) -> Values:
    known = rules.single
    found = tuple(texts.whole(item, what, 0, max(known)) for item in texts.items(text))
    for value in found:
        if value not in known:
            raise ValueError(f"expected throws among {enumerated(known)} in {what}: {text!r}")
    return found


def _disagreements(rules: RaceRules, fields: RaceFields, again: str) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` disagree, each time with what was expected."""
    over, winners = fields.phase == "over", rules.winners(fields.groups)
    yield again not in (AGAIN, texts.EMPTY), f"again as {AGAIN} or {texts.EMPTY}"
    yield fields.phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (fields.turn is None), "turn - just when the phase is over"
    colours = enumerated(rules.seats[each].colour for each in winners)
    yield bool(winners) and not over, f"turn - and phase over, because {colours} won"
    yield _two_teams_won(rules, fields.groups), "at most one team with its pieces home"
    for group in fields.groups:
        yield any(each in rules.shortcuts for each in group), "no piece where a shortcut begins"
    yield list(fields.kept) != sorted(fields.kept), "kept throws ascending"
    yield over and bool(fields.kept or fields.series), "no throws when the game is over"
    yield over and fields.again, "no throw again when the game is over"
    yield fields.phase == "move" and bool(fields.series), "no series while a move is awaited"
    yield bool(fields.series) and not rules.at_once, "no series without throws at once"
    pair = rules.is_together and fields.phase == "move" and len(fields.kept) != 2
    yield pair, "two dice while a move is awaited"
    early = fields.phase == "throw" and bool(fields.kept)
    yield early and not rules.at_once, "no kept throws before the throw"
    rests = fields.turn is not None and rules.rests(fields.groups, fields.turn)
    yield rests, "the turn of a seat that still has pieces"


def _two_teams_won(rules: RaceRules, groups: Groups) -> bool:
    home = {seat.team for seat in rules.seats}
    for seat in rules.seats:
        if not rules.is_home(groups[seat.index]):
            home.discard(seat.team)
    return len(home) > 1


def enumerated(values: Iterable[object]) -> str:
    """Return ``values`` as they stand in a sentence.

    >>> enumerated((1, 4)), enumerated(())
    ('1, 4', 'none')
    """
    return ", ".join(map(str, values)) or "none"


NOTHING_LEFT = msg("it is {colour}'s turn, but there is nothing left to move")
OWN_MEET = msg("two pieces cannot stand together there: {place}")


def standings(rules: RaceRules, piece: Piece, at: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be ``at`` a place, the nearest in progress first."""
    seat = piece.holder
    here = progress_of(rules, piece)
    found = [
        progress
        for progress in range(rules.goal + 1)
        if rules.place(seat, progress) == at and progress not in rules.shortcuts
    ]
    return tuple(
        rules.standing(seat, each) for each in sorted(found, key=lambda each: abs(each - here))
    )


def progress_of(rules: RaceRules, piece: Piece) -> int:
    """Return how far ``piece`` has come."""
    return rules.progress_of[piece.holder].get(piece.place + piece.badge, 0)


def arranged(rules: RaceRules, turn: int | None, pieces: tuple[Piece, ...]) -> Groups:
    """Return the progresses of ``pieces``; WrongPieces if they cannot stand so."""
    groups = progresses_of(pieces, len(rules.seats), lambda piece: progress_of(rules, piece))
    for seat in rules.seats:
        for progress in set(groups[seat.index]):
            _check_alone(rules, groups, seat.index, progress)
    if turn is not None and rules.rests(groups, turn) and not rules.winners(groups):
        raise WrongPieces(NOTHING_LEFT, colour=rules.seats[turn].colour)
    return groups


def _check_alone(rules: RaceRules, groups: Groups, seat: int, progress: int) -> None:
    if not 0 < progress <= rules.last:
        return
    place = rules.place(seat, progress)
    if rules.effects[seat][progress] != "share":
        for other, _, _ in rules.met(groups, seat).get(progress, ()):
            facts = {"colour": rules.seats[seat].colour, "other": rules.seats[other].colour}
            raise WrongPieces(ENEMIES_MEET, place=place, **facts)
    if rules.crowds(groups, seat, progress):
        raise WrongPieces(OWN_MEET, place=place)


THROW_AWAITED = msg("expected a throw, one of {choices}, not {given}")
MOVE_AWAITED = msg("expected a move such as {right}, not {given}")
MUST_PLAY = msg("you must play a throw that can be played: {choices}")
NO_THROW_COUNTS = msg("no throw counts before one that brings a piece in")
NOT_THROWN = msg("there is no {throw} left to play, only {kept}")
USED_OTHERWISE = msg("play {throw} as {ways}, not as {given}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ONE_PIECE = msg("each die moves a different piece, and {colour} has only one on {place}")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
BOTH_DICE = msg("you can play both dice, so you must: {right}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


class RaceTurn(NamedTuple):
    """What is chosen from: moving the pieces of ``mover`` by the values ``kept``."""

    moves: RaceMoves
    groups: Groups
    mover: int
    kept: Values

    @property
    def rules(self) -> RaceRules:
        """The rules of the game."""
        return self.moves.rules

    @property
    def legal(self) -> tuple[str, ...]:
        """The texts of all legal moves."""
        return tuple(str(move) for move, _ in self.moves.legal(self.groups, self.mover, self.kept))

    @property
    def colour(self) -> str:
        """The colour whose pieces are moved."""
        return self.rules.seats[self.mover].colour


class Written(NamedTuple):
    """A part of a move as it was written; ``origin`` is None where the mover never stands."""

    values: Values
    origin: int | None
    start: str
    end: str

    @property
    def throw(self) -> str:
        """The values as they are written."""
        return "+".join(map(str, self.values))


def refusal(turn: RaceTurn, text: str) -> IllegalMove:
    """Return why ``text`` is not a legal move in ``turn``."""
    if text == PASS.text:
        return IllegalMove(MUST_PLAY, choices=enumerated(turn.legal))
    if MOVE_TEXT.fullmatch(text) is None:
        return IllegalMove(MOVE_AWAITED, right=turn.legal[0], given=text)
    if not turn.kept:
        return IllegalMove(NO_THROW_COUNTS)
    parts = [_written(turn, found.groups()) for found in PART_TEXT.finditer(text)]
    found = _unused(turn, parts)
    for each in parts:
        found = found or _obstacle(turn, each)
    return found or _clash(turn, parts) or _misspelt(turn, parts, text)


def attempts(turn: RaceTurn, origin: str, target: str) -> Iterator[Attempt]:
    """Yield each throw left with a piece on ``origin``, as if it led to ``target``.

    With it comes where it really leads. The smallest throw comes first: of those that end in one
    place it falls least short of it.
    """
    rules, mover = turn.rules, turn.mover
    group = turn.groups[mover]
    dice: list[Values] = [(value,) for value in sorted({*turn.kept})]
    if rules.is_together and turn.kept:
        dice.append(turn.kept)
    if not turn.kept:
        dice = [(value,) for value in rules.enters_by[:1]]
    for progress in sorted(set(group)):
        if rules.place(mover, progress) != origin or origin == OFF:
            continue
        for values in dice:
            end, _ = rules.reach(group, sum(values), progress)
            leads_there = rules.place(mover, end) == target
            given = rules.written(mover, end) if leads_there else target
            throw = "+".join(map(str, values))
            yield f"{throw}:{rules.written(mover, progress)}-{given}", rules.place(mover, end)


def _written(turn: RaceTurn, parts: Sequence[str]) -> Written:
    dice, start, end = parts
    origin = turn.rules.progress_of[turn.mover].get(start)
    return Written(tuple(map(int, dice.split("+"))), origin, start, end)


def _unused(turn: RaceTurn, parts: Sequence[Written]) -> IllegalMove | None:
    """Return the refusal if the values are not those that were thrown, or not in their order."""
    given = ",".join(part.throw for part in parts)
    if not turn.rules.is_together:
        if given in map(str, turn.kept):
            return None
        return IllegalMove(NOT_THROWN, throw=given, kept=enumerated(turn.kept))
    throw = "+".join(map(str, turn.kept))
    ways = [throw, throw.replace("+", ","), *dict.fromkeys(throw.split("+"))]
    if given in ways:
        return None
    return IllegalMove(USED_OTHERWISE, throw=throw, ways=" / ".join(ways), given=given)


def _obstacle(turn: RaceTurn, part: Written) -> IllegalMove | None:
    """Return why the piece of ``part`` cannot be moved so, whatever else is moved."""
    rules, mover, origin = turn.rules, turn.mover, part.origin
    group = turn.groups[mover]
    if origin is None or origin not in group or rules.place(mover, origin) == OFF:
        return IllegalMove(NO_PIECE, colour=turn.colour, place=part.start)
    target, obstacle = rules.reach(group, sum(part.values), origin)
    stopped, stopper = target, mover
    reached = rules.written(mover, target)
    if not obstacle and reached != part.end:
        facts = {"throw": part.throw, "place": part.start, "reached": reached}
        return IllegalMove(LEADS_ELSEWHERE, given=part.end, **facts)
    if not obstacle:
        obstacle, stopped, stopper = rules.stopped(
            turn.groups, mover, origin, target, rules.met(turn.groups, mover)
        )
    if not obstacle:
        return None
    place, seats = rules.place(mover, stopped), rules.seats
    standing = [rules.place(stopper, each) for each in turn.groups[stopper]].count(place)
    short = sum(each < rules.last for each in group)
    needed = _needed(rules, obstacle, origin)
    return IllegalMove(
        obstacle,
        place=rules.place(mover, origin),
        reached=place,
        colour=seats[stopper].colour,
        count=short if obstacle == ALL_THERE else standing,
        needed=enumerated(needed),
        thrown=part.throw if {*needed} & {*turn.kept} else enumerated(sorted({*turn.kept})),
    )


def _needed(rules: RaceRules, obstacle: str, origin: int) -> Values:
    """Return which values would do what ``obstacle`` says that others do not."""
    by_obstacle = {
        ENTERS_BY: rules.entering,
        BY_GRACE: rules.entering,
        LEAVES_BY: rules.words.end.leaves_by,
    }
    return by_obstacle.get(obstacle, (rules.end - origin,))


def _clash(turn: RaceTurn, parts: Sequence[Written]) -> IllegalMove | None:
    """Return the refusal if parts need two pieces of one, or leave a die that can be played."""
    first, *others = parts
    alone = turn.groups[turn.mover].count(first.origin or 0) == 1
    if alone and any(each.origin == first.origin for each in others):
        return IllegalMove(ONE_PIECE, colour=turn.colour, place=first.start)
    right = turn.legal[0]
    is_one_die = turn.rules.is_together and not others and len(first.values) == 1
    if is_one_die and right.count(":") + right.partition(":")[0].count("+") > 1:
        return IllegalMove(BOTH_DICE, right=right)
    return None


def _misspelt(turn: RaceTurn, parts: Sequence[Written], text: str) -> IllegalMove:
    """Return how a legal move is written whose captures or parts ``text`` has otherwise."""
    meant = sorted((part.origin or 0, sum(part.values)) for part in parts)
    for move, made in turn.moves.legal(turn.groups, turn.mover, turn.kept):
        if sorted((part.shift[0], sum(part.dice)) for part in made) == meant:
            return IllegalMove(WRITTEN_OTHERWISE, right=move.text, given=text)
    return IllegalMove(MUST_PLAY, choices=enumerated(turn.legal))
