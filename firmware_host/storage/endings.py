"""How the games in a journal ended, on which day they were begun, and how long they took."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from firmware_host.storage.filesystem import Storage
from firmware_host.storage.playtime import seconds
from firmware_host.storage.records import Record
from firmware_host.storage.segments import newest_first, numbers, read, read_header, session_of

Ending = Literal["finished", "abandoned"]
Wanted = Callable[[int, str], bool]


@dataclass(frozen=True)
class Ended:
    """A game: the ``day`` on which it was begun as ISO 8601 writes it, and how it ended.

    ``ending`` is None while it may still go on; ``seconds`` is None where nothing tells them.
    """

    day: str
    ending: Ending | None = None
    seconds: int | None = None


def endings(storage: Storage, folder: Path, is_wanted: Wanted) -> Iterator[Ended]:
    """The games of the journal in ``folder``, the newest first, each once.

    ``is_wanted`` is asked with the number of a game's session and the day of its beginning; games
    of an unknown day are left out. OSError if the folder cannot be read.
    """
    numbered = numbers(storage.names(folder))
    seen: set[int] = set()
    for name in newest_first(numbered):
        header = read_header(storage, folder / name)
        session, day = session_of(header, numbered[name]), begun_on(header)
        if not header or session in seen:
            continue
        if not (day and is_wanted(session, day)):
            seen.add(session)
            continue
        found = read(storage, folder / name)
        if found.fault is None:
            yield _ended(day, found.lines[1:], is_newest=not seen)
            seen.add(session)


def begun_on(header: Record) -> str:
    """The day on which the game of a file with ``header`` was begun; empty if it names none.

    >>> begun_on({"date": "2026-03-10", "begun": "2026-03-09"}), begun_on({"date": "today"})
    ('2026-03-09', '')
    """
    return iso_day(header.get("begun")) or iso_day(header.get("date")) or ""


def iso_day(value: object) -> str | None:
    """``value`` if it is a day as ISO 8601 writes it, else None."""
    with suppress(ValueError):
        if date.fromisoformat(str(value)).isoformat() == value:
            return str(value)
    return None


def _ended(day: str, records: Sequence[Record], *, is_newest: bool) -> Ended:
    told = list(records)
    is_left = "left" in told[-1]
    if is_left and len(told) > 1:
        told.pop()
    if "over" in told[-1]:
        return Ended(day, "finished", seconds(told[-1:]))
    return Ended(day, None if is_newest and not is_left else "abandoned")
