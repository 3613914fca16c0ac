"""The practice tables of a class: each visitor has one of their own, and finds it again."""

import asyncio
import hashlib
import logging
import math
import random
import re
import secrets
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from firmware_host.app.file_worker import KeptGames
from firmware_host.app.request import SOCKET, Request, Sharing, StartedReader
from firmware_host.base.registry import KnownFacts
from firmware_host.features.practice.class_logs import AnswerPool, ThrowPool
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.table_of_visitor import TableOfVisitor, Trouble
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion, RemoteRequest
from firmware_host.table.device import FarSeats
from firmware_host.text import ENGLISH
from firmware_host.thinking.process import SharedThinking, TableThinker
from firmware_host.web.hints import HintsBeside
from firmware_host.web.history_pages import KeptSessions
from firmware_host.web.page_parts import PageStates
from games.core import Catalogue
from hardware.untrusted_input import harmless
from hardware.wiring.wiring import Wiring

MOST_TABLES: Final = 40
IDLE_SECONDS: Final = 30 * 60.0
"""A table at which nobody looks for so long is closed."""

RETURN_SECONDS: Final = 30.0
"""While others wait for a table, who leaves one has so long to come back: to load a page again."""

UNUSED_SECONDS: Final = 10 * 60.0
"""While others wait, a page that is open and does nothing keeps its table for so long."""

CROWD_SECONDS: Final = 60.0
"""The same for the tables of an address that has more than half of them."""

MOST_CLOSED: Final = 1000
"""Visitors whose table was closed, and who are asked before they get another one."""

MOST_CODES: Final = 200
"""Pupils on the list of a class."""

CODE: Final = re.compile(r"[A-HJ-NP-Z2-9]{5}")
PUPIL: Final = "p/"
"""What stands before a code in the address of a pupil."""

LONGEST_MESSAGE: Final = 300
"""Letters of a message to the class at most: more is cut off."""

log = logging.getLogger(__name__)


class FolderHistorian:
    """Knows the games that a practice table has kept in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._kept = KeptGames(folder)

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return the answer to ``question``, read while the tables go on."""
        return await asyncio.to_thread(self._kept.answer, question)


class PupilCodes:
    """The codes of a class, which the teacher's page knows by names, and this program does not.

    Each leads to a table of its own, at whatever device it is used.
    """

    def __init__(self) -> None:
        self._visitors: dict[str, str] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """The codes that lead to a table."""
        return tuple(self._visitors)

    def learn(self, codes: Sequence[object]) -> None:
        """Let these ``codes`` lead to a table, and no others."""
        known = (code for code in codes[:MOST_CODES] if isinstance(code, str))
        wanted = [code for code in known if CODE.fullmatch(code)]
        self._visitors = {code: self._visitors.get(code, "") for code in wanted}

    def visitor(self, code: str) -> str | None:
        """Return the token of the visitor with this ``code``: empty before there was one.

        None if it is no code of this class.
        """
        return self._visitors.get(code)

    def give(self, code: str, visitor: str) -> None:
        """Let whoever has this ``code`` carry the token ``visitor``."""
        self._visitors[code] = visitor

    def of(self, visitor: str) -> str:
        """Return the code of who carries the token ``visitor``; empty without one."""
        return next((code for code, token in self._visitors.items() if token == visitor), "")


class NoTableError(Exception):
    """All tables are taken."""


class PracticeTables:
    """At most ``most`` tables, with their games in ``folder``; ``clock`` returns seconds.

    The tables are wired as ``wiring`` and play the games of ``catalogue``. ``chance`` makes the
    source of chance of a new table. ``codes`` are those of a class. ``pool`` has the throws of all,
    also of those that were closed, and ``answers`` what they answered in exercises. ``is_paused``
    and ``message`` are what the teacher has ordered for all. ``hints`` are for the pages of all.
    With what is ``started`` beside it there is only one table, which this links with another one.
    Call everything from one event loop, which steps the tables.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        wiring: Wiring,
        folder: Path,
        clock: Callable[[], float],
        most: int = MOST_TABLES,
        chance: Callable[[], random.Random] = secrets.SystemRandom,
        started: tuple[StartedReader, ...] = (),
    ) -> None:
        self.catalogue, self.most = catalogue, 1 if started else most
        self._started = started
        self.pool, self.answers = ThrowPool(), AnswerPool()
        self.codes = PupilCodes()
        self._wiring, self.folder, self._clock, self._chance = wiring, folder, clock, chance
        self._by_visitor: dict[str, TableOfVisitor] = {}
        self._thinking = SharedThinking()
        self.hints = HintsBeside(self._thinking.submit)
        self._count = 0
        self._for_all: RemoteRequest | None = None
        self.is_paused, self.message = False, ""
        self._closed: deque[str] = deque(maxlen=MOST_CLOSED)

    @property
    def all(self) -> tuple[TableOfVisitor, ...]:
        """The tables in the order in which they were opened."""
        return tuple(self._by_visitor.values())

    def wait(self, address: str) -> float:
        """Return the seconds until a new visitor from ``address`` can have a table: 0 if now.

        When all are taken, the one at which nobody has looked for the longest time gives way.
        """
        self.close_idle()
        if len(self._by_visitor) < self.most:
            return 0.0
        return max(0.0, self._given_up_at(self._first_to_go(address), address) - self._clock())

    def find(self, visitor: str) -> TableOfVisitor | None:
        """Return the table of who carries the token ``visitor``; None if it has none."""
        return self._by_visitor.get(_hash(visitor))

    def open(self, visitor: str, address: str, language: str = ENGLISH) -> TableOfVisitor:
        """Return the table of ``visitor``; open one in ``language`` for a new one at ``address``.

        NoTableError if all are taken.
        """
        found = self.find(visitor)
        if found is None:
            if self.wait(address) > 0:
                raise NoTableError
            if len(self._by_visitor) >= self.most:
                self.take_away(self._first_to_go(address))
            found = self._by_visitor[_hash(visitor)] = self._opened(language, address)
            found.table.answers.code = self.codes.of(visitor)
        return found

    def take_away(self, at: TableOfVisitor) -> None:
        """Close the table ``at``; its visitor is asked before they get another one."""
        for visitor, each in tuple(self._by_visitor.items()):
            if each is at:
                del self._by_visitor[visitor]
                self._closed.append(visitor)
                at.is_taken_away = True
                self._close(at)

    def was_taken_away(self, visitor: str) -> bool:
        """Return whether the table of who carries the token ``visitor`` was taken away."""
        return _hash(visitor) in self._closed

    def _first_to_go(self, address: str) -> TableOfVisitor:
        """Return the table that gives way first to a new visitor from ``address``."""
        now = self._clock()

        def rank(at: TableOfVisitor) -> tuple[bool, bool, float]:
            given_up_at = self._given_up_at(at, address)
            is_due = given_up_at <= now
            return not is_due, is_due and at.pages > 0, given_up_at

        return min(self.all, key=rank)

    def _given_up_at(self, at: TableOfVisitor, address: str) -> float:
        """Return from when on the table may go to a new visitor from ``address``, in seconds."""
        if self._started:  # the other table waits for this one
            return at.left_at + IDLE_SECONDS if at.pages == 0 else math.inf
        if at.pages == 0:
            return at.left_at + RETURN_SECONDS
        held = sum(each.address == at.address for each in self.all)
        is_crowd = at.address != address and 2 * held > self.most
        return at.table.asked_at + (CROWD_SECONDS if is_crowd else UNUSED_SECONDS)

    @contextmanager
    def looking(self, at: TableOfVisitor) -> Iterator[None]:
        """Count a page that shows the table while the ``with`` block runs."""
        at.pages += 1
        try:
            yield
        finally:
            at.pages -= 1
            at.left_at = self._clock()

    def trouble(self, at: TableOfVisitor) -> Trouble:
        """Return why the teacher should look after the table ``at`` now; empty if all is well."""
        return at.trouble(self._clock())

    def silence(self, at: TableOfVisitor) -> float:
        """Return for how many seconds the visitor of the table ``at`` has asked for nothing."""
        return self._clock() - at.table.asked_at

    def numbered(self, number: int | None) -> tuple[TableOfVisitor, ...]:
        """Return the table with this ``number``; all if it is None, none if there is no such."""
        return tuple(each for each in self.all if number in (None, each.number))

    def start(self, request: RemoteRequest, number: int | None = None) -> None:
        """Begin what ``request`` asks at the table with this ``number``.

        None: at all tables, and at those that are opened later.
        """
        if number is None:
            self._for_all = request
        for each in self.numbered(number):
            each.table.ask(request)

    def pause(self, *, is_paused: bool, number: int | None = None) -> None:
        """Let nothing go on at the table with this ``number``, or at all as :meth:`start` does."""
        if number is None:
            self.is_paused = is_paused
        for each in self.numbered(number):
            each.table.pause(is_paused=is_paused)

    def tell(self, message: str, number: int | None = None) -> None:
        """Show ``message`` at the table with this ``number``, or at all as :meth:`start` does."""
        words = harmless(" ".join(message.split()), LONGEST_MESSAGE)
        if number is None:
            self.message = words
        for each in self.numbered(number):
            each.message = words
            each.table.mirror.present(each.table.mirror.snapshot, each.table.mirror.session)

    def close_idle(self) -> None:
        """Close the tables at which nobody has looked for :data:`IDLE_SECONDS`."""
        for visitor, each in tuple(self._by_visitor.items()):
            if each.pages == 0 and self._clock() - each.left_at >= IDLE_SECONDS:
                del self._by_visitor[visitor]
                self._close(each)

    def close(self) -> None:
        """Close all tables."""
        for each in self.all:
            self._close(each)
        self._by_visitor.clear()
        self._thinking.close()

    def _opened(self, language: str, address: str) -> TableOfVisitor:
        self._count += 1
        folder = self.folder / str(self._count)
        folder.mkdir(mode=0o700)
        woken = asyncio.Event()
        wake = partial(_wake, asyncio.get_running_loop(), woken)
        table = PracticeTable(
            self._request(folder, language),
            self._clock,
            self._chance(),
            self.pool.log_of(self._count),
            lambda _: TableThinker(self._thinking, wake),
            wake,
        )
        if self._started:
            table.share(Sharing(folder / SOCKET, started=self._started))
        kept = KeptSessions(FolderHistorian(folder), self.catalogue)
        states, now = PageStates(table.mirror), self._clock()
        found = TableOfVisitor(self._count, address, table, folder, states, now, kept, woken=woken)
        self.answers.add(found.number, str(found.name), table.answers)
        found.message = self.message
        if self._for_all is not None:
            table.ask(self._for_all)
        table.pause(is_paused=self.is_paused)
        found.task = asyncio.create_task(self._run(found))
        return found

    def _request(self, folder: Path, language: str) -> Request:
        return Request(
            self.catalogue,
            self._wiring,
            None,
            folder,
            None,
            language,
            is_temporary=True,
            facts=KnownFacts().with_fact(FarSeats(are_offered=bool(self._started))),
        )

    async def _run(self, at: TableOfVisitor) -> None:
        await at.run(self._clock)
        self._by_visitor = {key: each for key, each in self._by_visitor.items() if each is not at}
        self._close(at)

    def _close(self, at: TableOfVisitor) -> None:
        if at.task is not None and at.task is not asyncio.current_task():
            at.task.cancel()
        try:
            at.table.close()
        except Exception:
            log.exception("practice table %d did not close well", at.number)
        at.closed.set()
        shutil.rmtree(at.folder, ignore_errors=True)


def _hash(visitor: str) -> str:
    return hashlib.sha256(visitor.encode()).hexdigest()


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> None:
    """Set ``woken`` from another thread, unless the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(woken.set)
