"""Records, and the lines that store them.

A record is a flat JSON object: text, numbers, true, false and null under names. Its line is the
CRC-32 (that of zlib) of the JSON as eight lower-case hexadecimal digits, a space, the JSON and a
line feed::

    3f9ed81c {"move":"e3-e5"}

The JSON is UTF-8 with its names in order, no space between its parts, and no escapes except where
JSON requires them. So a record has exactly one line, and any other line is invalid.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Final

from firmware_host.base.errors import JournalError
from firmware_host.base.values import from_json
from games.core import Outcome

Value = str | int | float | bool | None
JournalRecord = Mapping[str, Value]

LINE_LIMIT: Final = 64 * 1024
CRC_DIGITS: Final = 8
ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def encode(record: JournalRecord) -> bytes:
    """Return ``record`` as a line of the journal.

    Raise JournalError if it is not a flat JSON object, or longer than 64 KiB as a line.

    >>> encode({"move": "e3-e5"})
    b'3f9ed81c {"move":"e3-e5"}\\n'
    """
    _check_flat(record)
    try:
        body = ENCODER.encode(dict(record)).encode("utf-8")
    except ValueError as error:
        raise JournalError(f"expected a record of plain JSON: {error}") from error
    line = b"%08x %b\n" % (zlib.crc32(body), body)
    if len(line) > LINE_LIMIT:
        raise JournalError(f"expected a record of at most {LINE_LIMIT} bytes, got {len(line)}")
    return line


def decode(line: bytes) -> JournalRecord | None:
    """Return the record whose :func:`encode` is exactly ``line``; None if there is none.

    >>> decode(b'3f9ed81c {"move":"e3-e5"}\\n')
    {'move': 'e3-e5'}
    >>> decode(b'3f9ed81c {"move":"e3-e6"}\\n') is None
    True
    """
    try:
        record = from_json(line[CRC_DIGITS:], dict[str, Value], LINE_LIMIT)
        return record if encode(record) == line else None
    except ValueError:
        return None


def outcome_record(outcome: Outcome) -> JournalRecord:
    """Return the record which says that a game ended with ``outcome``.

    >>> record = outcome_record(Outcome((0, 2), "home"))
    >>> read_outcome(record)
    Outcome(winners=(0, 2), reason='home', is_draw=False)
    """
    return {
        "over": outcome.reason,
        "winners": " ".join(map(str, outcome.winners)),
        "draw": outcome.is_draw,
    }


def read_outcome(record: JournalRecord) -> Outcome | None:
    """Return the outcome that :func:`outcome_record` wrote; None if ``record`` is another kind."""
    match dict(record):
        case {"over": str(reason), "winners": str(winners), "draw": bool(is_draw)}:
            seats = (int(text) for text in winners.split() if len(text) == 1 and text.isdecimal())
            return Outcome(tuple(seats), reason, is_draw)
    return None


def _check_flat(record: object) -> None:
    if not isinstance(record, Mapping):
        raise JournalError(f"expected a mapping as a record, got {type(record).__name__}")
    for key, value in record.items():
        if not isinstance(key, str):
            raise JournalError(f"expected a string as a key of a record, got {key!r}")
        if not isinstance(value, Value):
            raise JournalError(f"{key}: expected text, a number, a bool or None, got {value!r}")
