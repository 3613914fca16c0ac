"""The one loop: take an edge or the next deadline, ask the table, write down, draw, send, signal.

One thread owns everything here. Pins call back from threads of their own and only put edges into
the inbox; nothing else comes in.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_host.app.inputs import Inputs
from firmware_host.app.null_display import Display
from firmware_host.app.sounds import NOT_SAVED, Watch
from firmware_host.app.systemd_notify import Notifier
from firmware_host.errors import try_or_log
from firmware_host.screens import Picture, draw
from firmware_host.screens.view import Frame
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.writer import JournalWriter
from firmware_host.table.ending import LAST_WORDS, Farewell
from firmware_host.table.preferences import SHARES, PreferenceFile, Preferences
from firmware_host.table.table import Table
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import InlineThinker, Thinker
from firmware_host.timing import earliest, has_come
from games.core import Game
from games.message import Message, msg
from hardware.board import SensingBoard
from hardware.output.lights import Lights
from hardware.output.sound import Buzzer, BuzzerPlayer
from hardware.wiring.wiring import Wiring

SETTINGS = Message.of(msg("Settings"))
LOST = Message.of(msg("The settings could not be read. They are as at first."))
NOT_KEPT = msg("Settings not saved")
LINK_FAULT = msg("The serial link is disturbed")
LINK_IS_BACK = msg("The serial link works again")

log = logging.getLogger(__name__)


class App:
    """A table with its hardware.

    Arguments: the ``table``; its ``inputs``; ``wiring``; ``factory``, the gpiozero pin factory;
    ``display``, open; ``journal``, opened, and the ``records`` of the game that goes on; ``store``,
    where preferences are kept; ``clock`` in seconds; ``notifier`` tells systemd, None if nobody is
    told; it outlives the App, which closes the others; ``thinker`` thinks for machine seats, by
    default while everything else waits.

    ``frame`` is what was shown last, None to have it drawn anew, and ``words`` are those that a
    person reads on it.
    """

    def __init__(
        self,
        table: Table,
        inputs: Inputs,
        display: Display,
        wiring: Wiring,
        factory: Any,
        journal: Journal,
        records: Sequence[JournalRecord],
        store: PreferenceFile,
        clock: Callable[[], float] = time.monotonic,
        notifier: Notifier | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        self.table = table
        self.words = ""
        self.frame: Frame | None = None
        self._inputs, self._store, self._clock = inputs, store, clock
        self._thinker = thinker or InlineThinker()
        self._keeper, self._story = JournalWriter(journal), list(records)
        self._notifier = notifier or Notifier({})
        self._stopping = False
        self._display = display
        self._full_brightness = wiring.display.brightness
        self._lasting = table.lasting
        self._suit(table.preferences)
        if store.fault:
            log.warning(store.fault)
            table.explain(SETTINGS, LOST)
        self._watch = Watch()
        self._buzzer = Buzzer(wiring.buzzer, factory)
        self._player = BuzzerPlayer(self._buzzer.sound)
        self._lights = Lights(wiring.lights, factory)
        self._has_sound = wiring.buzzer is not None
        self._faults: dict[str, str | None] = {}
        self._heeded: tuple[SensingBoard | None, str | None] = (None, None)

    @property
    def deadline(self) -> float | None:
        """When :meth:`step` has something to do if no edge comes, in seconds; None if never."""
        parts = (
            self._inputs,
            self.table,
            self._keeper,
            self._display,
            self._player,
            self._notifier,
        )
        return earliest(part.deadline for part in parts)

    def run(self) -> None:
        """Go on until :meth:`stop` is called, or people at the table say :attr:`farewell`."""
        self.step()
        while not (self._stopping or self.farewell):
            self.wait()
            self.step()

    def wait(self) -> None:
        """Wait until :meth:`step` has something to do."""
        self._inputs.wait(self.deadline)

    def stop(self) -> None:
        """Let :meth:`run` end after what it is doing; safe in signal handlers and other threads."""
        self._stopping = True
        self._inputs.wake()

    def step(self) -> None:
        """Take in everything that has come and everything that is due now, then show it."""
        self._inputs.collect()
        now = self._clock()
        events = self._inputs.take(now, self._game)
        has_news = self._heed_link(now)
        if events:
            self._display.touch()
        for event in events:
            self.table.handle(event, now)
        is_due = has_come(earliest((self.table.deadline, self._keeper.deadline)), now)
        has_changed = bool(events) or has_news or self.frame is None or is_due
        if has_changed:
            self.table.tick(now)
        if self._think(now) or has_changed:
            self._follow(now)
        elif has_come(self._display.deadline, now):
            self._display.show(self._image)
        self._player.tick(now)
        self._tell_faults()
        self._notifier.cycle(now)

    def close(self) -> None:
        """Leave last words on the display, give the pins back, close the journal."""
        picture = self._draw(Frame(LAST_WORDS[self.farewell]))
        self.words = picture.words
        self._display.close(picture.image)
        self._thinker.close()
        for part in self._parts.values():
            part.close()

    def abandon(self) -> None:
        """Close what can be closed after a failure, or a close that failed; nothing is raised."""
        try_or_log("ending the thinking", self._thinker.close)
        for name, part in self._parts.items():
            try_or_log(f"closing the {name}", part.close)

    @property
    def farewell(self) -> Farewell | None:
        """How people at the table have asked the program to end; None while they have not."""
        return self.table.farewell

    @property
    def story(self) -> tuple[JournalRecord, ...]:
        """The records of the last game on the table, saved or not; empty if none was begun."""
        return tuple(self._story)

    @property
    def is_saved(self) -> bool:
        """Whether all of the :attr:`story` is on the card."""
        return self._keeper.fault is None

    @property
    def _parts(self) -> Mapping[str, Display | Buzzer | Lights | Inputs | JournalWriter]:
        return {
            "display": self._display,
            "buzzer": self._buzzer,
            "lights": self._lights,
            "serial link": self._inputs,
            "journal": self._keeper,
        }

    @property
    def _game(self) -> Game | None:
        return self.table.session.game if self.table.session else None

    def _heed_link(self, now: float) -> bool:
        """Tell the table what the link brings and what it has lost; whether there was anything."""
        board, fault = self._inputs.board, self._inputs.fault
        news = (board, fault)
        if news == self._heeded:
            return False
        (known, trouble), self._heeded = self._heeded, news
        if board is not known:
            size = None if board is None else board.size
            self.table.see(size, board.occupied if board else (), now)
        if fault != trouble:
            self.table.now = now  # nobody may have touched it for long
            self.table.tell(Message.of(LINK_FAULT if fault else LINK_IS_BACK))
        return True

    def _think(self, now: float) -> bool:
        """Hand on what the table asks, and the answers; whether any has been taken."""
        if self.table.has_machines:
            self._thinker.prepare()
        has_taken = False
        while True:
            self._thinker.ask(self.table.question, is_hurried=self.table.is_hurried)
            answer = self._thinker.answer
            if answer is None or not self.table.answer(answer, now):
                return has_taken
            has_taken = True

    def _follow(self, now: float) -> None:
        """Write down what the table has done, then show it."""
        if self.table.preferences != self._liked:
            self._suit(self.table.preferences)
        if self.table.lasting != self._lasting:
            self._keep(self.table.lasting)
        records = self.table.records()
        self._remember(records)
        if self._keeper.write(records, now):
            self.table.tell(Message.of(NOT_SAVED))
        frame = self.table.frame
        self._show(frame)
        self._signal(frame, records, now)

    def _remember(self, records: Sequence[JournalRecord]) -> None:
        for record in records:
            if "begin" in record:
                self._story.clear()
            self._story.append(record)

    def _suit(self, preferences: Preferences) -> None:
        """Be as people like it: all is drawn anew."""
        self._liked, self._say = preferences, Language(preferences.language)
        share = SHARES[preferences.brightness]
        self._display.set_brightness(round(self._full_brightness * share))
        self.frame = None

    def _keep(self, preferences: Preferences) -> None:
        self._lasting = preferences
        self._store.write(preferences)
        if self._store.fault:
            log.warning(self._store.fault)
            self.table.tell(Message.of(NOT_KEPT))

    def _draw(self, frame: Frame) -> Picture:
        return draw(frame, self._display.size, self._say, self._liked.big_text)

    def _show(self, frame: Frame) -> None:
        if frame != self.frame:
            self.frame = frame
            self._image, self.words = self._draw(frame)
            self._display.show(self._image)

    def _signal(self, frame: Frame, records: Sequence[JournalRecord], now: float) -> None:
        for signal in self._watch.look(self.table, frame, records):
            if self._has_sound and self._liked.sound:
                self._player.play(signal, now)
        side = self._watch.seat.side if self._watch.seat else None
        self._lights.show(side)
        self._inputs.light(side, self.table.lit_fields)

    def _tell_faults(self) -> None:
        """Say once what has failed, and once that it is back."""
        for name, part in self._parts.items():
            if part.fault != self._faults.get(name):
                self._faults[name] = part.fault
                log.warning(part.fault or f"the {name} is back")
