"""A position in plain characters for any terminal: the board, and the pieces beside it.

A piece is written as the first letter of its side (s, w, n, e), the first letter of its kind if the
pieces differ, the arrow of its facing, its badge, and the number of pieces from two on.

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
    """Return ``state`` as lines: the board, then a line for each seat with pieces beside it."""
    pieces = state.pieces()
    kinds = has_kinds(state.game.start().pieces())
    content: dict[str, str] = defaultdict(str)
    for piece in pieces:
        side = NEUTRAL_SIGN if piece.seat is None else state.game.seats[piece.seat].side[0]
        content[piece.place] += side + _sign(piece, kinds) + _count(piece)
    return "\n".join((*_board(state.game.board, content), *_beside(state, pieces, kinds)))


def _sign(piece: Piece, kinds: bool) -> str:
    return (piece.kind[0].upper() if kinds else "") + ARROWS.get(piece.facing, "") + piece.badge


def _count(piece: Piece) -> str:
    return str(piece.count) if piece.count > 1 else ""


def _board(board: Board, content: Mapping[str, str]) -> Iterator[str]:
    files: dict[int, list[str]] = defaultdict(list)
    ranks: dict[int, list[str]] = defaultdict(list)
    texts: dict[tuple[int, int], str] = {}
    for point in board.points:
        files[point.x].append(point.name)
        ranks[point.y].append(point.name[::-1])
        texts[point.x, point.y] = content.get(point.name) or _empty_point(point)
    table = [
        [_common_start(ranks[y])[::-1], *(texts.get((x, y), "") for x in sorted(files))]
        for y in sorted(ranks, reverse=True)
    ]
    names = [_common_start(files[x]) for x in sorted(files)]
    yield from _aligned((*table, ["", *names]) if any(names) else table)


def _common_start(names: Iterable[str]) -> str:
    """Return what all ``names`` begin with."""
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in same)


def _empty_point(point: Point) -> str:
    return MARKS[point.marks[0].sign] if point.marks else EMPTY


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows of ``table``: the first column as wide as needed, the others all equal."""
    first = max(len(row[0]) for row in table)
    width = max(len(text) for row in table for text in row[1:])
    for row in table:
        yield " ".join((row[0].rjust(first), *(text.ljust(width) for text in row[1:]))).rstrip()


def _beside(state: State, pieces: Sequence[Piece], kinds: bool) -> Iterator[str]:
    for seat in (*state.game.seats, NEUTRAL):
        texts = [
            f"{piece.place} {_sign(piece, kinds)}{piece.count}"
            for place in PLACES_BESIDE
            for piece in pieces
            if (seat_of(piece, state.game.seats), piece.place) == (seat, place)
        ]
        if texts:
            yield f"{seat.name if seat is NEUTRAL else seat.side}: {', '.join(texts)}"
