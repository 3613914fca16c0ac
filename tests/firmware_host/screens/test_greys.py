"""Pictures for displays with greys: what is dimmer, and that all of it can be read."""

import random

import pytest
from PIL import Image, ImageChops

from firmware_host.screens import Picture, draw
from firmware_host.screens.canvas import FULL, LINES, SECONDARY, Box, Canvas
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Frame
from firmware_host.text.translator import Language
from games.message import Message
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.greys import FOLDER, SAMPLES, drawn, text

AGAIN = "look at the change, then run python -m tests.firmware_host.screens.golden"
SIZE = (128, 128)
GAME = "squadro"


def shown(screen: str, is_big: bool = False) -> Picture:
    return draw(gallery(GAME)[screen], SIZE, Language("en"), is_big)


def levels(picture: Image.Image) -> set[int]:
    return {level for level, count in enumerate(picture.histogram()) if count}


def contrast(level: int) -> float:
    """Return the contrast of ``level`` on black (WCAG 2.2, relative luminance)."""
    share = level / 255
    light = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return (light + 0.05) / 0.05


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_every_grey_picture_equals_its_golden_one(sample: tuple[str, str, tuple[int, int]]) -> None:
    file, picture = drawn(sample)
    assert text(picture) == file.read_text(encoding="utf-8"), AGAIN


def test_there_is_no_golden_grey_without_a_sample() -> None:
    assert {drawn(sample)[0] for sample in SAMPLES} == set(FOLDER.glob("*.txt")), AGAIN


def test_lines_and_words_that_matter_less_are_dimmer_and_all_is_readable() -> None:
    assert levels(shown("choose-move").greys) == {0, LINES, SECONDARY, FULL}
    assert contrast(LINES) >= 3.0
    assert contrast(SECONDARY) >= 7.0


def test_exactly_the_lit_pixels_are_lit() -> None:
    for name, frame in random.Random(1).sample(sorted(gallery(GAME).items()), 12):
        for is_big in (False, True):
            picture = draw(frame, SIZE, Language("en"), is_big)
            lit = picture.greys.point([0] + [255] * 255, "1")
            assert ImageChops.logical_xor(lit, picture.image).getbbox() is None, name


def test_large_letters_are_all_bright() -> None:
    assert SECONDARY not in levels(shown("hand-step-1", is_big=True).greys)
    assert SECONDARY in levels(shown("hand-step-1").greys)


def test_a_notice_is_bright_where_it_stands_on_dimmer_words() -> None:
    view = NoteView(Message.of("red"), Message.of("one"))
    frame = Frame(view, Message.of("Not saved " * 12))
    picture = draw(frame, (128, 64), Language("en"))
    whole = picture.greys.histogram()
    assert whole[FULL] > whole[SECONDARY]


def test_a_later_shade_lies_over_an_earlier_one_and_moves_with_its_canvas() -> None:
    canvas, other = Canvas((8, 8)), Canvas((4, 4))
    other.rectangle(other.box, filled=True)
    other.shade(Box(0, 0, 4, 4), LINES)
    other.shade(Box(1, 1, 1, 1), FULL)
    canvas.place(other, 2, 3)
    greys = canvas.greys
    assert [greys.getpixel(spot) for spot in ((0, 0), (2, 3), (3, 4), (5, 6))] == [
        0, LINES, FULL, LINES,
    ]  # fmt: skip


def test_a_picture_without_shades_is_the_same_for_every_display() -> None:
    plain = Picture(Image.new("1", (8, 8), 1), "")
    assert plain.greys is plain.image
