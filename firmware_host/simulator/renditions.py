"""Draw a picture of the display in characters, pixel for pixel in true proportions."""

from collections.abc import Callable
from itertools import product

from msgspec import Struct
from PIL import Image

BRAILLE = 0x2800
# Unicode's numbering of the dots of a braille pattern, by column and row
DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def braille(image: Image.Image) -> str:
    """Return ``image`` (mode "1") as lines of braille signs, lit pixels as dots.

    >>> braille(Image.new("1", (4, 4), 1))
    '⣿⣿'
    """
    width, height = image.size
    # what is cut out beyond the edges is dark
    lit = image.crop((0, 0, width + 1, height + 3)).load()
    assert lit is not None, "a picture in memory"

    def sign(left: int, top: int) -> str:
        spots = product(range(2), range(4))
        return chr(BRAILLE + sum(DOT_BITS[x][y] for x, y in spots if lit[left + x, top + y]))

    rows = range(0, height, 4)
    return "\n".join("".join(sign(x, y) for x in range(0, width, 2)) for y in rows)


BLOCKS = " ▀▄█"
"""The character whose lit halves, upper 1 and lower 2, add up to its place."""


def half_blocks(image: Image.Image) -> str:
    """Return ``image`` (mode "1") as lines of characters, one for two pixels on top of each other.

    >>> picture = Image.new("1", (3, 2))
    >>> picture.putpixel((0, 0), 1)
    >>> picture.putpixel((1, 1), 1)
    >>> half_blocks(picture)
    '▀▄ '
    """
    width, height = image.size
    lit = image.point([0] + [1] * 255, "L").tobytes() + bytes(width)
    return "\n".join(
        "".join(
            BLOCKS[upper + 2 * lower]
            for upper, lower in zip(
                lit[row * width : (row + 1) * width],
                lit[(row + 1) * width : (row + 2) * width],
                strict=True,
            )
        )
        for row in range(0, height, 2)
    )


class Rendition(Struct, frozen=True):
    """A way to ``draw`` a picture in characters that stand for ``wide`` by ``high`` pixels each."""

    wide: int
    high: int
    draw: Callable[[Image.Image], str]

    def size(self, pixels: tuple[int, int]) -> tuple[int, int]:
        """Columns and rows of characters for a picture of so many pixels."""
        width, height = pixels
        return -(-width // self.wide), -(-height // self.high)


HALF_BLOCKS, BRAILLE_DOTS = Rendition(1, 2, half_blocks), Rendition(2, 4, braille)
RENDITIONS = (HALF_BLOCKS, BRAILLE_DOTS)
"""From the largest to the smallest."""
