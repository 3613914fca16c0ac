"""What is chosen about the look of a board reaches its pieces, which are shown again and again."""

import io
from typing import TYPE_CHECKING, Any

from PIL import Image

from firmware_host.session.setup import Setup
from firmware_host.web.board_wood import NIGHT
from tests.browser.conftest import Open, Share
from tests.browser.looking import expect, open_part, shows_actions

if TYPE_CHECKING:
    from playwright.sync_api import Page

FACE = 8
"""Pixels around the middle of a piece that have a part of its character."""


def seen(page: "Page", name: str) -> Image.Image:
    """Return what the page shows around the middle of a point."""
    box = page.locator(f'[data-point="{name}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    clip: Any = {"x": x - FACE, "y": y - FACE, "width": 2 * FACE, "height": 2 * FACE}
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")


def test_letters_stand_on_pieces_instead_of_characters_for_who_wants_them(
    share: Share, visit: Open
) -> None:
    page = visit(share(Setup("xiangqi4")))
    shows_actions(page, 0)
    character, bare = seen(page, "j1"), seen(page, "j10")
    open_part(page, "about")
    page.locator("#letters").check()
    letter = seen(page, "j1")
    assert letter.tobytes() != character.tobytes()
    page.reload()
    shows_actions(page, 0)
    assert seen(page, "j1").tobytes() == letter.tobytes()
    assert seen(page, "j10").tobytes() == bare.tobytes()


def test_a_board_without_characters_offers_no_letters(share: Share, visit: Open) -> None:
    page = visit(share(Setup("squadro", first=0)))
    shows_actions(page, 0)
    open_part(page, "about")
    expect(page.locator("#letters")).to_be_hidden()


def test_board_and_pieces_have_the_light_of_the_night(share: Share, visit: Open) -> None:
    page = visit(share(Setup("xiangqi4")))
    shows_actions(page, 0)
    by_day = [seen(page, name) for name in ("j1", "j10")]
    page.emulate_media(color_scheme="dark")
    by_night = [seen(page, name) for name in ("j1", "j10")]
    for day, night in zip(by_day, by_night, strict=True):
        for bright, dark in zip(day.getextrema(), night.getextrema(), strict=True):
            assert abs(dark[1] - NIGHT * bright[1]) <= 3  # type: ignore[index]
