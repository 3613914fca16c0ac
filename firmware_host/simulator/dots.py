"""The picture of the display as text: one braille sign for two by four pixels."""

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
    lit = image.load()
    assert lit is not None, "a picture in memory"
    return "\n".join(
        "".join(
            chr(
                BRAILLE
                + sum(
                    DOTS[dx][dy]
                    for dx in range(2)
                    for dy in range(4)
                    if x + dx < width and y + dy < height and lit[x + dx, y + dy]
                )
            )
            for x in range(0, width, 2)
        )
        for y in range(0, height, 4)
    )
