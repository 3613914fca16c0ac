"""The practice tables of a class, served to browsers; there time passes faster than elsewhere."""

import asyncio
import random
import selectors
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

import games
from firmware_host.features.practice.site import PracticeSite
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.tables import PracticeTables
from firmware_host.remote.wire import Published
from firmware_host.screens.lists import ListView
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.listening import Signpost, listen
from hardware.wiring import wiring
from tests.browser.served_sites import HOST, Served, serve

HURRY: Final = 8
"""How many times as fast as elsewhere time passes at the practice tables of a test."""


class PracticeClass:
    """The practice tables of a class, in ``folder``; ``code`` is that of the teacher.

    Time passes ``hurry`` times as fast as elsewhere, also that in which a page has to be heard.
    """

    def __init__(self, folder: Path, hurry: int = HURRY) -> None:
        chance = random.Random(1)
        self._tables = PracticeTables(
            games,
            wiring.load("generic"),
            folder,
            lambda: hurry * time.monotonic(),
            chance=lambda: random.Random(chance.random()),
        )
        listener = listen(HOST, 0)
        address = f"{HOST}:{listener.getsockname()[1]}"
        self.address = f"http://{address}/"
        self.cookies: Mapping[str, str] = {}
        code = EntryCode(time.monotonic)
        self.code = code.code
        site = PracticeSite(self._tables, code, lambda: Signpost(address)).site()
        self._served = Served(site, listener, serve, partial(HurriedLoop, hurry))

    @property
    def table(self) -> PracticeTable:
        """The table that was opened last."""
        return self._tables.all[-1].table

    @property
    def session(self) -> Session:
        """The game at this table."""
        session = self.table.mirror.session
        assert session is not None
        return session

    @property
    def shown(self) -> Published:
        """What the page shows. The game itself may be ahead of it, in the thread of the server."""
        return self.table.mirror.snapshot

    @property
    def view(self) -> View | None:
        """What the display shows."""
        return self.table._desk.people.view

    @property
    def list(self) -> ListView:
        """The list that the display shows."""
        assert isinstance(self.view, ListView), self.words()
        return self.view

    def words(self) -> str:
        """Return what a person reads on the display."""
        return f"the table shows: {self.shown.words}"

    @property
    def is_idle(self) -> bool:
        """Whether no key is pressed."""
        return self.table._desk.key_presser.is_idle

    @property
    def is_waiting(self) -> bool:
        """Whether the table waits for an action or, after a game, for the next game."""
        waits = self.shown.awaited in ("throw", "choice", "next game")
        return waits and self.is_idle and not self.table.practice.is_rolling

    def is_awaiting(self, number: int) -> bool:
        """Return whether the table waits for the action with this number, or the game is over."""
        actions = sum("do" in record for record in self.shown.records)
        return actions == number and self.is_waiting

    def has_gone_on(self, records: int) -> bool:
        """Return whether the game has more than this many records and the table waits again."""
        return len(self.shown.records) > records and self.is_waiting

    def close(self) -> None:
        """End the tables."""
        self._served.close()


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes faster than that of the computer."""

    def __init__(self, hurry: int) -> None:
        self._hurry = hurry
        super().__init__(_HurriedSelector(hurry))

    def time(self) -> float:
        return self._hurry * super().time()


class _HurriedSelector(selectors.EpollSelector):
    def __init__(self, hurry: int) -> None:
        self._hurry = hurry
        super().__init__()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout and timeout / self._hurry)
