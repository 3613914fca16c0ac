"""A table that is served to programs, behind the guard, without a socket; time at it is virtual."""

from pathlib import Path
from typing import Any, cast

from starlette.testclient import TestClient
from starlette.types import ASGIApp

import games
from firmware_host.features.interface.store import ProgramTokens
from firmware_host.remote.requests import RemoteRequest
from firmware_host.simulator.hands import Hands
from firmware_host.web.doorway import Admission
from firmware_host.web.hosts import computer_names
from firmware_host.web.mirror import TableMirror
from firmware_host.web.running import Guard
from firmware_host.web.server import table_site
from firmware_host.web.table_client import TableClient, Tell
from firmware_host.web.visitor import PageVisitor
from tests.firmware_host.web.simulated_table import SimulatedTable

SITE = "https://museum.example"
HOST = "http://localhost"
ROOT = "/api/v1/"


class AskedTable:
    """The table of ``hands`` as a server sees it; it hears nobody while it ``is_deaf``."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.is_deaf = hands, False
        self._table = SimulatedTable(hands)

    @property
    def mirror(self) -> TableMirror:
        return self._table.mirror

    @property
    def asked(self) -> list[RemoteRequest]:
        return self._table.asked

    def look(self) -> None:
        """Show what the table shows now."""
        self._table.look()

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        if not self.is_deaf:
            self._table.ask(request, tell=tell)
        return not self.is_deaf


class AtHome(Admission):
    """Lets those look who are at this computer, as long as it ``is_open``."""

    is_open = True

    def visitor(self, visit: Any) -> PageVisitor | None:
        return PageVisitor() if self.is_open else None


class ServedInterface:
    """The interface of the table of ``hands``; what it keeps is in ``folder``."""

    def __init__(self, hands: Hands, folder: Path) -> None:
        self.table, self.tokens = AskedTable(hands), ProgramTokens(folder)
        client = cast(TableClient, self.table)
        self.admission = AtHome(client)
        self.site: ASGIApp = Guard(
            table_site(client, self.admission, games, folder), computer_names(), sites=(SITE,)
        )
        self.browser = TestClient(self.site, HOST)

    def program(self, name: str = "lamp", *, may_act: bool = True) -> TestClient:
        """Return a program with a token of its own."""
        token = self.tokens.add(name, may_act=may_act)
        return TestClient(self.site, HOST, headers={"authorization": f"Bearer {token}"})

    @property
    def actions(self) -> list[str]:
        """What has been done in the game on the table."""
        session = self.table.hands.world.app.table.game.session
        return [] if session is None else [*map(str, session.actions)]
