"""The picture of the display as text: one braille sign for two by four pixels."""

from itertools import product

from PIL import Image

BRAILLE = 0x2800
# Unicode's numbering of the dots of a braille pattern, by column and row
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


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
        return chr(BRAILLE + sum(DOTS[x][y] for x, y in spots if lit[left + x, top + y]))

    rows = range(0, height, 4)
    return "\n".join("".join(sign(x, y) for x in range(0, width, 2)) for y in rows)
