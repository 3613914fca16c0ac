"""The updates that are asked for on the command line."""

import json
import os
import time
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

if TYPE_CHECKING:
    from firmware_host.web.orders import Prove

from firmware_host import __version__
from firmware_host.app.systemd_notify import Notifier
from firmware_host.base.errors import reason
from firmware_host.setup.paths import PROGRAM, UPDATE_SERVICE, UPDATES
from firmware_host.setup.update import service
from firmware_host.setup.update.at_table import FILE
from firmware_host.setup.update.disk import OsUpdateDisk, UpdateDisk
from firmware_host.setup.update.intake import (
    FETCH_SECONDS,
    UPDATE_SECONDS,
    WantedUpdate,
    hand_in,
    read_folder,
)
from firmware_host.setup.update.record import ON_TRIAL, UpdateError, UpdateRecord, read_record
from firmware_host.setup.update.releases import Releases
from firmware_host.setup.update.updater import HandedPackage, UpdateMachine, checked
from firmware_host.storage.state_folder import format_of

LOOK: Final = 0.5
UPDATE_ORDER: Final = "update"
NO_ORDERS: Final = "this program takes no signed orders"
PATIENCE: Final = 20.0
"""Seconds for the updater to begin."""

FROM_SOURCES: Final = (
    f"the program was not installed from a Debian package ({PROGRAM}/current is missing): install "
    "the package once with sudo apt install ./FILE.deb"
)


def run(arguments: Namespace) -> int:
    """Install the package, show the state, or be the updater."""
    if arguments.service:
        return serve()
    if arguments.state:
        return show_state(is_json=arguments.json)
    if arguments.check:
        return check(arguments.file, arguments.older)
    return update(arguments.file, arguments.older)


def serve() -> int:
    """Be the updater; systemd hears that the table may start."""

    notifier = Notifier(os.environ)
    service.serve(_this_machine(), lambda: notifier.cycle(time.monotonic()), read_ordered)
    return 0


def read_ordered(payload: bytes, proofs: "Iterable[Prove] | None" = None) -> WantedUpdate:
    """Return what the order in ``payload`` names; UpdateError says why it does not count.

    One of ``proofs`` shows that it does, by default those of features. Which orders were taken is
    kept where only the updater writes.
    """
    # orders are rare, and what reads them needs all games
    from firmware_host.web.orders import PROOFS, OrderRefusedError

    patience = FETCH_SECONDS + UPDATE_SECONDS
    try:
        for prove in PROOFS if proofs is None else proofs:
            value = prove(UPDATE_ORDER, payload, Path(UPDATES), patience)
            try:
                return WantedUpdate.read(value)
            except ValueError as error:
                raise OrderRefusedError(f"update: {error}") from None
        raise OrderRefusedError(NO_ORDERS)
    except OrderRefusedError as error:
        raise UpdateError("order", f"the order that asks for it: {error}") from None


def show_state(disk: UpdateDisk | None = None, *, is_json: bool = False) -> int:
    """Print which version runs, and how the last update was; if it ``is_json``, for programs."""
    found = disk or OsUpdateDisk()
    releases, record = Releases(found), read_record(found)
    others = sorted(each for each in releases.all if each != releases.current)
    if is_json:
        last = None if record is None else asdict(record)
        state = {"program": __version__, "runs": releases.current}
        print(json.dumps({**state, "also": others, "last": last}))
        return 0
    print(f"runs: {_packaged(found)}")
    print(f"also on the card: {', '.join(others) or 'none'}")
    if record is not None:
        print(f"last update: {record.before} -> {record.to}: {record.state} {record.why}".rstrip())
    return 0


def check(
    file: Path,
    may_be_older: bool,
    disk: UpdateDisk | None = None,
    machine: UpdateMachine | None = None,
) -> int:
    """Print that ``file`` can be installed here; UpdateError says why not."""
    before = _packaged(disk or OsUpdateDisk())
    handed = _read(file, may_be_older)
    package = checked(handed, machine or _this_machine())
    print(f"{before} -> {package.version}: it can be installed")
    return 0


def update(
    file: Path,
    may_be_older: bool,
    disk: UpdateDisk | None = None,
    start: Callable[[], bool] = service.start,
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Hand ``file`` to the updater, and print how far it is until the new version has started.

    UpdateError says what prevents it, or why the old version runs again.
    """
    card = disk or OsUpdateDisk()
    _packaged(card)
    if disk is None and os.geteuid():
        raise UpdateError("card", "this needs root: put sudo before the command")
    earlier = read_record(card)
    if earlier is not None and earlier.state in ON_TRIAL:
        raise UpdateError(
            "interrupted", f"tableside {earlier.to} is on trial: try again in ten minutes"
        )
    try:
        Releases(card).prepare()
        hand_in(card, _read(file, may_be_older))
    except OSError as error:
        raise UpdateError("card", f"{PROGRAM} cannot be written to: {reason(error)}") from error
    if not start():
        raise UpdateError("card", f"{UPDATE_SERVICE} cannot be started: sudo tableside install")
    return _follow(card, earlier.id if earlier else "", wait)


def _follow(disk: UpdateDisk, earlier: str, wait: Callable[[float], object]) -> int:
    """Print the progress of the update after the one called ``earlier``."""
    said, waited = "", 0.0
    while True:
        record = read_record(disk)
        if record is None or record.id == earlier:
            if waited >= PATIENCE:
                raise UpdateError("card", f"nothing happens: journalctl -u {UPDATE_SERVICE}")
        elif record.state == "failed":
            raise UpdateError(record.obstacle or "interrupted", record.why)
        elif record.state in ("watched", "done"):
            print(_stays(record))
            return 0
        elif (line := _progress(record)) != said:
            said = line
            print(said, flush=True)
        wait(LOOK)
        waited += LOOK


def _progress(record: UpdateRecord) -> str:
    if record.state == "unpacking":
        return f"{record.before} -> {record.to}: {record.percent} % unpacked"
    return f"{record.before} -> {record.to}: the new version starts"


def _stays(record: UpdateRecord) -> str:
    trial = f"; if it fails in the next ten minutes, {record.before} comes back by itself"
    return f"tableside {record.to} runs{trial if record.state == 'watched' else ''}"


def _read(file: Path, may_be_older: bool) -> HandedPackage:
    place = file.absolute()
    if not FILE.fullmatch(place.name):
        raise UpdateError(
            "program", f"expected a file tableside_VERSION_ARCHITECTURE.deb, got {place.name}"
        )
    handed = read_folder(OsUpdateDisk(), str(place.parent), place.name)
    return handed.for_somebody(may_be_older=may_be_older)


def _this_machine() -> service.ThisUpdateMachine:
    return service.ThisUpdateMachine(format_of)


def _packaged(disk: UpdateDisk) -> str:
    """Return the version that runs; UpdateError if it is not from a package."""
    current = Releases(disk).current
    if current is None:
        raise UpdateError("program", FROM_SOURCES)
    return current
