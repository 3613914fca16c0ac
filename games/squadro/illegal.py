"""Why a move is not legal in Squadro, as one sentence."""

from collections.abc import Iterator, Sequence

from games.core import Attempt
from games.equipment import PLACES_BESIDE
from games.errors import IllegalMove
from games.message import msg
from games.squadro.moves import TrackRun
from games.squadro.rules import FAR_EDGE, HOME, MOVE_TEXT, NAMES, SEATS, TRACKS, point

MOVE_AWAITED = msg("expected a move such as A3:0-2 or A1:3-6xB4B5, not {given}")
NOT_YOURS = msg("it is {colour}'s turn, and {piece} is another player's piece")
OUT_OF_THE_GAME = msg("{piece} is home and out of the game")
STANDS_ELSEWHERE = msg("{piece} stands at {progress}, not at {given}")
GOES_AHEAD = msg("the piece on {place} only goes ahead on its track: now to {reached}")
MOVES_DOTS = msg("the dots where the piece on {place} set out lead to {reached}, not to {given}")
STOPS_AT_EDGE = msg("the piece on {place} stops at the edge, on {reached}")
STOPS_BEHIND = msg("the piece on {place} stops right behind the pieces it jumps, on {reached}")
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
        return _runs_elsewhere(piece, stands, run, int(end))
    if run.text != text:
        return IllegalMove(WRITTEN_OTHERWISE, right=run.text, given=text)
    return IllegalMove(COMES_BACK)


def attempts(piece: int, progress: int, target: str) -> Iterator[Attempt]:
    """Yield the move of ``piece`` at ``progress`` as if it led to ``target``.

    If it can never come there from ``progress`` on, it is the move that leads nowhere.
    """
    last = FAR_EDGE if progress < FAR_EDGE else HOME
    on_the_way = [point(piece, each) for each in range(progress, last + 1)]
    end = progress + on_the_way.index(target) if target in on_the_way else progress
    if target not in PLACES_BESIDE and end < HOME:
        yield f"{NAMES[piece]}:{progress}-{end}", target


def _runs_elsewhere(piece: int, progress: int, run: TrackRun, end: int) -> IllegalMove:
    """Return what makes ``piece`` go from ``progress`` where ``run`` ends, not to ``end``."""
    reached = run.choices[1].value
    facts = {"place": point(piece, progress), "reached": reached, "given": point(piece, end)}
    if end <= progress:
        return IllegalMove(GOES_AHEAD, **facts)
    if run.captures:
        return IllegalMove(STOPS_BEHIND, **facts)
    return IllegalMove(STOPS_AT_EDGE if run.reaches_edge and end > run.end else MOVES_DOTS, **facts)
