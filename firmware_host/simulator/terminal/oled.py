"""The display of the simulated Pi in characters, pixel for pixel in true proportions."""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image
from textual.content import Content

from firmware_host.simulator.dots import braille
from firmware_host.simulator.terminal.live import Live

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


@dataclass(frozen=True, slots=True)
class Rendition:
    """A way to ``draw`` a picture in characters that stand for ``wide`` by ``high`` pixels each."""

    wide: int
    high: int
    draw: Callable[[Image.Image], str]

    def size(self, pixels: tuple[int, int]) -> tuple[int, int]:
        """Columns and rows of characters for a picture of so many pixels."""
        width, height = pixels
        return -(-width // self.wide), -(-height // self.high)


HALF_BLOCKS, DOTS = Rendition(1, 2, half_blocks), Rendition(2, 4, braille)
RENDITIONS = (HALF_BLOCKS, DOTS)
"""From the largest to the smallest."""


class Oled(Live):
    """The panel, drawn anew when its picture or rendition changes."""

    DEFAULT_CSS = """
    Oled {
        width: auto;
        height: auto;
        color: #c8f6ff;
        background: #000000;
        border: round #5b7680;
    }
    """

    def show_image(self, image: Image.Image, rendition: Rendition) -> None:
        """Show ``image`` (mode "1")."""
        self.show((image.tobytes(), rendition), lambda: Content(rendition.draw(image)))
