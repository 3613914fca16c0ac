"""Why a piece may not be brought where somebody has put it, as one sentence for the table.

What every game has in common is told here: whose turn it is, what stands there, where else the
piece may go. What a game forbids is told by its refusals of the ways that were tried.

    >>> import games
    >>> state = games.load("squadro").start()
    >>> print(state.why_not("d1", "d4"))
    from d1 the piece goes to d3, not to d4
    >>> print(state.why_not("a2", "b2"))
    on a2 stands a piece of black, and white is to move
    >>> state.why_not("d1", "d3") is None
    True
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.actions import PASS
from games.core import GAME_OVER, State
from games.equipment import OFF, PLACES_BESIDE, RESERVE
from games.errors import IllegalMove
from games.message import msg

THROW_FIRST = msg("a throw comes first, then the move")
LOT_FIRST = msg("a lot is drawn first, then the move")
NO_POINT = msg("{point} is no point of the board")
NO_PIECE = msg("no piece stands on {place}")
NONE_BESIDE = msg("{colour} has no piece there: {place}")
NOT_YOURS = msg("on {place} stands a piece of {owner}, and {colour} is to move")
STAYS_ON = msg("the piece on {place} stays on the board")
STAYS_OFF = msg("a piece that is off stays off")
GOES_ELSEWHERE = msg("from {place} the piece goes to {reached}, not to {given}")
MUST_PASS = msg("{colour} can move nothing and passes")
NO_MOVE = msg("no move goes from {place} to {given} now")

MOST_TOLD = 6
"""How many places are named at most where a piece may go: more do not fit on a small display."""

Tried = tuple[IllegalMove, str]
"""Why one way of moving the piece is refused, and the place where it would end."""


@dataclass(frozen=True, slots=True)
class Question:
    """Why not from ``origin`` to ``target``; ``reached`` are the places that can be reached."""

    state: State
    origin: str
    target: str
    reached: tuple[str, ...]

    @property
    def leaves_the_board(self) -> bool:
        """Whether a piece was taken from a point to a place beside the board."""
        return self.target in PLACES_BESIDE and self.origin in self.state.game.board

    @property
    def colour(self) -> str:
        """The colour that is to move."""
        return _colour(self.state, self.state.turn)


def reason(
    state: State, origin: str, target: str, tried: Iterable[Tried] = ()
) -> IllegalMove | None:
    """Why no piece of the mover comes from ``origin`` to ``target`` in ``state``, None if one may.

    ``tried`` are the refused ways of doing so, the most telling first; they are looked at only
    when nothing simpler is in the way.
    """
    reached = dict.fromkeys(_reached(state, origin))
    if target in reached:
        return None
    asked = Question(state, origin, target, tuple(reached))
    return _too_soon(asked) or _nowhere(asked) or _not_theirs(asked) or _refused(asked, tried)


def _reached(state: State, origin: str) -> Iterator[str]:
    """Where legal moves bring pieces of the mover that are at ``origin``."""
    for move in state.legal_moves():
        acts = [step for step in move.steps if step.piece.seat == state.mover]
        is_drop = origin == RESERVE and any(act.origin == RESERVE for act in acts)
        for act in acts:
            if act.origin == origin or (is_drop and act.verb == "put_on"):
                yield act.target


def _too_soon(asked: Question) -> IllegalMove | None:
    if asked.state.is_terminal:
        return IllegalMove(GAME_OVER)
    if asked.state.is_chance:
        return IllegalMove(THROW_FIRST if asked.state.game.dice else LOT_FIRST)
    return None


def _nowhere(asked: Question) -> IllegalMove | None:
    for place in (asked.origin, asked.target):
        if place not in asked.state.game.board and place not in PLACES_BESIDE:
            return IllegalMove(NO_POINT, point=place)
    return None


def _not_theirs(asked: Question) -> IllegalMove | None:
    state, place = asked.state, asked.origin
    owners = [piece.seat for piece in state.pieces() if piece.place == place]
    if state.mover in owners:
        return None
    if place in PLACES_BESIDE:
        return IllegalMove(NONE_BESIDE, colour=asked.colour, place=place)
    if not owners:
        return IllegalMove(NO_PIECE, place=place)
    owner = _colour(state, owners[0])
    return IllegalMove(NOT_YOURS, place=place, owner=owner, colour=asked.colour)


def _refused(asked: Question, tried: Iterable[Tried]) -> IllegalMove:
    """A rule against going there, else why the way of the piece is another one."""
    refusals = tuple(tried)
    here = next((refusal for refusal, end in refusals if end == asked.target), None)
    return here or _elsewhere(asked) or _stuck(asked, refusals)


def _elsewhere(asked: Question) -> IllegalMove | None:
    if asked.leaves_the_board:
        return IllegalMove(STAYS_ON, place=asked.origin)
    if asked.origin == OFF and not asked.reached:
        return IllegalMove(STAYS_OFF)
    if 0 < len(asked.reached) <= MOST_TOLD:
        reached = ", ".join(asked.reached)
        return IllegalMove(GOES_ELSEWHERE, place=asked.origin, reached=reached, given=asked.target)
    return None


def _stuck(asked: Question, refusals: tuple[Tried, ...]) -> IllegalMove:
    if refusals and not asked.reached and asked.target in asked.state.game.board:
        return refusals[0][0]
    if asked.state.legal_moves() == (PASS,):
        return IllegalMove(MUST_PASS, colour=asked.colour)
    return IllegalMove(NO_MOVE, place=asked.origin, given=asked.target)


def _colour(state: State, seat: int | None) -> str:
    return "" if seat is None else state.game.seats[seat].colour
