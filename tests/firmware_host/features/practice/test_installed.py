"""``tableside serve`` as it is installed, with the sockets of three browsers."""

from pathlib import Path

import pytest

import games
from tests.firmware_host.features.practice.installed import act, play, serving
from tests.real.installed import Program
from tests.real.pages import OpenPage

FEW = 2


def move_and_take_back(page: OpenPage) -> None:
    """Move and take it back: the position on the page is the one before it in everything."""
    while page.awaited != "choice":
        page.wait_until(lambda: page.awaited in ("throw", "choice"), "something to do")
        if page.awaited == "throw":
            act(page, page.actions)
    before, actions = page.position, page.actions
    act(page, actions)
    assert page.position != before
    page.wait_until(lambda: page.awaited in ("throw", "choice"), "the next turn")
    page.send_until(lambda: page.actions == actions, "one action less", undo=True)
    page.wait_until(lambda: page.awaited == "choice", "the same choice")
    assert page.position == before


def test_three_browsers_play_at_tables_of_their_own(program: Program, tmp_path: Path) -> None:
    with serving(program, tmp_path) as port:
        pages = [OpenPage(port) for _ in range(3)]
        for page, name in zip(pages, games.names(), strict=False):
            play(page, name, 1)
        for page in pages:
            page.close()


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
def test_every_game_is_played_with_hints(program: Program, tmp_path: Path, name: str) -> None:
    with serving(program, tmp_path) as port:
        page = OpenPage(port)
        play(page, name, FEW)
        move_and_take_back(page)
        page.close()
