"""The signs that stand for pieces: one shape a colour, in three sizes, drawn pixel by pixel.

One bit has no colours, so the seats differ by shape and filling. As in printed diagrams, a ring is
white and a disc is black. Blue is striped across and green upright; red is a diamond, yellow a
triangle that stands on its tip. No sign looks like a mark on the board: a cross, a frame or a dot.
Even the smallest signs of any two colours differ in a third of their nine pixels.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from PIL import Image, ImageChops, ImageDraw

from firmware_host.screens.canvas import DARK, LIT

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


def sign(colour: str, size: int) -> Image.Image:
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


def nose(side: str) -> Image.Image:
    """Return the small triangle that points to ``side``: 5 x 3 pixels, or 3 x 5."""
    picture = _pictures(NOSES)[side]
    return picture.crop(picture.getbbox())


def place_sign(place: str) -> Image.Image:
    """Return the sign for what stands at ``place`` beside the board: hand, off or reserve."""
    return _pictures(PLACES)[place]


def can_label(text: str) -> bool:
    """Return whether every character of ``text`` is a digit or a capital from A to Z."""
    return all(character in _characters() for character in text)


@cache
def label(text: str) -> Image.Image:
    """Return ``text`` in digits and capitals of 3 x 5 pixels, one dark column between them."""
    width, height = LABEL
    picture = Image.new("1", ((width + 1) * len(text) - 1, height))
    for number, character in enumerate(text):
        picture.paste(_characters()[character], (number * (width + 1), 0))
    return picture


def pips(count: int) -> Image.Image:
    """Return ``count`` from 1 to 9 as dots like those on a die, in 3 x 3 pixels."""
    return _pictures(PIPS)[str(count)]


@cache
def labelled(colour: str, text: str) -> Image.Image:
    """Return the large sign of ``colour`` with a digit or capital in it, dark on a filled sign."""
    picture = sign(colour, 9).copy()
    if picture.crop(LABEL_PLACE).getextrema() == (LIT, LIT):
        picture.paste(ImageChops.invert(label(text)), LABEL_PLACE)
    else:
        picture.paste(DARK, LABEL_GROUND)
        picture.paste(label(text), LABEL_PLACE)
    return picture


@cache
def _characters() -> Mapping[str, Image.Image]:
    return {**_pictures(DIGITS), **_pictures(CAPITALS), **_pictures(MORE_CAPITALS)}


@cache
def _pictures(table: str) -> Mapping[str, Image.Image]:
    names, *rows = (line.split() for line in table.strip().splitlines())
    return {name: _picture(column) for name, *column in zip(names, *rows, strict=True)}


def _picture(rows: Sequence[str]) -> Image.Image:
    picture = Image.new("1", (len(rows[0]), len(rows)))
    lit = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"]
    ImageDraw.Draw(picture).point(lit, fill=LIT)
    return picture
