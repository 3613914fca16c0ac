"""Practice tables in the browser that are linked: with real agents, at a real broker."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import WebSocketTestSession

from firmware_host.app.request import StartedReader
from firmware_host.features.fleet.feature import AGENT
from firmware_host.features.practice.table import PracticeTable
from firmware_host.web.mirror import TableMirror
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running
from tests.firmware_host.features.practice.practice import ClassSite

GAME, INVITED = "squadro", "Play Squadro?"
MOVES = 4
LONG = 60.0


class PageOfTable:
    """The page of the only practice table of a site, which ``agent`` links with another one."""

    def __init__(self, folder: Path, agent: tuple[StartedReader, ...], opened: ExitStack) -> None:
        folder.mkdir()
        self._site = ClassSite(folder, started=agent)
        opened.enter_context(self._site.client)
        visitor = self._site.arrive()
        page = self._site.client.websocket_connect("/live", headers=visitor)
        self.page: WebSocketTestSession = opened.enter_context(page)

    @property
    def table(self) -> PracticeTable:
        """The table of the visitor."""
        return self._site.tables.all[0].table

    @property
    def mirror(self) -> TableMirror:
        """What the page shows."""
        return self.table.mirror

    @property
    def actions(self) -> list[str]:
        """What has been done in the game."""
        session = self.mirror.session
        return [] if session is None else [*map(str, session.actions)]

    def act(self) -> None:
        """Do what the page offers: join the game, or choose the first move."""
        shown, session = self.mirror.snapshot, self.mirror.session
        if session is None:
            if INVITED in shown.words:
                self.page.send_json({"press": "ok"})
        elif shown.awaited == "choice":
            move, after = session.state.legal_moves()[0], len(session.actions)
            self.page.send_json({"choose": str(move), "after": after})


def agent(broker: Mosquitto, folder: Path, name: str, other: str) -> tuple[StartedReader, ...]:
    settings = folder / f"{name}.toml"
    settings.write_text(f'broker = "{broker.url}"\ntable = "{name}"\n')
    settings.chmod(0o600)
    words = ("--settings", str(settings), "--link-with", other)
    return (StartedReader(AGENT, words, is_linked=True),)


def until(happened: Callable[[], bool], act: Callable[[], None]) -> None:
    end = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < end, "nothing happens any more"
        act()
        time.sleep(0.2)


@pytest.mark.deep
@NEEDS_BROKER
def test_two_browsers_play_a_linked_game(tmp_path: Path) -> None:
    with running(tmp_path) as broker, ExitStack() as opened:
        pages = [
            PageOfTable(tmp_path / name, agent(broker, tmp_path, name, other), opened)
            for name, other in (("left", "right"), ("right", "left"))
        ]
        pages[0].page.send_json({"start": GAME, "alone": False})

        def act() -> None:
            for page in pages:
                page.act()

        until(lambda: min(len(page.actions) for page in pages) >= MOVES, act)
        assert pages[0].actions[:MOVES] == pages[1].actions[:MOVES]
