"""A position in plain characters, for a terminal of any kind: the board and what lies beside it.

A piece is the first letter of its side's name (s, w, n, e), where pieces differ the first letter
of its kind, the arrow of its facing, its badge, and how many there are from two on.

>>> import games
>>> state = games.load("thaayam", seats=2).state("0 throw 9,1,1,0/1,0,0,0 - - -")
>>> print(draw(state))
5 .  .  sn .  .
4 .  .  .  .  .
3 +  .  #  .  +
2 .  .  .  .  .
1 .  .  s2 .  .
  a  b  c  d  e
south: hand 1
north: hand 3
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from games.core import State
from games.equipment import NEUTRAL, PLACES_BESIDE, Board, Piece, Point, has_kinds, seat_of

EMPTY = "."
NEUTRAL_SIGN = "*"
MARKS: Mapping[str, str] = {"cross": "+", "frame": "#", "dot": ":"}
ARROWS: Mapping[str, str] = {"north": "^", "south": "v", "west": "<", "east": ">"}


def draw(state: State) -> str:
    """Return ``state`` as lines of text: the board, then a line a seat with pieces beside it."""
    pieces = state.pieces()
    kinds = has_kinds(state.game.start().pieces())
    standing: dict[str, str] = defaultdict(str)
    for piece in pieces:
        side = NEUTRAL_SIGN if piece.seat is None else state.game.seats[piece.seat].side[0]
        standing[piece.place] += side + _sign(piece, kinds) + _several(piece)
    return "\n".join((*_board(state.game.board, standing), *_beside(state, pieces, kinds)))


def _sign(piece: Piece, kinds: bool) -> str:
    return (piece.kind[0].upper() if kinds else "") + ARROWS.get(piece.facing, "") + piece.badge


def _several(piece: Piece) -> str:
    return str(piece.count) if piece.count > 1 else ""


def _board(board: Board, standing: Mapping[str, str]) -> Iterator[str]:
    files: dict[int, list[str]] = defaultdict(list)
    ranks: dict[int, list[str]] = defaultdict(list)
    texts: dict[tuple[int, int], str] = {}
    for point in board.points:
        files[point.x].append(point.name)
        ranks[point.y].append(point.name[::-1])
        texts[point.x, point.y] = standing.get(point.name) or _ground(point)
    table = [
        [_beginning(ranks[y])[::-1], *(texts.get((x, y), "") for x in sorted(files))]
        for y in sorted(ranks, reverse=True)
    ]
    names = [_beginning(files[x]) for x in sorted(files)]
    yield from _aligned((*table, ["", *names]) if any(names) else table)


def _beginning(names: Iterable[str]) -> str:
    """What all ``names`` begin with."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in alike)


def _ground(point: Point) -> str:
    return MARKS[point.marks[0].sign] if point.marks else EMPTY


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of ``table`` with its first column as wide as it needs and the others alike."""
    first = max(len(row[0]) for row in table)
    width = max(len(text) for row in table for text in row[1:])
    for row in table:
        yield " ".join((row[0].rjust(first), *(text.ljust(width) for text in row[1:]))).rstrip()


def _beside(state: State, pieces: Sequence[Piece], kinds: bool) -> Iterator[str]:
    for seat in (*state.game.seats, NEUTRAL):
        told = [
            f"{piece.place} {_sign(piece, kinds)}{piece.count}"
            for place in PLACES_BESIDE
            for piece in pieces
            if (seat_of(piece, state.game.seats), piece.place) == (seat, place)
        ]
        if told:
            yield f"{seat.name if seat is NEUTRAL else seat.side}: {', '.join(told)}"
