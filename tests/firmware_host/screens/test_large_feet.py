"""In large letters, what to press is written large too, wherever there is room for it."""

from collections import Counter
from collections.abc import Sequence

import pytest

import games
from firmware_host.screens import paint, sheet_layouts
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.canvas import Align, Box, Canvas
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.text_layout import Role, is_whole, width
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery

SIZES = ((128, 64), (256, 64))
KEYS = ("OK:", "ОК:", "Back:", "Назад:", "▲▼", "◀▶")
NOTHING_SMALL = (("big", "large", "heading"), ("large", "heading", "heading"))

Written = tuple[str, Box, Sequence[Role]]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Written]:
    """What is fitted into a box from now on, with the letters that may be used for it."""
    seen: list[Written] = []
    fitted = Canvas.fitted

    def note(
        self: Canvas,
        box: Box,
        words: str,
        fonts: Sequence[Role] = ("heading", "body"),
        align: Align = "left",
    ) -> int:
        if box.bottom == self.box.bottom and words.startswith(KEYS):
            seen.append((words, box, fonts))
        return fitted(self, box, words, fonts, align)

    monkeypatch.setattr(Canvas, "fitted", note)
    return seen


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("name", games.names())
def test_a_foot_is_large_wherever_nothing_is_lost_by_it(
    written: list[Written], monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    for screen, frame in gallery(name).items():
        if isinstance(frame.view, ChooseView) and frame.view.targets_shown:
            continue  # what the marks on the board mean needs the room
        for size in SIZES:
            written.clear()
            said = paint(frame, size, Language(code), is_big=True).words.split()
            for words, box, fonts in tuple(written):
                fits = all(width(row, "heading") <= box.width for row in words.split("\n"))
                is_large = fonts[0] != "body" and is_whole(words, *box[2:], fonts[0])
                with monkeypatch.context() as changed:
                    changed.setattr(sheet_layouts, "FEET", ("heading",))
                    changed.setattr(sheet_layouts, "LARGE_FONTS", NOTHING_SMALL)
                    larger = paint(frame, size, Language(code), is_big=True).words.split()
                is_lost = bool(Counter(said) - Counter(larger))
                assert is_large or not fits or is_lost, f"{screen} {size}: {words}"


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("name", games.names())
def test_large_letters_leave_out_neither_a_line_nor_a_key(name: str, code: str) -> None:
    say = Language(code)
    for screen, frame in gallery(name).items():
        if isinstance(frame.view, BoardView) and frame.notice is None and frame.stroke is None:
            sheet = frame.view.sheet(say)
            words = paint(frame, (128, 64), say, is_big=True).words
            keys = () if sheet.marks else sheet.foot  # marks on the board need the room
            for line in (*(line.words for line in sheet.lines), *keys):
                assert " ".join(line.split()) in " ".join(words.split()), f"{screen}: {words}"


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 64)])
@pytest.mark.parametrize("name", games.names())
def test_large_letters_keep_what_marks_mean_and_the_facts_about_a_game(
    name: str, size: tuple[int, int], code: str
) -> None:
    shown, say = gallery(name), Language(code)
    assert say("■ can go to") in paint(shown["choose-hint"], size, say, is_big=True).words
    least, _ = games.about(name).minutes or (0, 0)
    assert f"{least}–" in paint(shown["games"], size, say, is_big=True).words
