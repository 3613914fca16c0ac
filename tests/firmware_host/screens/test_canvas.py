import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from firmware_host.screens.canvas import Align, Box, Canvas, Overflow
from firmware_host.screens.text_layout import Role

WORDS = st.text(st.sampled_from("abcЖщё —"), max_size=80)


def lit(canvas: Canvas) -> tuple[int, int, int, int] | None:
    """Return the smallest left, top, right, bottom around everything lit."""
    return canvas.image.getbbox()


def count(canvas: Canvas) -> int:
    return canvas.image.width * canvas.image.height - canvas.image.histogram()[0]


def test_a_new_canvas_is_dark_and_says_nothing() -> None:
    canvas = Canvas((128, 64))
    assert (canvas.image.mode, lit(canvas), canvas.words) == ("1", None, "")


def test_words_are_read_in_the_order_in_which_they_were_written() -> None:
    canvas = Canvas((128, 64))
    canvas.text(0, 40, "Throw the dice")
    canvas.text(0, 0, "Red", "heading")
    assert canvas.words == "Throw the dice Red"


@pytest.mark.parametrize(
    ("x", "y", "seen"),
    [(0, 0, "Red"), (113, 0, "Red"), (114, 0, "Re"), (-1, 0, "ed"), (0, 57, ""), (0, -1, "")],
)
def test_letters_that_are_cut_off_are_not_words_on_it(x: int, y: int, seen: str) -> None:
    canvas = Canvas((128, 64))
    canvas.text(x, y, "Red")
    assert canvas.words == seen


def test_inverted_text_is_the_same_picture_with_light_and_dark_exchanged() -> None:
    plain, inverted = Canvas((15, 8)), Canvas((15, 8))
    plain.text(0, 0, "Red")
    inverted.text(0, 0, "Red", invert=True)
    assert ImageChops.invert(inverted.image).tobytes() == plain.image.tobytes()


def test_inverting_twice_changes_nothing() -> None:
    canvas = Canvas((30, 20))
    canvas.rectangle(Box(2, 2, 8, 8))
    canvas.text(3, 10, "Red")
    before = canvas.image.tobytes()
    canvas.invert(Box(0, 0, 20, 20))
    assert canvas.image.tobytes() != before
    canvas.invert(Box(0, 0, 20, 20))
    assert canvas.image.tobytes() == before


def test_a_paragraph_fills_its_lines_and_tells_where_it_ends() -> None:
    canvas = Canvas((128, 64))
    assert canvas.paragraph(Box(66, 10, 62, 54), "Take black off e5") == 26
    assert canvas.words == "Take black off e5"


def test_a_centred_line_has_equal_margins() -> None:
    canvas = Canvas((128, 64))
    canvas.paragraph(Box(0, 0, 128, 20), "HH", "big", align="center")
    left, _, right, _ = lit(canvas) or (0, 0, 0, 0)
    assert left == pytest.approx(128 - right, abs=1)


def test_a_paragraph_that_does_not_fit_is_refused_with_its_size() -> None:
    with pytest.raises(Overflow, match="needs 24 rows of 62 pixels, not 23"):
        Canvas((128, 64)).paragraph(Box(0, 0, 62, 23), "three lines of words are too many")


@pytest.mark.parametrize(
    ("text", "bottom"),
    [("Red", 12), ("Red wins and all go home", 36), ("Red wins and all of them can go home", 24)],
)
def test_the_first_font_that_fits_is_taken(text: str, bottom: int) -> None:
    canvas = Canvas((62, 40))
    assert canvas.fitted(canvas.box, text, ("heading", "body")) == bottom
    assert canvas.words == text


def test_a_smaller_font_is_better_than_a_broken_word() -> None:
    canvas = Canvas((62, 40))
    canvas.fitted(canvas.box, "Преобразуем")
    assert canvas.words == "Преобразуем"


def test_a_word_that_every_font_breaks_is_broken_in_the_first_that_holds_it() -> None:
    canvas = Canvas((62, 40))
    assert canvas.fitted(canvas.box, "Непреобразованный") == 24


def test_what_fits_in_no_font_ends_in_an_ellipsis() -> None:
    canvas = Canvas((40, 16))
    assert canvas.fitted(canvas.box, "Take black off e5 and put it back") == 16
    assert canvas.words == "Take black…"


def test_a_box_lower_than_a_line_stays_empty() -> None:
    canvas = Canvas((40, 20))
    assert canvas.fitted(Box(0, 3, 40, 7), "Red") == 3
    assert lit(canvas) is None


def test_a_bar_is_lit_from_edge_to_edge_around_its_words() -> None:
    canvas = Canvas((128, 64))
    assert canvas.bar(0, "Red to move") == 12
    assert lit(canvas) == (0, 0, 128, 12)
    assert canvas.words == "Red to move"


def test_a_bar_too_long_for_its_font_uses_a_smaller_one_or_cuts() -> None:
    canvas = Canvas((128, 64))
    canvas.bar(0, "Продолжить эту партию?")
    assert canvas.words == "Продолжить эту партию?"
    canvas.bar(12, "Продолжить эту партию завтра?")
    assert canvas.words.endswith("…")


@pytest.mark.parametrize(("filled", "pixels"), [(False, 12), (True, 16)])
def test_a_rectangle_covers_its_box_and_no_more(filled: bool, pixels: int) -> None:
    canvas = Canvas((10, 10))
    canvas.rectangle(Box(2, 3, 4, 4), filled)
    assert (lit(canvas), count(canvas)) == ((2, 3, 6, 7), pixels)


def test_erasing_makes_a_box_dark_again() -> None:
    canvas = Canvas((10, 10))
    canvas.rectangle(canvas.box, filled=True)
    canvas.erase(Box(1, 1, 9, 9))
    assert count(canvas) == 19


def test_a_line_reaches_both_of_its_ends() -> None:
    canvas = Canvas((10, 10))
    canvas.line((1, 2), (7, 2))
    assert lit(canvas) == (1, 2, 8, 3)


def test_a_stamp_changes_only_what_its_mask_covers() -> None:
    stamp, mask, canvas = Canvas((3, 3)), Canvas((3, 3)), Canvas((10, 10))
    mask.points([(1, 1)])
    canvas.rectangle(canvas.box, filled=True)
    canvas.stamp(4, 4, stamp.image, mask.image)
    assert count(canvas) == 99
    assert not canvas.image.getpixel((5, 5))


@given(WORDS, st.integers(10, 128), st.integers(1, 64), st.sampled_from(("left", "center")))
def test_fitted_text_never_leaves_its_box(text: str, wide: int, high: int, align: Align) -> None:
    canvas = Canvas((148, 84))
    box = Box(10, 10, wide, high)
    bottom = canvas.fitted(box, text, ("big", "heading", "body"), align)
    assert box.top <= bottom <= box.bottom
    canvas.erase(box)
    assert lit(canvas) is None


@given(WORDS, st.sampled_from(("body", "heading", "big")))
def test_a_paragraph_is_shown_whole_or_refused(text: str, font: Role) -> None:
    canvas = Canvas((128, 64))
    try:
        canvas.paragraph(canvas.box, text, font)
    except Overflow:
        return
    assert "".join(canvas.words.split()) == "".join(text.split())
