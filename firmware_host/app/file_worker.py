"""Does with files what the table wants: reads and writes that the loop does not wait for.

It also reads the games that a table has kept, for those who look at it from elsewhere, and loads
what the first picture of a table did not wait for.
"""

import gc
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from firmware_host.base.errors import reason, try_or_log
from firmware_host.base.registry import feature_module, feature_names
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion, KeptGame
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import DEFAULT_RETENTION
from firmware_host.table.scene import Effects, FileTask, Prepare, UseFiles
from games.text import digest

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


PATIENCE: Final = 10.0
"""Seconds that the end of the program waits for a write: a slow card takes one, a dead stick 30."""


class Files(Protocol):
    """Does tasks in their order; ``wake`` is called, from any thread, when one is done."""

    wake: Callable[[], None]

    def give(self, tasks: Sequence[FileTask]) -> None:
        """Do ``tasks`` after those given before; one that waits already is not done twice."""

    def take(self) -> Iterator[Effects]:
        """Yield what follows from the tasks that are done, once; raise what one has raised."""

    def rest(self, seconds: float) -> None:
        """Leave the processor to the table for ``seconds``; called by a task between two files."""

    def close(self) -> None:
        """Wait for a while until everything given is done."""


class FilesAtOnce:
    """Does tasks while the loop waits, as where time is virtual."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self._done: deque[Effects] = deque()

    def give(self, tasks: Sequence[FileTask]) -> None:
        self._done.extend(task() for task in tasks)

    def take(self) -> Iterator[Effects]:
        while self._done:
            yield self._done.popleft()

    def rest(self, seconds: float) -> None:
        return

    def close(self) -> None:
        return


class FileWorker:
    """Does tasks in a thread, which begins with the first of them."""

    def __init__(self) -> None:
        self.wake: Callable[[], None] = lambda: None
        self._executor: ThreadPoolExecutor | None = None
        self._thread: int | None = None
        self._given: deque[tuple[FileTask, Future[Effects]]] = deque()

    def give(self, tasks: Sequence[FileTask]) -> None:
        for task in tasks:
            if not self._awaits(task):
                future = self._open().submit(task)
                self._given.append((task, future))
                future.add_done_callback(lambda _: self.wake())

    def take(self) -> Iterator[Effects]:
        while self._given and self._given[0][1].done():
            yield self._given.popleft()[1].result()

    def rest(self, seconds: float) -> None:
        if threading.get_ident() == self._thread:
            time.sleep(seconds)

    def close(self) -> None:
        if self._executor is not None:
            from concurrent.futures import wait

            wait([future for _, future in self._given], PATIENCE)
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None

    def _awaits(self, task: FileTask) -> bool:
        return any(
            task == given and not (future.running() or future.done())
            for given, future in self._given
        )

    def _open(self) -> "ThreadPoolExecutor":
        if self._executor is None:
            from concurrent.futures import ThreadPoolExecutor  # a start needs none of it

            self._executor = ThreadPoolExecutor(1, "files", initializer=self._note_thread)
        return self._executor

    def _note_thread(self) -> None:
        self._thread = threading.get_ident()


LATE_PACKAGES: Final = (
    "firmware_host.table.scenes",
    "firmware_host.screens",
    "firmware_host.text",
    "firmware_host.thinking",
    "games.players",
)
"""The packages whose modules are loaded when the table is seen; a start needs some of them."""


class LoadTheRest(Struct, frozen=True):
    """Loads the ``parts`` of the program that a press may need, in the order in which it may.

    Each part is a task of its own, so that the card is free in between for what people want.
    """

    parts: tuple[Callable[[], object], ...]

    def __call__(self) -> Effects:
        part, *others = self.parts
        try_or_log("loading a part of the program", part)
        if others:
            return (UseFiles(LoadTheRest(tuple(others))),)
        gc.freeze()  # these objects stay too
        return (Prepare(),)


def load_the_rest() -> Effects:
    """Load, part by part, all that a press may need, but for games that nobody is about to open."""
    return (UseFiles(LoadTheRest(late_parts())),)


def late_parts() -> tuple[Callable[[], object], ...]:
    """Return what loads all scenes, those of features too, and what they need."""
    modules = (
        module.name
        for package in LATE_PACKAGES
        for module in iter_modules(import_module(package).__path__, f"{package}.")
    )
    return (
        *(partial(import_module, name) for name in modules),
        *(partial(feature_module, name, "scenes") for name in feature_names()),
    )


PAUSE_SECONDS: Final = 0.02
"""The rest between two files, so that the table has the processor whenever it wants it."""

KEY_DIGITS: Final = 16

log = logging.getLogger(__name__)


class KeptGames:
    """The games in the journal of ``folder``, which is only read; ``sleep`` waits for seconds."""

    def __init__(self, folder: Path, sleep: Callable[[float], object] = time.sleep) -> None:
        self._folder, self._sleep = folder, sleep

    def answer(self, question: HistoryQuestion) -> HistoryAnswer:
        """Return what ``question`` asks for."""
        games = [(_key(game), game) for game in self.games()]
        if question.key:
            found = [
                KeptGame(key, game.date, game.records) for key, game in games if key == question.key
            ]
        else:
            found = [
                KeptGame(key, game.date, (game.records[0], game.records[-1])) for key, game in games
            ]
        return HistoryAnswer(question.key, tuple(found))

    def games(self) -> tuple[SavedGame, ...]:
        """Return the games, the newest first; none, and a line in the log, if they are not read."""
        try:
            return saved_games(self._sessions(), DEFAULT_RETENTION.sessions)
        except OSError as error:
            log.warning("the games in %s cannot be read: %s", self._folder, reason(error))
            return ()

    def _sessions(self) -> Iterator[tuple[JournalRecord, ...]]:
        for session in Journal(self._folder).sessions():
            yield session
            self._sleep(PAUSE_SECONDS)


def _key(game: SavedGame) -> str:
    """Return a key that stays the same as long as the game is not continued."""
    lines = b"".join(map(encode, game.records))
    return digest(lines, KEY_DIGITS)
