"""How a package reaches the updater: handed in by root, confirmed by staff, or fetched by an order.

What the table and the agent of a fleet write is not trusted: it names a file, and no more.
"""

from contextlib import suppress
from typing import Final

from firmware_host.errors import reason
from firmware_host.install.paths import (
    FLEET_REQUEST,
    FLEET_STATE_KEPT,
    TABLE_REQUEST,
    UPDATES,
    USB_FOLDER,
)
from firmware_host.install.update.at_table import FILE, LONGEST_REQUEST, UpdateRequest
from firmware_host.install.update.disk import UpdateDisk, exists, remove_tree
from firmware_host.install.update.obstacles import UpdateError
from firmware_host.install.update.package import LONGEST
from firmware_host.install.update.sums import LONGEST as LONGEST_SUMS
from firmware_host.install.update.sums import SIGNED, SUMS
from firmware_host.install.update.updater import HandedPackage

INCOMING: Final = f"{UPDATES}/incoming"
OLDER: Final = "older"
"""A file beside a package that was handed in: its version may be older."""

FETCHED: Final = f"{FLEET_STATE_KEPT}/update"
"""Where the agent of a fleet leaves a package that it has fetched."""

READABLE: Final = 0o644


def hand_in(disk: UpdateDisk, handed: HandedPackage) -> None:
    """Leave ``handed`` where the updater takes it; OSError if the card fails."""
    remove_tree(disk, INCOMING)
    disk.make_folder(INCOMING)
    beside = {SUMS: handed.sums, SIGNED: handed.signature}
    for name, data in ({handed.name: handed.data} | beside).items():
        if data is not None:
            disk.write(f"{INCOMING}/{name}", data, READABLE)
    if handed.may_be_older:
        disk.write(f"{INCOMING}/{OLDER}", b"", READABLE)
    disk.sync()


def read_folder(disk: UpdateDisk, folder: str, name: str) -> HandedPackage:
    """Return the package ``name`` in ``folder`` with what is beside it.

    UpdateError if it cannot be read, or if it is too large for one.
    """
    try:
        data = disk.read(f"{folder}/{name}", LONGEST + 1)
        sums = disk.read(f"{folder}/{SUMS}", LONGEST_SUMS)
        signature = disk.read(f"{folder}/{SIGNED}", LONGEST_SUMS)
    except OSError as error:
        raise UpdateError("stick", f"{folder}/{name} cannot be read: {reason(error)}") from error
    if data is None:
        raise UpdateError("stick", f"expected the file {name} in {folder}, it is not there")
    if len(data) > LONGEST:
        raise UpdateError("unreadable", f"{name}: expected at most {LONGEST} bytes, it has more")
    return HandedPackage(name, data, sums, signature)


def take(disk: UpdateDisk) -> HandedPackage | UpdateError | None:
    """Return the package that is waiting, or why it cannot be read; None if none is waiting.

    It waits no longer then: after a failure somebody must ask again.
    """
    try:
        return (
            _handed_in(disk)
            or _requested(disk, TABLE_REQUEST, USB_FOLDER)
            or _requested(disk, FLEET_REQUEST, FETCHED)
        )
    except UpdateError as error:
        return error
    finally:
        with suppress(OSError):
            remove_tree(disk, INCOMING)
        for request in (TABLE_REQUEST, FLEET_REQUEST):
            with suppress(OSError):
                remove_tree(disk, request)


def _handed_in(disk: UpdateDisk) -> HandedPackage | None:
    names = [name for name in disk.names(INCOMING) if FILE.fullmatch(name)]
    if not names:
        return None
    handed = read_folder(disk, INCOMING, names[0])
    return handed.for_somebody(may_be_older=exists(disk, f"{INCOMING}/{OLDER}"))


def _requested(disk: UpdateDisk, path: str, folder: str) -> HandedPackage | None:
    """Return the package in ``folder`` that the request at ``path`` names; None without one."""
    try:
        text = disk.read(path, LONGEST_REQUEST)
    except OSError:
        return None
    request = UpdateRequest.read(text) if text else None
    if request is None:
        return None
    handed = read_folder(disk, folder, request.name)
    return handed.for_somebody(request.version, request.may_be_older)
