"""Golden pictures with greys: the panel of 128x128 with 16 of them, and a picture of a screen.

A pixel is a character: full brightness, words that matter less, lines of a board, or dark.
"""

from pathlib import Path

from PIL import Image

from firmware_host.screens import draw
from firmware_host.screens.canvas import FULL, LINES, SECONDARY
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery

FOLDER = Path(__file__).parent
SIGNS = {0: " ", LINES: ".", SECONDARY: "o", FULL: "#"}
SAMPLES = (
    ("squadro", "choose-move", (128, 128)),
    ("thaayam", "choose", (128, 128)),
    ("xiangqi4", "choose", (160, 96)),
    ("tshupu", "throw", (160, 96)),
)
"""Game, screen and size."""


def drawn(sample: tuple[str, str, tuple[int, int]]) -> tuple[Path, Image.Image]:
    """Return the file of ``sample`` and its picture as it is now."""
    game, screen, (width, height) = sample
    picture = draw(gallery(game)[screen], (width, height), Language("en"))
    return FOLDER / f"{game}-{screen}-{width}x{height}-en.txt", picture.greys


def text(picture: Image.Image) -> str:
    """Return ``picture`` as text, a line a row."""
    pixels = picture.tobytes()
    rows = (pixels[start : start + picture.width] for start in range(0, len(pixels), picture.width))
    return "".join("".join(SIGNS[level] for level in row).rstrip() + "\n" for row in rows)
