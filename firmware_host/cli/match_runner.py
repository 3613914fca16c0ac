"""``tableside match``: machine players against each other, and how sure the score is."""

import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor

from firmware_host.errors import UsageError
from firmware_host.thinking.child_processes import follow_parent
from games.core import Game
from games.match import Match, Result, Score


def prepare(game: Game, names: str, seed: int, turns: int) -> Match:
    """The match of the players in ``names``, joined by commas; UsageError if it cannot be."""
    try:
        return Match(game, tuple(names.split(",")), seed, turns)
    except ValueError as error:
        raise UsageError(f"--seats {names}: {error}") from None


def run_match(match: Match, games: int, workers: int | None) -> int:
    """Play ``games`` games with so many ``workers`` (None: one a core), print the score.

    Whoever interrupts it is told the score so far, once the games at hand are over. UsageError if
    there is nothing to play or nobody to do it.
    """
    for option, count in (("--games", games), ("--workers", workers)):
        if count is not None and count < 1:
            raise UsageError(f"{option} takes a number from 1 on, not {count}")
    apart = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, apart, initializer=follow_parent) as executor:
        results = collect(_with_progress(play_games(match, games, executor), games))
        executor.shutdown(cancel_futures=True)
    if not results:
        return 1
    print("\n".join(report(match, results)))
    return 0


def collect(results: Iterator[Result]) -> list[Result]:
    """The ``results`` until there are no more, or until somebody interrupts."""
    found: list[Result] = []
    try:
        for result in results:
            found.append(result)  # noqa: PERF402 - what is found stays when it is interrupted
    except KeyboardInterrupt:
        pass
    return found


def play_games(match: Match, games: int, executor: Executor) -> Iterator[Result]:
    """The results of so many games in their order, whoever of ``executor`` plays them."""
    return executor.map(match.play, range(games))


def report(match: Match, results: Sequence[Result]) -> Iterator[str]:
    """What the player named first has scored: from each side, the one that begins first, then all.

    An equal player would make 0.5 of two sides, 0.25 of four.
    """
    name, *others = match.names
    yield f"{match.game.name}: {name} against {', '.join(others or [name])}, seed {match.seed}"
    for place in range(len(match.teams)):
        here = [result for result in results if result.place == place]
        if here:
            yield f"  at side {place + 1}: {Score.of(here)}"
    judged = sum(result.is_judged for result in results)
    cut = f", {judged} judged after {match.turns} turns" if judged else ""
    yield f"  together: {Score.of(results)}{cut}"


def _with_progress(results: Iterator[Result], games: int) -> Iterator[Result]:
    """The ``results`` as they come, counted for whoever is watching."""
    if not sys.stderr.isatty():
        yield from results
        return
    try:
        for count, result in enumerate(results, 1):
            print(f"\r{count}/{games} ", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print(file=sys.stderr)
