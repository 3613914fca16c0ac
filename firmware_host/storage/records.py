"""Records, the lines that store them, and a file that is a single one.

A record is a flat JSON object: text, numbers, true, false and null under names. Its line is the
CRC-32 (that of zlib) of the JSON as eight lower-case hexadecimal digits, a space, the JSON and a
line feed::

    3f9ed81c {"move":"e3-e5"}

The JSON is UTF-8 with its names in order, no space between its parts, and no escapes except where
JSON requires them. So a record has exactly one line, and any other line is invalid.

Such files of the state folder are the preferences of the device, for instance.
"""

import json
import logging
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from firmware_host.base.errors import JournalError, reason
from firmware_host.base.values import from_json
from firmware_host.storage.filesystem import OS_STORAGE, Storage, read_again, replace_file
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


MOST_KEYS: Final = 1000
"""So many keys of what people have solved or learned are kept, the newest ones."""

Content = TypeVar("Content")

log = logging.getLogger(__name__)


class LineFile:
    """The file ``name`` in ``folder``: one line as :func:`encode` writes it.

    :attr:`fault` is one line about the last failure to read or write, None if all went well. What
    makes no sense is renamed to ``NAME.unreadable``.
    """

    def __init__(self, folder: Path, name: str, storage: Storage = OS_STORAGE) -> None:
        self.fault: str | None = None
        self._folder, self._name, self._storage = folder, name, storage

    def read(self, understand: Callable[[JournalRecord], Content], usual: Content) -> Content:
        """Return what ``understand`` makes of the record; ``usual`` if that is not possible.

        ``understand`` raises ValueError if the record makes no sense.
        """
        self.fault = None
        try:
            line = read_again(self._read_line)
        except FileNotFoundError:
            return usual
        except IsADirectoryError:
            self._set_aside("expected a file, not a folder")
            return usual
        except OSError as error:
            self.fault = f"{self._name} cannot be read: {reason(error)}"
            return usual
        try:
            return understand(_record(line))
        except ValueError as error:
            self._set_aside(str(error))
            return usual

    def write(self, record: JournalRecord) -> None:
        """Save ``record``: after a power cut the file is the old or the new one."""
        self.fault = None
        try:
            replace_file(self._storage, self._folder, self._name, encode(record))
        except OSError as error:
            self.fault = f"{self._name} cannot be saved: {reason(error)}"

    def _read_line(self) -> bytes:
        with self._storage.read(self._folder / self._name) as file:
            return file.read(LINE_LIMIT)

    def _set_aside(self, why: str) -> None:
        """Rename what is in the place of the file; note ``why``, and whether that worked."""
        unreadable = f"{self._name}.unreadable"
        try:
            self._storage.rename(self._folder / self._name, unreadable)
        except OSError as error:
            self.fault = f"{self._name}: {why}; cannot be set aside: {reason(error)}"
        else:
            self.fault = f"{self._name}: {why}; set aside as {unreadable}"


class KeyFile:
    """The keys of what people have solved or learned, under ``field`` of a :class:`LineFile`.

    Without a ``folder`` none are kept.
    """

    def __init__(
        self, folder: Path | None, name: str, field: str, storage: Storage = OS_STORAGE
    ) -> None:
        self._file = None if folder is None else LineFile(folder, name, storage)
        self._field = field

    def keep(self, keys: Sequence[str]) -> None:
        """Keep the newest of ``keys``, of which the newest is the last."""
        if self._file is not None:
            self._file.write({self._field: " ".join(keys[-MOST_KEYS:])})
            self._report(self._file)

    def read(self) -> tuple[str, ...]:
        """Return the keys that are kept, the newest last."""
        if self._file is None:
            return ()
        words = self._file.read(lambda record: str(record.get(self._field, "")), "")
        self._report(self._file)
        return tuple(words.split())

    def _report(self, file: LineFile) -> None:
        if file.fault is not None:
            log.warning("%s", file.fault)


def _record(line: bytes) -> JournalRecord:
    record = decode(line)
    if record is None:
        raise ValueError("expected a line with its checksum")
    return record
