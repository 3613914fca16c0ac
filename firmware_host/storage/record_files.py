"""Read records of games from files that people give: one as text, or many as lines of JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from firmware_host.base.errors import HostError, UsageError, reason
from games import record as recording
from games.record import Record
from games.record_json import from_json
from hardware.untrusted_input import open_untrusted_text

MAX_RECORDS: Final = 100_000
"""Records that are read from one file: more than a table plays in its life."""


NOT_TEXT: Final = "this is not a text file: expected a record of a game"


class ReplayError(HostError, ValueError):
    """A file that is not a record, or a record that cannot have been played: where, and why."""


class LocatedRecord(NamedTuple):
    """A ``record``, and ``where`` it was found: the file and, among many, the line."""

    where: str
    record: Record


def load(path: Path) -> Record:
    """Return the record in the file at ``path``.

    Raise ReplayError if it is not a record, UsageError if the file cannot be read.
    """
    with _readable(path), open_untrusted_text(path, "utf-8-sig") as file:
        return recording.read(_checked(file.read(recording.LONGEST + 1)))


def load_all(path: Path) -> Iterator[LocatedRecord]:
    """Yield the records in the file at ``path``: one as text, or one for each line of JSON.

    Raise errors as :func:`load` does; that of a line has its number.
    """
    with _readable(path), open_untrusted_text(path, "utf-8-sig") as file:
        if file.read(1) != "{":
            yield LocatedRecord(f"{path}", load(path))
            return
        file.seek(0)
        for number in range(1, MAX_RECORDS + 1):
            line = _checked(file.readline(recording.LONGEST + 1))
            if not line:
                return
            yield LocatedRecord(f"{path}: line {number}", _read_line(number, line))
        if file.read(1):
            raise ValueError(f"expected at most {MAX_RECORDS} records in a file: split it")


def _checked(text: str) -> str:
    """Return ``text``; raise ValueError if it holds what only binary files do."""
    if "\0" in text:
        raise ValueError(NOT_TEXT)
    return text


def _read_line(number: int, line: str) -> Record:
    try:
        return from_json(line)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


@contextmanager
def errors_named(path: Path) -> Iterator[None]:
    """Turn a ValueError into a ReplayError that begins with the name of the file."""
    try:
        yield
    except ReplayError:
        raise
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: {NOT_TEXT}") from None
    except ValueError as error:
        raise ReplayError(f"{path}: {error}") from None


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        with errors_named(path):
            yield
    except OSError as error:
        raise UsageError(f"{path}: cannot be read as a record: {reason(error)}") from None
