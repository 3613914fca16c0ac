"""Play what a plan still lacks, on any Executor, with the same results on each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from msgspec import Struct

from firmware_host.features.studies.metrics import (
    METRICS,
    MeasuredGame,
    OtherCodeError,
    Sample,
    measure_as,
    program_code,
)
from firmware_host.features.studies.plan import LEAST_BATCHES, Cell, StudyPlan
from firmware_host.features.studies.store import ResultsFile, StudyError
from games.core import Catalogue
from games.match import Match

CHUNKS: Final = 20
"""Into how many tasks a batch is divided, so that no worker waits long for another."""
AHEAD: Final = 3
"""How many tasks wait or run for each worker."""
LOOK_SECONDS: Final = 5.0
PATIENCE: Final = 5
"""How often in a row all workers may die before the study gives up."""


class Workforce(Struct, frozen=True):
    """Who plays: ``start`` gives an Executor with so many ``workers``.

    ``deaths`` are the errors by which it tells that workers have died. While nobody has finished a
    task, ``look`` is called every :data:`LOOK_SECONDS`: it may raise one of them.
    """

    start: Callable[[], AbstractContextManager[Executor]]
    workers: int
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    look: Callable[[], None] = lambda: None


def here(executor: Executor) -> Workforce:
    """Return the workforce of an ``executor`` of one worker that somebody else ends."""
    return Workforce(lambda: nullcontext(executor), 1)


@dataclass(eq=False)
class CellRun:
    """The games of a cell: those that were ``played``, and when it stops.

    ``decided`` games are whole batches after which it was decided whether to go on.
    """

    cell: Cell
    match: Match
    plan: StudyPlan
    played: dict[int, MeasuredGame] = field(default_factory=dict)
    decided: int = 0
    is_done: bool = False

    def __post_init__(self) -> None:
        self.decide()

    @property
    def goal(self) -> int:
        """How many games there will be at the end of the present batch."""
        return min(self.plan.most, self.decided + self.plan.batch)

    def add(self, games: Sequence[MeasuredGame]) -> None:
        """Take ``games``, and decide whether to go on if they complete a batch."""
        self.played.update((game.number, game) for game in games)
        self.decide()

    def decide(self) -> None:
        """Decide after each whole batch, in order, whether the cell goes on."""
        while not self.is_done and all(
            number in self.played for number in range(self.decided, self.goal)
        ):
            self.decided = self.goal
            self.is_done = self.decided >= self.plan.most or self._is_narrow()

    def _is_narrow(self) -> bool:
        """Return whether all intervals are as narrow as the plan wants them."""
        wanted = self.plan.widths
        if not wanted or self.decided < LEAST_BATCHES * self.plan.batch:
            return False
        return all(width <= wanted[name] for name, width in self.widths().items())

    def sample(self) -> Sample:
        """Return the games that were decided upon, in order."""
        games = [self.played[number] for number in range(self.decided)]
        plan, is_match = self.plan, len(self.cell.players) > 1
        return Sample(games, len(self.match.teams), is_match, plan.seconds, plan.lesson)

    def widths(self) -> Mapping[str, float]:
        """Return how wide the intervals are that the plan limits, of those that there are."""
        sample = self.sample()
        found = {name: METRICS[name].estimate(sample) for name in self.plan.widths}
        return {name: each.width for name, each in found.items() if each is not None}

    def chunks(self) -> Iterator["Chunk"]:
        """Yield what is still to be played of the present batch."""
        missing = [number for number in range(self.decided, self.goal) if number not in self.played]
        size = ceil(self.plan.batch / CHUNKS)
        for start in range(0, 0 if self.is_done else len(missing), size):
            yield Chunk(self, tuple(missing[start : start + size]))

    def expected(self) -> int:
        """Return how many games the cell will have, by how narrow its intervals are so far."""
        if self.is_done or not self.decided:
            return self.decided if self.is_done else self.plan.most
        wanted = self.plan.widths
        parts = [(width / wanted[name]) ** 2 for name, width in self.widths().items()]
        # an interval is half as wide after four times as many games
        needed = max(parts, default=float("inf")) * self.decided
        return round(min(self.plan.most, max(self.goal, needed)))


class Chunk(Struct, frozen=True):
    """The games ``numbers`` of a cell, which a worker plays together."""

    run: CellRun
    numbers: tuple[int, ...]


class StudyProgress(Struct, frozen=True):
    """How far a study is: games ``played``, so many more ``expected``, and ``most`` more.

    ``done`` of ``cells`` cells are finished.
    """

    played: int
    expected: int
    most: int
    done: int
    cells: int

    @classmethod
    def of(cls, runs: Sequence[CellRun]) -> "StudyProgress":
        """Return how far ``runs`` are."""
        played = sum(len(run.played) for run in runs)
        expected = sum(max(0, run.expected() - len(run.played)) for run in runs)
        most = sum(0 if run.is_done else run.plan.most - len(run.played) for run in runs)
        return cls(played, expected, most, sum(run.is_done for run in runs), len(runs))


Notify = Callable[[StudyProgress], None]


def prepared(plan: StudyPlan, catalogue: Catalogue, file: ResultsFile) -> tuple[CellRun, ...]:
    """Return the cells of ``plan`` with the games that ``file`` keeps."""
    return tuple(
        CellRun(cell, cell.match(catalogue), plan, file.games(cell.key))
        for cell in plan.cells(catalogue)
    )


def play_study(
    runs: Sequence[CellRun],
    file: ResultsFile,
    workforce: Workforce,
    notify: Notify = lambda progress: None,
) -> None:
    """Play the games that ``runs`` still lack, and keep each task's games in ``file`` at once.

    Games that were lost with a worker are played again. StudyError if all workers die again and
    again, or if a game fails; the games before are kept.
    """
    deaths = 0
    while not all(run.is_done for run in runs):
        with workforce.start() as executor:
            try:
                for chunk, games in _played(runs, executor, workforce):
                    file.add(chunk.run.cell.key, games)
                    chunk.run.add(games)
                    notify(StudyProgress.of(runs))
                    deaths = 0
            except workforce.deaths as error:
                deaths += 1
                if deaths == PATIENCE:
                    raise StudyError(
                        f"all workers died {PATIENCE} times in a row ({error!r}):"
                        " try fewer of them with --workers"
                    ) from None


def _played(
    runs: Sequence[CellRun], executor: Executor, workforce: Workforce
) -> Iterator[tuple[Chunk, list[MeasuredGame]]]:
    """Yield the chunks that ``executor`` has played, until nothing is left to play.

    The next batch of a cell is handed out only when the one before is complete.
    """
    pending: dict[Future[list[MeasuredGame]], Chunk] = {}
    waiting, code = _Waiting(runs), program_code()
    while True:
        while len(pending) < AHEAD * workforce.workers and (chunk := waiting.next()):
            pending[executor.submit(measure_as, code, chunk.run.match, chunk.numbers)] = chunk
        if not pending:
            return
        done = wait(pending, LOOK_SECONDS, FIRST_COMPLETED).done
        if not done:
            workforce.look()
        for future in done:
            chunk = pending.pop(future)
            yield chunk, _result(future, chunk, workforce.deaths)


def _result(
    future: Future[list[MeasuredGame]], chunk: Chunk, deaths: tuple[type[BaseException], ...]
) -> list[MeasuredGame]:
    try:
        return future.result()
    except OtherCodeError:
        raise
    except deaths:
        raise
    except Exception as error:
        first, last = chunk.numbers[0], chunk.numbers[-1]
        raise StudyError(
            f"a game among {first} to {last} of the cell {chunk.run.cell.key!r} failed: {error!r}"
        ) from error


class _Waiting:
    """The chunks that nobody plays yet, cell by cell; each batch is divided once."""

    def __init__(self, runs: Sequence[CellRun]) -> None:
        self._runs = runs
        self._divided: dict[str, int] = {}
        self._chunks: list[Chunk] = []

    def next(self) -> Chunk | None:
        """Return the next chunk, of the first cell that has one; None while there is none."""
        if not self._chunks:
            self._divide()
        return self._chunks.pop(0) if self._chunks else None

    def _divide(self) -> None:
        for run in self._runs:
            if not run.is_done and self._divided.get(run.cell.key, -1) < run.decided:
                self._divided[run.cell.key] = run.decided
                self._chunks.extend(run.chunks())
                return
