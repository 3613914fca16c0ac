"""What the table may do about updates: find one on the stick, ask for it, and tell how it is.

The updater checks everything again: what the table says is a wish of the people at it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from firmware_host.base.values import ValuesError, from_json
from firmware_host.setup.paths import FOR_UPDATER, REQUEST, STATE, USB_DEVICE, USB_FOLDER
from firmware_host.setup.update.disk import (
    PRIVATE,
    UpdateDisk,
    exists,
    replace_with,
)
from firmware_host.setup.update.record import FoundUpdate, UpdateRecord, read_record
from firmware_host.setup.update.releases import VERSION, Releases, is_newer

SEEN: Final = f"{FOR_UPDATER}seen"
LONGEST_REQUEST: Final = 500
MOST_FILES: Final = 16
"""Packages on the stick that are looked at: each takes a process that compares it."""

FILE: Final = re.compile(rf"tableside_({VERSION.pattern})_([a-z0-9]+)\.deb")
AFTER_TRIAL: Final = ("silent", "ended", "failed", "unsteady", "interrupted", "card")
"""Obstacles after which the program was started again: people should hear of them then."""


class _Wish(Struct, frozen=True):
    """What the file of a request says; only true allows an ``older`` version."""

    name: str
    version: str
    older: Any


class UpdateRequest(Struct, frozen=True):
    """What staff have confirmed: the file with this ``name`` on the stick, of this ``version``."""

    name: str
    version: str
    may_be_older: bool

    @classmethod
    def read(cls, text: bytes) -> "UpdateRequest | None":
        """Return the request in ``text``, which is not trusted; None if it makes no sense."""
        try:
            wish = from_json(text, _Wish, LONGEST_REQUEST)
        except ValuesError:
            return None
        found = FILE.fullmatch(wish.name)
        is_sound = found is not None and found[1] == wish.version
        return cls(wish.name, wish.version, wish.older is True) if is_sound else None

    def text(self) -> bytes:
        """Return the content of the file."""
        fields = {"name": self.name, "version": self.version, "older": self.may_be_older}
        return json.dumps(fields).encode("ascii")


class TableUpdates:
    """Updates as the table sees them, with its files in ``folder``.

    Methods raise OSError when the stick or the card fails.
    """

    def __init__(self, disk: UpdateDisk | None = None, folder: str = STATE) -> None:
        self._disk, self._folder = disk or UpdateDisk(), folder

    @property
    def is_possible(self) -> bool:
        """True if the program came from a package, so that another version can take its place."""
        return Releases(self._disk).current is not None

    @property
    def has_stick(self) -> bool:
        """True if the stick is in."""
        return exists(self._disk, USB_DEVICE)

    def look(self) -> FoundUpdate | None:
        """Return the newest version on the stick; None if there is none but the one that runs.

        UpdateError where there is no dpkg, which compares them.
        """
        before = Releases(self._disk).current or ""
        newest, name = "", ""
        for file, version in islice(self._files(), MOST_FILES):
            if version != before and (not newest or is_newer(version, newest)):
                newest, name = version, file
        if not newest:
            return None
        return FoundUpdate(name, newest, before, not is_newer(newest, before))

    def ask(self, found: FoundUpdate) -> None:
        """Ask the updater for ``found``, which staff have confirmed."""
        request = UpdateRequest(found.name, found.version, found.is_older)
        replace_with(self._disk, f"{self._folder}/{REQUEST}", request.text(), PRIVATE)

    def record(self) -> UpdateRecord | None:
        """Return how far the last update is."""
        return read_record(self._disk)

    def news(self) -> UpdateRecord | None:
        """Return the record if people should hear of it at the start of the program, once."""
        record = self.record()
        is_news = record is not None and (
            record.state == "trying"
            or record.state == "returning"
            or (record.state == "failed" and record.obstacle in AFTER_TRIAL)
        )
        return record if record is not None and is_news and self._is_new(record) else None

    def _is_new(self, record: UpdateRecord) -> bool:
        """Note that people hear of ``record`` now; return whether they do for the first time."""
        about = f"{record.id} {'trial' if record.state == 'trying' else 'failed'}".encode()
        path = f"{self._folder}/{SEEN}"
        if self._disk.read(path, LONGEST_REQUEST) == about:
            return False
        replace_with(self._disk, path, about, PRIVATE)
        return True

    def _files(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the version of each package on the stick."""
        for name in self._disk.names(USB_FOLDER):
            found = FILE.fullmatch(name)
            if found is not None:
                yield name, found[1]


def table_updates(environ: Mapping[str, str]) -> TableUpdates | None:
    """Return the updates of a table that systemd has started from a package; None elsewhere."""
    folder = environ.get("STATE_DIRECTORY", "").split(":")[0]
    updates = TableUpdates(folder=folder) if folder else None
    return updates if updates is not None and updates.is_possible else None
