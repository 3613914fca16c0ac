"""The pictures of the screens are the screens, and the page leaves none of them out."""

import re

from PIL import Image, ImageChops

from docs.writer import screens
from docs.writer.manual import FOLDER

STROKE = re.compile(r"m(-?\d+) ?(-?\d+)h(\d+)")


def painted(path: str, size: tuple[int, int]) -> Image.Image:
    """Return the picture that the data of a ``path`` paints, as an SVG reader would."""
    image, x, y = Image.new("1", size), 0, 0
    for aside, down, length in ((int(number) for number in each) for each in STROKE.findall(path)):
        x, y = x + aside, y + down
        image.paste(1, (x, y, x + length, y + 1))
        x += length
    return image


def test_the_picture_of_a_screen_has_exactly_its_pixels() -> None:
    for shown in screens.pictures():
        image = shown.picture.image
        (path,) = re.findall(r' d="([^"]*)"', (FOLDER / shown.file).read_text(encoding="utf-8"))
        difference = ImageChops.logical_xor(painted(path, image.size), image)
        assert difference.getbbox() is None, shown.file


def test_every_screen_has_a_sentence_in_the_manual() -> None:
    assert screens.undescribed() == set(), "add a sentence to docs/writer/screens.py"
    assert screens.unknown() == set(), "these screens are gone: see docs/writer/screens.py"


def test_every_picture_of_the_page_exists() -> None:
    page = (FOLDER / "screens.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)]+\.svg)\)", page))
    assert linked == {shown.file for shown in screens.pictures()}
