"""Positions of all parts of the game, from games in which some moves are drawn by lot.

``python -m tests.bench.squadro_games GAMES SEED`` writes those of so many games, a line each.
"""

import random
import sys
from collections.abc import Iterator, Sequence

from games.squadro.moves import Runs, TrackRun, cells_of, progress_of
from games.squadro.notation import write
from games.squadro.rules import NAMES, START, TRACKS, turns_to_win

LONGEST = 200
"""A game that goes round in circles is left after so many moves."""

Position = tuple[int, tuple[int, ...]]
"""The seat to move, and how far every piece has come."""


def positions(rng: random.Random, runs: Runs) -> Iterator[Position]:
    """Yield the positions of one game between seats that go for the lead in moves.

    In each game another share of the moves is drawn from all, so that odd positions occur too.
    """
    share, seat = rng.random(), rng.randrange(2)
    cells = cells_of((START,) * len(NAMES))
    for _ in range(LONGEST):
        progress = progress_of(cells)
        if not turns_to_win(1 - seat, progress):
            return
        yield seat, progress
        found = [run for cell in cells[seat * TRACKS : (seat + 1) * TRACKS] if (run := runs[cell])]
        if rng.random() < share:
            cells = _after(cells, rng.choice(found))
        else:
            ahead = [(_lead(after, seat), rng.random(), after) for after in _all(cells, found)]
            cells = max(ahead)[-1]
        seat = 1 - seat


def _all(cells: list[int], runs: Sequence[TrackRun]) -> Iterator[list[int]]:
    return (_after(cells, run) for run in runs)


def _after(cells: list[int], run: TrackRun) -> list[int]:
    after = cells.copy()
    for piece, change in run.changes:
        after[piece] += change
    return after


def _lead(cells: list[int], seat: int) -> int:
    progress = progress_of(cells)
    return turns_to_win(1 - seat, progress) - turns_to_win(seat, progress)


def main(games: int, seed: int) -> None:
    """Write the positions of ``games`` games."""
    rng, runs = random.Random(seed), Runs()
    for _ in range(games):
        for seat, progress in positions(rng, runs):
            print(write(seat, progress))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
