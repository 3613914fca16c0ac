from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from docs.writer.subset import KEPT, SIGNS
from firmware_host.screens.text_layout import (
    EMPTY,
    Role,
    breaks_a_word,
    face,
    height,
    width,
    wrap,
)

ROLES: tuple[Role, ...] = get_args(Role)
RUSSIAN = "Ход красных: съешь ещё этих мягких булок «ЖЩЪЫЭЮЯ»"
LETTERS = st.text(st.sampled_from("abЖщ «» \n—"), max_size=60)


def drawn(text: str, role: Role) -> bytes:
    picture = Image.new("1", (width(text, role), height(role)))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"
    draw.text((0, -EMPTY[role]), text, font=face(role), fill=255)
    return picture.tobytes()


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_the_letters_and_signs_of_the_screens(role: Role) -> None:
    missing = "\u4e00"
    assert ord(missing) not in KEPT
    for letter in sorted(set(RUSSIAN + SIGNS.replace("✓", "") + "éÄ×°")):
        assert drawn(letter, role) != drawn(missing, role), letter


@pytest.mark.parametrize("role", ROLES)
def test_what_a_font_draws_stays_in_its_line(role: Role) -> None:
    text = "".join(map(chr, KEPT)).replace("Ќ", "")
    left, _, right, bottom = face(role).getbbox(text)
    assert left >= 0
    assert right <= width(text, role)
    assert bottom - EMPTY[role] <= height(role)
    above = Image.new("1", (width(text, role), 1))
    draw = ImageDraw.Draw(above)
    draw.fontmode = "1"
    draw.text((0, 0), text, font=face(role), fill=1)
    assert not EMPTY[role] or above.getbbox() is None


@pytest.mark.parametrize("role", ROLES)
def test_fonts_draw_without_grey(role: Role) -> None:
    mask = face(role).getmask(RUSSIAN, mode="L")
    assert {mask[index] for index in range(len(mask))} <= {0, 255}


def test_a_font_is_opened_once() -> None:
    assert face("body") is face("body")


def test_words_are_kept_whole_where_they_fit() -> None:
    assert wrap("Red to move. Throw the dice", 62) == ("Red to move.", "Throw the", "dice")


def test_a_move_is_not_broken_if_a_line_can_hold_it() -> None:
    words = "Taken back: a5 → d3, b1 → c2 → d3 (4), a5 → b4 → c5 → d6 → e7"
    assert wrap(words, 62) == (
        "Taken back:",
        "a5 → d3,",
        "b1 → c2 → d3",
        "(4), a5 → b4",
        "→ c5 → d6 →",
        "e7",
    )


def test_a_line_break_stays_a_line_break() -> None:
    assert wrap("OK: yes\n\nBack: no", 62) == ("OK: yes", "", "Back: no")


def test_an_empty_text_is_one_empty_line() -> None:
    assert wrap("", 62) == ("",)


def test_a_word_wider_than_a_line_goes_on_in_the_next() -> None:
    assert breaks_a_word("an Undecipherable sign", 40, "body")
    assert wrap("an Undecipherable sign", 40) == ("an", "Undeciph", "erable", "sign")


def test_a_no_break_space_breaks_no_line() -> None:
    assert wrap("from c\u00a03", 25) == ("from", "c\u00a03")


def test_a_line_too_narrow_for_a_letter_is_refused() -> None:
    with pytest.raises(ValueError, match="a line of 4 pixels cannot hold one body letter"):
        wrap("Red", 4)


@given(LETTERS, st.integers(20, 130), st.sampled_from(ROLES))
def test_wrapping_loses_no_letter_and_keeps_to_the_width(
    text: str, pixels: int, role: Role
) -> None:
    lines = wrap(text, pixels, role)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(line, role) <= pixels for line in lines)
