"""A position in plain characters for any terminal: the board, the pieces beside it, the legend.

A piece is written as the sign of its colour, the first letter of its kind if the pieces differ, the
arrow of its facing, its badge, and the number of pieces from two on. The signs have the shapes of
those on the display; the legend explains them in the reader's language.

>>> import games
>>> state = games.load("thaayam", seats=2).state("0 throw 9,1,1,0/1,0,0,0 - - -")
>>> print(draw(state, Language("en")))
5 .  .  ○◆ .  .
4 .  .  .  .  .
3 +  .  #  .  +
2 .  .  .  .  .
1 .  .  ○2 .  .
  a  b  c  d  e
white: hand 1
red: hand 3
>>> print(legend(state.game, Language("en")))
○ white, ◆ red; a number counts pieces
. empty, + palace, # fortress
"""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from firmware_host.text.translator import Language
from games.core import Game, State
from games.equipment import NEUTRAL, PLACES_BESIDE, Board, Piece, Point, kind_letters, seat_of
from games.message import msg

EMPTY = "."
SIGNS: Mapping[str, str] = {
    "white": "○", "black": "●", "red": "◆", "blue": "▤", "yellow": "▼", "green": "▥",
    "neutral": "◌",
}  # fmt: skip
"""The sign of each colour: the shapes of :mod:`firmware_host.screens.cells` as characters."""
MARKS: Mapping[str, str] = {"cross": "+", "frame": "#", "dot": ":"}
ARROWS: Mapping[str, str] = {"north": "^", "south": "v", "west": "<", "east": ">"}
LEVEL: Mapping[str, str] = {"line": "-", "river": "~"}
UPRIGHT: Mapping[str, str] = {"line": "|", "river": "~"}
"""How a boundary is shown between two ranks, and between two files."""
LEGEND_WIDTH = 56
"""Columns of the legend: no more than the board of a large game."""

NOTHING = msg("empty")
COUNTS = msg("a number counts pieces")
POINTS = msg("where a piece points")


def draw(state: State, say: Language) -> str:
    """Return ``state`` as lines: the board, then a line for each seat with pieces beside it."""
    game, pieces = state.game, state.pieces()
    letters = kind_letters(game.start().pieces())
    content: dict[str, str] = defaultdict(str)
    for piece in pieces:
        seat = seat_of(piece, game.seats)
        content[piece.place] += SIGNS[seat.colour] + _sign(piece, letters) + _count(piece)
    return "\n".join((*_board(game.board, content), *_beside(state, pieces, letters, say)))


def legend(game: Game, say: Language) -> str:
    """Return what the signs on the board of ``game`` mean: a line for each sort of sign."""
    pieces = game.start().pieces()
    letters = kind_letters(pieces)
    kinds = dict.fromkeys(piece.kind for piece in pieces if letters)
    points = any(piece.facing for piece in pieces)
    colours = ", ".join(f"{SIGNS[seat.colour]} {say(seat.colour)}" for seat in game.seats)
    lines = (
        colours if letters or points else f"{colours}; {say(COUNTS)}",
        ", ".join(f"{letters[kind]} {say(kind)}" for kind in kinds),
        ", ".join(f"{badge} {say(meaning)}" for badge, meaning in game.badges.items()),
        f"{' '.join(ARROWS.values())} {say(POINTS)}" if points else "",
        ", ".join(f"{' '.join(signs)} {say(name)}" for name, signs in _ground(game.board).items()),
    )
    return "\n".join(part for line in lines for part in textwrap.wrap(line, LEGEND_WIDTH))


def _ground(board: Board) -> Mapping[str, Sequence[str]]:
    """Return the signs for what is drawn on the board itself, by its name."""
    signs: dict[str, set[str]] = {NOTHING: {EMPTY}}
    for point in board.points:
        for mark in point.marks:
            signs.setdefault(mark.name, set()).add(_mark(board, point))
    for each in board.boundaries:
        sign = (LEVEL if each.is_level else UPRIGHT)[each.sign]
        signs.setdefault(each.name, set()).add(sign)
    return {name: sorted(each) for name, each in signs.items()}


def _sign(piece: Piece, letters: Mapping[str, str]) -> str:
    return letters.get(piece.kind, "") + ARROWS.get(piece.facing, "") + piece.badge


def _count(piece: Piece) -> str:
    return str(piece.count) if piece.count > 1 else ""


def _board(board: Board, content: Mapping[str, str]) -> Iterator[str]:
    files: dict[int, list[str]] = defaultdict(list)
    ranks: dict[int, list[str]] = defaultdict(list)
    texts: dict[tuple[int, int], str] = {}
    for point in board.points:
        files[point.x].append(point.name)
        ranks[point.y].append(point.name[::-1])
        texts[point.x, point.y] = content.get(point.name) or _mark(board, point)
    has_rows = any(point.reach for point in board.points)
    edge = 0 if has_rows else max(len(_common_start(names)) for names in ranks.values())
    width, columns = max(map(len, texts.values())), sorted(files)
    if has_rows:
        yield _names_along(board, width, columns, is_upper=True)
    for y in sorted(ranks, reverse=True):
        cells = (_upright(board, x - 0.5, y) + texts.get((x, y), "").ljust(width) for x in columns)
        if has_rows:
            yield "".join(cells)[1:].rstrip()
            continue
        yield (_common_start(ranks[y])[::-1].rjust(edge) + "".join(cells)).rstrip()
        level = "".join(f" {_level(board, x, y - 0.5) * width}" for x in columns)
        if level.strip():
            yield (" " * edge + level).rstrip()
    if has_rows:
        yield _names_along(board, width, columns, is_upper=False)
        return
    names = "".join(f" {_common_start(files[x]).ljust(width)}" for x in columns)
    if names.strip():
        yield (" " * edge + names).rstrip()


def _names_along(board: Board, width: int, columns: Sequence[int], *, is_upper: bool) -> str:
    """Return the names of the points whose rows go down from above, or up from below."""
    rows = [point for point in board.points if point.reach and (point.reach < 0) == is_upper]
    names = {point.x: point.name for point in rows}
    return " ".join(names.get(x, "").ljust(width) for x in columns).rstrip()


def _upright(board: Board, x: float, y: float) -> str:
    """Return the sign of the boundary that runs upwards at ``x`` and passes ``y``, or a blank."""
    passing = (
        each
        for each in board.boundaries
        if not each.is_level and each.start[0] == x and each.start[1] < y < each.end[1]
    )
    return next((UPRIGHT[each.sign] for each in passing), " ")


def _level(board: Board, x: float, y: float) -> str:
    """Return the sign of the boundary that runs from left to right at ``y`` and passes ``x``."""
    passing = (
        each
        for each in board.boundaries
        if each.is_level and each.start[1] == y and each.start[0] < x < each.end[0]
    )
    return next((LEVEL[each.sign] for each in passing), " ")


def _common_start(names: Iterable[str]) -> str:
    """Return what all ``names`` begin with."""
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in same)


def _mark(board: Board, point: Point) -> str:
    """Return the sign on an empty point: of its mark, or of how many marks it has."""
    if not point.marks:
        return EMPTY
    are_counted = any(len(each.marks) > 1 for each in board.points)
    return str(len(point.marks)) if are_counted else MARKS[point.marks[0].sign]


def _beside(
    state: State, pieces: Sequence[Piece], letters: Mapping[str, str], say: Language
) -> Iterator[str]:
    for seat in (*state.game.seats, NEUTRAL):
        texts = [
            f"{say(piece.place)} {_lying(state.game, piece, letters, say)}"
            for place in PLACES_BESIDE
            for piece in pieces
            if (seat_of(piece, state.game.seats), piece.place) == (seat, place)
        ]
        if texts:
            yield f"{say(seat.colour)}: {', '.join(texts)}"


def _lying(game: Game, piece: Piece, letters: Mapping[str, str], say: Language) -> str:
    """Return kind and number of ``piece`` beside the board, and whose it was if it was won."""
    text = f"{_sign(replace(piece, facing='', badge=''), letters)}{piece.count}"
    owner = game.owner(piece)
    if owner is None or owner == piece.seat:
        return text
    return f"{text} ({say(game.seats[owner].colour)})"
