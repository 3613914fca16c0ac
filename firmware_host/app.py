"""The one loop: take an edge or the next deadline, ask the table, write down, draw, send, signal.

One thread owns everything here. Pins call back from threads of their own and only put edges into
the inbox; nothing else comes in.
"""

import logging
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_host.journal import Journal
from firmware_host.language import Language
from firmware_host.records import Record
from firmware_host.screens import draw
from firmware_host.signals import NOT_SAVED, Watch
from firmware_host.table import Table
from firmware_host.views import Frame, Label, NoteView
from games.core import Die, Game, msg
from hardware.codes import can_read
from hardware.dice import Tray
from hardware.display import Oled, open_display
from hardware.edges import Edge
from hardware.encoder import Encoder
from hardware.keys import Keys
from hardware.lights import Lights
from hardware.panel import Panel
from hardware.sound import Buzzer, Player
from hardware.wiring import CUP, DICE_LINES, DiceWiring, Wiring

REPEATING = ("up", "down")
HOLDING = {"left": "left"}
WAKE = "wake"

LAST_WORDS = NoteView(
    Label.of(msg("Good-bye")),
    Label.of(msg("The program was stopped. The game is kept.")),
    closes=False,
)

log = logging.getLogger(__name__)


def reader(dice: DiceWiring | None) -> Callable[[tuple[Die, ...]], bool]:
    """Return what tells whether a tray so wired reads given dice."""
    return lambda wanted: dice is not None and can_read([die.faces for die in wanted])


class App:
    """A table with its hardware.

    Arguments: the ``table``; its ``wiring``; ``factory``, the gpiozero pin factory; ``journal``,
    opened; ``say``, the language; ``bus``, an open I2C bus, None for that of the wiring; ``clock``
    in seconds. PinsError and DisplayError say what cannot be used.
    """

    def __init__(
        self,
        table: Table,
        wiring: Wiring,
        factory: Any,
        journal: Journal,
        say: Language,
        bus: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.words = ""
        self.frame: Frame | None = None
        self._wiring, self._journal, self._say, self._clock = wiring, journal, say, clock
        self._inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self._stopping = False
        self._keys = _keys(wiring)
        self._tray: Tray | None = None
        self._tray_of: Game | None = None
        self._display = open_display(wiring.display, bus, clock, factory)
        self._panel = Panel(wiring.lines, factory, clock, self._inbox)
        self._keys.begin(self._panel.levels(), clock())
        self._watch = Watch()
        self._buzzer = Buzzer(wiring.buzzer, factory)
        self._player = Player(self._buzzer.sound)
        self._lights = Lights(wiring.lights, factory)
        self._faults: dict[str, str | None] = {}

    @property
    def deadline(self) -> float | None:
        """When :meth:`step` has something to do if no edge comes, in seconds; None if never."""
        parts = (self._keys, self._tray, self.table, self._display, self._player)
        times = [part.deadline for part in parts if part is not None]
        return min((time for time in times if time is not None), default=None)

    def run(self) -> None:
        """Go on until :meth:`stop` is called."""
        self.step()
        while not self._stopping:
            self._wait()
            self.step()

    def stop(self) -> None:
        """Let :meth:`run` end after what it is doing; safe in signal handlers and other threads."""
        self._stopping = True
        self._inbox.put(Edge(0.0, WAKE, True))

    def step(self) -> None:
        """Take in every edge that has come and everything that is due now, then show it."""
        while True:
            try:
                self._feed(self._inbox.get_nowait())
            except queue.Empty:
                break
        now = self._clock()
        events = (*self._keys.tick(now), *self._dice_events(now))
        if events:
            self._display.touch()
        for event in events:
            self.table.handle(event, now)
        if events or self.frame is None or _is_due(self.table.deadline, now):
            self.table.tick(now)
            records = self.table.records()
            self._write_down(records)
            frame = self.table.frame
            self._show(frame)
            self._signal(frame, records, now)
        elif _is_due(self._display.deadline, now):
            self._display.show(self._image)
        self._player.tick(now)
        self._tell_faults()

    def close(self) -> None:
        """Leave last words on the display, give the pins back, close the journal."""
        picture = draw(Frame(LAST_WORDS), self._display.size, self._say)
        self.words = picture.words
        self._display.close(picture.image)
        for part in (self._buzzer, self._lights, self._panel):
            part.close()
        self._journal.close()

    def _wait(self) -> None:
        due = self.deadline
        try:
            timeout = None if due is None else max(0.0, due - self._clock())
            self._feed(self._inbox.get(timeout=timeout))
        except queue.Empty:
            pass

    def _feed(self, edge: Edge) -> None:
        self._keys.feed(edge)
        if self._tray is not None:
            self._tray.feed(edge)

    def _dice_events(self, now: float) -> tuple[Any, ...]:
        self._fit_tray()
        return () if self._tray is None else self._tray.tick(now, self._panel.levels())

    def _fit_tray(self) -> None:
        """Read the dice of the game on the table, and forget what the tray did for another."""
        game = self.table.session.game if self.table.session else None
        if game == self._tray_of:
            return
        self._tray_of, wired = game, self._wiring.dice
        if game is not None and wired is not None and self.table.dice_are_read:
            self._tray = _tray(wired, game)
        else:
            self._tray = None

    def _write_down(self, records: Sequence[Record]) -> None:
        for record in records:
            if "begin" in record:
                self._journal.begin(record)
            else:
                self._journal.append(record)
            if self._journal.trouble:
                log.warning(self._journal.trouble)
                self.table.tell(Label.of(NOT_SAVED))

    def _show(self, frame: Frame) -> None:
        if frame != self.frame:
            self.frame = frame
            self._image, self.words = draw(frame, self._display.size, self._say)
            self._display.show(self._image)

    def _signal(self, frame: Frame, records: Sequence[Record], now: float) -> None:
        for signal in self._watch.look(self.table, frame, records):
            self._player.play(signal, now)
        self._lights.show(self._watch.seat.side if self._watch.seat else None)

    def _tell_faults(self) -> None:
        """Say once what has failed, and once that it is back."""
        parts: Mapping[str, Oled | Buzzer | Lights] = {
            "display": self._display,
            "buzzer": self._buzzer,
            "lights": self._lights,
        }
        for name, part in parts.items():
            if part.fault != self._faults.get(name):
                self._faults[name] = part.fault
                log.warning(part.fault or f"the {name} is back")


def _keys(wiring: Wiring) -> Keys:
    return Keys(
        wiring.keys,
        repeats=REPEATING,
        holds={**HOLDING, **wiring.hold},
        chords=wiring.chords,
        encoder=Encoder(quarters=wiring.encoder.quarters) if wiring.encoder else None,
    )


def _tray(wired: DiceWiring, game: Game) -> Tray:
    cup = None if wired.cup is None else CUP
    return Tray([die.faces for die in game.dice], DICE_LINES, cup, wired.inverted)


def _is_due(deadline: float | None, now: float) -> bool:
    return deadline is not None and now >= deadline
