"""Every screen equals its golden picture, pixel by pixel."""

import pytest

import games
from tests.firmware_host.screens.gallery import gallery, kinds_of_view, shown
from tests.firmware_host.screens.golden.pictures import files, goldens, text

AGAIN = "look at the change, then run python -m tests.firmware_host.screens.golden"


@pytest.mark.parametrize("name", games.names())
def test_every_screen_equals_its_golden_picture(name: str) -> None:
    kept = [golden for golden in goldens() if golden.game == name]
    assert len(kept) >= len(gallery(name))
    for golden in kept:
        assert golden.file.is_file(), f"{golden.file.name} is missing; {AGAIN}"
        assert text(golden.drawn()) == golden.file.read_text(encoding="utf-8"), AGAIN


def test_there_is_no_golden_picture_without_a_screen() -> None:
    assert {golden.file for golden in goldens()} == files(), AGAIN


def test_the_gallery_has_every_kind_of_view() -> None:
    shown = {type(frame.view) for name in games.names() for frame in gallery(name).values()}
    assert shown == set(kinds_of_view())


def test_the_gallery_is_the_same_every_time() -> None:
    frames = gallery("squadro")
    shown.cache_clear()
    assert gallery("squadro") == frames
