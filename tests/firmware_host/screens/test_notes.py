"""Words flow over pages whatever the display and the words are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.screens import draw
from firmware_host.screens.canvas import Box
from firmware_host.screens.notes import TURNS, Flow, NoteView
from firmware_host.screens.view import Frame
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.pictures import SIZES

ROOMS = st.builds(Box, st.just(2), st.just(8), st.integers(30, 124), st.integers(1, 56))
WORDS = st.lists(st.text("abcdefghi-", min_size=1, max_size=30), max_size=12).map(" ".join)
SKETCH = Box(100, 8, 26, 26)
TURN = "goes counter-clockwise:"


def pages(text: str, flow: Flow) -> list[str]:
    """The words of each page, without the ellipsis that says that they go on."""
    return [" ".join(lines).removesuffix("…") for lines in flow.pages(text)]


@given(text=WORDS, room=ROOMS, has_sketch=st.booleans())
def test_every_word_is_on_a_page_and_the_pages_end(text: str, room: Box, has_sketch: bool) -> None:
    beside = SKETCH if has_sketch and room.right > SKETCH.left + 20 else None
    found = pages(text, Flow(room, "heading", beside))
    assert "".join(found).replace(" ", "").replace("-", "") == text.replace(" ", "").replace(
        "-", ""
    )


def test_two_words_that_no_page_holds_together_are_on_two() -> None:
    narrow = Box(2, 8, 124, 16)
    found = [page.replace(" ", "") for page in pages(TURN, Flow(narrow, "heading", SKETCH))]
    assert found == ["goes", "counter-clockwise:"]


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("size", SIZES)
def test_a_note_that_goes_on_says_so_on_every_display(size: tuple[int, int], code: str) -> None:
    say = Language(code)
    for where, frame in gallery("squadro").items():
        if isinstance(frame.view, NoteView):
            for is_big in (False, True):
                views = (replace(frame.view, page=page) for page in (0, 1))
                first, second = (draw(Frame(view), size, say, is_big).words for view in views)
                assert TURNS in first or first == second, f"{where} {size} {is_big}: {first}"
