"""Golden pictures: the screens of the gallery as text, one file a screen.

Every screen of every game has one for the reference display in English. A few screens, one for each
layout, also have them for every other display, in every other language and in large letters.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

import games
from firmware_host.screens import Picture, draw
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery, shown
from tests.languages import COMPLETE

FOLDER = Path(__file__).parent

REFERENCE = (128, 64)
SIZES = (REFERENCE, (128, 32), (128, 128), (256, 64))
LARGER = ((160, 96), (160, 120), (120, 120), (120, 160), (240, 160), (256, 128))
"""The pictures of framebuffers, and of the largest panel."""
SAMPLE_GAME = "tshupu"
SAMPLES = (
    "preparation-machines",
    "help",
    "throw-typed",
    "choose-move",
    "hand-step-1",
    "update-found",
    "update-failed",
)
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


class Look(NamedTuple):
    """How a screen is drawn: size in pixels, code of the language, large letters or not."""

    size: tuple[int, int]
    code: str
    is_big: bool = False

    def __str__(self) -> str:
        width, height = self.size
        return f"{width}x{height}-{self.code}{'-big' if self.is_big else ''}"


USUAL = Look(REFERENCE, "en")
OTHERS = (
    *(Look(size, code) for code in COMPLETE for size in SIZES if Look(size, code) != USUAL),
    *(Look(size, "en", is_big=True) for size in SIZES),
    *(Look(size, "en") for size in LARGER),
)


class Golden(NamedTuple):
    """One golden picture: which screen of which game, in which look."""

    game: str
    screen: str
    look: Look

    @property
    def file(self) -> Path:
        """The file of the picture."""
        folder = shown(self.game)[self.screen].folder
        return folder / f"{self.game}-{self.screen}-{self.look}.txt"

    def drawn(self) -> Picture:
        """Draw the screen as it is now."""
        frame = gallery(self.game)[self.screen]
        return draw(frame, self.look.size, Language(self.look.code), self.look.is_big)


def goldens() -> tuple[Golden, ...]:
    """Return all golden pictures."""
    usual = (Golden(name, screen, USUAL) for name in games.names() for screen in gallery(name))
    others = (Golden(SAMPLE_GAME, screen, look) for look in OTHERS for screen in SAMPLES)
    return (*usual, *others)


def files() -> set[Path]:
    """Return the files of golden pictures that there are."""
    folders = {each.folder for name in games.names() for each in shown(name).values()}
    return {file for folder in folders for file in folder.glob("*.txt")}


def text(picture: Picture) -> str:
    """Return ``picture`` as text: its words, then its pixels, two rows a line."""
    return "\n".join((picture.words, "", *_lines(picture.image), ""))


def _lines(image: Image.Image) -> Iterator[str]:
    lit = image.load()
    assert lit is not None, "a picture in memory"
    for y in range(0, image.height, 2):
        pairs = ((bool(lit[x, y]), bool(lit[x, y + 1])) for x in range(image.width))
        yield "".join(HALVES[pair] for pair in pairs).rstrip()
