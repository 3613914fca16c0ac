"""What a table should be: as asked on the command line, less what is left out after failures."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from firmware_host.app.blame import Part
from firmware_host.base.facts import KnownFacts
from firmware_host.base.timing import local_day
from firmware_host.session.replay import GameReplay
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import Visitors
from games.replay import Catalogue
from hardware.wiring.wiring import Wiring

Doctor = Callable[[Wiring, Path], Sequence[str]]


class Request(Struct, frozen=True):
    """The games, wiring, language and state folder of a table.

    The program holds the lock of ``folder`` while the table is open. ``language`` overrides the one
    chosen on the device; with None, that one counts, and before anybody has chosen one,
    ``usual_language``. ``setup`` is the game to play; with None, people choose it on the screen.
    ``replay`` is a recorded game to show instead of playing one. ``is_temporary`` means that the
    folder is deleted at the end, so that no room is reserved for a full card. ``doctor`` finds what
    is missing for a wiring and a folder; the table asks it at its start until the first game was
    begun. ``facts`` are what features are asked to do at the table. With ``has_hall_tray`` the dice
    of a simulated table have magnets, on a tray of Hall sensors on the link.

    After a failure, ``without`` names the parts that are left out, ``unsaved`` has all records of a
    game that could not be written to the card, and ``is_at_home`` means that the last game is kept
    but not resumed.
    """

    catalogue: Catalogue
    wiring: Wiring
    language: str | None
    folder: Path
    setup: Setup | None = None
    usual_language: str = "en"
    today: Callable[[], str] = local_day
    without: frozenset[Part] = frozenset()
    unsaved: tuple[JournalRecord, ...] = ()
    is_at_home: bool = False
    replay: GameReplay | None = None
    is_temporary: bool = False
    doctor: Doctor | None = None
    facts: KnownFacts = KnownFacts()
    has_hall_tray: bool = False

    @property
    def is_public(self) -> bool:
        """True where people come and go: they leave no traces."""
        return self.facts.of(Visitors).come_and_go
