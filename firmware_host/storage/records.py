"""Records and the lines that they are written as.

A record is a flat JSON object: text, numbers, true, false and null under names. Its line is the
CRC-32 (that of zlib) of the JSON as eight lower-case hexadecimal digits, a space, the JSON and a
line feed::

    3f9ed81c {"move":"e3-e5"}

The JSON is UTF-8 with its names in order, no space between its parts and nothing escaped that need
not be: a record makes one line only, and any other line is no record.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Final

from firmware_host.errors import JournalError

Value = str | int | float | bool | None
Record = Mapping[str, Value]

LINE_LIMIT: Final = 64 * 1024
CRC_DIGITS: Final = 8
ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)


def encode(record: Record) -> bytes:
    """Return ``record`` as a line of the journal.

    JournalError if it is not a flat JSON object, or longer than 64 KiB as a line.

    >>> encode({"move": "e3-e5"})
    b'3f9ed81c {"move":"e3-e5"}\\n'
    """
    _check_flat(record)
    try:
        body = ENCODER.encode(dict(record)).encode("utf-8")
    except ValueError as error:
        raise JournalError(f"a record must be plain JSON: {error}") from error
    line = b"%08x %b\n" % (zlib.crc32(body), body)
    if len(line) > LINE_LIMIT:
        raise JournalError(f"a record may take {LINE_LIMIT} bytes as a line, not {len(line)}")
    return line


def decode(line: bytes) -> Record | None:
    """Return the record of which ``line`` is exactly the :func:`encode`; None if there is none.

    >>> decode(b'3f9ed81c {"move":"e3-e5"}\\n')
    {'move': 'e3-e5'}
    >>> decode(b'3f9ed81c {"move":"e3-e6"}\\n') is None
    True
    """
    try:
        record: Record = json.loads(line[CRC_DIGITS:].decode("utf-8"))
        return record if encode(record) == line else None
    except (ValueError, RecursionError):
        return None


def _check_flat(record: object) -> None:
    if not isinstance(record, Mapping):
        raise JournalError(f"expected a mapping as a record, not {type(record).__name__}")
    for key, value in record.items():
        if not isinstance(key, str):
            raise JournalError(f"expected a string as the key in a record, not {key!r}")
        if not isinstance(value, Value):
            raise JournalError(f"{key}: expected text, a number, a bool or None, not {value!r}")
