"""How positions and moves of Squadro are written and read, and why a move is refused.

Pieces that were found on the real board are read as progresses, too. Place and facing tell how far
a piece has come and on which track it runs. The tracks without a piece are those of the pieces that
are home.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from games import text as texts
from games.arranging import check_alone
from games.core import Attempt
from games.course import write_progress
from games.equipment import OFF, PLACES_BESIDE, Piece
from games.message import IllegalMove, WrongPieces, msg
from games.squadro.moves import TrackRun
from games.squadro.rules import (
    FAR_EDGE,
    HOME,
    MOVE_TEXT,
    NAMES,
    SEATS,
    START,
    TRACKS,
    point,
    standing,
    turns_to_win,
)

FIELDS = ("turn", "pieces")


def write(turn: int | None, progress: Sequence[int]) -> str:
    """Return the position text."""
    groups = progress[:TRACKS], progress[TRACKS:]
    return f"{texts.EMPTY if turn is None else turn} {write_progress(groups)}"


def read(text: str) -> tuple[int | None, tuple[int, ...]]:
    """Return the turn and the progress of every piece; ValueError says what is wrong."""
    turn, pieces = texts.fields(text, FIELDS)
    seat, progress = texts.turn(turn, len(SEATS)), _read_progress(pieces)
    winners = [each for each in (0, 1) if turns_to_win(each, progress) == 0]
    if len(winners) > 1:
        raise ValueError(f"expected at most one seat with four pieces home: {text!r}")
    if winners and seat is not None:
        raise ValueError(f"expected turn -, because {SEATS[winners[0]].colour} has won: {text!r}")
    return seat, progress


def _read_progress(text: str) -> tuple[int, ...]:
    """Read the progress of every piece, as in ``0,2,0,0,0/0,0,0,0,6``."""
    groups = [group.split(",") for group in text.split("/")]
    if [len(group) for group in groups] != [TRACKS] * len(SEATS):
        raise ValueError(f"expected {TRACKS} pieces for each of {len(SEATS)} seats: {text!r}")
    read = tuple(texts.whole(item, "progress", START, HOME) for group in groups for item in group)
    placed = [(name, standing(piece, read[piece]).place) for piece, name in enumerate(NAMES)]
    for (one, here), (other, there) in combinations(placed, 2):
        if here == there != OFF:
            raise ValueError(f"expected one piece on {here}, not {one} and {other}: {text!r}")
    return read


ONE_TRACK = msg("two {colour} pieces are on one track: {place}")

WAYS: Mapping[Piece, tuple[int, int]] = {
    standing(piece, progress): (piece, progress)
    for piece in range(len(NAMES))
    for progress in range(START, HOME + 1)
}
"""A piece and its progress, by how it stands; pieces that are home look all the same."""


def standings(piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be at ``place``, pointing as it does now first."""
    ways = (way for way in WAYS if (way.seat, way.place) == (piece.seat, place))
    return tuple(sorted(ways, key=lambda way: way.facing != piece.facing))


def arranged(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """Return the progress of A1 to B5; WrongPieces if two stand on one point or track."""
    found = tuple(each for each in pieces if each.place != OFF)
    check_alone(found)
    progress = [HOME] * len(NAMES)
    for each in found:
        piece, come = WAYS[each]
        if progress[piece] != HOME:
            raise WrongPieces(ONE_TRACK, colour=SEATS[piece // TRACKS].colour, place=each.place)
        progress[piece] = come
    return tuple(progress)


MOVE_AWAITED = msg("expected a move such as A3:0-2 or A1:3-6xB4B5, not {given}")
NOT_YOURS = msg("it is {colour}'s turn, and {piece} is another player's piece")
OUT_OF_THE_GAME = msg("{piece} is home and out of the game")
STANDS_ELSEWHERE = msg("{piece} stands at {progress}, not at {given}")
GOES_AHEAD = msg("the piece on {place} only goes ahead on its track: now to {reached}")
MOVES_DOTS = msg("its dots take the piece on {place} to {reached}, not to {given}")
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
