"""Keep the games of a study in one SQLite file, which outlives a kill at any moment.

Games are added in whatever order they come. Once the study is finished the file is written anew in
the order of cells and numbers, so that it has the same bytes wherever and however it was played.
A plan that was changed uses the games of all cells that it still has.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

from firmware_host.base.errors import HostError, reason
from firmware_host.features.studies.metrics import Interval, MeasuredGame
from firmware_host.storage.filesystem import OS_STORAGE

FORMAT: Final = "1"
LAYOUT: Final = (
    "CREATE TABLE study (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE cells (cell INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE)",
    """CREATE TABLE games (
    cell INTEGER NOT NULL REFERENCES cells, number INTEGER NOT NULL, winners TEXT NOT NULL,
    is_cut INTEGER NOT NULL, turns INTEGER NOT NULL, lead_changes INTEGER NOT NULL,
    drama REAL NOT NULL, captures INTEGER NOT NULL, PRIMARY KEY (cell, number)
) WITHOUT ROWID""",
    """CREATE TABLE estimates (
    cell INTEGER NOT NULL REFERENCES cells, metric TEXT NOT NULL, value REAL NOT NULL,
    low REAL NOT NULL, high REAL NOT NULL, PRIMARY KEY (cell, metric)
) WITHOUT ROWID""",
)
PAGE: Final = 4096
"""Bytes of a page of the file, the same on every computer."""


class StudyError(HostError):
    """A study that cannot be played or kept: why, and what to do."""


class FinishedCell(Struct, frozen=True):
    """The ``games`` of the cell ``key`` in order, and what they tell, by the name of the metric."""

    key: str
    games: Sequence[MeasuredGame]
    estimates: Mapping[str, Interval]


class ResultsFile:
    """The games of a study in the file ``path``, played by ``version`` of the program.

    Only one program has it open. StudyError if the games in it are another version's, or if it is
    no file of a study.
    """

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._facts = {"format": FORMAT, "version": version}
        with _explained(path):
            self._database = sqlite3.connect(path, timeout=0, isolation_level=None)
            self._database.execute("PRAGMA locking_mode=EXCLUSIVE")
            # a power cut may take the last games but never damages the file
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            with self._writing():
                if not self._database.execute("SELECT 1 FROM sqlite_schema").fetchone():
                    _lay_out(self._database, self._facts)
            self._check(dict(self._database.execute("SELECT name, value FROM study")))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def games(self, key: str) -> dict[int, MeasuredGame]:
        """Return the games of the cell ``key`` that are kept, by number."""
        rows = self._database.execute(
            "SELECT number, winners, is_cut, turns, lead_changes, drama, captures"
            " FROM games JOIN cells USING (cell) WHERE key = ? ORDER BY number",
            (key,),
        )
        return {row[0]: _game(*row) for row in rows}

    def add(self, key: str, games: Iterable[MeasuredGame]) -> None:
        """Keep ``games`` of the cell ``key``: all or, if the program is killed, none of them."""
        with _explained(self._path), self._writing():
            self._database.execute("INSERT OR IGNORE INTO cells (key) VALUES (?)", (key,))
            found = self._database.execute("SELECT cell FROM cells WHERE key = ?", (key,))
            _add(self._database, found.fetchone()[0], games)

    def finish(self, plan: str, cells: Sequence[FinishedCell]) -> None:
        """Write the file anew with the text of the ``plan`` and its ``cells``; then close it."""
        written = self._path.with_name(f"{self._path.name}.new")
        with _explained(self._path):
            written.unlink(missing_ok=True)
            _write(written, {**self._facts, "plan": plan}, cells)
            self._database.close()
            written.replace(self._path)
            OS_STORAGE.sync_folder(self._path.parent)

    def _writing(self) -> sqlite3.Connection:
        """Begin a transaction; the block after ``with`` ends it."""
        self._database.execute("BEGIN EXCLUSIVE")
        return self._database

    def _check(self, found: Mapping[str, str]) -> None:
        for name, value in self._facts.items():
            if found.get(name) != value:
                raise StudyError(
                    f"{self._path} was written by another version ({name} {found.get(name)}, not"
                    f" {value}): give another folder with --out, or delete the file"
                )


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Raise StudyError if the block cannot read or write the file ``path``."""
    try:
        yield
    except sqlite3.Error as error:
        raise StudyError(f"{path}: {_reason(error)}") from None
    except OSError as error:
        raise StudyError(f"{path}: cannot be written: {reason(error)}") from None


def _write(path: Path, facts: Mapping[str, str], cells: Sequence[FinishedCell]) -> None:
    """Write a new file with the same bytes for the same ``facts`` and ``cells``."""
    with closing(sqlite3.connect(path, isolation_level=None)) as fresh:
        fresh.execute(f"PRAGMA page_size={PAGE}")
        fresh.execute("BEGIN")
        with fresh:
            _lay_out(fresh, facts)
            for number, cell in enumerate(cells):
                fresh.execute("INSERT INTO cells VALUES (?, ?)", (number, cell.key))
                _add(fresh, number, cell.games)
                rows = _estimates(number, cell.estimates)
                fresh.executemany("INSERT INTO estimates VALUES (?, ?, ?, ?, ?)", rows)


def _lay_out(database: sqlite3.Connection, facts: Mapping[str, str]) -> None:
    for statement in LAYOUT:
        database.execute(statement)
    database.executemany("INSERT INTO study VALUES (?, ?)", facts.items())


def _add(database: sqlite3.Connection, cell: int, games: Iterable[MeasuredGame]) -> None:
    rows = ((cell, *_row(game)) for game in games)
    database.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _row(game: MeasuredGame) -> tuple[object, ...]:
    winners = ",".join(map(str, game.winners))
    cut = int(game.is_cut)
    return game.number, winners, cut, game.turns, game.lead_changes, game.drama, game.captures


def _game(
    number: int, winners: str, cut: int, turns: int, changes: int, drama: float, captures: int
) -> MeasuredGame:
    won = tuple(map(int, winners.split(",")))
    return MeasuredGame(number, won, bool(cut), turns, changes, drama, captures)


def _estimates(cell: int, estimates: Mapping[str, Interval]) -> Iterator[tuple[object, ...]]:
    for metric, interval in sorted(estimates.items()):
        yield cell, metric, interval.value, interval.low, interval.high


def _reason(error: sqlite3.Error) -> str:
    if "locked" in str(error):
        return "another program has this study open"
    if "not a database" in str(error) or "no such table" in str(error):
        return "expected the results of a study, found another file"
    return f"{error}"
