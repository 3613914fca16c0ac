"""Play a match or a study in several processes or on a cluster, and report what it found."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Protocol

import games
from firmware_host import __version__
from firmware_host.base.errors import UsageError, how_to_install, reason
from firmware_host.cli.parser import check_from_one
from firmware_host.cli.tables import FORMS, PARQUET, Row
from firmware_host.cli.worker_pool import ProgressLine, WorkerPool, minutes, shown
from firmware_host.features.studies.metrics import MeasuredGame, program_code
from firmware_host.features.studies.plan import load_plan
from firmware_host.features.studies.report import Findings, findings, finished, html, markdown
from firmware_host.features.studies.running import (
    LOOK_SECONDS,
    CellRun,
    StudyProgress,
    Workforce,
    play_study,
    prepared,
)
from firmware_host.features.studies.store import ResultsFile
from firmware_host.stats import game_code
from firmware_host.storage.filesystem import NewFile
from firmware_host.text.terminal import is_live
from games.core import Game
from games.match import Match, Result, Score
from hardware.untrusted_input import written

OF_STUDIES: Final[Mapping[str, bytes]] = {"csv": b"first_player,other_players", "parquet": b"PAR1"}
"""What tells a table that a study has written, by its form."""


def prepare(game: Game, names: str, seed: int, turns: int) -> Match:
    """Return the match of the players in ``names``, separated by commas."""
    try:
        return Match(game, tuple(names.split(",")), seed, turns)
    except ValueError as error:
        raise UsageError(f"--seats {names}: {error}") from None


def run_match(match: Match, games: int, workers: int | None) -> int:
    """Play ``games`` games in ``workers`` processes (None: one per core), and print the score.

    Ctrl-C ends the current games and prints the score of those before. UsageError if one of the
    numbers is 0. Return the exit code.
    """
    check_from_one("--games", games)
    check_from_one("--workers", workers)
    with WorkerPool(workers) as pool:
        results = collect(_with_progress(play_games(match, games, pool), games))
        if len(results) < games:
            pool.stop()
    if not results:
        return 1
    print("\n".join(report(match, results)))
    return 0


def collect(results: Iterator[Result]) -> list[Result]:
    """Return the ``results`` until the last one, or until Ctrl-C."""
    found: list[Result] = []
    try:
        for result in results:
            found.append(result)  # noqa: PERF402 - Ctrl-C must not lose them
    except KeyboardInterrupt:
        pass
    return found


def play_games(match: Match, games: int, executor: Executor) -> Iterator[Result]:
    """Yield the results of ``games`` games in their order, played by ``executor``.

    All games are submitted before the first result. None is cancelled if the caller stops early,
    as ``executor.map`` would do: before Python 3.12.1 a pool of processes prints a traceback if a
    process ends while a cancelled game waits.
    """
    started = [executor.submit(match.play, number) for number in range(games)]
    yield from (game.result() for game in started)


def report(match: Match, results: Sequence[Result]) -> Iterator[str]:
    """Yield lines with the score of the first player: as each team, then in all games.

    With more than two sides the total is also given in fair shares: a player that is as good as
    the others scores one of them, which is a quarter of the point with four sides.
    """
    name, *others = match.names
    yield f"{match.game.name}: {name} against {', '.join(others or [name])}, seed {match.seed}"
    for place in range(len(match.teams)):
        here = [result for result in results if result.place == place]
        if here:
            yield f"  as {_colours(match.game, match.teams[place])}: {Score.of(here)}"
    judged = sum(result.is_judged for result in results)
    cut = f", {judged} judged after {match.turns} turns" if judged else ""
    yield f"  together: {Score.of(results)}{_in_fair_shares(match, results)}{cut}"


def _in_fair_shares(match: Match, results: Sequence[Result]) -> str:
    """Return the total in fair shares, nothing if there are only two sides."""
    sides = len(match.teams)
    return f", {Score.of(results).mean * sides:.2f} fair shares" if sides > 2 else ""


def _colours(game: Game, team: int) -> str:
    """Return the colours of the seats of ``team``."""
    return " and ".join(seat.colour for seat in game.seats if seat.team == team)


def _with_progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    """Yield ``results``, and count them on the standard error if it is a terminal."""
    if not is_live(sys.stderr):
        yield from results
        return
    try:
        for count, result in enumerate(results, 1):
            print(f"\r{count}/{games} ", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print(file=sys.stderr)


Clock = Callable[[], float]

BY_PROGRAM: Final = b"by tableside "
"""What each report of a study says of itself."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


def run_study(
    path: Path,
    folder: Path,
    workers: int | None,
    scheduler: str | None,
    table: str | None = None,
) -> int:
    """Play the study of the plan in ``path``, and write its results into ``folder``.

    The games are played by ``workers`` processes (None: one per core), or by the cluster of
    ``scheduler``. They are written as a ``table`` of that form too, None: as none. Ctrl-C keeps
    the games before; the same command goes on. UsageError if the plan or an argument is wrong,
    StudyError if the study cannot be played. Return the exit code.
    """
    plan, text = load_plan(path, games)
    database = _place(folder, path.stem)
    if table == PARQUET.name:
        PARQUET.check()
    for report in (*_reports(database), *_tables(database, table)):
        report.check()
    with ResultsFile(database, f"{__version__}, games {game_code()}") as file:
        runs = prepared(plan, games, file)
        try:
            with _workforce(workers, scheduler) as workforce:
                _play(runs, file, workforce)
        except KeyboardInterrupt:
            kept = StudyProgress.of(runs).played
            print(
                f"\nstopped: {kept} games are kept in {database}; to go on, give the same command"
                f" again: tableside study {path}",
                file=sys.stderr,
            )
            return INTERRUPTED
        found = findings(plan, runs)
        file.finish(text, [finished(run) for run in runs])
    for page in (*_written(found, text, database), *_with_table(runs, database, table)):
        print(f"{page}: written")
    return 0


def _place(folder: Path, name: str) -> Path:
    """Return where the results called ``name`` are kept; make the ``folder`` if there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out {folder}: {reason(error)}") from None
    return folder / f"{name}.sqlite"


@contextmanager
def _workforce(workers: int | None, scheduler: str | None) -> Iterator[Workforce]:
    """Yield who plays: the cluster of ``scheduler``, or ``workers`` processes of this computer."""
    check_from_one("--workers", workers)
    if scheduler is not None and workers is not None:
        raise UsageError("give either --workers or --scheduler: a cluster has its own workers")
    if scheduler is None:
        count = workers or os.cpu_count() or 1
        yield Workforce(lambda: WorkerPool(count), count)
        return
    with cluster(scheduler) as workforce:
        yield workforce


def _play(
    runs: Sequence[CellRun], file: ResultsFile, workforce: Workforce, clock: Clock = time.monotonic
) -> None:
    """Play what ``runs`` lack, show how far it is, and print how fast it was."""
    before, started = StudyProgress.of(runs).played, clock()
    left = TimeLeft(StudyProgress.of(runs), started)
    with shown(StudyProgress.of(runs), lambda now: left.line(now, clock())) as notify:
        play_study(runs, file, workforce, notify)
    seconds, played = clock() - started, StudyProgress.of(runs).played - before
    if played:
        rate = f"{played / seconds:.1f} games a second, {workforce.workers} workers"
        print(f"{played} games in {seconds:.1f} s ({rate})")


class TimeLeft:
    """Estimates how long a study takes, by the games since it was ``begun`` at ``now`` (s)."""

    def __init__(self, begun: StudyProgress, now: float) -> None:
        self._begun, self._start = begun, now

    def words(self, progress: StudyProgress, now: float) -> str:
        """Return how long it will still take, and how long at most.

        >>> begun = StudyProgress(played=100, expected=500, most=900, done=0, cells=3)
        >>> left = TimeLeft(begun, now=0.0)
        >>> left.words(StudyProgress(200, 400, 800, 1, 3), now=60.0)
        'about 4 min left, at most 8 min'
        """
        played = progress.played - self._begun.played
        if not played:
            return "time left: not known yet"
        pace = (now - self._start) / played
        about, most = minutes(pace * progress.expected), minutes(pace * progress.most)
        return f"about {about} left" + (f", at most {most}" if most != about else "")

    def line(self, progress: StudyProgress, now: float) -> ProgressLine:
        """Return what is shown of ``progress`` at ``now`` (seconds)."""
        words = f"{progress.played} games, {progress.done} of {progress.cells} cells"
        total = progress.played + progress.expected
        return ProgressLine(words, progress.played, total, self.words(progress, now))


def _reports(database: Path) -> tuple[NewFile, NewFile]:
    """Return the reports beside ``database``, as Markdown and as a page; ours are replaced."""
    markdown_file, page = (
        NewFile(database.with_suffix(suffix), own=BY_PROGRAM) for suffix in (".md", ".html")
    )
    return markdown_file, page


def _tables(database: Path, form: str | None) -> tuple[NewFile, ...]:
    """Return the file of a table of this ``form``, which is replaced if it is ours; None: none."""
    if form is None:
        return ()
    return (NewFile(database.with_suffix(f".games.{form}"), own=OF_STUDIES[form]),)


def _written(found: Findings, text: str, database: Path) -> Iterator[Path]:
    """Write the reports beside ``database``; yield every file that there is now."""
    yield database
    for file, report in zip(_reports(database), (markdown, html), strict=True):
        yield _write(file, report(found, text, __version__).encode())


def _with_table(runs: Sequence[CellRun], database: Path, form: str | None) -> Iterator[Path]:
    for file in _tables(database, form):
        yield _write(file, FORMS[str(form)]([*rows_of(runs)]))


def rows_of(runs: Sequence[CellRun]) -> Iterator[Row]:
    """Yield a row for each game of ``runs``, all with the same columns."""
    sides = max(len(run.match.teams) for run in runs)
    for run in runs:
        of_cell = _cell(run)
        for game in run.sample().games:
            yield {**of_cell, **_game(run, game), **_shares(run, game, sides)}


def _cell(run: CellRun) -> Row:
    cell, match = run.cell, run.match
    options = {f"option_{name}": value for name, value in match.game.options.items()}
    facts = {"game": cell.game, "seed": cell.seed, "most_turns": cell.turns}
    return {**facts, "sides": len(match.teams), **options}


def _game(run: CellRun, game: MeasuredGame) -> Row:
    first, *others = run.match.names
    return {
        "first_player": first,
        "other_players": ",".join(others) or first,
        "first_player_side": run.match.place(game.number),
        "number": game.number,
        "turns": game.turns,
        "is_cut": game.is_cut,
        "lead_changes": game.lead_changes,
        "drama": game.drama,
        "captures": game.captures,
    }


def _shares(run: CellRun, game: MeasuredGame, sides: int) -> Row:
    """Return what each side has of the point; None for a side that this game does not have."""
    here = len(run.match.teams)
    return {f"share_{side}": game.share(side) if side < here else None for side in range(sides)}


def _write(file: NewFile, content: bytes) -> Path:
    try:
        file.write(content)
    except OSError as error:
        raise UsageError(f"{file.path}: cannot be written: {reason(error)}") from None
    return file.path


PATIENCE = 10
"""Seconds in which a scheduler has to answer."""

MISSING = f"--scheduler needs dask.distributed: {how_to_install('cluster')}"
NO_WORKERS: Final = (
    "the study waits for workers with its version: start some with dask worker {0} --nthreads 1"
)
REFUSED: Final = "the worker {0} does not play: expected {1}, got {2}"
MOST_WORKERS: Final = 10_000


class WorkersChangedError(BrokenExecutor):
    """The workers that were asked to play are gone, and others are there."""


class DaskClient(Protocol):
    """What is used of a client of Dask."""

    def scheduler_info(self, n_workers: int) -> Mapping[str, Any]:
        """Return what the scheduler knows, of at most so many workers."""

    def run(self, function: Callable[[], str], **how: Any) -> Mapping[str, object]:
        """Let workers call ``function``; return what each answered, or its error."""

    def get_executor(self, **how: Any) -> Executor:
        """Return who takes tasks."""


class CheckedWorkers(Executor):
    """The workers of ``client`` that have this very program; each shows it before its first game.

    ``tell`` gets a line for each worker that is refused, and where the study waits for workers of
    the scheduler at ``address``. ``clock`` returns the time in seconds.
    """

    def __init__(
        self,
        client: DaskClient,
        address: str,
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._address, self._tell, self._clock = client, address, tell, clock
        self._shown: dict[str, object] = {}
        self._playing: Executor | None = None
        self._asked: frozenset[str] = frozenset()
        self._looked_at: float | None = None
        self._is_waiting = False

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Hand out ``work``; wait for a worker if there is none yet."""
        if self._looked_at is None or self._clock() - self._looked_at >= LOOK_SECONDS:
            self.look()
        while self._playing is None:
            time.sleep(1.0)
            self.look()
        return self._playing.submit(work, *args, **named)

    def look(self) -> None:
        """Let new workers show their code, and ask all that may play from now on.

        WorkersChangedError if none is left of those that were asked, but there are others.
        """
        self._looked_at = self._clock()
        allowed = self._allowed()
        if not (allowed or self._is_waiting):
            self._tell(NO_WORKERS.format(self._address))
        self._is_waiting = not allowed
        are_gone = bool(self._asked) and not self._asked & allowed
        if not allowed or allowed == self._asked:
            return
        self._asked = allowed
        self._playing = self._client.get_executor(pure=False, workers=sorted(allowed))
        if are_gone:
            raise WorkersChangedError("the workers that played are gone")

    def _allowed(self) -> frozenset[str]:
        here = self._client.scheduler_info(n_workers=MOST_WORKERS)["workers"]
        for worker in here:
            if worker not in self._shown:
                answers = self._client.run(program_code, workers=[worker], on_error="return")
                self._shown[worker] = answers.get(worker)
                if self._shown[worker] != program_code():
                    got = written(f"{self._shown[worker]}")
                    self._tell(REFUSED.format(worker, program_code(), got))
        return frozenset(worker for worker in here if self._shown[worker] == program_code())


@contextmanager
def cluster(address: str) -> Iterator[Workforce]:
    """Yield the workers of the scheduler at ``address``, such as ``tcp://127.0.0.1:8786``.

    The scheduler gives the tasks of a worker that dies to another one. A worker with another
    program does not play; where there is none, the study waits. UsageError if nobody answers there.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise UsageError(MISSING) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"--scheduler {address}: no scheduler answers there ({error})") from None
    with client:
        workers = CheckedWorkers(client, address, _tell)
        deaths = (BrokenExecutor, CancelledError, KilledWorker)
        count = sum(client.nthreads().values()) or 1
        yield Workforce(lambda: nullcontext(workers), count, deaths, workers.look)


def _tell(line: str) -> None:
    print(f"tableside study: {line}", file=sys.stderr, flush=True)
