"""The practice table of one visitor, as the class knows it: its name, its pages, its trouble."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from firmware_host.features.practice.table import PracticeTable
from firmware_host.web.page_parts import PageStates
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.web.history_pages import KeptSessions

ANIMALS: Final = (
    msg("Fox"),
    msg("Owl"),
    msg("Bear"),
    msg("Hare"),
    msg("Swan"),
    msg("Wolf"),
    msg("Lynx"),
    msg("Deer"),
    msg("Otter"),
    msg("Raven"),
    msg("Tiger"),
    msg("Heron"),
    msg("Whale"),
    msg("Camel"),
    msg("Eagle"),
    msg("Zebra"),
    msg("Panda"),
    msg("Koala"),
    msg("Gecko"),
    msg("Hedgehog"),
    msg("Elephant"),
    msg("Giraffe"),
    msg("Dolphin"),
    msg("Penguin"),
    msg("Badger"),
    msg("Beaver"),
    msg("Falcon"),
    msg("Turtle"),
    msg("Donkey"),
    msg("Squirrel"),
    msg("Leopard"),
    msg("Seal"),
    msg("Crane"),
    msg("Crab"),
    msg("Moose"),
    msg("Lion"),
    msg("Frog"),
    msg("Stork"),
    msg("Horse"),
    msg("Bee"),
)
"""The names of tables, by their numbers: one for each that can be open at once."""

NAMED: Final = msg("Table {number} · {animal}")
STUCK_SECONDS: Final = 120.0
"""A visitor who has a game before them and does nothing for so long may need help."""

RESTING_SECONDS: Final = 300.0
"""Who does nothing for so long, without a game, is idle."""

WRONG_ANSWERS: Final = 3
"""So many wrong answers one after the other are a reason to look, too."""

FAILED_SECONDS: Final = 8.0
"""Seconds between two steps of a table whose surroundings fail again and again."""

STEP_SECONDS: Final = 0.008
"""Seconds between two steps of a table at least: contacts that bounce make many deadlines."""

log = logging.getLogger(__name__)

Trouble = Literal["stuck", "wrong", "idle", "away", ""]


@dataclass(eq=False)
class TableOfVisitor:
    """A ``table`` with its ``number``; ``folder`` has its games, ``kept`` are those for its pages,
    None where a page shows none.

    ``states`` are what its pages show, ``pages`` is how many show it now, ``left_at`` when the last
    one went, in seconds. ``address`` is where its visitor came from. ``woken`` is set when somebody
    has done something there, ``closed`` when it ends, and ``is_taken_away`` if its visitor has not
    ended it. A table that has no others beside it has the number 0, and no name.
    """

    number: int
    address: str
    table: PracticeTable
    folder: Path
    states: PageStates
    left_at: float
    kept: "KeptSessions | None" = None
    pages: int = 0
    message: str = ""
    is_taken_away: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def name(self) -> Message:
        """Its number, and the animal by which people find each other in a class."""
        if not self.number:
            return Message("")
        animal = Message.of(ANIMALS[(self.number - 1) % len(ANIMALS)])
        return Message.of(NAMED, number=self.number, animal=animal)

    async def run(self, clock: Callable[[], float]) -> None:
        """Step the table whenever something is due by ``clock`` (seconds), until it is over.

        A failure of its program is shown there. After one of what is around it, it goes on too.
        """
        while not self.table.is_over:
            self.woken.clear()
            try:
                self.table.step()
                await asyncio.sleep(STEP_SECONDS)
                await self._wait(clock)
            except Exception:
                log.exception("practice table %d failed; it goes on", self.number)
                await asyncio.sleep(FAILED_SECONDS)

    async def _wait(self, clock: Callable[[], float]) -> None:
        """Wait until the table has something to do."""
        due = self.table.deadline
        timeout = None if due is None else max(0.0, due - clock())
        waiting = asyncio.ensure_future(self.woken.wait())
        try:
            # not asyncio.timeout: the loop of a browser fails if the time is over as it is set
            await asyncio.wait({waiting}, timeout=timeout)
        finally:
            waiting.cancel()

    def trouble(self, now: float) -> Trouble:
        """Return why the teacher should look after the visitor at ``now``; empty if all is well."""
        practice, silent = self.table.practice, now - self.table.asked_at
        if self.pages == 0:
            return "away"
        if self.table.answers.wrong_in_a_row >= WRONG_ANSWERS:
            return "wrong"
        if practice.at_home:
            return "idle" if silent >= RESTING_SECONDS else ""
        return "stuck" if silent >= STUCK_SECONDS and not practice.is_paused else ""
