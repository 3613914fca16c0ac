"""Why a move is not legal in Squadro, as one sentence."""

from collections.abc import Sequence

from games.errors import IllegalMove
from games.message import msg
from games.squadro.moves import TrackRun
from games.squadro.rules import MOVE_TEXT, NAMES, SEATS, TRACKS

MOVE_AWAITED = msg("expected a move such as A3:0-2 or A1:3-6xB4B5, not {given}")
NOT_YOURS = msg("it is {colour}'s turn, and {piece} is another player's piece")
OUT_OF_THE_GAME = msg("{piece} is home and out of the game")
STANDS_ELSEWHERE = msg("{piece} stands at {progress}, not at {given}")
RUNS_ELSEWHERE = msg("{piece} goes from {progress} to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")
COMES_BACK = msg("that move would repeat an earlier position, which is banned")


def refusal(
    seat: int, progress: Sequence[int], runs: Sequence[TrackRun | None], text: str
) -> IllegalMove:
    """Return why ``text`` is not a legal move of ``seat``.

    ``progress`` and ``runs`` are how far each piece has come and what it would do in a move.
    """
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    name, origin, end = parts.groups()
    piece = NAMES.index(name)
    if piece // TRACKS != seat:
        return IllegalMove(NOT_YOURS, piece=name, colour=SEATS[seat].colour)
    run, stands = runs[piece], progress[piece]
    if run is None:
        return IllegalMove(OUT_OF_THE_GAME, piece=name)
    if stands != int(origin):
        return IllegalMove(STANDS_ELSEWHERE, piece=name, progress=stands, given=origin)
    if run.end != int(end):
        return IllegalMove(RUNS_ELSEWHERE, piece=name, progress=stands, reached=run.end, given=end)
    if run.move.text != text:
        return IllegalMove(WRITTEN_OTHERWISE, right=run.move.text, given=text)
    return IllegalMove(COMES_BACK)
