"""A table without hardware for millions of events: the real loop, fed with events.

Only pins, panel and card are simulated: keys and dice come as events, the sensing board as edges,
pictures are dropped, and the journal is in memory.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

import games
from firmware_host.app.inputs import Event, Inputs
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.outputs import NullDisplay, Outputs
from firmware_host.base.registry import KnownFacts
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage import history
from firmware_host.storage.counters import Counters
from firmware_host.storage.journal import Journal
from firmware_host.storage.retention import Retention
from firmware_host.table.device import Device, PreferenceFile, Preferences, Visitors
from firmware_host.table.table import Table
from games.core import Game
from games.equipment import Die, Side
from hardware.board import BoardEvent, Field, Glow, Meaning, SensingBoard
from hardware.simulated import VirtualClock
from hardware.wiring import wiring
from tests.faults.memory import FOLDER, Memory

RETENTION = Retention(sessions=3)
"""So few games that reading them does not take longer than playing."""
RESERVE = 4096


@dataclass
class Place:
    """What remains when a program ends: its ``card``, and the ``date`` in ISO 8601."""

    card: Memory = field(default_factory=Memory)
    date: str = "2026-03-09"


class Feed:
    """Replaces the inputs: ``events`` arrive at the next step; ``board`` is the sensing board."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.board: SensingBoard | None = None
        self.fault: str | None = None
        self.sensors = None
        self.keyboards: tuple[str, ...] | None = None
        self.keys_down = 0
        self.facts = ()

    @property
    def deadline(self) -> float | None:
        return None if self.board is None else self.board.deadline

    def be_patient(self, accept: float, lock: float) -> None:
        """Do nothing: nobody strikes a switch."""

    def be_steady(self, lock: float) -> None:
        """Do nothing: nobody presses a key twice by mistake."""

    def collect(self) -> None:
        """Do nothing: edges go to the board directly."""

    def take(self, now: float, game: Game | None) -> tuple[Event, ...]:
        pieces: Sequence[BoardEvent] = () if self.board is None else self.board.tick(now)
        events, self.events = self.events, []
        return (*events, *pieces)

    def light(self, side: Side | None, fields: Mapping[Field, Meaning], glow: Glow) -> None:
        """Do nothing: there are no lights."""

    def wait(self, until: float | None) -> None:
        """Do nothing: time passes only in :meth:`LeanTable.run_for`."""

    def wake(self) -> None:
        """Do nothing: nobody waits."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


class LeanTable:
    """The loop of a table with a ``setup`` and ``preferences``.

    ``is_kiosk`` makes it a public table. It resumes what is at ``place``.
    """

    def __init__(
        self,
        seed: int,
        setup: Setup | None,
        preferences: Preferences,
        is_kiosk: bool = False,
        place: Place | None = None,
    ) -> None:
        at = place or Place()
        self.clock, self.card, self.feed = VirtualClock(), at.card, Feed()
        silent = replace(wiring.load("generic"), buzzer=None)
        journal = Journal(
            FOLDER,
            self.card,
            today=lambda: at.date,
            clock=self.clock,
            retention=RETENTION,
            reserve=RESERVE,
        )
        records, store = journal.open(), PreferenceFile(FOLDER, self.card)
        liked, kept = store.read(preferences), lambda: history.saved_games(journal.sessions())
        days = Counters(FOLDER, self.card).days
        device = Device("soak", True, kept, days, keep=store.write)
        facts = KnownFacts().with_fact(Visitors(come_and_go=is_kiosk))
        table = Table(games, random.Random(seed), _reads, setup, records, liked, device, facts)
        inputs, display = cast(Inputs, self.feed), NullDisplay(silent.display.size)
        outputs = Outputs(display, silent, None)
        table.use_files_at_once()
        hardware = TableHardware(None, clock=self.clock)
        self.app = App(table, inputs, outputs, journal, records, hardware)
        self.step()

    @property
    def table(self) -> Table:
        return self.app.table

    @property
    def session(self) -> Session | None:
        """The game on the table."""
        return self.table.game.session

    @property
    def view(self) -> View:
        """The view that is shown now."""
        return (self.app.frame or self.table.frame).view

    def hear(self, *events: Event) -> None:
        """Let ``events`` happen now."""
        self.feed.events.extend(events)
        self.step()

    def run_for(self, seconds: float) -> None:
        """Let ``seconds`` pass, with everything that is due in this time."""
        end = self.clock() + seconds
        while (due := self.app.deadline) is not None and due <= end:
            self.clock.advance_to(max(due, self.clock()))
            self.step()
        self.clock.advance_to(end)

    def step(self) -> None:
        """Let the program handle what has arrived and what is due."""
        self.app.step()

    def resumed(self) -> Session:
        """Return the game as a program that is started now would find it."""
        records = (
            Journal(FOLDER, self.card.copy()).open() if self.app.is_saved else self.app.game_records
        )
        return Session.resume(records, games)


def _reads(dice: tuple[Die, ...]) -> bool:
    return True
