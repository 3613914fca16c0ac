"""How large the picture is on a screen, and where it stands: scaled by a whole number, centred.

Letters decide. To be read they need a height of 16 minutes of arc at least, better 20 to 22 (ISO
9241-303, character height): from two metres 9.3 mm, better 12 mm. A screen that says how large it
is, and is large enough for that with one of the pictures that show much, gets it: a monitor of 24
inches (1920x1080) shows 256x128 scaled by seven, with capitals of 12 mm. Any other gets the picture
with the largest letters: the usual screen of 7 inches (800x480) shows 160x96 scaled by five, with
capitals of 5.8 mm, to be read from 1.2 m.
"""

from typing import NamedTuple, Self

from hardware.display.framebuffer.screen import Screen
from hardware.wiring.display import PICTURES

Size = tuple[int, int]

FAR, NEAR = PICTURES[:4], PICTURES[4:]
"""The pictures with large letters, and those that show more at once."""

CAPITAL = 6
"""Pixels of the capitals of the smallest letters."""

READABLE = 9.3
"""Millimetres of a capital that is read from two metres: 16 minutes of arc."""


class Placement(NamedTuple):
    """Where a picture stands on a screen: its top left pixel, and how many times it is scaled."""

    left: int
    top: int
    scale: int

    @classmethod
    def of(cls, picture: Size, screen: Size) -> Self:
        """Return the largest placement of ``picture`` in the middle of ``screen``.

        A screen that is too small for the picture has scale 0.

        >>> Placement.of((160, 96), (1920, 1080))
        Placement(left=80, top=12, scale=11)
        """
        scale = min(screen[0] // picture[0], screen[1] // picture[1])
        left, top = screen[0] - scale * picture[0], screen[1] - scale * picture[1]
        return cls(left // 2, top // 2, scale)


def best_picture(screen: Size, millimetres: Size | None = None) -> Size:
    """Return which picture is best on a ``screen`` of so many pixels and, if known, millimetres.

    >>> [best_picture(size) for size in ((800, 480), (640, 480), (240, 240), (240, 320))]
    [(160, 96), (160, 120), (120, 120), (120, 160)]
    >>> best_picture((1920, 1080), (531, 299)), best_picture((1920, 1080), (160, 90))
    ((256, 128), (160, 96))
    """

    def quality(picture: Size) -> Size:
        scale = Placement.of(picture, screen).scale
        return scale, scale * scale * picture[0] * picture[1]

    best = max(NEAR, key=quality)
    pixel = millimetres[0] / screen[0] if millimetres else 0.0
    if quality(best)[0] * CAPITAL * pixel >= READABLE:
        return best
    return max(FAR, key=quality)


def picture_for(screen: Screen, rotate: int) -> Size:
    """Return the best picture for ``screen``, turned by ``rotate`` quarters, as it lies on it.

    >>> picture_for(Screen((320, 240), 16, 640, ()), rotate=1)
    (160, 120)
    """
    size, millimetres = screen.size, screen.millimetres
    if not rotate % 2:
        return best_picture(size, millimetres)
    return best_picture(size[::-1], millimetres and millimetres[::-1])[::-1]
