"""How a package reaches the updater: handed in by root, confirmed by staff, or fetched by an order.

What the table writes is not trusted: it names a file, and no more. What the agent of a fleet
writes counts only if it is a signed order, which also says what is in the file.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

from msgspec import Struct

from firmware_host.base.errors import reason
from firmware_host.setup.paths import (
    FLEET_REQUEST,
    FLEET_STATE_KEPT,
    TABLE_REQUEST,
    UPDATES,
    USB_FOLDER,
)
from firmware_host.setup.update.at_table import FILE, LONGEST_REQUEST, UpdateRequest
from firmware_host.setup.update.disk import UpdateDisk, exists, remove_tree
from firmware_host.setup.update.package import LONGEST, LONGEST_SUMS, SIGNED, SUMS
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import Releases
from firmware_host.setup.update.updater import HandedPackage
from hardware.untrusted_input import written

INCOMING: Final = f"{UPDATES}/incoming"
OLDER: Final = "older"
"""A file beside a package that was handed in: its version may be older."""

FETCHED: Final = f"{FLEET_STATE_KEPT}/update"
"""Where the agent of a fleet leaves a package that it has fetched."""

READABLE: Final = 0o644
LONGEST_ORDER: Final = 2048
"""Bytes of an order with its signature."""

VALUE: Final = re.compile(
    r"(?P<url>https://[\w.-]+(:\d{1,5})?(/[\w.+~%-]+)*/[\w.+~%-]+) (?P<sum>[0-9a-f]{64})",
    re.ASCII,
)
FETCH_SECONDS: Final = 900.0
UPDATE_SECONDS: Final = 600.0
"""How long the agent may take, and then the updater."""


class WantedUpdate(Struct, frozen=True):
    """The package at ``url`` with this ``sha256``; ``name`` is that of its file."""

    url: str
    sha256: str
    name: str
    version: str

    @classmethod
    def read(cls, value: str) -> "WantedUpdate":
        """Read the value of an order; ValueError says what was expected."""
        found = VALUE.fullmatch(value)
        file = FILE.fullmatch(found["url"].rpartition("/")[2]) if found else None
        if found is None or file is None:
            raise ValueError(
                f"expected https://HOST/.../tableside_VERSION_ARCHITECTURE.deb and its SHA-256, "
                f"got {written(value)}"
            )
        return cls(found["url"], found["sum"], file[0], file[1])


ReadOrder = Callable[[bytes], WantedUpdate]
"""Reads a signed order, and takes it once; UpdateError says why it does not count."""


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


def take(disk: UpdateDisk, read_order: ReadOrder) -> HandedPackage | UpdateError | None:
    """Return the package that is waiting, or why it cannot be read; None if none is waiting.

    It waits no longer then: after a failure somebody must ask again.
    """
    try:
        return _handed_in(disk) or _confirmed(disk) or _ordered(disk, read_order)
    except UpdateError as error:
        return error
    finally:
        with suppress(OSError):
            remove_tree(disk, INCOMING)
        for request in (TABLE_REQUEST, FLEET_REQUEST):
            with suppress(OSError):  # a folder there, with what is in it, is nobody's request
                disk.remove(request)


def _handed_in(disk: UpdateDisk) -> HandedPackage | None:
    names = [name for name in disk.names(INCOMING) if FILE.fullmatch(name)]
    if not names:
        return None
    handed = read_folder(disk, INCOMING, names[0])
    return handed.for_somebody(may_be_older=exists(disk, f"{INCOMING}/{OLDER}"))


def _confirmed(disk: UpdateDisk) -> HandedPackage | None:
    """Return the package on the stick that staff have confirmed at the table; None without one."""
    text = _request(disk, TABLE_REQUEST, LONGEST_REQUEST)
    request = UpdateRequest.read(text) if text else None
    if request is None:
        return None
    handed = read_folder(disk, USB_FOLDER, request.name)
    return handed.for_somebody(request.version, request.may_be_older)


def _ordered(disk: UpdateDisk, read_order: ReadOrder) -> HandedPackage | None:
    """Return the package that a signed order names, and never an older one; None without one."""
    order = _request(disk, FLEET_REQUEST, LONGEST_ORDER + 1)
    if not order:
        return None
    Releases(disk).prepare()  # the order is noted there
    wanted = read_order(order)
    handed = read_folder(disk, FETCHED, wanted.name)
    found = sha256(handed.data).hexdigest()
    if found != wanted.sha256:
        raise UpdateError(
            "order", f"{wanted.name}: the order names SHA-256 {wanted.sha256}, got {found}"
        )
    return handed.for_somebody(wanted.version)


def _request(disk: UpdateDisk, path: str, longest: int) -> bytes | None:
    """Return at most ``longest`` bytes of the request at ``path``; None if it cannot be read."""
    try:
        return disk.read(path, longest)
    except OSError:
        return None
