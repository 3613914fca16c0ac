"""Practice tables for the tests: a visitor at one on virtual time, and the site of a class."""

import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import games
from firmware_host.app.request import Request, StartedReader
from firmware_host.base.registry import KnownFacts
from firmware_host.features.practice.class_logs import ThrowLog
from firmware_host.features.practice.pages import VISITOR, practice_state
from firmware_host.features.practice.site import PracticeSite
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.tables import PracticeTables
from firmware_host.table.device import FarSeats
from firmware_host.text.translator import Language
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.listening import Signpost
from firmware_host.web.motions import FollowedPieces
from hardware.simulated import VirtualClock
from hardware.wiring import wiring

PLACE = Signpost("testserver")


class PracticePlayer:
    """A visitor at a practice table on virtual time, who sends what a page sends."""

    def __init__(self, folder: Path, seed: int = 1, *, has_far_seats: bool = False) -> None:
        self.clock, self.log = VirtualClock(), ThrowLog()
        parts = wiring.load("generic")
        facts = KnownFacts().with_fact(FarSeats(are_offered=has_far_seats))
        request = Request(games, parts, "en", folder, is_temporary=True, facts=facts)
        self.table = PracticeTable(request, self.clock, random.Random(seed), self.log)
        self._rng = random.Random(seed)

    @property
    def awaited(self) -> str:
        return self.table.mirror.snapshot.awaited

    @property
    def words(self) -> str:
        return self.table.mirror.snapshot.words

    @property
    def shown(self) -> Mapping[str, Any]:
        """What only the page of a practice table shows."""
        return practice_state(self.table, FollowedPieces(), Language("en"))

    @property
    def actions(self) -> int:
        session = self.table.mirror.session
        return 0 if session is None else len(session.actions)

    def send(self, **message: Any) -> None:
        """Send ``message`` as the page does."""
        request = VISITOR.request(message)
        if request is not None:
            self.table.ask(request)
        self.table.step()

    def wait(self, seconds: float, happened: Callable[[], bool] = lambda: False) -> bool:
        """Let ``seconds`` pass, or fewer if it has ``happened``; return whether it has."""
        end = self.clock() + seconds
        while not happened() and self.clock() < end:
            due = self.table.deadline
            self.clock.advance_to(min(end, max(self.clock(), end if due is None else due)))
            self.table.step()
        return happened()

    def begin(self, game: str, alone: bool = False) -> None:
        """Start ``game`` and wait until it is played."""
        self.send(start=game, alone=alone)
        assert self.wait(10, lambda: self.awaited in ("throw", "choice"))

    def act(self) -> None:
        """Throw or choose a move if the table waits for it, else let it go on."""
        session, before = self.table.mirror.session, self.actions
        assert session is not None
        if self.awaited == "throw":
            self.send(throw=None)
            self.wait(10, lambda: self.actions != before)
        elif self.awaited == "choice":
            move = self._rng.choice(session.state.legal_moves())
            self.send(choose=str(move), after=before)
            assert self.wait(20, lambda: self.actions != before), f"{move} was not chosen"
        else:
            self.wait(1, lambda: self.awaited in ("throw", "choice"))


class ClassSite:
    """The site of a class, with at most ``most`` tables whose chance is known.

    With what is ``started`` beside it there is one table, which is linked with another one.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        most: int = 40,
        started: tuple[StartedReader, ...] = (),
    ) -> None:
        chance = random.Random(1)
        self.tables = PracticeTables(
            games,
            wiring.load("generic"),
            folder,
            clock,
            most,
            lambda: random.Random(chance.random()),
            started,
        )
        self.code = EntryCode(clock)
        self.place = PLACE
        self.client = TestClient(PracticeSite(self.tables, self.code, lambda: self.place).site())

    def arrive(self) -> dict[str, str]:
        """Return the headers of a new visitor, with the cookie of their table."""
        self.client.cookies.clear()
        token = self.client.get("/").cookies["table"]
        self.client.cookies.clear()
        return {"cookie": f"table={token}"}

    def teach(self) -> dict[str, str]:
        """Return the headers of the teacher."""
        self.client.cookies.clear()
        token = self.client.post("/teacher", json={"code": self.code.code}).cookies["teacher"]
        self.client.cookies.clear()
        return {"cookie": f"teacher={token}"}
