"""Draw a position as an SVG picture of the board, with the few shapes that the manual uses, too."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from games.core import Game, State
from games.equipment import (
    NEUTRAL,
    PLACES_BESIDE,
    Board,
    Boundary,
    Piece,
    Point,
    Seat,
    has_kinds,
    seat_of,
)

Number = int | float


def picture(width: Number, height: Number, title: str, shapes: Iterable[str]) -> str:
    """Return a drawing of that size in pixels, on white; a screen reader reads its ``title``."""
    opened = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family="sans-serif",
    )
    ground = element("rect", width=width, height=height, fill="#ffffff")
    lines = (opened.replace("/>", ">"), f"<title>{escape(title)}</title>", ground, *shapes)
    return "\n".join((*lines, "</svg>\n"))


def element(name: str, **attributes: Number | str) -> str:
    """Return an element with these attributes; underscores in names become hyphens.

    A name that is a word of Python ends with one more underscore.

    >>> element("circle", class_="o", cx=3, cy=4.5, stroke_width=2)
    '<circle class="o" cx="3" cy="4.5" stroke-width="2"/>'
    """
    names = (key.rstrip("_").replace("_", "-") for key in attributes)
    pairs = (
        f" {name}={_quoted(attributes[key])}" for name, key in zip(names, attributes, strict=True)
    )
    return f"<{name}{''.join(pairs)}/>"


def group(shapes: Iterable[str], **attributes: Number | str) -> str:
    """Return ``shapes`` as one shape with these attributes.

    >>> group([element("path", d="m1 2h3")], transform="scale(2)")
    '<g transform="scale(2)"><path d="m1 2h3"/></g>'
    """
    return f"{element('g', **attributes).removesuffix('/>')}>{''.join(shapes)}</g>"


def text(x: Number, y: Number, words: str, **attributes: Number | str) -> str:
    """Return words on the line ``y`` that begin at ``x``, unless ``text_anchor`` says otherwise.

    >>> text(1, 2, "a < b", fill="red")
    '<text x="1" y="2" fill="red">a &lt; b</text>'
    """
    opened = element("text", x=x, y=y, **attributes)
    return f"{opened.removesuffix('/>')}>{escape(words)}</text>"


def _quoted(value: Number | str) -> str:
    return quoteattr(value if isinstance(value, str) else f"{value:g}")


SQUARE: Final = 44
"""Pixels from one point to the next."""
MARGIN: Final = 34
INK, PAPER, SIGN, WATER = "#57534e", "#fdf6e3", "#a8a29e", "#bfdbfe"
WAY: Final = "#15803d"
RIVER: Final = 0.6
"""How much of a gap between two points a river fills."""
FILLS: Final[Mapping[str, str]] = {
    "white": "#ffffff",
    "black": "#262626",
    "red": "#dc2626",
    "blue": "#2563eb",
    "yellow": "#facc15",
    "green": "#16a34a",
    "neutral": "#a8a29e",
}
DISC: Final = "M0-15a15 15 0 1 1-.1 0z"
BLOCK: Final = "M-13.5-13.5h27v27h-27z"
SHAPES: Final[Mapping[str, str]] = {
    "white": DISC,
    "black": DISC,
    "red": "M0-17l17 17-17 17-17-17z",
    "blue": BLOCK,
    "yellow": "M-17-13h34l-13 26h-8z",
    "green": BLOCK,
    "neutral": DISC,
}
"""The shape of each colour around its middle: the same as on the display of the device."""
STRIPES: Final[Mapping[str, str]] = {
    "blue": "M-13.5 -7h27M-13.5 0h27M-13.5 7h27",
    "green": "M-7 -13.5v27M0 -13.5v27M7 -13.5v27",
}
SHARP: Final = "M0 -16l9 10v20h-18v-20z"
"""The shape of a piece that points somewhere."""
DARK: Final = ("black", "red", "blue", "green")
TURNS: Final[Mapping[str, int]] = {"north": 0, "east": 90, "south": 180, "west": 270}


class Ground(NamedTuple):
    """A board without pieces: its ``shapes`` as SVG on ``width`` x ``height`` pixels.

    ``points`` has the middle of each point by its name, with the edge of its square.
    """

    width: float
    height: float
    shapes: str
    points: Mapping[str, tuple[float, float, float]]


def drawing(state: State, title: str, ways: Iterable[Sequence[str]] = ()) -> str:
    """Return the board of ``state`` with its pieces as SVG, with files and ranks beside it.

    Each of ``ways``, the names of points in a row, is a line that ends in a ring.
    """
    board = ground(state.game.board)
    lines = [_way(way, board.points) for way in ways if way]
    shapes = (board.shapes, pieces(state.pieces(), state.game), *lines)
    return picture(board.width, board.height, title, shapes)


def ground(board: Board) -> Ground:
    """Return ``board`` without pieces, with files and ranks beside it."""
    plan = _Plan(board)
    paper = element("rect", width=plan.width, height=plan.height, fill=PAPER)
    shapes = "\n".join((paper, *_ground(board, plan), *_names(board, plan)))
    middles = {point.name: (*plan.at(point), float(point.size * SQUARE)) for point in board.points}
    return Ground(plan.width, plan.height, shapes, middles)


def page_ground(game: Game) -> dict[str, object]:
    """Return what a page draws the games of ``game`` with: its empty board, and ``symbols``.

    There is one for each kind of piece of each seat, around its middle and pointing north, and one
    for each face of the dice. ``places`` has where pieces lie beside the board, by place and seat.
    """
    board = ground(game.board)
    return {
        **board._asdict(),
        "symbols": "".join((*_piece_symbols(game), *_die_symbols(game))),
        "places": _places_beside(game, board),
    }


def _piece_symbols(game: Game) -> Iterator[str]:
    kinds = sorted({piece.kind for piece in game.start().pieces()})
    points = any(piece.facing for piece in game.start().pieces())
    named = len(kinds) > 1
    for seat, kind in product((*game.seats, NEUTRAL), kinds):
        piece = Piece(None, kind, "", "north" if points else "")
        shapes = _piece(piece, seat, 0, 0, named=named)
        name = f"piece-{seat.index}-{kind}" if named else f"piece-{seat.index}"
        yield group(shapes, id=name)


def _die_symbols(game: Game) -> Iterator[str]:
    look: dict[str, Number | str] = {"stroke": INK, "stroke_width": 2, "rx": 6}
    for die in dict.fromkeys(game.dice):
        for face in dict.fromkeys(die.faces):
            square = element("rect", x=-20, y=-20, width=40, height=40, fill="#ffffff", **look)
            words = text(0, 9, str(face), text_anchor="middle", font_size=26, fill="#000000")
            yield group((square, words), id=f"die-{face}")


def _places_beside(game: Game, board: Ground) -> dict[str, tuple[float, float]]:
    """Return where what lies beside the board goes: at the side of its seat."""
    sides = {
        "south": (0.0, board.height - MARGIN / 2),
        "north": (0.0, MARGIN / 2),
        "west": (MARGIN / 2, 0.0),
        "east": (board.width - MARGIN / 2, 0.0),
    }
    found = {}
    for seat, (part, place) in product((*game.seats, NEUTRAL), enumerate(PLACES_BESIDE, start=1)):
        x, y = sides[seat.side]
        found[f"{place} {seat.index}"] = (x or board.width * part / 4, y or board.height * part / 4)
    return found


def pieces(standing: Iterable[Piece], game: Game) -> str:
    """Return the pieces of ``game`` that are ``standing`` on its board.

    Those of several seats on one point stand side by side.
    """
    return "\n".join(_pieces(standing, game, _Plan(game.board)))


def _way(way: Sequence[str], points: Mapping[str, tuple[float, float, float]]) -> str:
    middles = [points[name][:2] for name in way]
    look: dict[str, str | int] = {"fill": "none", "stroke": WAY, "stroke_width": 5}
    (x, y), line = middles[-1], "L".join(f"{x:g} {y:g}" for x, y in middles)
    ring = element("circle", cx=x, cy=y, r=SQUARE // 2 - 3, **look)
    return element("path", d=f"M{line}", stroke_linecap="round", **look) + ring


@lru_cache(maxsize=16)
def sign(seat: Seat) -> str:
    """Return the sign of ``seat`` as a small picture."""
    piece = "".join(_piece(Piece(seat.index, "", ""), seat, 16, 16, named=False))
    return picture(32, 32, seat.name, [piece])


class _Plan:
    """Where the points of a board are in the drawing.

    A cross has the size of a square; where pieces stand on lines it goes over the four around it.
    """

    def __init__(self, board: Board) -> None:
        points = board.points
        self.spread = 2 if board.lines else 1
        self.left = min(point.x - point.size // 2 for point in points)
        self.right = max(point.x + point.size // 2 for point in points)
        self.bottom = min(point.y - point.size // 2 for point in points)
        self.top = max(point.y + point.size // 2 for point in points)
        self.width = (self.right - self.left + 1) * SQUARE + 2 * MARGIN
        self.height = (self.top - self.bottom + 1) * SQUARE + 2 * MARGIN

    def at(self, point: Point) -> tuple[float, float]:
        """The middle of ``point``, from the left and from the top."""
        return self.spot((point.x, point.y))

    def spot(self, place: tuple[float, float]) -> tuple[float, float]:
        """An x and a y of the board, from the left and from the top."""
        x, y = place
        across = MARGIN + (x - self.left + 0.5) * SQUARE
        return across, MARGIN + (self.top - y + 0.5) * SQUARE


def _ground(board: Board, plan: _Plan) -> Iterator[str]:
    """Yield boundaries, the lines of the board or its squares if it has none, and the marks."""
    for boundary in board.boundaries:
        yield _boundary(boundary, plan)
    for begin, end in board.lines:
        (x1, y1), (x2, y2) = plan.at(board[begin]), plan.at(board[end])
        yield element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=INK)
    for point in board.points:
        if not board.lines:
            yield _square(point, plan, 0, fill="#ffffff", stroke=INK)
        for number, mark in enumerate(point.marks):
            yield from SIGNS[mark.sign](point, plan, number)


def _boundary(boundary: Boundary, plan: _Plan) -> str:
    (x1, y1), (x2, y2) = plan.spot(boundary.start), plan.spot(boundary.end)
    ink, width = (INK, 3.0) if boundary.sign == "line" else (WATER, RIVER * SQUARE)
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink, stroke_width=width)


def _square(point: Point, plan: _Plan, inset: float, **look: str) -> str:
    x, y = plan.at(point)
    edge = point.size * SQUARE - 2 * inset
    return element("rect", x=x - edge / 2, y=y - edge / 2, width=edge, height=edge, **look)


def _cross(point: Point, plan: _Plan, number: int) -> Iterator[str]:
    x, y = plan.at(point)
    half = plan.spread * point.size * SQUARE / 2
    for slope in (1, -1):
        ends = {"x1": x - half, "x2": x + half, "y1": y - slope * half, "y2": y + slope * half}
        yield element("line", **ends, stroke=SIGN)


def _frame(point: Point, plan: _Plan, number: int) -> Iterator[str]:
    yield _square(point, plan, 4, fill="none", stroke=SIGN)


def _dot(point: Point, plan: _Plan, number: int) -> Iterator[str]:
    x, y = plan.at(point)
    yield element("circle", cx=x - 14 + 7 * number, cy=y + 17, r=2.5, fill=INK)


SIGNS = {"cross": _cross, "frame": _frame, "dot": _dot}


def _names(board: Board, plan: _Plan) -> Iterator[str]:
    """Yield the names of the files below the board and of the ranks on its left."""
    look: dict[str, str | int] = {"text_anchor": "middle", "font_size": 12, "fill": INK}
    files = {point.x: point.name.rstrip("0123456789") for point in board.points}
    ranks = {point.y: point.name.lstrip("abcdefghijklmnopqrstuvwxyz") for point in board.points}
    for column, file in files.items():
        x = MARGIN + (column - plan.left + 0.5) * SQUARE
        yield text(x, plan.height - 12, file, **look)
    for row, rank in ranks.items():
        y = MARGIN + (plan.top - row + 0.5) * SQUARE
        yield text(16, y + 4, rank, **look)


def _pieces(pieces: Iterable[Piece], game: Game, plan: _Plan) -> Iterator[str]:
    named = has_kinds(game.start().pieces())
    standing: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.place in game.board:
            standing[piece.place].append(piece)
    for name, group in standing.items():
        x, y = plan.at(game.board[name])
        for number, piece in enumerate(group):
            aside = (number - (len(group) - 1) / 2) * 16
            seat = seat_of(piece, game.seats)
            yield from _piece(piece, seat, x + aside, y, named=named)


def _piece(piece: Piece, seat: Seat, x: float, y: float, *, named: bool) -> Iterator[str]:
    fill, place = FILLS[seat.colour], f"translate({x:g} {y:g})"
    shape = SHARP if piece.facing else SHAPES[seat.colour]
    turned = f"{place} rotate({TURNS[piece.facing]})" if piece.facing else place
    yield element("path", d=shape, transform=turned, fill=fill, stroke="#000", stroke_width=1.2)
    label = piece.kind[:1].upper() if named else str(piece.count) if piece.count > 1 else ""
    if stripes := STRIPES.get(seat.colour):
        yield element("path", d=stripes, transform=place, stroke="#ffffff", stroke_width=2.5)
        if label:
            yield element("rect", x=x - 9, y=y - 8, width=18, height=16, fill=fill)
    if label + piece.badge:
        ink = "#ffffff" if seat.colour in DARK else "#000000"
        words = label + piece.badge
        yield text(x, y + 5, words, text_anchor="middle", font_size=14, fill=ink)
