"""Run a match of machine players in several processes, and report the score."""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor

from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import check_from_one
from firmware_host.cli.worker_pool import WorkerPool
from firmware_host.text.terminal import is_live
from games.core import Game
from games.match import Match, Result, Score


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
