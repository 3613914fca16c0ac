"""Why a move is not legal, as one sentence."""

from typing import TYPE_CHECKING

from games.core import GAME_OVER
from games.errors import IllegalMove
from games.message import msg
from games.squadro.tracks import NAMES, TRACKS

if TYPE_CHECKING:
    from games.squadro.position import Position

MOVE_AWAITED = msg("a move such as A3:0-2 or A1:3-6xB4B5 is awaited, not {given}")
NOT_YOURS = msg("{piece} is not a piece of {colour}, whose turn it is")
OUT_OF_THE_GAME = msg("{piece} is home and out of the game")
STANDS_ELSEWHERE = msg("{piece} stands at {progress}, not at {given}")
RUNS_ELSEWHERE = msg("{piece} goes from {progress} to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")
COMES_BACK = msg("{piece} may not move: an earlier position would come back")


def refusal(position: "Position", text: str) -> IllegalMove:
    """Why ``text`` is not a legal move in ``position``."""
    if position.turn is None:
        return IllegalMove(GAME_OVER)
    parts = position.game.MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    name, origin, end = parts.groups()
    piece = NAMES.index(name)
    if piece // TRACKS != position.turn:
        return IllegalMove(NOT_YOURS, piece=name, colour=position.game.seats[position.turn].colour)
    run, progress = position.run(piece), position.progress[piece]
    if run is None:
        return IllegalMove(OUT_OF_THE_GAME, piece=name)
    if progress != int(origin):
        return IllegalMove(STANDS_ELSEWHERE, piece=name, progress=progress, given=origin)
    if run.end != int(end):
        return IllegalMove(
            RUNS_ELSEWHERE, piece=name, progress=progress, reached=run.end, given=end
        )
    if run.move.text != text:
        return IllegalMove(WRITTEN_OTHERWISE, right=run.move.text, given=text)
    return IllegalMove(COMES_BACK, piece=name)
