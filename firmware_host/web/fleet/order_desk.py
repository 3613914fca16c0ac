"""Where the orders of a table arrive: each is checked, carried out, and answered."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import reason
from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.remote.requests import SetOpen
from firmware_host.setup.update.intake import LONGEST_ORDER
from firmware_host.storage.filesystem import OS_STORAGE, replace_file
from firmware_host.web.fleet.carrying_out import Task, task_of
from firmware_host.web.fleet.fetching import NO_UPDATER, FetchedUpdates, UpdateFailedError
from firmware_host.web.fleet.hours import Hours
from firmware_host.web.fleet.order_book import OrderBook, behind
from firmware_host.web.fleet.ordered import NO_KEY, NOT_ALLOWED, UPDATE, WantedUpdate
from firmware_host.web.fleet.orders import Order, OrderRefusedError, read_order
from firmware_host.web.fleet.settings import FleetSettings
from firmware_host.web.live import SharedTable
from games.message import msg
from hardware.untrusted_file import read_untrusted_text

DONE: Final = "done"
REFUSED: Final = "refused"
FAILED: Final = "failed"
NOT_DONE: Final = msg("the table did not do it: is somebody in the middle of something there?")
NOT_THERE: Final = msg("the program of the table does not answer")
NO_BUTTON: Final = msg("this table takes it only with a signature")
MOST_LOGGED: Final = 50
HOURS: Final = "hours"
"""The order, and the file, with the hours of the table."""

log = logging.getLogger(__name__)

Answer = dict[str, Any]


class _Button(Struct, frozen=True, forbid_unknown_fields=True):
    """What a button of Home Assistant sends."""

    button: str
    value: str


class OrderDesk:
    """Carries out what people order of ``table``, as ``settings`` allow.

    What has to survive a restart is kept in ``folder``. ``now`` returns the time in seconds since
    1970, ``local`` the time on the clock of the museum. ``updates`` are those that are fetched;
    None: there is no updater. The desk ``is_busy`` while an order is carried out.
    """

    def __init__(
        self,
        table: SharedTable,
        settings: FleetSettings,
        folder: Path,
        now: Callable[[], float],
        local: Callable[[], datetime],
        updates: FetchedUpdates | None = None,
    ) -> None:
        self.is_busy = False
        self._updates = updates
        self._logged = set[str]()
        self._table, self._settings, self._folder = table, settings, folder
        self._now, self._local = now, local
        self._book = OrderBook(settings.table, folder)
        self.hours = self._kept_hours()

    async def take(self, payload: bytes, *, is_late: bool, is_own: bool) -> Answer:
        """Take the order in ``payload``, and return what became of it.

        ``is_late`` means that the broker kept it for whoever comes, ``is_own`` that it was sent to
        this table alone.
        """
        order: Order | None = None
        self.is_busy = True
        try:
            if is_late:
                raise OrderRefusedError("the broker has kept it: orders must not be retained")
            order = self._button(payload) if is_own else None
            if order is None:
                order = self._signed(payload)
            await self._carry_out(order, payload)
        except OrderRefusedError as error:
            self._log_once("an order is refused: %s", str(error))
            return _answer(order, REFUSED, str(error))
        except UpdateFailedError as error:
            log.warning("an update that was ordered has failed: %s", error)
            return _answer(order, FAILED, str(error))
        except TimeoutError:
            return _answer(order, FAILED, NOT_DONE)
        finally:
            self.is_busy = False
        return _answer(order, DONE, self._of_clock(order))

    def _of_clock(self, order: Order) -> str:
        """Return that the clock here is behind ``order``, which was carried out; log it, too."""
        why = behind(order, self._now())
        if why:
            self._log_once("an order was carried out, but %s", why)
        return why

    def _log_once(self, line: str, why: str) -> None:
        """Log ``line`` with ``why``, once: a broker must not fill the log."""
        if why not in self._logged and len(self._logged) < MOST_LOGGED:
            self._logged.add(why)
            log.warning(line, why)

    def keep_hours(self) -> None:
        """Open or close the table as its hours say; it stays open while somebody is there."""
        local, mirror = self._local(), self._table.mirror
        is_open = self.hours.is_open(local.hour * 60 + local.minute)
        is_closed = mirror.snapshot.awaited == "opening"
        if mirror.is_connected and is_open == is_closed:
            self._table.ask(SetOpen(is_open, self.hours.opens))

    def _button(self, payload: bytes) -> Order | None:
        """Return the order of a button that needs no signature; None if ``payload`` is not one."""
        try:
            found = from_json(payload, _Button, LONGEST_ORDER)
        except ValuesError:
            return None
        name, value = found.button, found.value
        if name not in self._settings.buttons or (name == UPDATE and value):
            raise OrderRefusedError(NO_BUTTON)
        return Order(name, value, (self._settings.table,), 0, 0)

    def _signed(self, payload: bytes) -> Order:
        key = self._settings.order_key
        if key is None:
            raise OrderRefusedError(NO_KEY)
        order = read_order(payload, key)
        if order.name not in self._settings.allowed:
            raise OrderRefusedError(NOT_ALLOWED)
        self._book.take(order, self._now())
        return order

    async def _carry_out(self, order: Order, payload: bytes) -> None:
        """Carry out ``order``, which came as ``payload``; TimeoutError if that takes too long."""
        if order.name == HOURS:
            self._set_hours(order.value)
            return
        if order.name == UPDATE and order.value:
            await self._update(order.value, payload)
            return
        if not self._table.mirror.is_connected:
            raise OrderRefusedError(NOT_THERE)
        task = task_of(order, self._table.mirror)
        self._table.ask(task.request)
        await self._until_done(task)

    async def _update(self, value: str, payload: bytes) -> None:
        """Install the update that ``value`` names, beside everything else."""
        wanted = WantedUpdate.read(value)
        if self._updates is None:
            raise OrderRefusedError(NO_UPDATER)
        await asyncio.to_thread(self._updates.carry_out, wanted, payload)

    async def _until_done(self, task: Task) -> None:
        mirror = self._table.mirror
        async with asyncio.timeout(task.seconds):
            while not task.is_done(mirror):
                await mirror.wait_for_news(mirror.version)

    def _set_hours(self, text: str) -> None:
        try:
            hours = Hours.read(text)
            replace_file(OS_STORAGE, self._folder, HOURS, f"{text}\n".encode())
        except ValueError as error:
            raise OrderRefusedError(f"hours: {error}") from None
        except OSError as error:
            raise OrderRefusedError(f"hours cannot be saved: {reason(error)}") from None
        self.hours = hours
        self.keep_hours()

    def _kept_hours(self) -> Hours:
        try:
            return Hours.read(read_untrusted_text(self._folder / HOURS, LONGEST_ORDER).strip())
        except FileNotFoundError:
            return Hours()
        except (OSError, ValueError) as error:
            log.warning("the hours of the table cannot be read, it stays open: %s", error)
            return Hours()


def _answer(order: Order | None, outcome: str, why: str = "") -> Answer:
    known = {} if order is None else {"order": order.name, "number": order.number}
    return {**known, "outcome": outcome, **({"why": why} if why else {})}
