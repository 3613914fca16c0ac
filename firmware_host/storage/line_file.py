"""Files of the state folder that are a single record, such as the preferences of the device."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from firmware_host.base.errors import reason
from firmware_host.storage.filesystem import OS_STORAGE, Storage, read_again, replace_file
from firmware_host.storage.records import LINE_LIMIT, JournalRecord, decode, encode

MOST_KEYS: Final = 1000
"""So many keys of what people have solved or learned are kept, the newest ones."""

Content = TypeVar("Content")

log = logging.getLogger(__name__)


class LineFile:
    """The file ``name`` in ``folder``: one line as :mod:`firmware_host.storage.records` writes it.

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
