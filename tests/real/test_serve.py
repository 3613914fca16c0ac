"""``tableside serve`` as it is installed, with the sockets of three browsers."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import games
from tests.real.installed import Program, faults
from tests.real.pages import HOST, PATIENCE, OpenPage
from tests.served import free_port

FEW = 2


@contextmanager
def serving(program: Program, folder: Path) -> Iterator[int]:
    """Serve practice tables; yield the port. At the end nothing has failed."""
    port = free_port()
    process = program.start("serve", "--listen", f"{HOST}:{port}", where=folder)
    try:
        yield port
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 130, -signal.SIGINT)
    finally:
        process.kill()
        process.wait()
    assert faults(folder / "log") == []


def play(page: OpenPage, game: str, actions: int) -> None:
    """Begin ``game`` alone on ``page`` and play so many ``actions``."""
    page.wait_until(lambda: bool(page.state), "a table")
    page.send(start=game, alone=True)
    page.wait_until(lambda: page.state["game"] is not None, "a game")
    while page.actions < actions:
        page.wait_until(lambda: page.awaited in ("throw", "choice"), "something to do")
        act(page, page.actions)


def act(page: OpenPage, before: int) -> None:
    """Throw, or take the move that is advised; the game has so many actions ``before``."""
    if page.awaited == "throw":
        page.send(throw=None)
    else:
        for _ in range(2):
            page.send_until(lambda: is_hint(page), "a hint", press="hint")
            page.send_until(lambda: not is_hint(page), "the board again", press="back")
        page.send_until(lambda: is_hint(page), "a hint", press="hint")
        page.send_until(lambda: not is_hint(page), "the move", press="ok")
    page.wait_until(lambda: page.actions != before, "one more action")


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


def is_hint(page: OpenPage) -> bool:
    """Return whether the table shows a move that it advises."""
    return str(page.state["words"]).startswith("Hint")


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
