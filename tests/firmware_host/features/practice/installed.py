"""Practice tables of the installed program, and what a browser does at one."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.real.installed import Program, faults
from tests.real.pages import HOST, PATIENCE, OpenPage
from tests.served import free_port


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
    page.wait_until(lambda: bool(page.table), "a table")
    page.send(start=game, alone=True)
    page.wait_until(lambda: page.game is not None, "a game")
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


def is_hint(page: OpenPage) -> bool:
    """Return whether the table shows a move that it advises."""
    return str(page.table["words"]).startswith("Hint")
