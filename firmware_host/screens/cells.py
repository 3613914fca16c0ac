"""Draw what stands on one point of a board, as a small square picture.

A cell may hold one piece, a stack, or pieces of every seat. The size decides how much it shows:
large signs with a digit in them, small signs beside digits, digits at the seats' sides of the cell,
or signs alone.

Every colour has a sign, drawn pixel by pixel in three sizes. One bit has no colours, so the seats
differ by shape and filling. As in printed diagrams, a ring is white and a disc is black. Blue is
striped across and green upright; red is a diamond, yellow a triangle that stands on its tip. No
sign looks like a mark on the board: a cross, a frame or a dot. Even the smallest signs of any two
colours differ in a third of their nine pixels.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from firmware_host.screens.canvas import DARK, LIT, Spot, blank, inverted
from games.equipment import NEUTRAL, Board, Piece, Side, kind_letters

if TYPE_CHECKING:
    from PIL import Image

LARGE = """
white      black      red        blue       yellow     green      neutral
..#####..  ..#####..  ....#....  #########  #########  #.#.#.#.#  #.#.#.#.#
.#.....#.  .#######.  ...###...  .........  #########  #.#.#.#.#  .........
#.......#  #########  ..#####..  #########  #########  #.#.#.#.#  #.......#
#.......#  #########  .#######.  .........  .#######.  #.#.#.#.#  .........
#.......#  #########  #########  #########  .#######.  #.#.#.#.#  #.......#
#.......#  #########  .#######.  .........  ..#####..  #.#.#.#.#  .........
#.......#  #########  ..#####..  #########  ..#####..  #.#.#.#.#  #.......#
.#.....#.  .#######.  ...###...  .........  ...###...  #.#.#.#.#  .........
..#####..  ..#####..  ....#....  #########  ....#....  #.#.#.#.#  #.#.#.#.#
"""
SMALL = """
white  black  red    blue   yellow  green  neutral
.###.  .###.  ..#..  #####  #####   #.#.#  #.#.#
#...#  #####  .###.  .....  #####   #.#.#  .....
#...#  #####  #####  #####  .###.   #.#.#  #...#
#...#  #####  .###.  .....  .###.   #.#.#  .....
.###.  .###.  ..#..  #####  ..#..   #.#.#  #.#.#
"""
TINY = """
white  black  red  blue  yellow  green  neutral
##.    ###    .#.  ###   ###     #.#    .#.
#.#    ###    ###  ...   .#.     #.#    ...
.##    ###    .#.  ###   .#.     #.#    .#.
"""
NOSES = """
north  south  west  east
..#..  #####  ..#   #..
.###.  .###.  .##   ##.
#####  ..#..  ###   ###
.....  .....  .##   ##.
.....  .....  ..#   #..
"""
PLACES = """
hand   off    reserve
..#..  ....#  #####
..#..  ...#.  #...#
#####  #.#..  #.#.#
..#..  .#...  #...#
..#..  .....  #####
"""
DIGITS = """
0    1    2    3    4    5    6    7    8    9
###  .#.  ##.  ##.  #.#  ###  .##  ###  ###  ###
#.#  ##.  ..#  ..#  #.#  #..  #..  ..#  #.#  #.#
#.#  .#.  .#.  .#.  ###  ##.  ###  .#.  ###  ###
#.#  .#.  #..  ..#  ..#  ..#  #.#  .#.  #.#  ..#
###  ###  ###  ##.  ..#  ##.  ###  .#.  ###  ##.
"""
CAPITALS = """
A    B    C    D    E    F    G    H    I    J    K    L    M
.#.  ##.  .##  ##.  ###  ###  .##  #.#  ###  ..#  #.#  #..  #.#
#.#  #.#  #..  #.#  #..  #..  #..  #.#  .#.  ..#  #.#  #..  ###
###  ##.  #..  #.#  ##.  ##.  #.#  ###  .#.  ..#  ##.  #..  ###
#.#  #.#  #..  #.#  #..  #..  #.#  #.#  .#.  #.#  #.#  #..  #.#
#.#  ##.  .##  ##.  ###  #..  .##  #.#  ###  .#.  #.#  ###  #.#
"""
MORE_CAPITALS = """
N    O    P    Q    R    S    T    U    V    W    X    Y    Z
##.  .#.  ##.  .#.  ##.  .##  ###  #.#  #.#  #.#  #.#  #.#  ###
#.#  #.#  #.#  #.#  #.#  #..  .#.  #.#  #.#  #.#  #.#  #.#  ..#
#.#  #.#  ##.  #.#  ##.  .#.  .#.  #.#  #.#  ###  .#.  .#.  .#.
#.#  #.#  #..  ##.  #.#  ..#  .#.  #.#  #.#  ###  #.#  .#.  #..
#.#  .#.  #..  .##  #.#  ##.  .#.  ###  .#.  #.#  #.#  .#.  ###
"""
PIPS = """
1    2    3    4    5    6    7    8    9
...  #..  #..  #.#  #.#  #.#  #.#  ###  ###
.#.  ...  .#.  ...  .#.  #.#  ###  #.#  ###
...  ..#  ..#  #.#  #.#  #.#  #.#  ###  ###
"""
LABEL = (3, 5)
LABEL_PLACE = (3, 2, 6, 7)
LABEL_GROUND = (2, 1, 7, 8)


def sign(colour: str, size: int) -> "Image.Image":
    """Return the sign of ``colour`` as a picture of ``size`` x ``size`` pixels: 9, 5 or 3.

    ValueError for a colour that has no sign.

    >>> sign("red", 3).getbbox(), sign("red", 9).size
    ((0, 0, 3, 3), (9, 9))
    """
    signs = _pictures({9: LARGE, 5: SMALL, 3: TINY}[size])
    if colour not in signs:
        raise ValueError(
            f"expected a colour with a sign, one of {', '.join(signs)}, got {colour!r}"
        )
    return signs[colour]


def nose(side: str) -> "Image.Image":
    """Return the small triangle that points to ``side``: 5 x 3 pixels, or 3 x 5."""
    picture = _pictures(NOSES)[side]
    return picture.crop(picture.getbbox())


def place_sign(place: str) -> "Image.Image":
    """Return the sign for what stands at ``place`` beside the board: hand, off or reserve."""
    return _pictures(PLACES)[place]


def can_label(text: str) -> bool:
    """Return whether every character of ``text`` is a digit or a capital from A to Z."""
    return _labels().issuperset(text)


@cache
def _labels() -> frozenset[str]:
    """The characters of labels; nothing is drawn, so a table without Pillow can ask."""
    tables = (DIGITS, CAPITALS, MORE_CAPITALS)
    return frozenset(name for table in tables for name in table.strip().splitlines()[0].split())


@cache
def label(text: str) -> "Image.Image":
    """Return ``text`` in digits and capitals of 3 x 5 pixels, one dark column between them."""
    width, height = LABEL
    picture = blank(((width + 1) * len(text) - 1, height))
    for number, character in enumerate(text):
        picture.paste(_characters()[character], (number * (width + 1), 0))
    return picture


def pips(count: int) -> "Image.Image":
    """Return ``count`` from 1 to 9 as dots like those on a die, in 3 x 3 pixels."""
    return _pictures(PIPS)[str(count)]


@cache
def labelled(colour: str, text: str) -> "Image.Image":
    """Return the large sign of ``colour`` with a digit or capital in it, dark on a filled sign."""
    picture = sign(colour, 9).copy()
    if picture.crop(LABEL_PLACE).getextrema() == (LIT, LIT):
        picture.paste(inverted(label(text)), LABEL_PLACE)
    else:
        picture.paste(DARK, LABEL_GROUND)
        picture.paste(label(text), LABEL_PLACE)
    return picture


@cache
def _characters() -> Mapping[str, "Image.Image"]:
    return {**_pictures(DIGITS), **_pictures(CAPITALS), **_pictures(MORE_CAPITALS)}


@cache
def _pictures(table: str) -> Mapping[str, "Image.Image"]:
    names, *rows = (line.split() for line in table.strip().splitlines())
    return {name: _picture(column) for name, *column in zip(names, *rows, strict=True)}


def _picture(rows: Sequence[str]) -> "Image.Image":
    from PIL import ImageDraw

    picture = blank((len(rows[0]), len(rows)))
    lit = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"]
    ImageDraw.Draw(picture).point(lit, fill=LIT)
    return picture


class Token(Struct, frozen=True):
    """The pieces of one seat on one point: the seat's colour and side, and what else is shown.

    ``label`` is the count of a stack or the letter of a kind, ``facing`` the side they point to,
    ``badge`` whether they carry a mark.
    """

    colour: str
    side: Side
    label: str = ""
    facing: str = ""
    badge: bool = False

    @property
    def is_neutral(self) -> bool:
        """True for pieces of nobody, whose side means nothing."""
        return self.colour == NEUTRAL.colour


Style = Callable[[Token], "Image.Image"]
Arrangement = Callable[[tuple[Token, ...], Style], "Image.Image"]

GAP = 1
HALO = 1
OUTSIDE = 1
BADGE = 2
ROWS: tuple[Side, ...] = ("north", "west", "east", "south")
QUARTERS: Mapping[Side, Spot] = {"north": (0, 0), "east": (1, 0), "west": (0, 1), "south": (1, 1)}
FOR_NEUTRAL = (*QUARTERS.values(), (2, 0))
PLUS = (11, 11)
PLUS_PLACES: Mapping[Side, Spot] = {
    "north": (4, 0),
    "west": (0, 3),
    "east": (8, 3),
    "south": (4, 6),
}
TOWARDS_START = ("north", "west")
UPRIGHT = ("north", "south")


@lru_cache(maxsize=256)
def cell(size: int, tokens: tuple[Token, ...]) -> tuple["Image.Image", "Image.Image"]:
    """Return the picture of ``tokens`` in a cell ``size`` pixels wide and high, and its mask.

    There is one token or more. Both pictures are :data:`HALO` pixels larger than the cell on every
    side: the mask covers the signs, what they enclose and a pixel around them; with several tokens,
    the whole cell.
    """
    content = _content(size, tokens)
    wide = size + 2 * HALO
    picture = blank((wide, wide))
    picture.paste(content, _centred((wide, wide), content.size))
    mask = _silhouette(picture)
    if len(tokens) > 1:
        mask.paste(LIT, (HALO, HALO, HALO + size, HALO + size))
    return picture, mask


def apart(board: Board, pieces: Iterable[Piece]) -> Mapping[str, Sequence[Sequence[Piece]]]:
    """Return the pieces on every occupied point of ``board``, those of each seat apart."""
    points: dict[str, dict[int | None, list[Piece]]] = {}
    for piece in pieces:
        if piece.place in board:
            points.setdefault(piece.place, {}).setdefault(piece.seat, []).append(piece)
    return {place: tuple(by_seat.values()) for place, by_seat in points.items()}


def drawn_letters(pieces: Iterable[Piece]) -> Mapping[str, str]:
    """Return the letter of each kind of ``pieces`` as far as it can be drawn, from A to Z."""
    letters = kind_letters(pieces)
    return {kind: letter for kind, letter in letters.items() if can_label(letter)}


def _content(size: int, tokens: tuple[Token, ...]) -> "Image.Image":
    for arrange, style in STYLES:
        plain = arrange(tokens, style)
        zoom = size // max(plain.size)
        if zoom:
            return _enlarged(plain, zoom)
    return sign(tokens[0].colour, 3)


def _enlarged(plain: "Image.Image", zoom: int) -> "Image.Image":
    from PIL import Image

    return plain.resize((plain.width * zoom, plain.height * zoom), Image.Resampling.NEAREST)


def _in_order(tokens: tuple[Token, ...], style: Style) -> "Image.Image":
    """Arrange one token alone, two in rows, more in the quarters of their sides."""
    if len(tokens) > 2:
        return _in_quarters(tokens, style)
    ordered = sorted(tokens, key=lambda token: ROWS.index(token.side))
    return _on_grid({(0, row): style(token) for row, token in enumerate(ordered)})


def _in_quarters(tokens: tuple[Token, ...], style: Style) -> "Image.Image":
    """Arrange each token in the quarter of its seat, a neutral one where no seat has pieces."""
    placed = {QUARTERS[token.side]: style(token) for token in tokens if not token.is_neutral}
    for token in tokens:
        if token.is_neutral:
            placed[next(spot for spot in FOR_NEUTRAL if spot not in placed)] = style(token)
    return _on_grid(placed)


def _on_grid(pictures: Mapping[Spot, "Image.Image"]) -> "Image.Image":
    """Arrange the pictures at their (column, row), as close as the largest of them allows."""
    width = max(each.width for each in pictures.values()) + GAP
    height = max(each.height for each in pictures.values()) + GAP
    columns = max(column for column, _ in pictures) + 1
    rows = max(row for _, row in pictures) + 1
    content = blank((columns * width - GAP, rows * height - GAP))
    for (column, row), each in pictures.items():
        content.paste(each, (column * width, row * height))
    return content


def _as_plus(tokens: tuple[Token, ...], style: Style) -> "Image.Image":
    """Arrange each token at the side of the cell where its seat is."""
    if any(token.is_neutral for token in tokens):
        return _in_quarters(tokens, style)
    content = blank(PLUS)
    for token in tokens:
        each = style(token)
        x, y = PLUS_PLACES[token.side]
        content.paste(each, (x, y + _centred(LABEL, each.size)[1]))
    return content


def _large(token: Token) -> "Image.Image":
    plain = labelled(token.colour, token.label) if token.label else sign(token.colour, 9)
    return _dressed(plain, token)


def _small(token: Token) -> "Image.Image":
    return _dressed(sign(token.colour, 5), token)


def _tiny(token: Token) -> "Image.Image":
    return _dressed(sign(token.colour, 3), token)


def _small_and_label(token: Token) -> "Image.Image":
    return _beside(_small(token), label(token.label)) if token.label else _small(token)


def _tiny_and_label(token: Token) -> "Image.Image":
    return _beside(_tiny(token), label(token.label)) if token.label else _tiny(token)


def _small_with_nose(token: Token) -> "Image.Image":
    """Return the small sign with its nose close to it, where there is no room for a gap."""
    if not token.facing or token.label or token.badge:
        return _small_and_label(token)
    return _with_nose(sign(token.colour, 5), token.facing, gap=0)


def _tiny_over_pips(token: Token) -> "Image.Image":
    """Return the tiny sign with the count below it on the right."""
    if not token.label.isdigit() or token.facing:
        return _small(token)
    both = blank((6, 6))
    both.paste(_tiny(token), (0, 0))
    both.paste(pips(int(token.label)), (3, 3))
    return both


def _tiny_and_pips(token: Token) -> "Image.Image":
    return _beside(_tiny(token), pips(int(token.label))) if token.label.isdigit() else _tiny(token)


def _label_or_tiny(token: Token) -> "Image.Image":
    return label(token.label) if token.label else sign(token.colour, 3)


STYLES: tuple[tuple[Arrangement, Style], ...] = (
    (_in_order, _large),
    (_in_order, _small_and_label),
    (_in_order, _small_with_nose),
    (_in_order, _tiny_and_label),
    (_as_plus, _label_or_tiny),
    (_in_order, _tiny_over_pips),
    (_in_order, _small),
    (_in_order, _tiny_and_pips),
    (_in_order, _tiny),
)


def _beside(left: "Image.Image", right: "Image.Image", gap: int = GAP) -> "Image.Image":
    both = blank((left.width + gap + right.width, max(left.height, right.height)))
    both.paste(left, (0, (both.height - left.height) // 2))
    both.paste(right, (left.width + gap, (both.height - right.height) // 2))
    return both


def _above(upper: "Image.Image", lower: "Image.Image", gap: int = GAP) -> "Image.Image":
    both = blank((max(upper.width, lower.width), upper.height + gap + lower.height))
    both.paste(upper, ((both.width - upper.width) // 2, 0))
    both.paste(lower, ((both.width - lower.width) // 2, upper.height + gap))
    return both


def _dressed(plain: "Image.Image", token: Token) -> "Image.Image":
    """Return the sign with a nose on the side it faces and a dot at its corner, if any."""
    dressed = _with_nose(plain, token.facing) if token.facing else plain
    return _with_badge(dressed) if token.badge else dressed


def _with_nose(plain: "Image.Image", side: str, gap: int = GAP) -> "Image.Image":
    join = _above if side in UPRIGHT else _beside
    parts = (nose(side), plain) if side in TOWARDS_START else (plain, nose(side))
    return join(*parts, gap)


def _with_badge(plain: "Image.Image") -> "Image.Image":
    marked = blank((plain.width + BADGE, plain.height + BADGE))
    marked.paste(plain, (0, BADGE))
    marked.paste(LIT, (plain.width, 0, plain.width + BADGE, BADGE))
    return marked


def _centred(outer: tuple[int, int], inner: tuple[int, int]) -> Spot:
    return (outer[0] - inner[0]) // 2, (outer[1] - inner[1]) // 2


def _silhouette(picture: "Image.Image") -> "Image.Image":
    from PIL import Image, ImageDraw, ImageFilter

    wide = picture.width
    padded = Image.new("L", (wide + 2, wide + 2))
    padded.paste(picture, (1, 1))
    covered = padded.filter(ImageFilter.MaxFilter(2 * HALO + 1))
    ImageDraw.floodfill(covered, (0, 0), OUTSIDE)
    inside = covered.point([DARK if grey == OUTSIDE else LIT for grey in range(256)], "1")
    return inside.crop((1, 1, 1 + wide, 1 + wide))
