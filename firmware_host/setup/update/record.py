"""What is known of an update: how far it is, why it failed, and which version was found for one.

The record is a file that the updater writes and everybody may read.

>>> record = UpdateRecord("trying", "7", "0.2.0", "0.1.1", starts=1)
>>> UpdateRecord.read(record.text()) == record
True
>>> UpdateRecord.read(b"damaged") is None
True

People are told in words: on the display of the table, and on the page of the staff.
"""

import json
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from firmware_host.base.errors import HostError
from firmware_host.base.values import ValuesError, from_json
from firmware_host.setup.paths import RECORD
from firmware_host.setup.update.disk import UpdateDisk
from games.message import Fact, Message, msg

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


UPDATE: Final = msg("Update")
UNPACKING: Final = msg("Unpacking {version}: {percent} of 100.")
STAYS: Final = msg("The last update, from {before} to {version}, succeeded.")
NOT_READ: Final = msg("The stick cannot be read. Try another one.")
NOT_ASKED: Final = msg("The card cannot be written to.")
NO_UPDATER: Final = msg("this table has no updater: it was not installed from the Debian package")
NO_ROOM: Final = msg("there is no room for it on the card")
WRONG_SUM: Final = msg("its SHA-256 is not that of the order")
NOT_BEGUN: Final = msg("the updater does not begin")
NOT_ENDED: Final = msg("the updater has not ended in time")
FAILED: Final = msg("No update to {version}. {reason} {before} is running.")
SAYS_ON_TRIAL: Final = msg(
    "{version} is running. If it fails in the next ten minutes, {before} comes back by itself."
)
REASONS: Final[Mapping[Obstacle, str]] = {
    "unreadable": msg("The file is damaged. Copy it again."),
    "checksum": msg("Its checksum is missing or wrong. Copy it with its SHA256SUMS."),
    "signature": msg("Its signature is missing or wrong."),
    "program": msg("The file is another program."),
    "architecture": msg("The file is for another processor."),
    "system": msg("The file is for another system."),
    "same": msg("It is the same version."),
    "older": msg("It is older."),
    "state": msg("It cannot read the games on this device."),
    "room": msg("The card has too little room."),
    "power": msg("The power supply is too weak. Replace it, then restart."),
    "overlay": msg("The card is write-protected. Turn its overlay off first: raspi-config."),
    "stick": NOT_READ,
    "card": NOT_ASKED,
    "interrupted": msg("The power failed. Try again."),
    "order": msg("Its order does not count."),
    "silent": msg("It did not start within a minute."),
    "ended": msg("It ended by itself."),
    "failed": msg("It reported an error."),
    "unsteady": msg("The device was restarted too often meanwhile."),
}
"""What people are told of an obstacle; the line in the log says more."""

_STATES: Final[Mapping[UpdateState, str]] = {
    "unpacking": UNPACKING,
    "trying": SAYS_ON_TRIAL,
    "watched": SAYS_ON_TRIAL,
    "done": STAYS,
}


def told(record: UpdateRecord) -> Message:
    """Return how far the update in ``record`` is, or how it ended."""
    text = _STATES.get(record.state)
    if text is None:
        return failure(record)
    names: Mapping[str, Fact] = {"version": record.to, "before": record.before}
    return Message.of(text, **names, percent=record.percent)


def failure(record: UpdateRecord) -> Message:
    """Return why the update in ``record`` failed, and what runs."""
    reason = Message.of(REASONS[record.obstacle or "interrupted"])
    return Message.of(FAILED, version=record.to, reason=reason, before=record.before)
