"""The rules of Backgammon: points, seats, dice and options; which moves there are.

A seat counts the points from its own side: 24 is the farthest, 6 to 1 are its home, 0 is off the
board and 25 the bar. The board is numbered as white counts it.

Which points a seat holds, and which are blocked, are also kept as bits: bit ``p`` is the point
``p``. A blocked point stays blocked for a whole turn, so that no move takes another away but the
one of its own piece. That is why all ways to play doubles are equally long, and why only two
different dice have to be looked at together.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

from games.actions import PASS, Chance, Choice, Move, PlainMove, Step, Throw, Verb
from games.core import Outcome
from games.course import TurnChoice, TurnMove
from games.equipment import OFF, Board, Die, Piece, Point, Seat
from games.message import Message, msg
from games.options import REPEAT_THROW, Handicap, Option, seat_options

PIECES: Final = 15
BEARS_OFF: Final = 0
HOME: Final = 6
LAST: Final = 24
BAR: Final = 25
"""Where a piece is, in points still to go: off the board, the farthest of its home, and so on."""
ACROSS: Final = BAR
"""What the numbers of one point add up to, as the two seats count it."""
BAR_NAME: Final = "bar"

SEATS: Final = (
    Seat(0, "white", "south", 0, "white"),
    Seat(1, "black", "north", 1, "black"),
)
DIE: Final = Die((1, 2, 3, 4, 5, 6))
DICE: Final = 2
FACES: Final = tuple((high, low) for low, high in combinations_with_replacement(DIE.faces, DICE))
THROWN: Final[Mapping[str, tuple[int, int]]] = {
    f"{high}-{low}": (high, low) for high, low in sorted(FACES)
}
"""The faces of each throw by its text, the larger first."""
THROWS: Final = tuple(Throw(text, faces) for text, faces in THROWN.items())
OUTCOMES: Final = tuple(
    (throw, Chance(1 if throw.faces[0] == throw.faces[1] else 2, 36)) for throw in THROWS
)

THROW_TEXT: Final = re.compile("[1-6]-[1-6]")
MOVE_TEXT: Final = re.compile(
    r"pass|throw|double|take|drop|(?:([1-6]):)?(bar|[1-9]|1\d|2[0-4])-(off|[1-9]|1\d|2[0-4])x?"
)

START: Final = {24: 2, 13: 5, 8: 3, 6: 5}
"""How many pieces stand on which point at the start."""

RULE_OPTIONS: Final = (
    Option(
        "match",
        msg("Points to play to"),
        1,
        (3, 5, 7),
        msg(
            "To how many points you play. A win counts 1, a gammon 2, a backgammon 3. With 1, it is"
            " a single game."
        ),
    ),
    Option(
        "cube",
        msg("Doubling cube"),
        False,
        (True,),
        msg(
            "In a match: before a throw, a player may offer to double what the game is worth. Who"
            " drops the offer loses the game, who takes it may double next. A single game has no"
            " cube."
        ),
    ),
)


def _start_with(back: int) -> "Group":
    """Return the pieces of a seat at the start with those from 24 on the point ``back``."""
    pieces = Counter(START)
    pieces[LAST] -= START[LAST]
    pieces[back] += START[LAST]
    return tuple(pieces[point] for point in range(BAR + 1))


HANDICAPS: Final = (
    Handicap("two_on_13", msg("2 pieces on 13"), _start_with(13), elo=32, margin=95),
    Handicap("repeat", REPEAT_THROW, _start_with(LAST), elo=199, margin=44, repeats=True),
)
OPTIONS: Final = (*RULE_OPTIONS, *seat_options(HANDICAPS, [seat.colour for seat in SEATS]))

Group = tuple[int, ...]
"""How many pieces of a seat are on each point, as it counts them, from 0 (off) to 25 (the bar)."""
Groups = tuple[Group, Group]
Score = tuple[int, int]
Change = tuple[int, ...]
"""The die that a move plays, and the points that it leaves and comes to; nothing for ``pass``."""
Played = tuple[int, int, int, int, bool]
"""What a move does: its seat, the die, the points it leaves and comes to, and whether it hits."""
BackgammonMove = TurnMove[Change]

ALL_OFF: Final = msg("all fifteen pieces are off")
GAMMON: Final = msg("gammon: 2 points")
BACKGAMMON: Final = msg("backgammon: 3 points")
WON_MATCH: Final = msg("{colour} has {count} of {given} points")
"""Why a game ended, in sentences."""


def _place(number: int) -> tuple[int, int]:
    """Return where point ``number`` is: white's home is below on the right, 13 above on the left.

    Column 6 is the bar.
    """
    if number <= LAST // 2:
        x, y = LAST // 2 - number, 0
    else:
        x, y = number - LAST // 2 - 1, 2 * STACK
    return x + (x >= HOME), y


STACK: Final = 5
"""So many pieces stand in a row on a point; more are counted."""


@cache
def board() -> Board:
    """Return the board: points along two sides, and the bar between its halves."""
    points = [
        Point(
            str(number),
            *_place(number),
            region="home" if number <= HOME or number > LAST - HOME else "outer",
            reach=STACK if number <= LAST // 2 else -STACK,
        )
        for number in range(1, LAST + 1)
    ]
    bar = Point(BAR_NAME, HOME, STACK)
    return Board((*points, bar), narrow_columns=(bar.x,), narrow_rows=(bar.y,))


def place(seat: int, point: int) -> str:
    """Return where a piece of ``seat`` is that has ``point`` points to go."""
    if point == BEARS_OFF:
        return OFF
    if point == BAR:
        return BAR_NAME
    return str(point if seat == 0 else ACROSS - point)


def point_of(seat: int, name: str) -> int:
    """Return how many points a piece of ``seat`` has to go from the place called ``name``."""
    if name == OFF:
        return BEARS_OFF
    if name == BAR_NAME:
        return BAR
    return int(name) if seat == 0 else ACROSS - int(name)


def start_group() -> Group:
    """Return the pieces of a seat at the start."""
    return _start_with(LAST)


def holding(group: Sequence[int]) -> int:
    """Return the points that ``group`` holds, those that are off left out, as bits."""
    bits = 0
    for point in range(1, BAR + 1):
        if group[point]:
            bits |= 1 << point
    return bits


def blocked_by(group: Sequence[int]) -> int:
    """Return the points that ``group`` blocks, as the other seat counts them, as bits."""
    bits = 0
    for point in range(1, BAR):
        if group[point] > 1:
            bits |= 1 << ACROSS - point
    return bits


BAR_BIT: Final = 1 << BAR
ABOVE: Final = tuple(-1 << point + 1 for point in range(BAR + 1))
"""The bits of all points farther than each."""


def sources(held: int, blocked: int, die: int) -> int:
    """Return the points from which ``die`` can be played, as bits.

    >>> sources(1 << 6 | 1 << 3, 0, 5) == 1 << 6
    True
    >>> sources(1 << 4 | 1 << 3, 0, 5) == 1 << 4
    True
    """
    if held & BAR_BIT:
        return 0 if blocked >> BAR - die & 1 else BAR_BIT
    found = held & ABOVE[die] & ~(blocked << die)
    if not held & ABOVE[HOME]:
        if held >> die & 1:
            return found | 1 << die
        if not held & ABOVE[die]:
            return 1 << held.bit_length() - 1 if held else 0
    return found


def left_by(group: Sequence[int], held: int, origin: int, target: int) -> int:
    """Return what ``group``, which ``held`` these points, holds after a piece has moved."""
    if group[origin] == 1:
        held &= ~(1 << origin)
    return held | 1 << target if target else held


def choices(group: Sequence[int], blocked: int, dice: Sequence[int]) -> list[Change]:
    """Return what a seat may play: each die with each point, as long as it does not break a rule.

    ``dice`` are still to be played, the larger first. As many of them as possible have to be
    played, and the larger if only one can be.
    """
    held, high = holding(group), dice[0]
    first = sources(held, blocked, high)
    low = dice[-1]
    if low == high:
        return _listed(high, first)
    second = sources(held, blocked, low)
    fits_first = _continued(group, held, blocked, (high, low), first)
    fits_second = _continued(group, held, blocked, (low, high), second)
    if fits_first or fits_second:
        return _listed(high, fits_first) + _listed(low, fits_second)
    return _listed(high, first) if first else _listed(low, second)


def _continued(
    group: Sequence[int], held: int, blocked: int, dice: tuple[int, int], origins: int
) -> int:
    """Return those of ``origins`` from which the second of ``dice`` can be played after the first.

    If all pieces are off after the first, nothing is left to play.
    """
    die, other = dice
    found = 0
    for origin in bits(origins):
        left = left_by(group, held, origin, max(origin - die, BEARS_OFF))
        if sources(left, blocked, other):
            found |= 1 << origin
    return found


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of ``mask``, the highest first."""
    while mask:
        highest = mask.bit_length() - 1
        yield highest
        mask ^= 1 << highest


def _listed(die: int, origins: int) -> list[Change]:
    return [(die, origin, max(origin - die, BEARS_OFF)) for origin in bits(origins)]


def moved(groups: Groups, played: Played) -> Groups:
    """Return the pieces after a move."""
    seat, _, origin, target, hits = played
    own = list(groups[seat])
    own[origin] -= 1
    own[target] += 1
    other = groups[1 - seat]
    if hits:
        hit = list(other)
        hit[ACROSS - target] = 0
        hit[BAR] += 1
        other = tuple(hit)
    return (tuple(own), other) if seat == 0 else (other, tuple(own))


def left_of(dice: Sequence[int], die: int) -> tuple[int, ...]:
    """Return the ``dice`` that are left after ``die`` has been played.

    >>> left_of((6, 4), 6), left_of((3, 3, 3), 3)
    ((4,), (3, 3))
    """
    left = list(dice)
    left.remove(die)
    return tuple(left)


class BackgammonTurn(TurnChoice[Change]):
    """What ``seat`` chooses from with ``dice``, the larger first; else there is ``pass``."""

    __slots__ = ("_changes", "dice", "groups", "seat")

    def __init__(self, groups: Groups, seat: int, dice: Sequence[int]) -> None:
        self.groups, self.seat, self.dice = groups, seat, dice
        found = choices(groups[seat], blocked_by(groups[1 - seat]), dice)
        self._changes: list[Change] = found or [()]
        super().__init__(len(self._changes))

    def change(self, number: int) -> Change:
        return self._changes[number]

    def changes(self) -> list[Change]:
        return self._changes

    def work_out(self, change: Change) -> Move:
        return _move(*self.played(change)) if change else PASS

    def played(self, change: Change) -> Played:
        """Return what ``change``, which is no pass, does here."""
        die, origin, target = change
        hits = target > BEARS_OFF and self.groups[1 - self.seat][ACROSS - target] == 1
        return self.seat, die, origin, target, hits


@cache
def _move(seat: int, die: int, origin: int, target: int, hits: bool) -> Move:
    start, end = place(seat, origin), place(seat, target)
    victim = Piece(1 - seat, "piece", end)
    verb: Verb = "take_off" if end == OFF else "move"
    step = Step(verb, Piece(seat, "piece", start), start, end)
    on_board = () if end == OFF else (end,)
    return PlainMove(
        text=text_of(seat, die, origin, hits=hits),
        choices=(
            Choice("piece", start, (start,)),
            Choice("target", end, on_board),
            Choice("die", str(die), on_board),
        ),
        path=on_board,
        captures=(victim,) if hits else (),
        steps=(Step("move", victim, end, BAR_NAME), step) if hits else (step,),
    )


def text_of(seat: int, die: int, origin: int, *, hits: bool) -> str:
    """Return how a move is written; the die is named where it is larger than the way.

    >>> text_of(1, 6, 24, hits=True), text_of(0, 6, 4, hits=False)
    ('1-7x', '6:4-off')
    """
    start, end = place(seat, origin), place(seat, max(origin - die, BEARS_OFF))
    return f"{f'{die}:' if die > origin else ''}{start}-{end}{'x' if hits else ''}"


class WonGame(NamedTuple):
    """How a single game ended: its ``winner``, the ``points`` of the win, and the word for it."""

    winner: int
    points: int
    reason: str

    @property
    def message(self) -> Message:
        """Return why it is worth so much."""
        return Message.of({1: ALL_OFF, 2: GAMMON, 3: BACKGAMMON}[self.points])


REASONS: Final = ("single", "gammon", "backgammon")


def result(groups: Groups) -> WonGame | None:
    """Return how the game ended in which pieces stand like this; None if it goes on."""
    for seat, group in enumerate(groups):
        if group[BEARS_OFF] == PIECES:
            points = worth(groups[1 - seat])
            return WonGame(seat, points, REASONS[points - 1])
    return None


def worth(loser: Sequence[int]) -> int:
    """Return how many points a win is worth against the pieces of the ``loser``.

    >>> worth((1, 14)), worth((0,) * 6 + (15,) + (0,) * 19), worth((0,) * 25 + (15,))
    (1, 2, 3)
    """
    if loser[BEARS_OFF]:
        return 1
    return 3 if any(loser[ACROSS - HOME :]) else 2


def outcome_of(groups: Groups, score: Score, match: int) -> Outcome:
    """Return the outcome of what was played to ``match`` points and has ended so."""
    found = result(groups)
    if match == 1 and found:
        return Outcome((found.winner,), found.reason, message=found.message)
    winner = score.index(max(score))
    colour = SEATS[winner].colour
    message = Message.of(WON_MATCH, colour=colour, count=score[winner], given=match)
    return Outcome((winner,), "match", message=message)


def counted(groups: Groups) -> Iterator[tuple[int, int, int]]:
    """Yield every seat, point and number of pieces there."""
    for seat, group in enumerate(groups):
        for point, count in enumerate(group):
            if count:
                yield seat, point, count


def standing(groups: Groups) -> Iterator[Piece]:
    """Yield what stands where."""
    for seat, point, count in counted(groups):
        yield Piece(seat, "piece", place(seat, point), count=count)


def setting_up(groups: Groups, wanted: Groups) -> tuple[Step, ...]:
    """Return what hands do to set up all pieces from where they stand; nothing if they are.

    >>> setting_up((start_group(), start_group()), (start_group(), start_group()))
    ()
    """
    pairs = enumerate(zip(groups, wanted, strict=True))
    return tuple(chain.from_iterable(_setting_up(seat, *pair) for seat, pair in pairs))


def _setting_up(seat: int, group: Group, wanted: Group) -> Iterator[Step]:
    free = [point for point, count in enumerate(group) for _ in range(count - wanted[point])]
    empty = [point for point, count in enumerate(wanted) for _ in range(count - group[point])]
    for (origin, target), count in Counter(zip(free, empty, strict=True)).items():
        start, end = place(seat, origin), place(seat, target)
        verb: Verb = "put_on" if start == OFF else "take_off" if end == OFF else "move"
        yield Step(verb, Piece(seat, "piece", start, count=count), start, end)
