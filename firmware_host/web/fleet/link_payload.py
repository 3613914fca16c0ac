"""What linked tables tell each other through the broker, as JSON: the whole record each time."""

from dataclasses import asdict
from typing import Final

from firmware_host.remote.untrusted_json import read_json
from firmware_host.session.linked.agreement import LinkedRecord, LinkMessage
from firmware_host.session.talk import Talk
from firmware_host.web.fleet.states import payload
from hardware.untrusted_text import harmless

VERSION: Final = 1
LONGEST_PAYLOAD: Final = 1024 * 1024
"""More bytes than this are no game."""

LONGEST_WORDS: Final = 200
"""Letters of an error about what the other table says."""


class OtherVersionError(ValueError):
    """The other table speaks another version, or something else."""


def link_payload(message: LinkMessage, program: str) -> bytes:
    """Return ``message`` of a table that runs this version of the ``program``."""
    return payload(
        {
            "version": VERSION,
            "program": program,
            "start": message.start,
            "heard": message.heard,
            "decisions": message.record.decisions,
            "acts": [*message.record.acts],
            "position": message.position,
            "has_left": message.has_left,
            **asdict(message.talk),
        }
    )


def read_link_payload(said: bytes) -> LinkMessage:
    """Return the message that :func:`link_payload` wrote; OtherVersionError for anything else."""
    try:
        found = read_json(said)
        if found["version"] != VERSION:
            raise OtherVersionError(f"expected version {VERSION}, got {found['version']!r:.20}")
        record = LinkedRecord(tuple(map(str, found["acts"])), int(found["decisions"]))
        start, heard, position = (str(found[name]) for name in ("start", "heard", "position"))
        talk = Talk(*(str(found[name]) for name in ("asks", "agrees", "refuses")))
        return LinkMessage(start, heard, record, position, bool(found["has_left"]), talk)
    except (KeyError, TypeError, ValueError) as error:
        raise OtherVersionError(harmless(str(error), LONGEST_WORDS)) from None
