"""Why an action is not legal, as one sentence."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core import PASS, IllegalMove, msg
from games.tshupu.facts import (
    BEARS_OFF,
    BORNE_OFF,
    CENTRE,
    MOVE_TEXT,
    PART_TEXT,
    ROLL_OF,
    SEATS,
    Dice,
    dice_text,
)
from games.tshupu.moves import written
from games.tshupu.race import CROSS_BITS

if TYPE_CHECKING:
    from games.tshupu.position import Position

GAME_OVER = msg("the game is over")
THROW_AWAITED = msg("a throw is awaited, one of {choices}, not {given}")
MOVE_AWAITED = msg("a move such as 3+4:e1-i5x or 1:e1-f1,4:e1-g4 or pass is awaited, not {given}")
NOT_STUCK = msg("pass is for a throw that cannot be played; {right} can be")
USED_OTHERWISE = msg("{throw} is played as {ways}, not as {given}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ONE_PIECE = msg("the dice move different pieces, and {colour} has only one on {place}")
LEAVES_BY_ONE = msg("only a single 1 takes a piece off the centre, not {throw}")
OTHERS_FIRST = msg("no piece is taken off before the others are in the centre or off")
EXACT_COUNT = msg("the centre is entered by exact count, {needed} from {place}, not {throw}")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
BARRED = msg("{colour} stands on the cross-cut square {place}")
BOTH_DICE = msg("both dice can be played, so both must be, as in {right}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")

PLACES = tuple(
    {written(seat.index, progress): progress for progress in range(BORNE_OFF + 1)} for seat in SEATS
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A part as it was written: ``origin`` is None where ``mover`` never stands."""

    mover: int
    dice: Dice
    start: str
    end: str

    @property
    def origin(self) -> int | None:
        return PLACES[self.mover].get(self.start)


def refusal(position: "Position", text: str) -> IllegalMove:
    """Why ``text`` is not a legal action in ``position``."""
    if position.turn is None:
        return IllegalMove(GAME_OVER)
    if position.is_chance:
        return IllegalMove(THROW_AWAITED, choices=", ".join(ROLL_OF), given=text)
    if text == PASS.text:
        return IllegalMove(NOT_STUCK, right=position.legal_moves()[0])
    if MOVE_TEXT.fullmatch(text) is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    mover = position.game.race.mover(position.groups, position.turn)
    attempts = [_attempt(mover, part) for part in text.split(",")]
    found = _unused(position, attempts)
    for attempt in attempts:
        found = found or _obstacle(position, attempt)
    return found or _clash(position, attempts) or _misspelt(position, attempts, text)


def _attempt(mover: int, part: str) -> Attempt:
    form = PART_TEXT.fullmatch(part)
    assert form is not None, "a part of a move that has the form of one"
    dice, start, end = form.groups()
    return Attempt(mover, tuple(map(int, dice.split("+"))), start, end)


def _unused(position: "Position", attempts: Iterable[Attempt]) -> IllegalMove | None:
    """The dice are not those thrown, or not in their order."""
    throw = dice_text(position.throw)
    ways = [throw, throw.replace("+", ","), *dict.fromkeys(throw.split("+"))]
    given = ",".join(dice_text(attempt.dice) for attempt in attempts)
    if given in ways:
        return None
    return IllegalMove(USED_OTHERWISE, throw=throw, ways=" / ".join(ways), given=given)


def _obstacle(position: "Position", attempt: Attempt) -> IllegalMove | None:
    """Why the piece of ``attempt`` cannot be moved so, whatever else is moved."""
    mover, origin, throw = attempt.mover, attempt.origin, dice_text(attempt.dice)
    group, race = position.groups[mover], position.game.race
    if origin is None or origin not in group or origin == BORNE_OFF:
        return IllegalMove(NO_PIECE, colour=SEATS[mover].colour, place=attempt.start)
    target = origin + sum(attempt.dice)
    if origin == CENTRE and attempt.dice != (BEARS_OFF,):
        return IllegalMove(LEAVES_BY_ONE, throw=throw)
    if origin == CENTRE and not race.may_bear_off(group):
        return IllegalMove(OTHERS_FIRST)
    if origin < CENTRE < target:
        needed = CENTRE - origin
        return IllegalMove(EXACT_COUNT, needed=needed, place=attempt.start, throw=throw)
    reached, given = written(mover, target), attempt.end
    if reached != given:
        facts = {"throw": throw, "place": attempt.start, "reached": reached, "given": given}
        return IllegalMove(LEADS_ELSEWHERE, **facts)
    return _bar(position, mover, target)


def _bar(position: "Position", mover: int, target: int) -> IllegalMove | None:
    """Enemies who stand on the cross-cut square at ``target``."""
    if not CROSS_BITS >> target & 1:
        return None
    for enemy, _ in position.game.race.hits(position.groups, mover, target):
        colour, place = SEATS[enemy].colour, written(mover, target)
        return IllegalMove(BARRED, colour=colour, place=place)
    return None


def _clash(position: "Position", attempts: list[Attempt]) -> IllegalMove | None:
    """Two parts that need two pieces where one stands, or one part where two are possible."""
    first, *others = attempts
    starts = {attempt.start for attempt in others}
    if first.start in starts and position.groups[first.mover].count(first.origin or 0) == 1:
        colour = SEATS[first.mover].colour
        return IllegalMove(ONE_PIECE, colour=colour, place=first.start)
    right = position.legal_moves()[0]
    is_one_die = not others and len(first.dice) == 1
    if is_one_die and position.game.race.must_use_all and _dice_used(right.text) > 1:
        return IllegalMove(BOTH_DICE, right=right)
    return None


def _dice_used(text: str) -> int:
    return text.count(":") + text.count("+")


def _misspelt(position: "Position", attempts: Iterable[Attempt], text: str) -> IllegalMove:
    """The move is legal, but written otherwise: its hits or the order of its parts."""
    meant = sorted((attempt.origin or 0, sum(attempt.dice)) for attempt in attempts)
    right = next(
        move
        for move, shifts in position.plays()
        if sorted((origin, target - origin) for origin, target in shifts) == meant
    )
    return IllegalMove(WRITTEN_OTHERWISE, right=right, given=text)
