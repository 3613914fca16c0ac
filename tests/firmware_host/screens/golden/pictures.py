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
from firmware_host.simulator.renditions import braille
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery
from tests.languages import COMPLETE

FOLDER = Path(__file__).parent
SHEET = Path(__file__).parents[4] / "docs" / "screens.md"

REFERENCE = (128, 64)
SIZES = (REFERENCE, (128, 32), (128, 128), (256, 64))
SAMPLE_GAME = "tshupu"
SAMPLES = ("preparation-value", "help", "throw-typed", "choose-move", "hand-step-1")
EMPTY = "\N{BRAILLE PATTERN BLANK}"
SHOWN = ("set-up", "choose-move", "hand-step-1", "over")
SHOWN_OTHERWISE = ("preparation-value", "choose-move")
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

INTRODUCTION = """\
# Screens

This page shows what the device shows: every screen of one game, and some screens of the other
games, on other displays, in other languages and in large letters. One character is two by four
pixels.

A screen has a head that says whose turn it is or what is asked, lines that say what to do, and a
foot that says what to press. The board is on the left. On 128x128 the board is above the words. On
128x32 there are only words, which then also say what the board would show. In large letters (Menu,
Settings) the words fill the display, and the hint key shows the board; where there is room for
both, both are shown.

The seats differ by the shape of their signs: white is a ring, black a disc, red a diamond, blue a
hollow square, yellow a disc with horns, green bars. Nothing blinks.

For developers: the tests compare every screen of every game with a golden picture.
`python -m tests.firmware_host.screens.golden` draws the golden pictures and this page again.
"""


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
)


class Golden(NamedTuple):
    """One golden picture: which screen of which game, in which look."""

    game: str
    screen: str
    look: Look

    @property
    def file(self) -> Path:
        """The file of the picture."""
        return FOLDER / f"{self.game}-{self.screen}-{self.look}.txt"

    def drawn(self) -> Picture:
        """Draw the screen as it is now."""
        frame = gallery(self.game)[self.screen]
        return draw(frame, self.look.size, Language(self.look.code), self.look.is_big)


def goldens() -> tuple[Golden, ...]:
    """Return all golden pictures."""
    usual = (Golden(name, screen, USUAL) for name in games.names() for screen in gallery(name))
    others = (Golden(SAMPLE_GAME, screen, look) for look in OTHERS for screen in SAMPLES)
    return (*usual, *others)


def text(picture: Picture) -> str:
    """Return ``picture`` as text: its words, then its pixels, two rows a line."""
    return "\n".join((picture.words, "", *_lines(picture.image), ""))


def _lines(image: Image.Image) -> Iterator[str]:
    lit = image.load()
    assert lit is not None, "a picture in memory"
    for y in range(0, image.height, 2):
        pairs = ((bool(lit[x, y]), bool(lit[x, y + 1])) for x in range(image.width))
        yield "".join(HALVES[pair] for pair in pairs).rstrip()


def sheet() -> str:
    """Return the text of ``docs/screens.md``."""
    shown = (line for golden in goldens() if _is_shown(golden) for line in _shown(golden))
    return "\n".join((INTRODUCTION, *shown))


def _is_shown(golden: Golden) -> bool:
    if golden.look != USUAL:
        return golden.screen in SHOWN_OTHERWISE
    return golden.game == SAMPLE_GAME or golden.screen in SHOWN


def _shown(golden: Golden) -> tuple[str, ...]:
    name = f"### {golden.game}: {golden.screen}, {golden.look}"
    rows = braille(golden.drawn().image).split("\n")
    return (name, "", "```text", *(row.rstrip(EMPTY) for row in rows), "```", "")
