"""Keep the table running after a failure: show it, then resume the game from the journal.

After an exception anywhere in the loop, everything is closed and a fault screen is shown; then a
new :class:`~firmware_host.app.loop.App` resumes the game. After three failures within a minute, the
part that they come from is left out. If no part is suspected, the game itself may be the cause:
then the table starts with the list of games, and the game is kept. If that does not help either, or
nothing can be left out, the table tries again once a minute.

The fault screen says what happened, for some seconds or until OK is pressed. It opens the display
and the keys itself. If one of them fails as well, it goes on without it.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Final

from msgspec.structs import replace

from firmware_host.app.build import open_display_or_null, read_preferences
from firmware_host.app.inputs import Inputs
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.outputs import Display, NullDisplay
from firmware_host.app.request import Failures, Part, Remedy, Request, remedy, suspects
from firmware_host.base.errors import HostError, try_or_log
from firmware_host.base.timing import has_come
from firmware_host.screens import Picture, can_draw, draw
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.view import Frame
from firmware_host.table.device import Ending, PreferenceFile
from firmware_host.table.effects import Explain
from firmware_host.table.scene import Resume
from firmware_host.text.translator import Language
from games.message import Message, msg
from hardware import HardwareError
from hardware.input.edges import KeyEvent
from hardware.wiring.wiring import Wiring

FAULT = msg("Error")
IT_GOES_ON = msg("The game is saved and will resume soon.\n{what}")
GO_ON: Final = NoteKeys(Message.of(msg("OK: continue")), Message.of(msg("`ok`: continue")))

LONGEST: Final = 56
"""Longest error text, in letters: together with the other sentences it fits on 128x64 pixels."""

OK: Final = KeyEvent("ok", "press")


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
        self._picture: Picture | None = self._draw_again() if can_draw() else None
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
        note = NoteView(Message.of(FAULT), text, keys=GO_ON)
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


PAUSE: Final = 8.0
"""Seconds for which a failure is shown: long enough to read, and three fit into a minute."""

LONG_PAUSE: Final = 60.0
"""Seconds between two attempts when there is nothing left to leave out."""

LEFT_OUT = msg("This part failed three times and stays off until the next start: {part}.")
SET_ASIDE = msg("The game failed three times and was set aside. It is saved.")

PARTS: Final[Mapping[Part, str]] = {
    "display": msg("the display"),
    "sound": msg("sound and lights"),
    "link": msg("the serial link"),
    "dice": msg("the dice tray"),
}

log = logging.getLogger(__name__)


class Failsafe:
    """Run the table of ``request`` on ``hardware``; ``open_app`` opens an App for a request.

    The constructor raises HardwareError and HostError, which are for the person at the keyboard. No
    method raises an Exception afterwards.
    """

    def __init__(
        self, request: Request, hardware: TableHardware, open_app: Callable[[Request], App]
    ) -> None:
        self.app: App | None = None
        self._request, self._hardware, self._open_app = request, hardware, open_app
        self._fault_screen: FaultScreen | None = None
        self._failures = Failures()
        self._news: Message | None = None
        self._was_in_game = self._stopping = False
        try:
            self.app = open_app(request)
        except (HardwareError, HostError):
            raise
        except Exception as error:  # noqa: BLE001 - it is logged and shown
            self._fail(error)

    @property
    def words(self) -> str:
        """The words on the display."""
        return self._current.words

    @property
    def ending(self) -> Ending | None:
        """How people at the table have ended the program; None while they have not."""
        return self.app.ending if self.app is not None else None

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`step` if no edge comes, in seconds; None if never."""
        return self._current.deadline

    @property
    def handled_until(self) -> float:
        """The time in seconds up to which everything that has come is handled and shown."""
        return self._current.handled_until

    def run(self) -> None:
        """Run until :meth:`stop` is called or people at the table end the program."""
        self.step()
        while not (self._stopping or self.ending):
            self.guard(self._current.wait)
            self.step()

    def stop(self) -> None:
        """Let :meth:`run` end after the current step; safe in signal handlers and other threads."""
        self._stopping = True
        self.wake()

    def wake(self) -> None:
        """End the waiting in :meth:`run` at once; safe in signal handlers and other threads."""
        for each in (self.app, self._fault_screen):
            if each is not None:
                each.wake()

    def step(self) -> None:
        """Do what is due at the table, or on the fault screen."""
        self.guard(self._current.step)
        if self._fault_screen is not None and self._fault_screen.is_over and not self._stopping:
            self.guard(self._reopen)

    def close(self) -> None:
        """Show the last words, release the pins and close the journal."""
        if self.ending != "restart":
            self._hardware.notifier.stop()
        if self.app is not None:
            try_or_log("closing the table", self.app.close)
            self.app.abandon()
        if self._fault_screen is not None:
            self._fault_screen.close()

    @property
    def _current(self) -> App | FaultScreen:
        current = self.app or self._fault_screen
        assert current is not None, "one of them follows the other"
        return current

    def guard(self, act: Callable[[], None]) -> None:
        """Do something at the table; if it fails, that is a failure of the table."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 - it is logged and shown
            self._fail(error)

    def _reopen(self) -> None:
        """Open the table again; if people were in a game, resume it."""
        if self._fault_screen is not None:
            self._fault_screen.close()
        app = self._open_app(self._request)
        self.app, self._fault_screen = app, None
        if self._was_in_game and app.table.game.is_playing:
            app.table.run(Resume())
        if self._news is not None:
            app.table.run(Explain(Message.of(FAULT), self._news))
        app.step()
        self._news = None

    def _fail(self, error: Exception) -> None:
        """Close the table and show what happened; after three failures, leave something out."""
        log.error("the table failed; it resumes from the journal", exc_info=error)
        self._hardware.notifier.failed(error)
        self._abandon_app()
        suspected = self._failures.count(suspects(error), self._hardware.clock())
        seconds = PAUSE
        if suspected is not None:
            wiring, without = self._request.wiring, self._request.without
            seconds = self._apply(remedy(suspected, wiring, without))
        # the traceback refers to everything that was open when the error was raised, even pins
        error.__traceback__ = None
        self._fault_screen = FaultScreen(error, self._request, self._hardware, seconds)

    def _abandon_app(self) -> None:
        """Close the app, and note what the next one needs to know."""
        app, self.app = self.app, None
        if app is None:
            return
        self._was_in_game = app.table.game.in_game
        app.abandon()
        is_at_home = self._request.is_at_home and not app.game_records
        unsaved = () if app.is_saved else app.game_records
        self._request = replace(self._request, unsaved=unsaved, is_at_home=is_at_home)

    def _apply(self, advised: Remedy) -> float:
        """Leave out what is ``advised``; return how many seconds to pause."""
        if advised == "rest" or (advised == "game" and self._request.is_at_home):
            log.error("nothing left to leave out: trying again once a minute")
            return LONG_PAUSE
        if advised == "game":
            self._request = replace(self._request, is_at_home=True)
            self._news = Message.of(SET_ASIDE)
        else:
            without = self._request.without | {advised}
            self._request = replace(self._request, without=without)
            self._news = Message.of(LEFT_OUT, part=Message.of(PARTS[advised]))
        log.error("three failures within a minute: leaving out the %s", advised)
        return PAUSE
