"""The screen after a failure: it says what happened, for some seconds or until OK is pressed.

It opens the display and the keys itself. If one of them fails as well, it goes on without it.
"""

import logging
from functools import partial
from math import inf
from typing import Final

from msgspec.structs import replace

from firmware_host.app.build import open_display_or_null, read_preferences
from firmware_host.app.inputs import Inputs
from firmware_host.app.null_display import Display, NullDisplay
from firmware_host.app.request import Request
from firmware_host.app.table_hardware import TableHardware
from firmware_host.base.errors import try_or_log
from firmware_host.base.timing import has_come
from firmware_host.screens import Picture, draw
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Frame
from firmware_host.table.preferences import PreferenceFile
from firmware_host.text.translator import Language
from games.message import Message, msg
from hardware.input.key_timing import KeyEvent
from hardware.wiring.wiring import Wiring

FAULT = msg("Error")
IT_GOES_ON = msg("The game is saved and will resume soon.\n{what}")
GO_ON = msg("OK: continue")

LONGEST: Final = 56
"""Longest error text, in letters: together with the other sentences it fits on 128x64 pixels."""

OK: Final = KeyEvent("ok", "press")

log = logging.getLogger(__name__)


class FaultScreen:
    """Show that ``error`` happened at the table of ``request``, for ``seconds`` at most.

    ``handled_until`` is the time in seconds up to which the keys were read. No method raises.
    """

    def __init__(
        self, error: Exception, request: Request, hardware: TableHardware, seconds: float
    ) -> None:
        self.words = ""
        self.handled_until = -inf
        self._hardware = hardware
        self._until = hardware.clock() + seconds
        self._is_read = False
        self._inputs = _open_inputs(request.wiring, hardware)
        self._display = _open_display(request, hardware)
        self._draw_again = partial(try_or_log, "drawing", lambda: self._draw(error, request))
        self._picture: Picture | None = self._draw_again()
        self._show()

    @property
    def is_over(self) -> bool:
        """True when the game should resume."""
        return self._is_read or self._hardware.clock() >= self._until

    @property
    def deadline(self) -> float:
        """When to call :meth:`step` if no key is pressed, in seconds."""
        parts = (self._inputs, self._display, self._hardware.notifier)
        times = [part.deadline for part in parts]
        return min([self._until, *(time for time in times if time is not None)])

    def wait(self) -> None:
        """Wait until it is time to call :meth:`step`."""
        try_or_log("waiting", lambda: self._inputs.wait(self.deadline))

    def wake(self) -> None:
        """End :meth:`wait` at once; safe in signal handlers and other threads."""
        self._inputs.wake()

    def step(self) -> None:
        """Read the keys, refresh the display, and tell systemd that the program is alive."""
        now = self._hardware.clock()
        self._is_read = self._is_read or bool(
            try_or_log("reading the keys", partial(self._is_ok_pressed, now))
        )
        if has_come(self._display.deadline, now):
            self._show()
        self._hardware.notifier.cycle(now)
        self.handled_until = now

    def close(self) -> None:
        """Release the pins and the display; the picture stays until the next one is shown."""
        image = self._picture.image if self._picture else None
        try_or_log("closing the display", lambda: self._display.close(image))
        try_or_log("closing the keys", self._inputs.close)

    def _is_ok_pressed(self, now: float) -> bool:
        self._inputs.collect()
        return OK in self._inputs.take(now, None)

    def _draw(self, error: Exception, request: Request) -> Picture:
        store = PreferenceFile(request.folder)
        say = Language(read_preferences(request, store).language)
        text = Message.of(IT_GOES_ON, what=error_line(error))
        note = NoteView(Message.of(FAULT), text, keys=Message.of(GO_ON))
        return draw(Frame(note), self._display.size, say)

    def _show(self) -> None:
        """Show the picture; after an error, go on without a display."""
        if self._picture is None:
            return
        if self._picture.image.size != self._display.size:
            self._picture = self._draw_again() or self._picture
        self.words = self._picture.words
        try:
            self._display.show(self._picture.image)
        except Exception:
            log.exception("showing the fault failed")
            try_or_log("closing the display", self._display.close)
            self._display = NullDisplay(self._display.size)


def error_line(error: Exception) -> str:
    """Return the type and text of ``error`` in one line that fits on the display.

    >>> error_line(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    text = try_or_log("reading the text of an error", lambda: str(error)) or ""
    line = " ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":")
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def _open_inputs(wiring: Wiring, hardware: TableHardware) -> Inputs:
    """Open the keys on pins; if that fails, return inputs without any keys."""
    # only OK means something here, and a chord may contain keys on the link
    keys = replace(wiring, dice=None, link=None, chords={})
    opened = try_or_log("opening the keys", partial(Inputs, keys, hardware.factory, hardware.clock))
    if opened is not None:
        return opened
    return Inputs(replace(keys, keys={}, encoder=None), hardware.factory, hardware.clock)


def _open_display(request: Request, hardware: TableHardware) -> Display:
    opened = try_or_log(
        "opening the display",
        lambda: open_display_or_null(request, hardware),
    )
    return opened or NullDisplay(request.wiring.display.size)
