"""Build a table from a request: the journal that it resumes from, its hardware, its loop.

A new table says on its panel what its first starts wait for, before anybody has typed anything. A
prepared card says what its installation waits for. As long as no game was begun on a table, nobody
knows whether its keys work: the doctor looks at what it can look at while the table runs, and the
panel says what is missing.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from firmware_host import __version__
from firmware_host.app.file_worker import Files, FilesAtOnce, KeptGames
from firmware_host.app.inputs import Inputs
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.outputs import NO_PILLOW, Display, NullDisplay, Outputs
from firmware_host.app.request import Request, reduced
from firmware_host.base.errors import try_or_log
from firmware_host.base.registry import Fact, KnownFacts, Registry
from firmware_host.remote.requests import RequestInbox
from firmware_host.screens import can_draw, draw
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Frame
from firmware_host.storage.counters import Counters, Day, export, newest_last
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import RESERVE_SIZE
from firmware_host.table.device import Device, PreferenceFile, Preferences, SettingsFault
from firmware_host.table.effects import HELP, Explain
from firmware_host.table.observers import Observers
from firmware_host.table.scene import FileTask, Show
from firmware_host.table.table import UNREADABLE, Table
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import OpenThinker
from games.message import Message, msg
from hardware.input.pins import real_factory
from hardware.wiring.wiring import Wiring

OPENING_FACTS = Registry[Callable[[Request], Fact | None]]()
"""What features know of the table that a request describes, when it is opened."""

OPENING_TASKS = Registry[Callable[[Request], FileTask | None]]()
"""What features read of files, beside the loop, when the first picture of the table is shown."""

Beside = Callable[[Request, Observers, RequestInbox], AbstractContextManager[object] | None]
BESIDE_TABLE = Registry[Beside]()
"""What features run beside a table for as long as it is open; None: nothing at this one."""

FIRST_START: Final = msg("First start")

ALL_FOUND: Final = msg(
    "Everything was found. Press any key. If nothing happens, check the wires of the keys."
)

SOMETHING_WRONG: Final = msg(
    "Something is wrong with: {what}. For what to do, type: sudo tableside doctor. "
    "Any key closes this page."
)


def open_app(
    request: Request,
    hardware: TableHardware,
    rng: random.Random,
    open_thinker: OpenThinker | None = None,
    later: Sequence[FileTask] = (),
) -> App:
    """Open the table that ``request`` describes on ``hardware``; resume the game left there.

    ``rng`` is the source of randomness, and ``open_thinker`` starts the thinker for machine seats
    (None: everything waits while a machine thinks). What is to be done with files ``later`` comes
    after the first picture.

    HardwareError if a part is missing. After any error, everything that was opened is closed.
    """
    wiring = reduced(request.wiring, request.without)
    journal = _journal(request, hardware)
    with ExitStack() as opened:
        opened.callback(journal.close)
        records, setup = _records(request, journal), request.setup
        if request.is_at_home:
            records, setup = (), None
        store, files = PreferenceFile(request.folder), hardware.files or FilesAtOnce()
        preferences = read_preferences(request, store)
        inputs = _inputs(request, wiring, hardware)
        opened.callback(inputs.close)
        thinker = None if open_thinker is None else open_thinker(inputs.wake)
        if thinker is not None:
            opened.callback(thinker.close)
        display = open_display_or_null(request, hardware)
        opened.callback(display.close)
        outputs = Outputs(display, wiring, hardware.factory)
        for part in outputs.parts.values():
            opened.callback(part.close)
        device = _device(request, wiring, journal, inputs, store, files, display)
        facts = _opening_facts(request).with_fact(SettingsFault(store.fault))
        table = Table(
            request.catalogue, rng, inputs.reads, setup, records, preferences, device, facts
        )
        _show_first(table, request, journal)
        table.use_files_at_once()
        tasks = filter(None, (begin(request) for begin in OPENING_TASKS))
        app = App(table, inputs, outputs, journal, records, hardware, thinker, (*tasks, *later))
        opened.pop_all()
    return app


def run_beside(
    opened: ExitStack, request: Request, observers: Observers, inbox: RequestInbox
) -> None:
    """Run what features have to do beside the table of ``request`` until ``opened`` is closed.

    They follow ``observers``, and ask for what they want of the table in its ``inbox``.
    """
    for open_one in BESIDE_TABLE:
        beside = open_one(request, observers, inbox)
        if beside is not None:
            opened.enter_context(beside)


def _opening_facts(request: Request) -> KnownFacts:
    """Return what is asked for in ``request``, and what features know from the start."""
    facts = request.facts
    for find in OPENING_FACTS:
        fact = find(request)
        if fact is not None:
            facts = facts.with_fact(fact)
    return facts


def _journal(request: Request, hardware: TableHardware) -> Journal:
    return Journal(
        request.folder,
        program=__version__,
        today=request.today,
        clock=hardware.clock,
        reserve=0 if request.is_temporary else RESERVE_SIZE,
        sync=hardware.sync,
    )


def _inputs(request: Request, wiring: Wiring, hardware: TableHardware) -> Inputs:
    open_link = None if "link" in request.without else hardware.open_link
    openers = (open_link, hardware.open_keyboards, hardware.dice_sources)
    return Inputs(wiring, hardware.factory, hardware.clock, *openers)


def _show_first(table: Table, request: Request, journal: Journal) -> None:
    """Show what comes before the games, such as lost data, or what a new table lacks."""
    if request.replay is not None:
        from firmware_host.table.scenes.kept_games import ReplayOfRecord

        table.run(Show(ReplayOfRecord(request.replay)))
    if journal.unreadable is not None:
        table.run(Explain(Message.of(HELP), Message.of(UNREADABLE)))
    elif request.doctor is not None and next(journal.sessions(), None) is None:
        names = request.doctor(request.wiring, request.folder)
        table.run(Explain(Message.of(FIRST_START), _first_page(names)))


def _first_page(names: Sequence[str]) -> Message:
    """Return what the panel says if the checks called ``names`` fail."""
    if not names:
        return Message.of(ALL_FOUND)
    return Message.of(SOMETHING_WRONG, what=", ".join(names))


def _device(
    request: Request,
    wiring: Wiring,
    journal: Journal,
    inputs: Inputs,
    store: PreferenceFile,
    files: Files,
    display: Display,
) -> Device:
    """Return what the table knows about its device."""
    counted = Counters(request.folder)

    def days() -> tuple[Day, ...]:
        return newest_last(counted.days(), request.today())

    return Device(
        __version__,
        has_sound=wiring.buzzer is not None,
        has_tower=wiring.dice is not None and wiring.dice.is_tower,
        history=KeptGames(request.folder, files.rest).games,
        counters=days,
        played_seconds=lambda: journal.played_seconds,
        export=lambda: export(days()),
        display_size=lambda: display.size,
        has_lights=inputs.link is not None,
        keep=store.write,
    )


def open_display_or_null(request: Request, hardware: TableHardware) -> Display:
    """Open the display of ``request``, or return a null display if it is left out.

    It is left out, too, where nothing can draw its pictures, and says so. Errors are as in
    :func:`~hardware.display.oled.open_display`.
    """
    display = request.wiring.display
    if "display" in request.without:
        return NullDisplay(display.size)
    if not can_draw():
        return NullDisplay(display.size, NO_PILLOW)
    from hardware.display.oled import open_display

    return open_display(display, hardware.bus, hardware.clock, hardware.factory)


def read_preferences(request: Request, store: PreferenceFile) -> Preferences:
    """Read what people have chosen on the device; the language of ``request`` overrides theirs."""
    kept = store.read(Preferences(language=request.usual_language)).fitted(request.wiring)
    return kept if request.language is None else replace(kept, language=request.language)


def _records(request: Request, journal: Journal) -> tuple[JournalRecord, ...]:
    """Open ``journal`` and return the records of the session that is resumed."""
    records, unsaved = journal.open(), request.unsaved
    if not unsaved:
        return records
    if not records or records != unsaved[: len(records)]:
        journal.begin(unsaved[0])
        records = unsaved[:1]
    for record in unsaved[len(records) :]:
        journal.append(record)
    return unsaved


def first_start_panel(
    wiring: Wiring, language: str, say: Callable[[str], None], bus: Any = None, factory: Any = None
) -> Callable[[Message], None]:
    """Return what shows a message on the panel of ``wiring`` and gives its words to ``say``.

    A panel that cannot be used stays dark. ``bus`` and ``factory`` are as in
    :func:`~hardware.display.oled.open_display`; None: those of this machine.
    """
    words = Language(language)

    def show(message: Message) -> None:
        say(words(message))
        try_or_log("the panel", lambda: _draw(wiring, message, words, bus, factory))

    return show


def _draw(wiring: Wiring, message: Message, say: Language, bus: Any, factory: Any) -> None:
    from hardware.display.oled import open_display

    note = Frame(NoteView(Message.of(FIRST_START), message, closes=False))
    pins = real_factory(wiring.chip) if factory is None else factory
    display = open_display(wiring.display, bus, factory=pins)
    image = draw(note, display.size, say).image
    display.show(image)
    display.close(image)


def failed_checks(wiring: Wiring, folder: Path) -> Sequence[str]:
    """Return the names of the doctor's checks that fail on this machine.

    The table is wired as in ``wiring``, and keeps its games in ``folder``.
    """
    # the doctor takes a megabyte, and is asked once in the life of a table
    from hardware.doctor import Installation, System, checks_beside_table, examine

    installation = Installation(System(), wiring, folder)
    found = examine(checks_beside_table(wiring), installation)
    return [check.name for check, finding in found if finding.state == "failed"]
