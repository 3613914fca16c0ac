"""Screenshots of pages at every size, by day and night, and sheets of them to look at.

``make screenshots`` brings each page into its phases and takes them into ``build/screenshots``;
``python -m tests.browser.shots`` puts what is there onto a sheet for each phase.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
from PIL import Image, ImageDraw

from firmware_host.text import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER: Final = Path(__file__).parents[2] / "build" / "screenshots"
SHEETS: Final = "sheets"

PHONES: Final = ((360, 640), (740, 360))
SCREENS: Final = ((768, 1024), (1366, 768), (1920, 1080))
SIZES: Final = (*PHONES, *SCREENS)
"""Pixels of a phone, upright and lying, a tablet, a laptop, and a projector or television."""

COLOURS: Final = ("light", "dark")
REST: Final = 250
"""Milliseconds in which a page settles when it gets another size."""

Shoot = Callable[["Page", str], None]


class Look(NamedTuple):
    """In which ``language`` a page is opened, and at which ``sizes`` it is taken."""

    language: str
    sizes: Sequence[tuple[int, int]]

    def __str__(self) -> str:
        return f"{self.language}-{'phone' if self.sizes == PHONES else 'screen'}"


each_look = pytest.mark.parametrize(
    "look", [Look(*each) for each in product(LANGUAGES, (PHONES, SCREENS))], ids=str
)
"""Parametrize what brings a page into its phases with every look of a page."""


def shoot(page: "Page", look: Look, phase: str) -> None:
    """Take ``page``, which shows ``phase``, by day and night at the sizes of ``look``."""
    folder = FOLDER / phase
    folder.mkdir(parents=True, exist_ok=True)
    for (width, height), colours in product(look.sizes, COLOURS):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
        page.wait_for_timeout(REST)
        page.screenshot(path=folder / f"{width}x{height}-{colours}-{look.language}.png")
    width, height = look.sizes[0]
    page.set_viewport_size({"width": width, "height": height})


HIGH: Final = 360
"""Pixels of the height to which screenshots are made smaller on a sheet."""

EDGE, LINE = 8, 14


def sheet(folder: Path) -> Image.Image:
    """Return a sheet of the screenshots in ``folder``: a row for each language and colours."""
    rows = [
        [Image.open(path) for size in SIZES if (path := _path(folder, size, *row)).exists()]
        for row in product(LANGUAGES, COLOURS)
    ]
    small = [[_small(each) for each in row] for row in rows if row]
    width = max(sum(each.width + EDGE for each in row) for row in small) + EDGE
    made = Image.new("RGB", (width, (HIGH + EDGE) * len(small) + EDGE + LINE), "#888")
    ImageDraw.Draw(made).text((EDGE, 2), folder.name, fill="white")
    for number, row in enumerate(small):
        x, y = EDGE, LINE + EDGE + (HIGH + EDGE) * number
        for each in row:
            made.paste(each, (x, y))
            x += each.width + EDGE
    return made


def _path(folder: Path, size: tuple[int, int], language: str, colours: str) -> Path:
    width, height = size
    return folder / f"{width}x{height}-{colours}-{language}.png"


def _small(picture: Image.Image) -> Image.Image:
    return picture.convert("RGB").resize((picture.width * HIGH // picture.height, HIGH))


def phases() -> Iterator[Path]:
    """Return the folders with screenshots."""
    return (each for each in sorted(FOLDER.iterdir()) if each.name != SHEETS)


def main() -> None:
    """Make the sheets, and say where they are."""
    (FOLDER / SHEETS).mkdir(parents=True, exist_ok=True)
    for folder in phases():
        sheet(folder).save(FOLDER / SHEETS / f"{folder.name}.png")
    print(f"sheets to look at: {FOLDER / SHEETS}")


if __name__ == "__main__":
    main()
