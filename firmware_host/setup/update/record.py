"""What is known of an update: how far it is, why it failed, and which version was found for one.

The record is a file that the updater writes and everybody may read.

>>> record = UpdateRecord("trying", "7", "0.2.0", "0.1.1", starts=1)
>>> UpdateRecord.read(record.text()) == record
True
>>> UpdateRecord.read(b"damaged") is None
True
"""

import json
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from firmware_host.base.errors import HostError
from firmware_host.base.values import ValuesError, from_json
from firmware_host.setup.paths import UPDATES
from firmware_host.setup.update.disk import UpdateDisk

RECORD: Final = f"{UPDATES}/record"
LONGEST: Final = 4096

UpdateState = Literal["unpacking", "trying", "watched", "returning", "done", "failed"]
"""The states in their order; docs/developers/update.md says who moves them."""

ON_TRIAL: Final = ("trying", "watched")
ENDED: Final = ("done", "failed")

Obstacle = Literal[
    "unreadable", "checksum", "signature", "program", "architecture", "system", "same", "older",
    "state", "room", "power", "overlay", "stick", "card", "interrupted", "order",
    "silent", "ended", "failed", "unsteady",
]  # fmt: skip
"""The last four are of a version that was tried."""


class UpdateError(HostError):
    """An update that is not possible, or that failed; ``obstacle`` says why in a word."""

    def __init__(self, obstacle: Obstacle, line: str) -> None:
        super().__init__(line)
        self.obstacle: Obstacle = obstacle


class UpdateRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """An update from the version ``before`` to the version ``to``.

    ``id`` tells it from other updates. ``percent`` is how much is unpacked, ``starts`` how often
    the machine was started during the trial. After a failure ``obstacle`` says why in a word, and
    ``why`` in a line of English.
    """

    state: UpdateState
    id: str
    to: str
    before: str
    percent: int = 0
    starts: int = 0
    obstacle: Obstacle | None = None
    why: str = ""

    @classmethod
    def read(cls, text: bytes | None) -> "UpdateRecord | None":
        """Return the record in ``text``; None if there is none, or if it makes no sense."""
        try:
            return from_json(text or b"", cls, LONGEST)
        except ValuesError:
            return None

    def text(self) -> bytes:
        """Return the content of the file."""
        return json.dumps(asdict(self)).encode("utf-8")


def read_record(disk: UpdateDisk) -> UpdateRecord | None:
    """Return the record of the last update, None if there is none or it cannot be read."""
    try:
        return UpdateRecord.read(disk.read(RECORD, LONGEST))
    except OSError:
        return None


class FoundUpdate(Struct, frozen=True):
    """A package on the stick: the ``name`` of its file and its ``version``; ``before`` runs now."""

    name: str
    version: str
    before: str
    is_older: bool = False
