"""Golden pictures: every screen as it is kept, pixel by pixel."""

import pytest

import games
from tests.firmware_host.screens.gallery import gallery, kinds_of_view
from tests.firmware_host.screens.golden.pictures import FOLDER, SHEET, goldens, sheet, text

AGAIN = "look at it, then: python -m tests.firmware_host.screens.golden"


@pytest.mark.parametrize("name", games.names())
def test_every_screen_of_a_game_is_as_it_is_kept(name: str) -> None:
    kept = [golden for golden in goldens() if golden.game == name]
    assert len(kept) >= len(gallery(name))
    for golden in kept:
        assert golden.file.is_file(), f"{golden.file.name} is missing; {AGAIN}"
        assert text(golden.drawn()) == golden.file.read_text(encoding="utf-8"), AGAIN


def test_no_picture_is_stale() -> None:
    assert {golden.file for golden in goldens()} == set(FOLDER.glob("*.txt")), AGAIN


def test_the_sheet_shows_the_pictures_that_are_kept() -> None:
    assert SHEET.read_text(encoding="utf-8") == sheet(), AGAIN


def test_the_gallery_has_every_kind_of_view() -> None:
    shown = {type(frame.view) for name in games.names() for frame in gallery(name).values()}
    assert shown == set(kinds_of_view())


def test_the_gallery_is_the_same_every_time() -> None:
    frames = gallery("squadro")
    gallery.cache_clear()
    assert gallery("squadro") == frames
