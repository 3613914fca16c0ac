"""The plain screen after a failure: what happened, for some seconds or until OK is pressed.

It has a display and keys of its own, and does without what of them fails as well.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from firmware_host.app.build import open_display_of, preferences_of
from firmware_host.app.guard import attempt
from firmware_host.app.inputs import Inputs
from firmware_host.app.null_display import Blank, Display
from firmware_host.app.request import Request
from firmware_host.app.systemd_notify import Notifier
from firmware_host.screens import Picture, draw
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import Frame
from firmware_host.table.preferences import PreferenceFile
from firmware_host.text.translator import Language
from firmware_host.timing import has_come
from games.message import Message, msg
from hardware.input.keys import KeyEvent
from hardware.wiring.wiring import Wiring

FAULT = msg("A fault")
IT_GOES_ON = msg("The game is kept. It goes on soon.\n{what}")
GO_ON = msg("OK: go on")

LONGEST: Final = 56
"""Letters of an error that are shown: with the sentences before it, they fit on 128x64 pixels."""

OK: Final = KeyEvent("ok", "press")

log = logging.getLogger(__name__)


class Machine(NamedTuple):
    """What a table runs on: the pin ``factory``, an open ``bus`` (None: that of the wiring), the
    ``clock`` in seconds, and the ``notifier`` that tells systemd how all of it is."""

    factory: Any
    bus: Any
    clock: Callable[[], float]
    notifier: Notifier


class Mishap:
    """Shows that ``error`` happened at the table of ``request``, until ``seconds`` have passed.

    Nothing here raises.
    """

    def __init__(
        self, error: Exception, request: Request, machine: Machine, seconds: float
    ) -> None:
        self.words = ""
        self._machine = machine
        self._until = machine.clock() + seconds
        self._is_read = False
        self._inputs = _open_inputs(request.wiring, machine)
        self._display = _open_display(request, machine)
        self._picture = attempt("drawing", lambda: self._draw(error, request))
        self._show()

    @property
    def is_over(self) -> bool:
        """Whether the game is to go on."""
        return self._is_read or self._machine.clock() >= self._until

    @property
    def deadline(self) -> float:
        """When :meth:`step` has something to do if no key is pressed, in seconds."""
        parts = (self._inputs, self._display, self._machine.notifier)
        times = [part.deadline for part in parts]
        return min([self._until, *(time for time in times if time is not None)])

    def wait(self) -> None:
        """Wait until :meth:`step` has something to do."""
        attempt("waiting", lambda: self._inputs.wait(self.deadline))

    def stop(self) -> None:
        """End :meth:`wait` at once; safe in signal handlers and other threads."""
        self._inputs.wake()

    def step(self) -> None:
        """Take in the keys, keep the picture up, and tell systemd that all lives."""
        now = self._machine.clock()
        self._is_read = self._is_read or bool(attempt("the keys", partial(self._hear, now)))
        if has_come(self._display.deadline, now):
            self._show()
        self._machine.notifier.cycle(now)

    def close(self) -> None:
        """Give the pins and the display back; its picture stays until the next one comes."""
        image = self._picture.image if self._picture else None
        attempt("the display", lambda: self._display.close(image))
        attempt("the keys", self._inputs.close)

    def _hear(self, now: float) -> bool:
        self._inputs.collect()
        return OK in self._inputs.take(now, None)

    def _draw(self, error: Exception, request: Request) -> Picture:
        store = PreferenceFile(request.folder)
        say = Language(preferences_of(request, store).language)
        text = Message.of(IT_GOES_ON, what=told(error))
        note = NoteView(Message.of(FAULT), text, keys=Message.of(GO_ON))
        return draw(Frame(note), self._display.size, say)

    def _show(self) -> None:
        """Show the picture; a display that cannot is done without."""
        if self._picture is None:
            return
        self.words = self._picture.words
        try:
            self._display.show(self._picture.image)
        except Exception:
            log.exception("the display failed")
            attempt("the display", self._display.close)
            self._display = Blank(self._display.size)


def told(error: Exception) -> str:
    """What ``error`` is and says, in one line that is not too long for a display.

    >>> told(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    text = attempt("its text", lambda: str(error)) or ""
    line = " ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":")
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def _open_inputs(wiring: Wiring, machine: Machine) -> Inputs:
    """The keys on pins; without any, when they cannot be opened, there is only the time."""
    # a chord may be of keys that come by the link, and only OK means something here
    keys = replace(wiring, dice=None, link=None, chords={})
    opened = attempt("opening the keys", partial(Inputs, keys, machine.factory, machine.clock))
    if opened is not None:
        return opened
    return Inputs(replace(keys, keys={}, encoder=None), machine.factory, machine.clock)


def _open_display(request: Request, machine: Machine) -> Display:
    opened = attempt(
        "opening the display",
        lambda: open_display_of(request, machine.factory, machine.bus, machine.clock),
    )
    return opened or Blank(request.wiring.display.size)
