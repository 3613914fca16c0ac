"""A table that outlives its own failures: each is told, and the game goes on from the journal.

An exception anywhere in the loop closes what can be closed and shows a plain screen; then a new
:class:`~firmware_host.app.loop.App` takes the game up. After three failures within a minute the
part that they come from is left out. Where no part can be named the game itself may lead there
again and again: then the table starts at home, with the game kept. When that does not help either,
or nothing can be left out, it tries again once a minute.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from firmware_host.app.blame import Failures, Part, Remedy, remedy, suspects
from firmware_host.app.fault_screen import FAULT, Machine, Mishap
from firmware_host.app.guard import attempt
from firmware_host.app.loop import App
from firmware_host.app.request import Request
from firmware_host.errors import HostError
from firmware_host.table.ending import Farewell
from games.message import Message, msg
from hardware.errors import HardwareError

PAUSE: Final = 8.0
"""Seconds for which a failure is shown: enough to read it, and three of them are in a minute."""

LONG_PAUSE: Final = 60.0
"""Seconds from one attempt to the next when nothing is left that could be left out."""

LEFT_OUT = msg("It failed three times and stays off until the program is started again: {part}.")
SET_ASIDE = msg("The game led to a fault three times and was set aside. It is kept.")

PARTS: Final[Mapping[Part, str]] = {
    "display": msg("the display"),
    "sound": msg("sound and lights"),
    "link": msg("the serial link"),
    "dice": msg("the dice tray"),
}

log = logging.getLogger(__name__)


class Failsafe:
    """Runs the table of ``request`` on ``machine``; ``open_app`` opens an App for a request.

    What ``open_app`` raises at the very beginning as HardwareError or HostError is for the person
    at the keyboard, and raised here. No exception leaves afterwards; KeyboardInterrupt and
    SystemExit are none.
    """

    def __init__(
        self, request: Request, machine: Machine, open_app: Callable[[Request], App]
    ) -> None:
        self.app: App | None = None
        self._request, self._machine, self._open_app = request, machine, open_app
        self._mishap: Mishap | None = None
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
        """What a person reads on the display now."""
        return self._present.words

    @property
    def farewell(self) -> Farewell | None:
        """How people at the table have asked the program to end; None while they have not."""
        return self.app.farewell if self.app is not None else None

    @property
    def deadline(self) -> float | None:
        """When :meth:`step` has something to do if no edge comes, in seconds; None if never."""
        return self._present.deadline

    def run(self) -> None:
        """Go on until :meth:`stop` is called, or people at the table say :attr:`farewell`."""
        self.step()
        while not (self._stopping or self.farewell):
            self._guard(self._present.wait)
            self.step()

    def stop(self) -> None:
        """Let :meth:`run` end after what it is doing; safe in signal handlers and other threads."""
        self._stopping = True
        for each in (self.app, self._mishap):
            if each is not None:
                each.stop()

    def step(self) -> None:
        """Do what is due at the table, or on the plain screen after a failure."""
        self._guard(self._present.step)
        if self._mishap is not None and self._mishap.is_over and not self._stopping:
            self._guard(self._go_on)

    def close(self) -> None:
        """Leave last words on the display, give the pins back, close the journal."""
        if self.farewell != "restart":
            self._machine.notifier.stop()
        if self.app is not None:
            attempt("closing the table", self.app.close)
            self.app.abandon()
        if self._mishap is not None:
            self._mishap.close()

    @property
    def _present(self) -> App | Mishap:
        present = self.app or self._mishap
        assert present is not None, "one of them follows the other"
        return present

    def _guard(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception as error:  # noqa: BLE001 - it is logged and shown
            self._fail(error)

    def _go_on(self) -> None:
        """Take the game up again, where people were in it, and show it."""
        if self._mishap is not None:
            self._mishap.close()
        app = self._open_app(self._request)
        self.app, self._mishap = app, None
        if self._was_in_game and app.table.is_playing:
            app.table.go_on()
        if self._news is not None:
            app.table.explain(Message.of(FAULT), self._news)
        app.step()
        self._news = None

    def _fail(self, error: Exception) -> None:
        """Close the table and tell what happened; after three failures, leave something out."""
        log.error("the table failed; it goes on from the journal", exc_info=error)
        self._take_down()
        suspected = self._failures.count(suspects(error), self._machine.clock())
        seconds = PAUSE
        if suspected is not None:
            wiring, without = self._request.wiring, self._request.without
            seconds = self._heed(remedy(suspected, wiring, without))
        # an error holds all that was open where it was raised, pins among it
        error.__traceback__ = None
        self._mishap = Mishap(error, self._request, self._machine, seconds)

    def _take_down(self) -> None:
        """Close the app and remember what the next one has to know."""
        app, self.app = self.app, None
        if app is None:
            return
        self._was_in_game = app.table.in_game
        app.abandon()
        is_at_home = self._request.is_at_home and not app.story
        unsaved = () if app.is_saved else app.story
        self._request = replace(self._request, unsaved=unsaved, is_at_home=is_at_home)

    def _heed(self, advised: Remedy) -> float:
        """Leave out what is ``advised``; return for how many seconds to pause."""
        if advised == "rest" or (advised == "game" and self._request.is_at_home):
            log.error("nothing is left that could be left out: trying again once a minute")
            return LONG_PAUSE
        if advised == "game":
            self._request = replace(self._request, is_at_home=True)
            self._news = Message.of(SET_ASIDE)
        else:
            without = self._request.without | {advised}
            self._request = replace(self._request, without=without)
            self._news = Message.of(LEFT_OUT, part=Message.of(PARTS[advised]))
        log.error("three failures within a minute: left out is the %s", advised)
        return PAUSE
