"""What a new table says on its panel at its first starts, before anybody has typed anything.

A prepared card says what its installation waits for. As long as no game was begun on a table,
nobody knows whether its keys work: the doctor looks at what it can look at while the table runs,
and the panel says what is missing.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import try_or_log
from firmware_host.screens import draw
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Frame
from firmware_host.text.translator import Language
from games.message import Message, msg
from hardware.display.oled import open_display
from hardware.input.pins import real_factory
from hardware.wiring.wiring import Wiring

TITLE: Final = msg("First start")
ALL_FOUND: Final = msg(
    "Everything was found. Press any key. If nothing happens, check the wires of the keys."
)
MISSING: Final = msg(
    "Something is wrong with: {what}. For what to do, type: sudo tableside doctor. "
    "Any key closes this page."
)


def panel(
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
    note = Frame(NoteView(Message.of(TITLE), message, closes=False))
    pins = real_factory(wiring.chip) if factory is None else factory
    display = open_display(wiring.display, bus, factory=pins)
    image = draw(note, display.size, say).image
    display.show(image)
    display.close(image)


def missing(wiring: Wiring, folder: Path) -> Sequence[str]:
    """Return the names of the doctor's checks that fail on this machine.

    The table is wired as in ``wiring``, and keeps its games in ``folder``.
    """
    # the doctor takes a megabyte, and is asked once in the life of a table
    from hardware.doctor import Installation, ThisSystem, checks_beside_table, examine

    installation = Installation(ThisSystem(), wiring, folder)
    found = examine(checks_beside_table(wiring), installation)
    return [check.name for check, finding in found if finding.state == "failed"]


def text(names: Sequence[str]) -> Message:
    """Return what the panel says if the checks called ``names`` fail."""
    if not names:
        return Message.of(ALL_FOUND)
    return Message.of(MISSING, what=", ".join(names))
