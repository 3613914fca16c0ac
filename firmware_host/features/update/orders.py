"""The order to look for an update, or to install the one that it names.

The agent of a table speaks with the network, and may have been taken over. So it hands the signed
order itself to the updater, which believes nothing else: who gave the order, which table it is for,
until when it counts, that it was not taken before, and which package it names.

The order says where the package is and what its SHA-256 is, so the broker carries a line and never
the package. It is fetched beside the table. Beside the package lie the checksums of its release and
their signature. The updater checks everything again.
"""

import hashlib
import logging
import shutil
import ssl
import time
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    UnknownHandler,
)

from firmware_host.base.errors import reason
from firmware_host.base.timing import why_not_trusted
from firmware_host.remote.requests import LookForUpdate
from firmware_host.setup.paths import FLEET_STATE, REQUEST
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.intake import (
    FETCH_SECONDS,
    FETCHED,
    UPDATE_SECONDS,
    WantedUpdate,
)
from firmware_host.setup.update.package import LONGEST, LONGEST_SUMS, SIGNED, SUMS
from firmware_host.setup.update.record import (
    NO_ROOM,
    NO_UPDATER,
    NOT_BEGUN,
    NOT_ENDED,
    WRONG_SUM,
    UpdateRecord,
    read_record,
)
from firmware_host.setup.update.releases import Releases
from firmware_host.setup.update.updater import RESERVE
from firmware_host.storage.filesystem import OS_STORAGE, replace_file
from firmware_host.web.mirror import TableMirror
from firmware_host.web.orders import (
    LONGEST_VALUE,
    ORDERS,
    USUAL_SECONDS,
    AtTable,
    BesideTable,
    OrderControl,
    OrderFailedError,
    OrderKind,
    OrderRefusedError,
    Task,
)
from games.message import msg
from hardware.untrusted_input import harmless

UPDATE: Final = "update"


def _wanted(value: str) -> WantedUpdate:
    try:
        return WantedUpdate.read(value)
    except ValueError as error:
        raise OrderRefusedError(f"update: {error}") from None


def _begin(value: str) -> AtTable | BesideTable:
    if not value:
        return AtTable(_look)
    wanted = _wanted(value)

    def install(payload: bytes, folder: Path) -> None:
        updates = fetched_updates(folder)
        if updates is None:
            raise OrderRefusedError(NO_UPDATER)
        updates.carry_out(wanted, payload)

    return BesideTable(install)


def _look(table: TableMirror) -> Task:
    return Task(LookForUpdate())


def _patience(value: str) -> float:
    return FETCH_SECONDS + UPDATE_SECONDS if value else USUAL_SECONDS


OFFERS: Final = (
    ORDERS.offer(
        OrderKind(
            UPDATE,
            msg("Update"),
            msg(
                "the https address of a Debian package of tableside, a space and its SHA-256; "
                "nothing: look on the stick, and ask at the table"
            ),
            _begin,
            longest=LONGEST_VALUE,
            is_value_needed=False,
            patience=_patience,
            controls={
                "update": OrderControl(
                    "button", "Look for an update", more={"icon": "mdi:package-up"}
                )
            },
            reasons=(NO_UPDATER, NO_ROOM, WRONG_SUM, NOT_BEGUN, NOT_ENDED),
        )
    ),
)


FOLDER: Final = FETCHED.rpartition("/")[2]
PART: Final = 64 << 10
SILENT_SECONDS: Final = 30.0
BEGIN_SECONDS: Final = 30.0
LOOK_SECONDS: Final = 0.5

NO_ANSWER: Final = (OSError, HTTPException, ValueError)
"""What Python raises where a server cannot be reached, has an impossible name, or answers
what is not HTTP."""

log = logging.getLogger(__name__)


class Remote(Protocol):
    """Where packages are fetched from."""

    def open(self, url: str) -> HTTPResponse:
        """Return the answer for ``url``; OSError if there is none."""


class Https:
    """Fetches from https addresses only, also when one points to another."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._opener = OpenerDirector()
        for handler in (
            HTTPSHandler(context=context or ssl.create_default_context()),
            _OnlyHttps(),
            HTTPErrorProcessor(),
            HTTPDefaultErrorHandler(),
            UnknownHandler(),  # any other scheme
        ):
            self._opener.add_handler(handler)

    def open(self, url: str) -> HTTPResponse:
        """Return the answer for ``url``; OSError if there is none."""
        answer = self._opener.open(Request(url), timeout=SILENT_SECONDS)
        if not isinstance(answer, HTTPResponse):
            raise OSError(f"no answer from {url}")
        return answer


class _OnlyHttps(HTTPRedirectHandler):
    def redirect_request(  # type: ignore[no-untyped-def]
        self, req, fp, code, msg, headers, newurl
    ) -> Request | None:
        if not newurl.startswith("https://"):
            raise URLError("it points to an address without https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class FetchedUpdates:
    """Fetches packages into ``folder`` and hands them to the updater of this machine.

    ``clock`` returns seconds, and ``wait`` lets so many pass.
    """

    def __init__(
        self,
        folder: Path,
        remote: Remote,
        disk: UpdateDisk,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._folder, self._remote, self._disk = folder, remote, disk
        self._clock, self._wait = clock, wait

    def carry_out(self, wanted: WantedUpdate, order: bytes) -> None:
        """Fetch and install the ``wanted`` update; return when it runs on trial.

        ``order`` names it, and goes to the updater as it came. OrderFailedError if there is no
        update after all.
        """
        earlier = read_record(self._disk)
        room = self._folder / FOLDER
        try:
            shutil.rmtree(room, ignore_errors=True)
            room.mkdir(mode=0o700)
            self._fetch(wanted, room)
            replace_file(OS_STORAGE, self._folder, REQUEST, order)
            self._follow(earlier)
        except HTTPError as error:
            raise OrderFailedError(f"{error.geturl()}: {error.code}") from None
        except NO_ANSWER as error:
            raise OrderFailedError(harmless(_reason(error))) from None
        finally:
            shutil.rmtree(room, ignore_errors=True)

    def _fetch(self, wanted: WantedUpdate, room: Path) -> None:
        """Fetch the package, the checksums of its release, and their signature if there is one."""
        self._fetch_package(wanted, room / wanted.name)
        (room / SUMS).write_bytes(self._read(urljoin(wanted.url, SUMS)))
        try:
            signature = self._read(urljoin(wanted.url, SIGNED))
        except HTTPError:
            log.info("%s has no signature beside it", wanted.url)
        else:
            (room / SIGNED).write_bytes(signature)

    def _fetch_package(self, wanted: WantedUpdate, path: Path) -> None:
        digest, end, size = hashlib.sha256(), self._clock() + FETCH_SECONDS, 0
        with self._remote.open(wanted.url) as answer, path.open("wb") as file:
            said = answer.headers.get("Content-Length", "")
            length = int(said) if said.isdecimal() else LONGEST
            if min(length, LONGEST) + RESERVE > shutil.disk_usage(path.parent).free:
                raise OrderFailedError(NO_ROOM)
            while part := answer.read(PART):
                size += len(part)
                if size > LONGEST:
                    raise OrderFailedError(f"expected at most {LONGEST} bytes, it has more")
                if self._clock() > end:
                    raise OrderFailedError(f"not fetched within {FETCH_SECONDS:.0f} s")
                digest.update(part)
                file.write(part)
        if digest.hexdigest() != wanted.sha256:
            raise OrderFailedError(WRONG_SUM)

    def _read(self, url: str) -> bytes:
        with self._remote.open(url) as answer:
            return answer.read(LONGEST_SUMS)

    def _follow(self, earlier: UpdateRecord | None) -> None:
        """Wait until the update after the ``earlier`` one has started, or has failed."""
        begun = self._clock()
        while True:
            record = read_record(self._disk)
            is_new = record is not None and (earlier is None or record.id != earlier.id)
            if record is not None and is_new:
                if record.state in ("watched", "done"):
                    return
                if record.state == "failed":
                    raise OrderFailedError(harmless(record.why))
            waited = self._clock() - begun
            if waited > UPDATE_SECONDS or (waited > BEGIN_SECONDS and not is_new):
                raise OrderFailedError(NOT_ENDED if is_new else NOT_BEGUN)
            self._wait(LOOK_SECONDS)


def _reason(error: Exception) -> str:
    if isinstance(error, URLError):
        return why_not_trusted(f"{error.reason}")
    return reason(error) if isinstance(error, OSError) else f"no answer: {error!r}"


def fetched_updates(folder: Path, disk: UpdateDisk | None = None) -> FetchedUpdates | None:
    """Return the updates of an agent whose state is in ``folder``; None unless it is the service.

    Only the service of the Debian package has an updater that looks there.
    """
    card = disk or UpdateDisk()
    if str(folder) != FLEET_STATE or Releases(card).current is None:
        return None
    return FetchedUpdates(folder, Https(), card)
