"""Finding out why an action is not legal."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from games.actions import PASS
from games.core import GAME_OVER, Attempt
from games.equipment import OFF
from games.errors import IllegalMove
from games.thaayam import reasons
from games.thaayam.facts import BORNE_OFF, CHANCES, FORTRESS
from games.thaayam.reasons import listed

if TYPE_CHECKING:
    from games.thaayam.position import Position


def refusal(position: "Position", text: str) -> IllegalMove:
    """Why ``text`` is not a legal action in ``position``."""
    if position.turn is None:
        return IllegalMove(GAME_OVER)
    if position.is_chance:
        return IllegalMove(reasons.THROW_AWAITED, choices=listed(CHANCES), given=text)
    if text == PASS.text:
        return IllegalMove(reasons.MUST_PLAY, choices=listed(position.legal_moves()))
    parts = position.game.MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(reasons.MOVE_AWAITED, given=text)
    throw, start, end = parts.groups()
    return _of_move(position, position.turn, text, int(throw), start, end)


def attempts(position: "Position", origin: str, target: str) -> Iterator[Attempt]:
    """Each throw left with a piece on ``origin``, as if it led to ``target``, and where it leads.

    The smallest throw comes first: of those that end in one place it falls least short of it.
    """
    if origin == OFF:
        return
    seat = cast("int", position.turn)
    for throw in sorted(set(position.kept)):
        end, _ = position.reach(seat, throw, position.game.progress(seat, origin))
        yield f"{throw}:{origin}-{target}", position.game.place(seat, end)


def _of_move(
    position: "Position", seat: int, text: str, throw: int, start: str, end: str
) -> IllegalMove:
    """Why the well-formed move ``text`` is not legal for ``seat``, whose choice is awaited."""
    game = position.game
    if throw not in position.kept:
        return IllegalMove(reasons.NOT_THROWN, throw=throw, kept=listed(position.kept))
    origin = game.progress(seat, start)
    if origin not in position.groups[seat] or origin == BORNE_OFF:
        return IllegalMove(reasons.NO_PIECE, colour=game.seats[seat].colour, place=start)
    target, obstacle = position.reach(seat, throw, origin)
    if obstacle:
        return IllegalMove(obstacle, throw=throw, place=start, needed=FORTRESS - origin)
    reached = game.place(seat, target)
    if reached != end:
        return IllegalMove(
            reasons.LEADS_ELSEWHERE, throw=throw, place=start, reached=reached, given=end
        )
    right = position.written(seat, throw, origin, target)
    return IllegalMove(reasons.WRITTEN_OTHERWISE, right=right.text, given=text)
