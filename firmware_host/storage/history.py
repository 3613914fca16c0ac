"""What the files of a journal say about the games: which are saved, how they ended, how long.

There are two views. :func:`saved_games` returns whole games, to be replayed or exported.
:func:`game_summaries` returns the little that the counters need, and reads no more than that.

Play is timed in every record of a game but the first. The seconds are those of a clock that only
goes forward, because the clock of the day can jump by years when a Raspberry Pi finds a network.
Time in which the program did not run is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.storage.filesystem import Storage, read_again
from firmware_host.storage.records import JournalRecord, read_outcome
from firmware_host.storage.segments import (
    SET_ASIDE,
    UnreadableFileError,
    file_name,
    newest_first,
    numbers,
    read_header,
    read_segment,
    session_of,
)
from games.core import Outcome

AT: Final = "at"
"""The name of the seconds in a record; only the journal uses it."""

MAX_SECONDS: Final = 366 * 24 * 3600
"""The longest credible game; a larger number in a file is ignored."""

FILES_A_PART: Final = 512
"""So many files are read together where several processes read them."""

Ending = Literal["finished", "abandoned"]
IsWanted = Callable[[int, str], bool]


class SavedGame(Struct, frozen=True):
    """A game in the journal: the ``date`` on which it was last resumed, and its ``records``.

    The date is in ISO 8601; it is empty if it is not known. ``begun`` is the day on which the game
    began, ``session`` its number in the journal and ``seconds`` how long it has taken; None if they
    are not known.
    """

    date: str
    records: tuple[JournalRecord, ...]
    begun: str = ""
    session: int | None = None
    seconds: int | None = None

    @property
    def can_go_on(self) -> bool:
        """Whether the game is neither over nor left for good."""
        return goes_on(self.records[-1])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it was left."""
        return read_outcome(self.records[-1])

    @property
    def length(self) -> int:
        """How many throws and moves were made and not taken back."""
        return count_actions(self.records)

    def goes_on_from(self, earlier: Self) -> bool:
        """Return whether this is the game ``earlier``, as it is now or later on.

        Old files do not have the number of their session: their records alone are compared.
        """
        if None not in (self.session, earlier.session):
            return self.session == earlier.session
        return _continues(self, earlier.records)


def goes_on(last: JournalRecord) -> bool:
    """Return whether a game with this ``last`` record is neither over nor left for good."""
    return not {"over", "left"} & last.keys()


def count_actions(records: Iterable[JournalRecord]) -> int:
    """Return how many actions ``records`` do and do not take back, since a game was begun.

    >>> count_actions([{"do": "3"}, {"begin": "a"}, {"do": "4"}, {"do": "1"}, {"undo": 1}])
    1
    >>> count_actions([{"do": "3"}, {"do": "4"}])
    2
    """
    count = 0
    for record in records:
        match dict(record):
            case {"do": _} | {"set": _}:
                count += 1
            case {"undo": int(size)} | {"again": int(size)}:
                count = max(0, count - size)
            case {"begin": _}:
                count = 0
    return count


def is_played(records: Iterable[JournalRecord]) -> bool:
    """Return whether anything was thrown or moved in the game of ``records``."""
    return any("do" in record for record in records)


def saved_games(
    sessions: Iterable[tuple[JournalRecord, ...]], most: int | None = None
) -> tuple[SavedGame, ...]:
    """Return the games among ``sessions`` (each a header and its records), the newest first.

    Return at most so many, and read no more than these; None returns all.

    Leave out what a newer file of the same session continues, and a session in which nothing was
    played. Old files do not have the number of their session: their records alone are compared.

    >>> begun, thrown = {"begin": "a"}, {"do": "3"}
    >>> older = ({"date": "2026-03-09", "session": 1}, begun, thrown)
    >>> newer = ({"date": "2026-03-10", "session": 1}, begun, thrown, thrown)
    >>> other = ({"date": "2026-03-08", "session": 2}, begun, thrown)
    >>> [game.date for game in saved_games([newer, older, other, ({}, begun)])]
    ['2026-03-10', '2026-03-08']
    """
    found: list[SavedGame] = []
    of_session: dict[object, list[SavedGame]] = {}
    for header, *records in sessions:
        session = header.get("session")
        newer = found if session is None else of_session.setdefault(session, [])
        if is_played(records) and not any(_continues(game, records) for game in newer):
            game = SavedGame(
                iso_day(header.get("date")) or "",
                tuple(records),
                begun=begun_on(header),
                session=session if type(session) is int else None,
                seconds=play_seconds([header]),
            )
            found.append(game)
            of_session.setdefault(session, []).append(game)
        if len(found) == most:
            break
    return tuple(found)


def files_of(storage: Storage, folder: Path, game: SavedGame) -> Iterator[str]:
    """Yield the names of the files in ``folder`` that have ``game``, the oldest first.

    Those that are set aside are among them if their header says so. Raise OSError if a header
    cannot be read.
    """
    numbered = numbers(read_again(lambda: storage.names(folder)))
    for name in sorted(numbered, key=numbered.__getitem__):
        header = read_header(storage, folder / name)
        if game.session is None:
            records = read_segment(storage, folder / name).lines[1:]
            is_its = header and "session" not in header and _is_part(records, game)
        else:
            is_its = header and session_of(header, numbered[name]) == game.session
        if is_its and (name == file_name(numbered[name]) or SET_ASIDE.fullmatch(name)):
            yield name


def _is_part(records: Sequence[JournalRecord], game: SavedGame) -> bool:
    return bool(records) and _continues(game, [*map(without_stamp, records)])


def _continues(game: SavedGame, records: Sequence[JournalRecord]) -> bool:
    return game.records[: len(records)] == tuple(records)


def with_newest(games: Iterable[SavedGame], newest: SavedGame) -> tuple[SavedGame, ...]:
    """Return ``games`` with the ``newest`` first, in place of what it was before.

    >>> began, later = (SavedGame("", ({"begin": "a"}, *end), session=7) for end in ((), ({},)))
    >>> with_newest([began], later) == (later,)
    True
    """
    return (newest, *(game for game in games if not newest.goes_on_from(game)))


class GameSummary(Struct, frozen=True):
    """The ``day`` on which a game began (ISO 8601), and how it ended.

    ``ending`` is None while the game can still go on; ``seconds`` is None if no record has them.
    """

    day: str
    ending: Ending | None = None
    seconds: int | None = None


class FileFound(NamedTuple):
    """What a file says of the game of its ``session``, None where its header cannot be read.

    ``game`` is as if it were the newest one, which can still go on. It is None if nobody wants it,
    or if the file cannot be read, which ``error`` says.
    """

    session: int | None
    game: GameSummary | None = None
    error: UnreadableFileError | None = None


Names = Sequence[str]
Reading = Callable[[Names], Sequence[FileFound]]
Spread = Callable[[Reading, Sequence[Names]], Iterable[Sequence[FileFound]]]
"""Does what it is given with each part of the names, here or elsewhere, in their order."""


def game_summaries(
    storage: Storage,
    folder: Path,
    is_wanted: IsWanted,
    unread: list[UnreadableFileError],
    names: Iterable[str] | None = None,
    spread: Spread = map,
) -> Iterator[GameSummary]:
    """Yield the games of the journal in ``folder``, the newest first, each once.

    ``names`` are the files to read; without them all are. ``is_wanted`` gets the number of a
    session and the day on which it began. A game whose day is not known is left out. A game whose
    file cannot be read is left out too, and its error is added to ``unread``. Parts of the files
    are read as ``spread`` says. Raise OSError if the folder cannot be read.
    """
    if names is None:
        names = read_again(lambda: storage.names(folder))
    rest = iter(newest_first(numbers(names)))
    parts = [*iter(lambda: list(islice(rest, FILES_A_PART)), [])]
    seen: set[int] = set()
    for part in spread(partial(_files_found, storage, folder, is_wanted), parts):
        for session, game, error in part:
            if session in seen:
                continue
            if game is not None:
                can_go_on = game.ending is None and not seen and not unread
                yield game if game.ending or can_go_on else replace(game, ending="abandoned")
            if error is not None:
                unread.append(error)
            if session is not None:
                seen.add(session)


def _files_found(
    storage: Storage, folder: Path, is_wanted: IsWanted, names: Names
) -> Sequence[FileFound]:
    """Return what the files called ``names`` say, each session once."""
    found: list[FileFound] = []
    seen: set[int] = set()
    for name, number in numbers(names).items():
        try:
            header = read_header(storage, folder / name)
        except UnreadableFileError as error:
            found.append(FileFound(None, error=error))
            continue
        session, day = session_of(header, number), begun_on(header)
        if not header or session in seen:
            continue
        is_asked_for = bool(day) and is_wanted(session, day)
        each = _game_found(storage, folder / name, session, day if is_asked_for else "")
        if each is not None:
            seen.add(session)
            found.append(each)
    return found


def _game_found(storage: Storage, path: Path, session: int, day: str) -> FileFound | None:
    """Return what the file at ``path`` says of the game that began on ``day``, "" if it counts not.

    None if there is something wrong with the file that an older one of the session may not have.
    """
    if not day:
        return FileFound(session)
    read = read_segment(storage, path)
    if read.error is not None and not read.is_missing:
        return FileFound(session, error=read.error)
    if read.fault is not None:
        return None
    return FileFound(session, summary(day, read.lines[1:], is_newest=True))


def begun_on(header: JournalRecord) -> str:
    """Return the day on which the game of a file with ``header`` began; empty if unknown.

    >>> begun_on({"date": "2026-03-10", "begun": "2026-03-09"}), begun_on({"date": "today"})
    ('2026-03-09', '')
    """
    return iso_day(header.get("begun")) or iso_day(header.get("date")) or ""


def iso_day(value: object) -> str | None:
    """Return ``value`` if it is a day in ISO 8601, else None."""
    with suppress(ValueError):
        if date.fromisoformat(str(value)).isoformat() == value:
            return str(value)
    return None


def summary(day: str, records: Sequence[JournalRecord], *, is_newest: bool) -> GameSummary:
    """Return how the game of ``records`` ended; the newest one can still go on."""
    is_left = "left" in records[-1]
    last = records[-2] if is_left and len(records) > 1 else records[-1]
    if "over" in last:
        return GameSummary(day, "finished", play_seconds([last]))
    return GameSummary(day, None if is_newest and not is_left else "abandoned")


class PlayClock:
    """The time that the present game has taken, by ``clock`` (seconds); None measures nothing.

    ``stamped`` are the seconds of the last stamp, None before the first.
    """

    def __init__(self, clock: Callable[[], float] | None) -> None:
        self._clock, self._start = clock, 0.0
        self.stamped: int | None = None

    def start(self, seconds: int | None = None) -> None:
        """Start to time a game that has taken ``seconds`` before; None if it is not known."""
        self.stamped = seconds
        if self._clock is not None:
            self._start = self._clock() - (seconds or 0)

    def stamp(self, record: JournalRecord) -> JournalRecord:
        """Return ``record`` with the seconds that the game has taken until now."""
        if self._clock is None:
            return record
        self.stamped = int(self._clock() - self._start)
        return {**record, AT: self.stamped}


def without_stamp(record: JournalRecord) -> JournalRecord:
    """Return ``record`` as it was before :meth:`PlayClock.stamp`.

    >>> without_stamp({"do": "3", "at": 12})
    {'do': '3'}
    """
    return {name: value for name, value in record.items() if name != AT}


def play_seconds(records: Iterable[JournalRecord]) -> int | None:
    """Return the seconds in the last stamp among ``records``; None if there is none.

    >>> play_seconds([{"begin": "a"}, {"do": "3", "at": 12}, {"do": "4"}])
    12
    """
    found = None
    for record in records:
        at = record.get(AT)
        if type(at) is int and 0 <= at <= MAX_SECONDS:
            found = at
    return found
