"""Draw what a display shows as an SVG picture, pixel by pixel.

An unlit pixel is glass, a lit one is part of a path. So equal screens have equal files, whatever
library compressed them, and stay sharp at any size.
"""

from collections.abc import Iterator
from typing import Final

from PIL import Image

from firmware_host.web.svg import Number, element, group, picture

GLASS, LIGHT = "#0b0e11", "#d8f1ff"
RIM: Final = 3
"""Pixels of glass around the picture."""


def drawing(image: Image.Image, title: str, scale: int = 3) -> str:
    """Return ``image``, one bit a pixel, as a drawing in which a pixel has the edge ``scale``."""
    size = ((image.width + 2 * RIM) * scale, (image.height + 2 * RIM) * scale)
    glass = element("rect", width=size[0], height=size[1], fill=GLASS)
    return picture(*size, title, [glass, lit(image, RIM * scale, RIM * scale, scale)])


def lit(image: Image.Image, x: Number, y: Number, scale: Number) -> str:
    """Return the lit pixels of ``image`` with its corner at (x, y), enlarged by ``scale``."""
    path = element("path", d=data(image), stroke=LIGHT, shape_rendering="crispEdges")
    return group([path], transform=f"translate({x:g} {y + scale / 2:g}) scale({scale:g})")


def data(image: Image.Image) -> str:
    """Return the lit pixels of ``image`` as the data of a path: a stroke along each row of them.

    >>> image = Image.new("1", (4, 2))
    >>> for place in (1, 0), (2, 0), (0, 1):
    ...     image.putpixel(place, 1)
    >>> data(image)
    'm1 0h2m-3 1h1'
    """
    strokes, pen = [], (0, 0)
    for x, y, length in _rows(image):
        strokes.append(f"m{x - pen[0]} {y - pen[1]}h{length}".replace(" -", "-"))
        pen = (x + length, y)
    return "".join(strokes)


def _rows(image: Image.Image) -> Iterator[tuple[int, int, int]]:
    """Yield the left end, the row and the length of each row of lit pixels."""
    lit = image.convert("L").tobytes()
    for y in range(image.height):
        row = lit[y * image.width : (y + 1) * image.width]
        x = row.find(b"\xff")
        while x >= 0:
            end = row.find(b"\x00", x)
            end = image.width if end < 0 else end
            yield x, y, end - x
            x = row.find(b"\xff", end)
