"""Where the orders of a table arrive: each is checked, carried out, and answered."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware_host.base.errors import reason
from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.features.fleet.orders import (
    NO_KEY,
    NOT_ALLOWED,
    Order,
    OrderBook,
    behind,
    read_order,
)
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.remote.requests import RequestAnswer
from firmware_host.storage.filesystem import OS_STORAGE, replace_file
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import AnsweringTable
from firmware_host.web.orders import (
    LONGEST_ORDER,
    AtTable,
    BesideTable,
    OrderFailedError,
    OrderKind,
    OrderRefusedError,
    StandingOrder,
    Task,
    known_orders,
)
from games.message import msg
from hardware.untrusted_input import read_untrusted_text

DONE: Final = "done"
REFUSED: Final = "refused"
FAILED: Final = "failed"
NOT_DONE: Final = msg("the table did not do it: is somebody in the middle of something there?")
NOT_THERE: Final = msg("the program of the table does not answer")
UNKNOWN: Final = msg("the program of the table was restarted before it answered")
NO_BUTTON: Final = msg("this table takes it only with a signature")
MOST_LOGGED: Final = 50
ENGLISH: Final = Language("en")
"""Answers are for those who read the log of a broker."""

log = logging.getLogger(__name__)

Answer = dict[str, Any]


class _Button(Struct, frozen=True, forbid_unknown_fields=True):
    """What a button of Home Assistant sends."""

    button: str
    value: str


class OrderDesk:
    """Carries out what people order of ``table``, as ``settings`` allow.

    What has to survive a restart is kept in ``folder``, such as each order that stands until the
    next one, in a file of its name. ``now`` returns the time in seconds since 1970, ``local`` the
    time on the clock of the museum. The desk ``is_busy`` while an order is carried out.
    """

    def __init__(
        self,
        table: AnsweringTable,
        settings: FleetSettings,
        folder: Path,
        now: Callable[[], float],
        local: Callable[[], datetime],
    ) -> None:
        self.is_busy = False
        self._logged = set[str]()
        self._table, self._settings, self._folder = table, settings, folder
        self._now, self._local = now, local
        self._book = OrderBook(settings.table, folder)
        self._standing = self._kept()

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
        except OrderFailedError as error:
            log.warning("an order has failed: %s", error)
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

    def remind(self) -> None:
        """Ask of the table what the orders that stand want of it now."""
        for standing in self._standing.values():
            mirror = self._table.mirror
            wish = standing.wish(self._local(), mirror) if mirror.is_connected else None
            if wish is not None:
                self._table.ask(wish)

    def _button(self, payload: bytes) -> Order | None:
        """Return the order of a button that needs no signature; None if ``payload`` is not one."""
        try:
            found = from_json(payload, _Button, LONGEST_ORDER)
        except ValuesError:
            return None
        name, value = found.button, found.value
        if name not in self._settings.buttons:
            raise OrderRefusedError(NO_BUTTON)
        if isinstance(known_orders()[name].begin(value), BesideTable):
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
        match known_orders()[order.name].begin(order.value):
            case StandingOrder() as standing:
                self._let_stand(order, standing)
            case BesideTable(do):
                await asyncio.to_thread(do, payload, self._folder.parent)
            case AtTable(task_of):
                if not self._table.mirror.is_connected:
                    raise OrderRefusedError(NOT_THERE)
                await self._let_do(task_of(self._table.mirror))

    async def _let_do(self, task: Task) -> None:
        """Let the table do ``task``: it is done when the table says so, whatever is shown there."""
        mirror, told = self._table.mirror, asyncio.get_running_loop().create_future()
        following = asyncio.create_task(_until(task.has_followed, mirror))
        try:
            async with asyncio.timeout(task.seconds):
                self._table.ask(task.request, tell=partial(_settle, told))
                _check(await told)
                await following
        finally:
            following.cancel()

    def _let_stand(self, order: Order, standing: StandingOrder) -> None:
        try:
            replace_file(OS_STORAGE, self._folder, order.name, f"{order.value}\n".encode())
        except OSError as error:
            raise OrderRefusedError(f"{order.name} cannot be saved: {reason(error)}") from None
        self._standing[order.name] = standing
        self.remind()

    def _kept(self) -> dict[str, StandingOrder]:
        """Return the orders that stand since before a restart."""
        kinds = known_orders().values()
        return {
            kind.name: standing
            for kind in kinds
            if kind.usual is not None
            and isinstance(standing := self._read(kind, kind.usual), StandingOrder)
        }

    def _read(self, kind: OrderKind, usual: str) -> AtTable | StandingOrder | BesideTable:
        try:
            text = read_untrusted_text(self._folder / kind.name, LONGEST_ORDER)
            return kind.begin(text.strip())
        except FileNotFoundError:
            return kind.begin(usual)
        except (OSError, ValueError, OrderRefusedError) as error:
            log.warning(
                "the %s of the table cannot be read, %s counts: %s", kind.name, usual, error
            )
            return kind.begin(usual)


async def _until(is_so: Callable[[TableMirror], bool], mirror: TableMirror) -> None:
    while not is_so(mirror):
        await mirror.wait_for_news(mirror.version)


def _settle(told: "asyncio.Future[RequestAnswer]", answer: RequestAnswer) -> None:
    if not told.done():
        told.set_result(answer)


def _check(answer: RequestAnswer) -> None:
    """Raise what an order comes to whose request has this ``answer``, unless it was fulfilled."""
    if answer.outcome == "unknown":
        raise OrderFailedError(UNKNOWN)
    if answer.why is not None:
        raise OrderRefusedError(ENGLISH.heading(answer.why))


def _answer(order: Order | None, outcome: str, why: str = "") -> Answer:
    known = {} if order is None else {"order": order.name, "number": order.number}
    return {**known, "outcome": outcome, **({"why": why} if why else {})}
