"""Files with records of games: one as text, or as many as there are lines of JSON."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from firmware_host.errors import HostError, UsageError, reason
from firmware_host.session.replay import Showing
from games import record as recording
from games.record import Record
from games.record_json import from_json
from games.replay import Catalogue

MOST: Final = 100_000
"""Records that are read of a file at most: more than a table plays in its life."""


class ReplayError(HostError, ValueError):
    """A file that is no record, or a record that cannot have been played: where, and why."""


class Found(NamedTuple):
    """A ``record``, and ``where`` it was found: in which file and, of many, at which line."""

    where: str
    record: Record


def load(path: Path) -> Record:
    """The record in the file at ``path``.

    ReplayError says why there is none, UsageError that the file cannot be read.
    """
    with _opened(path), path.open(encoding="utf-8-sig") as file:
        return recording.read(file.read(recording.LONGEST + 1))


def showing(path: Path, catalogue: Catalogue) -> Showing:
    """The game whose record is in the file at ``path``, to be shown; errors as in :func:`load`."""
    record = load(path)
    with named(path):
        return Showing.of_record(record, catalogue)


def load_all(path: Path) -> Iterator[Found]:
    """The records found in the file at ``path``: one as text, or a line of JSON each.

    Errors as in :func:`load`; that of a line names its number.
    """
    with _opened(path), path.open(encoding="utf-8-sig") as file:
        if file.read(1) != "{":
            yield Found(f"{path}", load(path))
            return
        file.seek(0)
        for number in range(1, MOST + 1):
            line = file.readline(recording.LONGEST + 1)
            if not line:
                return
            yield Found(f"{path}: line {number}", _numbered(number, line))
        if file.read(1):
            raise ValueError(f"expected at most {MOST} records in a file: split it")


def _numbered(number: int, line: str) -> Record:
    try:
        return from_json(line)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Turn a ValueError into a ReplayError that begins with the file's name."""
    try:
        yield
    except ReplayError:
        raise
    except ValueError as error:
        raise ReplayError(f"{path}: {error}") from None


@contextmanager
def _opened(path: Path) -> Iterator[None]:
    try:
        with named(path):
            yield
    except OSError as error:
        raise UsageError(f"{path}: cannot be read as a record: {reason(error)}") from None
