"""What a table should be: as asked on the command line, less what is left out after failures.

A failure is blamed on a part of the machine, and the request that follows from it leaves the part
out if that repeats. Pure: the caller gives the time; nothing is opened and nothing is closed.
"""

import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import KnownFacts, Registry
from firmware_host.base.timing import local_day
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import Visitors
from games.core import Catalogue
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from firmware_host.session.replay import GameReplay

Part = Literal["display", "sound", "link", "dice"]
"""A part that a table can do without; ``sound`` is the buzzer and the lights."""

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
    replay: "GameReplay | None" = None
    is_temporary: bool = False
    doctor: Doctor | None = None
    facts: KnownFacts = KnownFacts()
    has_hall_tray: bool = False

    @property
    def is_public(self) -> bool:
        """True where people come and go: they leave no traces."""
        return self.facts.of(Visitors).come_and_go


SOCKET: Final = "table.socket"
"""The name of the socket in the state folder, unless another one is asked for."""


class TableReader(Struct, frozen=True):
    """A process of a feature that reads a shared table, called ``name`` in the log.

    A table has one reader at each socket: that of this one has a name that ends in ``suffix``. The
    ``command`` of the program starts it, unless it runs as a service of its own.
    """

    name: str
    suffix: str
    command: tuple[str, ...]

    def socket(self, shared: Path) -> Path:
        """Return the socket for it at a table that is ``shared`` there."""
        return shared.with_name(f"{shared.name}.{self.suffix}")


READERS = Registry[TableReader]()
"""What features let read each table that is shared."""


class StartedReader(Struct, frozen=True):
    """A ``reader`` that is started with the table, and its further ``arguments``.

    It may link the table with another one (``is_linked``).
    """

    reader: TableReader
    arguments: tuple[str, ...]
    is_linked: bool = False


class Sharing(Struct, frozen=True):
    """Where a table is shared: its ``socket``, and the ``address`` of its web server.

    Without an address no server is started; one may be running as a service of its own. ``wiring``
    is the name or the path of the table's wiring, for the doctor. Those ``started`` read the table
    as well.
    """

    socket: Path
    address: str | None = None
    wiring: str | None = None
    started: tuple[StartedReader, ...] = ()


Suspects = tuple[Part, ...]
"""The parts that may have failed, the most likely first; empty if none is suspected."""

Remedy = Part | Literal["game", "rest"]
"""What to leave out: a part, the current game ("game"), or nothing but wait longer ("rest")."""

LIMIT: Final = 3

PERIOD: Final = 60.0
"""After LIMIT failures within PERIOD seconds something is left out."""

SUSPECTS: Final[Mapping[str, Suspects]] = {
    "hardware.display": ("display",),
    "hardware.output": ("sound",),
    "hardware.link": ("link",),
    "hardware.board": ("link",),
    "hardware.dice": ("dice", "link"),
    "firmware_host.table.table": ("link",),
}
"""The parts to suspect for a module or a folder of modules.

A sensing board is connected by the link; a dice tray may be.
"""

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


def suspects(error: BaseException) -> Suspects:
    """Return the parts that ``error`` may come from.

    The innermost frame in a module of SUSPECTS decides.

    >>> from hardware.output import Buzzer
    >>> try:
    ...     Buzzer(None, None).sound("loud")
    ... except TypeError as error:
    ...     suspects(error)
    ('sound',)
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    for frame in reversed(frames):
        module = f"{frame.f_globals.get('__name__')}."
        for name, parts in SUSPECTS.items():
            if module.startswith(f"{name}."):
                return parts
    return ()


class Failures:
    """Count the failures of the last minute.

    >>> failures = Failures()
    >>> [failures.count(("link",), now) for now in (0.0, 50.0, 70.0, 90.0)]
    [None, None, None, ('link',)]
    """

    def __init__(self) -> None:
        self._recent: deque[tuple[float, Suspects]] = deque()

    def count(self, suspects: Suspects, now: float) -> Suspects | None:
        """Count a failure at ``now`` (seconds) that ``suspects`` may have caused.

        Return None as long as it may be a coincidence. After three failures within a minute,
        return the suspects that were named most often, the newest if several were, and start
        counting from zero.
        """
        self._recent.append((now, suspects))
        while now - self._recent[0][0] > PERIOD:
            self._recent.popleft()
        if len(self._recent) < LIMIT:
            return None
        newest_first = [each for _, each in reversed(self._recent)]
        self._recent.clear()
        return Counter(newest_first).most_common(1)[0][0]


def remedy(suspects: Suspects, wiring: Wiring, without: Set[Part]) -> Remedy:
    """Return what to do about ``suspects`` at a table with ``wiring`` and ``without`` some parts.

    If no part is suspected, the current game is what leads to the failure again and again. A link
    that is the only way to the keys is not left out: nobody could use the table any more.
    """
    here = wired(wiring) - without
    part = next((part for part in suspects if part in here), None)
    if part is None:
        return "game"
    return "rest" if part == "link" and "ok" not in wiring.keys else part


def wired(wiring: Wiring) -> frozenset[Part]:
    """Return the parts that ``wiring`` has.

    >>> from hardware.wiring import wiring
    >>> sorted(wired(wiring.load("generic")))
    ['dice', 'display', 'sound']
    """
    has: Mapping[Part, bool] = {
        "display": True,
        "sound": wiring.buzzer is not None or bool(wiring.lights),
        "link": wiring.link is not None,
        "dice": wiring.dice is not None,
    }
    return frozenset(part for part, is_here in has.items() if is_here)


def reduced(wiring: Wiring, without: Set[Part]) -> Wiring:
    """Return ``wiring`` without some parts.

    The display stays in the wiring, since every wiring has one; it is not opened if left out.
    """
    if "sound" in without:
        wiring = replace(wiring, buzzer=None, lights=NOTHING)
    if "link" in without:
        wiring = replace(wiring, link=None)
    if "dice" in without:
        wiring = replace(wiring, dice=None)
    return wiring
