"""Turn what people touch into events: keys, dice and pieces, on pins or at devices on the link.

Pins and link only put edges into an inbox, each from its own thread; the loop takes them out here.
The table is told how its devices are: the sensors of the tray, the serial link, keyboards.

>>> from hardware.link.hello import TraySensors
>>> well, ill = (TraySensors((8, 8), True, faults) for faults in ({}, {"dead": (20,)}))
>>> print(sensor_notice(ill, None))
Dice tray: the sensor in row 2, column 4 is dead
>>> print(sensor_notice(well, ill), sensor_notice(well, None))
Dice tray in order again None
"""

import logging
import queue
from collections.abc import Callable, Mapping, Set
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol

from firmware_host.app.request import Request
from firmware_host.base.registry import Fact, Registry
from firmware_host.base.timing import earliest
from firmware_host.table import keys as table_keys
from firmware_host.table.idle import STAFF
from firmware_host.table.table import Table
from games.core import Game
from games.equipment import Die, Side
from games.message import Message, msg
from hardware.board import BoardEvent, Field, Glow, Meaning, SensingBoard, Size
from hardware.dice.codes import DieReport, can_read, fitting
from hardware.dice.lanes import tray_for
from hardware.dice.reported import ReportedDice
from hardware.dice.tray import DiceEvent, Tray
from hardware.input.edges import Edge, KeyEvent
from hardware.input.keys import DIGIT, ENCODER_LINES, QUARTERS, Encoder, Keys
from hardware.input.panel import Panel
from hardware.wiring.sections import SWITCHES
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, KEYS, Wiring

if TYPE_CHECKING:
    from hardware.input.keyboards import KeyReader
    from hardware.link.hello import TraySensors
    from hardware.link.link import Link
    from hardware.link.thread import LinkThread


WAKE = "wake"
TRAY_LINES = frozenset({CUP, *DICE_LINES, *CHECK_LINES})
AT_REST = dict.fromkeys((*KEYS, *SWITCHES, *DIGIT, *ENCODER_LINES), True)

Inbox = queue.SimpleQueue[Edge]
OpenLink = Callable[[Inbox], "Link | LinkThread"]
OpenKeyboards = Callable[[Inbox], "KeyReader"]
Event = KeyEvent | DiceEvent | BoardEvent


class DiceSource(Protocol):
    """Dice that a feature reads, in the place of those of a game."""

    @property
    def deadline(self) -> float | None:
        """When :meth:`take` has something to do, in seconds; None if never."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the table is to know of them now."""

    def reads(self, dice: tuple[Die, ...]) -> bool:
        """Return whether they can stand in for ``dice``."""

    def take(self, now: float, dice: tuple[Die, ...]) -> tuple[DiceEvent, ...]:
        """Return what they have done up to ``now`` (seconds) in the place of ``dice``."""

    def close(self) -> None:
        """Let go of what reads them."""


OpenDiceSource = Callable[[Callable[[], None]], DiceSource]
"""Opens dice that a feature reads; it gets what wakes the table when they have news."""

DICE_ON_PI = Registry[Callable[[Request], OpenDiceSource | None]]()
"""What opens dice of features at a real table; None where there can be none."""


class Inputs:
    """The inputs of a table with ``wiring``.

    ``factory`` is the gpiozero pin factory, ``clock`` returns seconds, ``open_link`` opens the
    serial link to further inputs (None: no link), ``open_keyboards`` begins to read keyboards
    (None: none is read), and ``dice_sources`` open the dice that features read.
    PinsError if a pin cannot be claimed.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: Any,
        clock: Callable[[], float],
        open_link: OpenLink | None = None,
        open_keyboards: OpenKeyboards | None = None,
        dice_sources: tuple[OpenDiceSource, ...] = (),
    ) -> None:
        self._wiring, self._clock = wiring, clock
        self._inbox: Inbox = queue.SimpleQueue()
        with ExitStack() as opened:
            self._panel = Panel(wiring.lines, factory, clock, self._inbox)
            opened.callback(_close, self._panel)
            self._keys = _keys(wiring, has_more=open_link is not None or bool(wiring.keyboards))
            self._keys.begin(AT_REST | self._panel.levels(), clock())
            self.link = open_link(self._inbox) if open_link else None
            opened.callback(_close, self.link)
            self._keyboards = open_keyboards(self._inbox) if open_keyboards else None
            opened.callback(_close, self._keyboards)
            self._sources: list[DiceSource] = []
            for open_source in dice_sources:
                self._sources.append(open_source(self.wake))
                opened.callback(self._sources[-1].close)
            self._opened = opened.pop_all()
        self._tray: Tray | None = None
        self._tray_of: tuple[Game | None, bool] = (None, False)
        self._has_tray = wiring.dice is not None or _is_expected("tray", wiring)
        self._offered: tuple[DieReport, ...] = ()
        self._reported: ReportedDice | None = None
        self._reported_of: tuple[Game | None, tuple[DieReport, ...]] = (None, ())
        self._board: SensingBoard | None = None
        self._board_size: Size | None = None

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`take` if no edge comes, in seconds; None if never."""
        dice = (self._tray, self._reported, *self._sources)
        parts = (self._keys, *dice, self._board, self.link)
        return earliest(part.deadline for part in parts if part is not None)

    def reads(self, dice: tuple[Die, ...]) -> bool:
        """Return whether ``dice`` are read: by a tray on pins or on the link, or as reported.

        What was there once counts as there: if its cable is pulled, the table waits for it and
        does not throw the dice itself.
        """
        faces = [die.faces for die in dice]
        is_awaited = _is_expected("dice", self._wiring) and not self._offered
        is_reported = is_awaited or bool(fitting(faces, self._offered))
        if is_reported or (self._has_tray and can_read(faces)):
            return True
        return any(source.reads(dice) for source in self._sources)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the table is to know of the dice that features read."""
        return tuple(fact for source in self._sources for fact in source.facts)

    @property
    def fault(self) -> str | None:
        """What is wrong with the link, in one line; None while it works."""
        return "; ".join(self.link.faults) or None if self.link is not None else None

    @property
    def sensors(self) -> "TraySensors | None":
        """The sensors under a tray on the link; None if there are none."""
        return None if self.link is None else self.link.sensors

    @property
    def keyboards(self) -> tuple[str, ...] | None:
        """The names of the keyboards and pads that are read now; None where none would be."""
        return None if self._keyboards is None else self._keyboards.names

    @property
    def keys_down(self) -> int:
        """How many keys are down now."""
        return self._keys.count_down

    @property
    def board(self) -> SensingBoard | None:
        """The sensing board on the link; None if there is none."""
        return self._board

    def light(self, side: Side | None, fields: Mapping[Field, Meaning], glow: Glow) -> None:
        """Light the seat on ``side`` and ``fields`` (column, row) at devices that have lights."""
        if self.link is not None:
            self.link.show(side, fields, glow)

    def be_patient(self, accept: float, lock: float) -> None:
        """Let switches wait for hands that tremble, so many seconds.

        :meth:`hardware.input.keys.Keys.be_patient` explains ``accept`` and ``lock``.
        """
        self._keys.be_patient(self._switching, accept, lock)

    def be_steady(self, lock: float) -> None:
        """Let keys count again only after they have been released for ``lock`` seconds."""
        self._keys.be_patient(set(self._keys.names) - self._switching, 0.0, lock)

    @property
    def _switching(self) -> Set[str]:
        """The lines of the switches, and of keys that act as one."""
        return set(table_keys.with_digits(SWITCHES)) & set(self._keys.names)

    def wake(self) -> None:
        """End :meth:`wait` at once; safe in signal handlers and other threads."""
        self._inbox.put(Edge(0.0, WAKE, level=True))

    def wait(self, until: float | None) -> None:
        """Wait for an edge, at most until the time ``until`` in seconds (None: for ever)."""
        try:
            timeout = None if until is None else max(0.0, until - self._clock())
            self._feed(self._inbox.get(timeout=timeout))
        except queue.Empty:
            pass

    def collect(self) -> None:
        """Read every edge from the inbox."""
        if self.link is not None:
            self.link.tick(self._clock())
            self._fit_board(self.link)
            self._meet(self.link.dice)
        while True:
            try:
                self._feed(self._inbox.get_nowait())
            except queue.Empty:
                return

    def take(self, now: float, game: Game | None) -> tuple[Event, ...]:
        """Return the events up to ``now`` (seconds) at a table that plays ``game``.

        Call :meth:`collect` first.
        """
        self._fit_tray(game)
        dice = () if self._tray is None else self._tray.tick(now, self._levels())
        dice += self._reports(now, game)
        for source in self._sources:
            dice += source.take(now, game.dice if game else ())
        pieces = () if self._board is None else self._board.tick(now)
        return (*self._keys.tick(now), *dice, *pieces)

    def close(self) -> None:
        """Release all pins and ports; an error of one is raised after all have been tried."""
        self._opened.close()

    def _feed(self, edge: Edge) -> None:
        self._keys.feed(edge)
        for part in (self._tray, self._board):
            if part is not None:
                part.feed(edge)

    def _levels(self) -> dict[str, bool]:
        """Return the levels of the dice tray: closed if the contact on a pin or the link is."""
        levels = self._panel.levels(TRAY_LINES)
        if self.link is not None:
            for line, level in self.link.levels().items():
                levels[line] = level and levels.get(line, True)
        return levels

    def _fit_board(self, link: "Link | LinkThread") -> None:
        """Follow the sensing board that is on the link now."""
        size = link.board
        if self._board_size != size:
            self._board_size = size
            self._board = None if size is None else SensingBoard(*size)
            if self._board is not None:
                self._board.begin(link.levels())

    def _meet(self, dice: tuple[DieReport, ...]) -> None:
        """Remember which dice report their faces; those that are gone are waited for."""
        if dice:
            self._offered = tuple(DieReport(die.name, die.faces) for die in dice)

    def _reports(self, now: float, game: Game | None) -> tuple[DiceEvent, ...]:
        """Return what the dice of ``game`` have done that report their faces."""
        if (game, self._offered) != self._reported_of:
            self._reported_of = game, self._offered
            faces = [die.faces for die in game.dice] if game is not None else []
            names = fitting(faces, self._offered)
            self._reported = ReportedDice(names) if names else None
        if self._reported is None or self.link is None:
            return ()
        return self._reported.tick(now, {die.name: die for die in self.link.dice})

    def _fit_tray(self, game: Game | None) -> None:
        """Read the dice of ``game``; forget what the tray did for another game."""
        is_here = self._wiring.dice is not None
        if self.link is not None and self.link.reads_tray:
            is_here = self._has_tray = True
        if (game, is_here) == self._tray_of:
            return
        self._tray_of, self._tray = (game, is_here), None
        if is_here and game is not None and can_read([die.faces for die in game.dice]):
            self._tray = self._tray_for(game)

    def _tray_for(self, game: Game) -> Tray:
        cup = CUP if CUP in self._levels() else None
        return tray_for([die.faces for die in game.dice], self._wiring.dice, cup)


def _close(part: "Panel | Link | LinkThread | KeyReader | None") -> None:
    if part is not None:
        part.close()


def _keys(wiring: Wiring, has_more: bool) -> Keys:
    """Return the keys on pins; with ``has_more`` devices, all keys, since these may have any."""
    quarters = wiring.encoder.quarters if wiring.encoder else QUARTERS[-1]
    keys = KEYS if has_more else tuple(wiring.keys)
    digits = tuple(DIGIT) if wiring.keyboards else ()
    return Keys(
        (*keys, *SWITCHES, *digits),
        repeats=table_keys.repeating(),
        holds={**{key: key for key in table_keys.holding()}, **wiring.hold},
        chords={**wiring.chords, **table_keys.staff_chord(keys)},
        patience={STAFF: table_keys.STAFF_SECONDS},
        encoder=Encoder(quarters=quarters) if has_more or wiring.encoder else None,
    )


def _is_expected(what: str, wiring: Wiring) -> bool:
    return wiring.link is not None and what in wiring.link.brings


LinkState = tuple[SensingBoard | None, str | None, "TraySensors | None"]
"""The sensing board on the link, its fault, and the sensors under its tray."""

UNCALIBRATED = msg("Dice tray not calibrated")
IN_ORDER = msg("Dice tray in order again")
SEVERAL = msg("Dice tray: {count} sensors are faulty")
ONE = {
    "dead": msg("Dice tray: the sensor in row {row}, column {column} is dead"),
    "stuck": msg("Dice tray: the sensor in row {row}, column {column} is stuck"),
    "noisy": msg("Dice tray: the sensor in row {row}, column {column} is noisy"),
}

log = logging.getLogger(__name__)


def sensor_notice(sensors: "TraySensors", before: "TraySensors | None") -> Message | None:
    """Return what to say of ``sensors`` that were as ``before``; None if nothing has changed."""
    told_before = () if before is None else before.told
    if sensors.told == told_before:
        return None
    if not sensors.is_calibrated:
        return Message.of(UNCALIBRATED)
    faulty = [(fault, place) for fault, places in sensors.faults.items() for place in places]
    if not faulty:
        return Message.of(IN_ORDER)
    if len(faulty) > 1:
        return Message.of(SEVERAL, count=len(faulty))
    fault, number = faulty[0]
    row, column = sensors.place(number)
    return Message.of(ONE[fault], row=row, column=column)


def log_sensors(sensors: "TraySensors") -> None:
    """Log each fault, with what to do."""
    for what, advice in sensors.told:
        log.warning("dice tray: %s: %s", what, advice)


LINK_FAULT = msg("Serial link interrupted")
LINK_IS_BACK = msg("Serial link restored")
NO_KEYBOARD = msg("Keyboard or switch unplugged")
KEYBOARD_IS_BACK = msg("Keyboard or switch connected")


class DeviceNews:
    """What has come to the ``inputs`` of ``table``, and what has gone."""

    def __init__(self, inputs: Inputs, table: Table) -> None:
        self._inputs, self._table = inputs, table
        self._link_state: LinkState = (None, None, None)
        self._keyboards = inputs.keyboards

    def follow(self, now: float) -> bool:
        """Tell the table what has changed up to ``now`` (seconds); return whether anything has."""
        return self._follow_link(now) | self._follow_keyboards(now) | self._follow_dice(now)

    def _follow_link(self, now: float) -> bool:
        before, inputs, table = self._link_state, self._inputs, self._table
        board, fault, sensors = self._link_state = inputs.board, inputs.fault, inputs.sensors
        board_before, fault_before, sensors_before = before
        if board is not board_before:
            size = None if board is None else board.size
            table.plug_board(size, board.occupied if board else (), now)
        if fault != fault_before:
            table.notify(Message.of(LINK_FAULT if fault else LINK_IS_BACK), now)
        if sensors is not None and (notice := sensor_notice(sensors, sensors_before)):
            log_sensors(sensors)
            table.notify(notice, now)
        return self._link_state != before

    def _follow_keyboards(self, now: float) -> bool:
        before, self._keyboards = self._keyboards, self._inputs.keyboards
        if before == self._keyboards:
            return False
        has_come = len(self._keyboards or ()) > len(before or ())
        self._table.notify(Message.of(KEYBOARD_IS_BACK if has_come else NO_KEYBOARD), now)
        return True

    def _follow_dice(self, now: float) -> bool:
        has_changed = False
        for fact in self._inputs.facts:
            if fact != self._table.context.fact(type(fact)):
                self._table.learn(fact, now)
                has_changed = True
        return has_changed
