"""What linked tables tell each other through the broker, as JSON: the whole record each time."""

import json
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import asdict

from firmware_host.features.linked.acts import Seal
from firmware_host.features.linked.agreement import LinkedRecord, LinkMessage
from firmware_host.features.linked.reading import LONGEST_GAME
from firmware_host.remote.untrusted_json import read_json
from firmware_host.session.talk import Talk
from hardware.untrusted_text import harmless, written

VERSION: Final = 1
LONGEST_PAYLOAD: Final = 160 * 1024
"""More bytes than this are no game: the longest that is read needs 120,000."""

LONGEST_WORD: Final = 100
"""The most letters of a name, a digest, a seal, or an act that is asked for."""

LONGEST_WORDS: Final = 200
"""Letters of an error about what the other table says."""

MOST_DECISIONS: Final = 10**15
"""A table that lies climbs there in a hundred years: each message counts for
:data:`~firmware_host.features.linked.agreement.MOST_AHEAD` at most."""


class OtherVersionError(ValueError):
    """The other table speaks another version, or something else."""


def link_payload(message: LinkMessage, program: str) -> bytes:
    """Return ``message`` of a table that runs this version of the ``program``."""
    told = {
        "version": VERSION,
        "program": program,
        "start": message.start,
        "heard": message.heard,
        "decisions": min(message.record.decisions, MOST_DECISIONS),
        "acts": [*message.record.acts],
        "position": message.position,
        "has_left": message.has_left,
        **asdict(message.talk),
        "seal": message.seal,
        "returned": message.returned.text,
        "sealed": message.returned.count,
        "disowns": message.disowns,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def read_link_payload(said: bytes) -> LinkMessage:
    """Return the message that :func:`link_payload` wrote; OtherVersionError for anything else.

    Messages of release 0.2.0 have no seals.
    """
    try:
        if len(said) > LONGEST_PAYLOAD:
            raise OtherVersionError(f"expected {LONGEST_PAYLOAD} bytes at most, got {len(said)}")
        found = {"seal": "", "returned": "", "sealed": 0, "disowns": "", **read_json(said)}
        if found["version"] != VERSION:
            raise OtherVersionError(f"expected version {VERSION}, got {written(found['version'])}")
        return LinkMessage(
            _word(found, "start"),
            _word(found, "heard"),
            LinkedRecord(_acts(found["acts"]), _number(found, "decisions", MOST_DECISIONS)),
            _word(found, "position"),
            found["has_left"] is True,
            Talk(*(_word(found, name) for name in ("asks", "agrees", "refuses"))),
            _word(found, "seal"),
            Seal(_number(found, "sealed", LONGEST_GAME), _word(found, "returned")),
            _word(found, "disowns"),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise OtherVersionError(harmless(str(error), LONGEST_WORDS)) from None


def _word(found: Mapping[str, Any], name: str) -> str:
    word = found[name]
    if not isinstance(word, str) or len(word) > LONGEST_WORD:
        raise ValueError(f"{name}: expected at most {LONGEST_WORD} letters, got {written(word)}")
    return word


def _number(found: Mapping[str, Any], name: str, most: int) -> int:
    number = found[name]
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(f"{name}: expected a number from 0 to {most}, got {written(number)}")
    return number


def _acts(found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or len(found) > LONGEST_GAME:
        raise ValueError(f"acts: expected a list of at most {LONGEST_GAME}, got {written(found)}")
    if not all(isinstance(act, str) for act in found):
        raise ValueError(f"acts: expected text, got {written(found)}")
    return tuple(found)
