"""What people are told about updates: on the display of the table, and on the page of the staff."""

from collections.abc import Mapping
from typing import Final

from firmware_host.setup.update.record import Obstacle, UpdateRecord, UpdateState
from games.message import Fact, Message, msg

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
ON_TRIAL: Final = msg(
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
    "trying": ON_TRIAL,
    "watched": ON_TRIAL,
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
