"""Why a piece may not go where somebody has put it, as one sentence for the table.

What is the same in every game is here: whose turn it is, what stands there, where else the piece
may go. What one game forbids comes from :meth:`State.refusal`, for the attempts of the game.

    >>> import games
    >>> state = games.load("squadro").start()
    >>> print(why_not(state, "d1", "d4"))
    its dots take the piece on d1 to d3, not to d4
    >>> print(why_not(state, "a2", "b2"))
    the piece on a2 belongs to black, and it is white's turn
    >>> why_not(state, "d1", "d3") is None
    True
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.actions import PASS
from games.core import GAME_OVER, State
from games.equipment import OFF, PLACES_BESIDE, RESERVE
from games.message import IllegalMove, msg

THROW_FIRST = msg("throw before you move")
LOT_FIRST = msg("draw the lot before you move")
NO_POINT = msg("{point} is not a point of the board")
NO_PIECE = msg("no piece stands on {place}")
NONE_BESIDE = msg("{colour} has no piece there: {place}")
NOT_YOURS = msg("the piece on {place} belongs to {owner}, and it is {colour}'s turn")
NEUTRAL_STAYS = msg("the piece on {place} is neutral and cannot be moved now")
STAYS_ON = msg("the piece on {place} stays on the board")
STAYS_OFF = msg("a piece that is off the board stays off")
GOES_ELSEWHERE = msg("from {place} the piece goes to {reached}, not to {given}")
MUST_PASS = msg("{colour} has no move and passes")
NO_MOVE = msg("no piece can go from {place} to {given} now")

MOST_PLACES = 6
"""How many places are named at most where a piece may go: more do not fit on a small display."""

Refused = tuple[IllegalMove, str]
"""Why one way of moving the piece is refused, and the place where it would end."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What was asked: from ``origin`` to ``target``; ``reached`` are the places in reach."""

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


def why_not(state: State, origin: str, target: str) -> IllegalMove | None:
    """Return why no piece of the mover can go from ``origin`` to ``target`` now.

    Both are points of the board, ``hand``, ``off`` or ``reserve``. None if a hand step of a legal
    move does that; it is not enough that a move passes ``target``. A drop goes from the reserve to
    its point, even if the hands swap the piece for one of another colour.
    """
    reached = dict.fromkeys(_reached(state, origin))
    if target in reached:
        return None
    asked = _Request(state, origin, target, tuple(reached))
    return _too_soon(asked) or _nowhere(asked) or _not_theirs(asked) or _refused(asked)


def _reached(state: State, origin: str) -> Iterator[str]:
    """Yield where legal moves bring a piece at ``origin``, the mover's own or a neutral one."""
    for move in state.legal_moves():
        steps = [step for step in move.steps if step.piece.seat in (state.mover, None)]
        is_drop = origin == RESERVE and any(step.origin == RESERVE for step in steps)
        for step in steps:
            if step.origin == origin or (is_drop and step.verb == "put_on"):
                yield step.target


def _too_soon(asked: _Request) -> IllegalMove | None:
    if asked.state.is_terminal:
        return IllegalMove(GAME_OVER)
    if asked.state.is_chance:
        return IllegalMove(THROW_FIRST if asked.state.game.dice else LOT_FIRST)
    return None


def _nowhere(asked: _Request) -> IllegalMove | None:
    for place in (asked.origin, asked.target):
        if place not in asked.state.game.board and place not in PLACES_BESIDE:
            return IllegalMove(NO_POINT, point=place)
    return None


def _not_theirs(asked: _Request) -> IllegalMove | None:
    state, place = asked.state, asked.origin
    owners = [piece.seat for piece in state.pieces() if piece.place == place]
    if state.mover in owners or (None in owners and asked.reached):
        return None
    if place in PLACES_BESIDE:
        return IllegalMove(NONE_BESIDE, colour=asked.colour, place=place)
    if not owners:
        return IllegalMove(NO_PIECE, place=place)
    if owners[0] is None:
        return IllegalMove(NEUTRAL_STAYS, place=place)
    owner = _colour(state, owners[0])
    return IllegalMove(NOT_YOURS, place=place, owner=owner, colour=asked.colour)


def _refused(asked: _Request) -> IllegalMove:
    """Return the rule against going there, else what the piece may do instead."""
    state = asked.state
    attempts = state.attempts(asked.origin, asked.target)
    refused = [(state.refusal(text), end) for text, end in attempts]
    here = next((refusal for refusal, end in refused if end == asked.target), None)
    return here or _elsewhere(asked) or _stuck(asked, refused)


def _elsewhere(asked: _Request) -> IllegalMove | None:
    if asked.leaves_the_board:
        return IllegalMove(STAYS_ON, place=asked.origin)
    if asked.origin == OFF and not asked.reached:
        return IllegalMove(STAYS_OFF)
    if 0 < len(asked.reached) <= MOST_PLACES:
        reached = ", ".join(asked.reached)
        return IllegalMove(GOES_ELSEWHERE, place=asked.origin, reached=reached, given=asked.target)
    return None


def _stuck(asked: _Request, refused: list[Refused]) -> IllegalMove:
    if refused and not asked.reached and asked.target in asked.state.game.board:
        return refused[0][0]
    if asked.state.legal_moves() == (PASS,):
        return IllegalMove(MUST_PASS, colour=asked.colour)
    return IllegalMove(NO_MOVE, place=asked.origin, given=asked.target)


def _colour(state: State, seat: int | None) -> str:
    return "" if seat is None else state.game.seats[seat].colour
