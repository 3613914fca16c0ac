"""A public table with a calendar: its program starts, ends and loses power, on one card."""

from datetime import date, timedelta
from typing import Final

from firmware_host.app.inputs import Event
from firmware_host.features.kiosk.scenes import COUNTED_SECONDS as SECONDS
from firmware_host.features.kiosk.scenes import Attract
from firmware_host.storage.counters import Counters, Day
from firmware_host.table.device import AS_USUAL, PreferenceFile
from firmware_host.table.idle import STAFF
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent
from tests.faults.lean import LeanTable, Place
from tests.faults.memory import FOLDER
from tests.firmware_host.features.kiosk.tally import Tally

MONDAY: Final = date(2026, 3, 9)
DAY_SECONDS: Final = 24 * 3600
HOUR: Final = 3600.0
REST_AFTER: Final = 90.0 + SECONDS
"""Seconds after the last touch until the table rests and the visit is forgotten."""
MARGIN: Final = 1.0


class ObservedTable(LeanTable):
    """A lean table that its :class:`Kiosk` observes at every step."""

    def __init__(self, kiosk: "Kiosk", seed: int) -> None:
        self._kiosk: Kiosk | None = None
        super().__init__(seed, None, AS_USUAL, is_kiosk=True, place=kiosk.place)
        self._kiosk = kiosk

    def step(self) -> None:
        super().step()
        if self._kiosk is not None:
            self._kiosk.look()


class Kiosk:
    """A public table for a week that begins on :data:`MONDAY` at midnight, random by ``seed``.

    :attr:`table` is the running program, :attr:`tally` counts by observation, and :attr:`lasting`
    has the preferences that the staff set.
    """

    def __init__(self, seed: int) -> None:
        self.place, self.tally, self.lasting = Place(), Tally(), AS_USUAL
        self._seed, self._started_at = seed, 0.0
        self._touched_at = 0.0
        self._table: ObservedTable | None = None

    @property
    def table(self) -> ObservedTable:
        assert self._table is not None, "the program does not run"
        return self._table

    @property
    def is_on(self) -> bool:
        return self._table is not None

    @property
    def now(self) -> float:
        """The seconds since the week began."""
        return self._started_at + (self._table.clock() if self._table else 0.0)

    @property
    def day(self) -> str:
        return (MONDAY + timedelta(self.now // DAY_SECONDS)).isoformat()

    @property
    def is_resting(self) -> bool:
        return isinstance(self.table.table.scene, Attract)

    @property
    def counters(self) -> Counters:
        return Counters(FOLDER, self.place.card)

    def start(self) -> None:
        """Start the program."""
        self._seed += 1
        self._touched_at, self.place.date = self.now, self.day
        self._table = ObservedTable(self, self._seed)
        self.counters.start(self.day)
        self.tally.started(self.day, self.table.session)

    def run_until(self, time: float) -> None:
        """Let time pass, whether the program runs or not."""
        if self._table is None:
            self._started_at = time
        else:
            self._table.run_for(time - self.now)

    def look(self) -> None:
        """Count what happened, and update the date."""
        table, self.place.date = self.table, self.day
        self.tally.look(self.day, table.session, len(table.app.game_records), table.clock())

    def open_for_staff(self) -> None:
        """Hold the two keys that only the staff knows."""
        self.hear(KeyEvent(STAFF, "press"), KeyEvent(STAFF, "release"))

    def hear(self, *events: Event) -> None:
        """Let ``events`` of people happen now."""
        self._touched_at = self.now
        self.table.hear(*events)

    def press(self, key: str) -> None:
        """Press ``key`` for a moment."""
        self.hear(KeyEvent(key, "press"))
        self.hear(KeyEvent(key, "release"))

    def throw(self, faces: tuple[int, ...]) -> None:
        """Throw dice that show ``faces``."""
        self.hear(DiceEvent("provisional", faces))
        self.hear(DiceEvent("settled", faces))

    def pull_the_plug(self, seconds: float) -> None:
        """Cut the power for ``seconds``, without closing anything."""
        self._stop(seconds)
        self.place = Place(self.place.card.copy())

    def end(self, seconds: float) -> None:
        """End the program properly, and leave it off for ``seconds``."""
        self.table.app.close()
        self.counters.end()
        self.tally.ended()
        self._stop(seconds)

    def leave_alone(self) -> None:
        """Touch nothing until the table rests; check that it does so in time."""
        while not self.is_resting:
            self.table.run_for(MARGIN)
            alone = self.now - self._touched_at
            assert alone <= REST_AFTER + MARGIN, f"after {alone} s: {self.table.view}"
        table = self.table.table
        assert (table.context.preferences, table.context.lasting) == (self.lasting, self.lasting)
        assert PreferenceFile(FOLDER, self.place.card).read(AS_USUAL) == self.lasting

    def days(self) -> tuple[Day, ...]:
        """Return what the program counted."""
        counters = self.counters
        days = counters.days()
        assert counters.fault is None
        return days

    def _stop(self, seconds: float) -> None:
        now, self._table = self.now, None
        self._started_at = now + seconds
