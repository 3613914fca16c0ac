"""The one loop: take an edge or the next deadline, ask the table, save, show, publish.

One thread owns everything here. Pins call back from threads of their own and only put edges into
the inbox; nothing else comes in.
"""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from firmware_host.app.file_worker import Files, FilesAtOnce
from firmware_host.app.inputs import (
    DeviceNews,
    Event,
    Inputs,
    OpenDiceSource,
    OpenKeyboards,
    OpenLink,
)
from firmware_host.app.outputs import OutputPart, Outputs
from firmware_host.app.systemd_notify import Notifier
from firmware_host.base.errors import try_or_log
from firmware_host.base.timing import earliest, has_come
from firmware_host.remote.requests import Fulfilled, RequestInbox
from firmware_host.remote.wire import PUBLISHED, PanelPicture, Published, TableControls, named
from firmware_host.screens.notes import prompt_beside
from firmware_host.screens.view import Frame
from firmware_host.storage.filesystem import CardSync, SyncAtOnce
from firmware_host.storage.history import SavedGame
from firmware_host.storage.journal import Journal, JournalWriter
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import LAST_WORDS, Ending, Preferences, SettingsFault
from firmware_host.table.effects import Explain
from firmware_host.table.observers import Observers, TableStep
from firmware_host.table.scene import FileTask
from firmware_host.table.table import Table
from firmware_host.thinking.inline import InlineThinker, Thinker
from games.core import Game
from games.message import Message, msg
from hardware.input.edges import KeyEvent

if TYPE_CHECKING:
    pass


def _nobody() -> Notifier:
    return Notifier({})


class TableHardware(Struct, frozen=True):
    """What a table runs on; it stays the same when the table is opened again after a failure.

    ``factory`` is the gpiozero pin factory, ``bus`` an open I2C bus (None: the one of the wiring),
    and ``clock`` returns seconds. ``open_link`` opens the serial link (None: no link),
    ``open_keyboards`` begins to read keyboards (None: none is read), and ``dice_sources`` open the
    dice that features read. ``files`` reads and writes beside the loop (None: while everything
    waits), and ``sync`` lets the card keep what is written, by default while everything waits.
    ``notifier`` tells systemd how the table is, ``observers`` watch it, and ``requests``
    come from people elsewhere.
    """

    factory: Any
    bus: Any = None
    clock: Callable[[], float] = time.monotonic
    open_link: OpenLink | None = None
    open_keyboards: OpenKeyboards | None = None
    dice_sources: tuple[OpenDiceSource, ...] = ()
    files: Files | None = None
    sync: CardSync = field(default_factory=SyncAtOnce)
    notifier: Notifier = field(default_factory=_nobody)
    observers: Observers = field(default_factory=Observers)
    requests: RequestInbox = field(default_factory=RequestInbox)


SETTINGS = Message.of(msg("Settings"))
LOST = Message.of(msg("The settings could not be read. The defaults apply."))

log = logging.getLogger(__name__)


class App:
    """A table with its hardware.

    Arguments: the ``table``; its ``inputs`` and ``outputs``; the open ``journal`` and the
    ``records`` of the game in it; the ``hardware``, of which it uses the clock, the notifier, the
    files, the observers and the requests; ``thinker``, which thinks for machine seats (None: it
    thinks while everything else waits); and what is to be done with files ``later``, when people
    see the table. The App closes inputs, outputs, journal, thinker, files and
    observers; after a failure it does not close files and observers, which may serve several Apps,
    one after the other.

    ``handled_until`` is the time in seconds up to which everything that has come is handled, shown
    and published. ``observers`` get an update after each step; the next one takes the ``requests``
    that have come from elsewhere.
    """

    def __init__(
        self,
        table: Table,
        inputs: Inputs,
        outputs: Outputs,
        journal: Journal,
        records: Sequence[JournalRecord],
        hardware: TableHardware,
        thinker: Thinker | None = None,
        later: Sequence[FileTask] = (),
    ) -> None:
        self.table = table
        self.outputs = outputs
        self._inputs, self._clock = inputs, hardware.clock
        self._thinker, self._files = thinker or InlineThinker(), hardware.files or FilesAtOnce()
        self._sync = hardware.sync
        self._writer, self._game_records = JournalWriter(journal), list(records)
        self._later = later
        self._notifier = hardware.notifier
        self._stopping = False
        self.handled_until = -inf
        self._use_preferences(table.context.preferences)
        unread = table.context.fact(SettingsFault).line
        if unread is not None:
            log.warning(unread)
            table.run(Explain(SETTINGS, LOST))
        self.observers = hardware.observers
        self._heard = self.observers.subscribe()
        self._heard.take()  # what a table showed that failed is not heard again
        self.requests = hardware.requests
        self.requests.wake = self._files.wake = inputs.wake
        self._touches = self._keys_down = 0
        self._faults: dict[str, str | None] = {}
        self._pictured: object = None
        self._picture: PanelPicture | None = None
        self._devices = DeviceNews(inputs, table)

    @property
    def frame(self) -> Frame | None:
        """What was shown last; None before anything was."""
        return self.outputs.frame

    @property
    def words(self) -> str:
        """What a person reads on the display."""
        return self.outputs.words

    @property
    def deadline(self) -> float | None:
        """When :meth:`step` has something to do if no edge comes, in seconds; None if never."""
        parts = (self._inputs, self.table, self._writer, self.outputs, self._notifier)
        return earliest(part.deadline for part in parts)

    def run(self) -> None:
        """Go on until :meth:`stop` is called, or people at the table ask for an :attr:`ending`."""
        self.step()
        while not (self._stopping or self.ending):
            self.wait()
            self.step()

    def wait(self) -> None:
        """Wait until :meth:`step` has something to do."""
        self._inputs.wait(self.deadline)

    def stop(self) -> None:
        """Let :meth:`run` end after the present step; safe in signal handlers and other threads."""
        self._stopping = True
        self.wake()

    def wake(self) -> None:
        """End :meth:`wait` at once; safe in signal handlers and other threads."""
        self._inputs.wake()

    def redraw(self) -> None:
        """Let the next :meth:`step` save and show everything again."""
        self.outputs.frame = None

    def step(self) -> None:
        """Handle everything that has come and everything that is due now, then show it."""
        now = self._clock()  # before collecting: every edge up to then is there
        self._inputs.collect()
        events = self._inputs.take(now, self._game)
        has_news = self._devices.follow(now) | self._count_touches(events) | self._use_files(now)
        if events:
            self.outputs.wake()
        for event in events:
            self.table.handle(event, now)
        if not events:
            has_news |= self._fulfil_requests(now)
        elif self.requests.is_waiting:
            self.wake()  # a press is shown first
        is_due = has_come(earliest((self.table.deadline, self._writer.deadline)), now)
        has_changed = bool(events) or has_news or self.frame is None or is_due
        if has_changed:
            self.table.tick(now)
        if self._think(now) or has_changed:
            self._save_and_show(now)
            self._begin_what_came_later(now)
        self.outputs.tick(now)
        self._log_faults()
        self._notifier.cycle(now, has_picture=self.outputs.has_picture)
        self.handled_until = now

    def close(self) -> None:
        """Leave last words on the display, release the pins, close the journal."""
        view = LAST_WORDS[self.ending]
        self.outputs.leave(Frame(view))
        now = self._clock()
        last = Published(words=self.words, panel=self._panel(), is_last=True)
        self.observers.publish(TableStep(now, view, last))
        self.observers.close()
        self._thinker.close()
        self._files.close()
        for part in self._parts.values():
            part.close()
        self._sync.close()

    def abandon(self) -> None:
        """Close what can be closed after a failure; nothing is raised."""
        try_or_log("ending the thinking", self._thinker.close)
        self._heard.close()
        for name, part in self._parts.items():
            try_or_log(f"closing the {name}", part.close)

    @property
    def ending(self) -> Ending | None:
        """How people at the table have asked the program to end; None while they have not."""
        return self.table.ending

    @property
    def game_records(self) -> tuple[JournalRecord, ...]:
        """The records of the last game on the table, saved or not; empty if none was begun."""
        return tuple(self._game_records)

    @property
    def is_saved(self) -> bool:
        """True when all of the :attr:`game_records` are on the card."""
        return self._writer.fault is None

    @property
    def _parts(self) -> Mapping[str, OutputPart | Inputs | JournalWriter]:
        return {**self.outputs.parts, "serial link": self._inputs, "journal": self._writer}

    @property
    def _game(self) -> Game | None:
        session = self.table.game.session
        return None if session is None else session.game

    def _count_touches(self, events: Sequence[Event]) -> bool:
        """Count the keys that were touched; return whether one was that does nothing yet."""
        pressed = self._inputs.keys_down
        has_touched = pressed > self._keys_down
        self._keys_down = pressed
        is_pressed = any(
            isinstance(event, KeyEvent) and event.kind != "release" for event in events
        )
        self._touches += has_touched or is_pressed
        return has_touched

    def _fulfil_requests(self, now: float) -> bool:
        """Do what people elsewhere have asked for; return whether anything has changed."""
        has_changed = False
        for request, tell in self.requests.take():
            outcome = self.table.fulfil(request, now)
            tell(outcome)
            if outcome == Fulfilled(has_changed=True):
                self._touches += 1
                has_changed = True
        return has_changed

    def _use_files(self, now: float) -> bool:
        """Hand on what the table wants of files, and what follows; return whether anything has."""
        tasks = self.table.take_file_tasks()
        if tasks:
            self._join(now)  # they may read what was written
        self._files.give(tasks)
        has_taken = False
        for effects in self._files.take():
            self.table.hear(effects, now)
            has_taken = True
        return has_taken

    def _begin_what_came_later(self, now: float) -> None:
        """Hand on what the first picture does not wait for."""
        later, self._later = self._later, ()
        for task in later:
            self.table.parts.use_files(task)
        if self._use_files(now):
            self._save_and_show(now)

    def _think(self, now: float) -> bool:
        """Hand on what the table asks, and the answers; return whether any has been taken."""
        if self.table.has_machines:
            self._thinker.prepare()
        has_taken = False
        while True:
            self._thinker.ask(self.table.question, is_hurried=self.table.is_hurried)
            answer = self._thinker.answer
            if answer is None or not self.table.answer(answer, now):
                return has_taken
            has_taken = True

    def _save_and_show(self, now: float) -> None:
        """Save what has happened at the table, then show it; the picture is drawn meanwhile."""
        records = self._save(now)
        while self._use_files(now):
            records += self._save(now)
        preferences = self.table.context.preferences
        if preferences != self._preferences:
            self._use_preferences(preferences)
        self._list_present()
        frame = self.table.frame
        self.outputs.draw(frame)
        if self._join(now):
            frame = self.table.frame
        self.outputs.show(frame)
        self.observers.publish(self._step(frame, records, now))
        self._signal(now)

    def _save(self, now: float) -> tuple[JournalRecord, ...]:
        """Begin to save what has happened at the table; return the records."""
        resumed = self.table.game.take_resumed()
        if resumed is not None:
            self._writer.go_on(resumed)
            self._game_records = list(resumed.records)
        records = self.table.take_records()
        self._remember(records)
        self._writer.write(records, now)
        self._forget(self.table.game.take_forgotten(), now)
        return records

    def _join(self, now: float) -> bool:
        """Wait until all is saved, or has failed; return whether the table says so."""
        news = self._writer.join(now)
        if news is not None:
            self.table.notify(Message.of(news), now)
        return news is not None

    def _forget(self, games: Sequence[SavedGame], now: float) -> None:
        """Remove ``games`` from the card, once all is saved; say so where that fails."""
        if not games:
            return
        self._join(now)
        present = self._writer.present(self._game_records)
        if present is not None and any(present.goes_on_from(game) for game in games):
            self._game_records.clear()
        news = self._writer.forget(games)
        if news is not None:
            self.table.notify(Message.of(news), now)

    def _list_present(self) -> None:
        """Let the lists between games have the last one as it is, before the card is read."""
        in_game = self.table.context.in_game
        present = None if in_game else self._writer.present(self._game_records)
        self.table.parts.hear_present(present)

    def _step(self, frame: Frame, records: Sequence[JournalRecord], now: float) -> TableStep:
        table, session = self.table, self.table.game.session
        return TableStep(
            now,
            frame.view,
            self._shown(frame),
            position=None if session is None else session.state,
            done=table.game.done_in(records),
            stroke=table.stroke,
            going_on=table.going_on,
            preferences=table.context.preferences,
            touches=self._touches,
            facts=table.context.facts,
            persons=frame.persons,
        )

    def _shown(self, frame: Frame) -> Published:
        """Return what the table publishes while ``frame`` is on the display."""
        table, view = self.table, frame.view
        of_game = self.game_records if not table.game.is_interlude else table.game.interlude_records
        return Published(
            awaited=view.awaited,
            actor=None if view.actor is None else view.actor.index,
            prompt=table.stroke or prompt_beside(view, self.words),
            marked=view.marked,
            problem=view.problem,
            notice=frame.notice,
            words=self.words,
            panel=self._panel(),
            records=() if table.game.session is None else of_game,
            facts=named(
                self._controls(),
                *map(table.context.fact, PUBLISHED),
                *table.shared.known.values(),
            ),
            is_public=table.context.is_public,
            is_overlay=table.scene.is_overlay,
            is_unattended=table.scene.is_unattended,
        )

    def _panel(self) -> PanelPicture | None:
        """Return what is on the display, made anew only for another picture."""
        image = self.outputs.image
        if image is not self._pictured:
            self._pictured = image
            self._picture = None if image is None else PanelPicture(*image.size, image.tobytes())
        return self._picture

    def _controls(self) -> TableControls:
        fault = self.table.context.fact(SettingsFault).line
        return (
            self.table.controls if fault is None else replace(self.table.controls, are_saved=False)
        )

    def _remember(self, records: Sequence[JournalRecord]) -> None:
        """Keep the records of the last game: after a failure they may not be on the card."""
        for record in records:
            if "begin" in record:
                self._game_records.clear()
            self._game_records.append(record)

    def _use_preferences(self, preferences: Preferences) -> None:
        """Apply ``preferences``; everything is drawn again."""
        self._preferences = preferences
        self.outputs.use(preferences)
        steady, (accept, lock) = float(preferences.steady), self.table.patience
        self._inputs.be_patient(accept, max(lock, steady))
        self._inputs.be_steady(steady)

    def _signal(self, now: float) -> None:
        self.outputs.signal(self._heard.take(), now)
        fields, glow = self.table.lit_fields, self._preferences.board_lights
        self._inputs.light(self.outputs.side, fields, glow)

    def _log_faults(self) -> None:
        """Log once what has failed, and once that it is back."""
        for name, part in self._parts.items():
            if part.fault != self._faults.get(name):
                self._faults[name] = part.fault
                log.warning(part.fault or f"the {name} is back")
