"""Learn to evaluate Backgammon from what GNU Backgammon says of positions; needs NumPy.

``python -m tests.bench.backgammon_net TURNS SECONDS [FILE]``: GNU Backgammon judges at 0 plies what
the plays of so many turns lead to, and so many seconds of a processor are spent on learning. The
turns are those of games between greedy players, who err now and then; they play with the weights
that there are, so that each time one learns from better games. The weights go into FILE, else in
the place of the game's. What is printed is by how much the chance to win differs from that of GNU
Backgammon in the mean, in positions that were not learnt from.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, cast

import games
from games.backgammon import evaluate
from games.backgammon.evaluate import FILE, NODES, SEEN, UNIT
from games.backgammon.game import BackgammonPosition
from games.backgammon.rules import BAR, Group
from games.core import random_action
from games.players import load
from tests.games import gnubg

BEST, OTHERS = 6, 8
"""So many of the best plays of a turn are learnt from, and of all others."""
BATCH, FASTEST, SLOWEST = 2048, 0.004, 1e-5
OTHER_TURNS = 500
OWN = Path(evaluate.__file__).with_name(FILE)
ERRORS = (0.07, 0.2)
"""How often a move of a game is a random one, in turn."""
Example = tuple[Group, Group, tuple[float, float, float]]
"""The pieces of the seat that throws next and of the other; what the first may expect."""


def turns(seed: int) -> Iterator[gnubg.Asked]:
    """Yield turns of games between players who look at one move."""
    rng, greedy = random.Random(seed), load("greedy")
    number = 0
    while True:
        number += 1
        state = cast("BackgammonPosition", games.load("backgammon").start(number % 2))
        while state.turn is not None:
            before = state
            thinks = state.phase == "move" and rng.random() >= ERRORS[number % 3 == 0]
            action = greedy.choose(state, rng) if thinks else random_action(state, rng)
            state = state.apply(action)
            if before.phase == "throw" and state.turn is not None:
                yield state.groups, state.turn, cast("tuple[int, int]", state.dice[:2])


def examples(count: int, seed: int) -> Iterator[Example]:
    """Yield what ``count`` turns may lead to, each with its chances by GNU Backgammon."""
    asked, rng = list(islice(turns(seed), count)), random.Random(seed)
    with TemporaryDirectory() as folder:
        for (groups, seat, _), found in zip(asked, gnubg.plays(asked, Path(folder)), strict=True):
            others = found[BEST:]
            for play, (won, gammon, _, lost, _) in (
                *found[:BEST],
                *rng.sample(others, min(OTHERS, len(others))),
            ):
                after = gnubg.after(groups, seat, play)
                yield after[1 - seat], after[seat], (1 - won, lost, gammon)


def seen(np: Any, groups: Any) -> Any:
    """Return what the net sees of ``groups``: a row of numbers for each."""
    table = np.zeros((BAR + 1, 16, SEEN), np.float32)
    for point in range(BAR + 1):
        for count in range(16):
            parts = evaluate.parts(point, count)
            table[point, count, : len(parts)] = parts
    return table[np.arange(BAR + 1), groups].reshape(len(groups), -1)


def learn(np: Any, given: Sequence[Example], seconds: float) -> list[Any]:
    """Return weights learnt by gradients (Adam), slower and slower."""
    own, other, wanted = (np.array(each) for each in zip(*given, strict=True))
    rng = np.random.default_rng(1)
    inputs = 2 * (BAR + 1) * SEEN
    weights = [
        rng.normal(0, 0.15, (inputs, NODES)),
        np.full(NODES, 0.1),
        rng.normal(0, NODES**-0.5, (NODES, 3)),
        np.zeros(3),
    ]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
    begun, step = process_time(), 0
    while (part := (process_time() - begun) / seconds) < 1:
        step += 1
        rate = SLOWEST + FASTEST * (1 + np.cos(np.pi * part)) / 2
        drawn = rng.integers(0, len(own), BATCH)
        row = np.concatenate([seen(np, own[drawn]), seen(np, other[drawn])], axis=1)
        lit = np.maximum(row @ weights[0] + weights[1], 0)
        wrong = 1 / (1 + np.exp(-(lit @ weights[2] + weights[3]))) - wanted[drawn]
        wrong *= np.array([1, 0.3, 0.3]) / BATCH
        back = (wrong @ weights[2].T) * (lit > 0)
        slopes = (row.T @ back, back.sum(0), lit.T @ wrong, wrong.sum(0))
        for weight, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            weight[...] -= rate * mean / (1 - 0.9**step) / size
    return weights


def wrong_by(np: Any, weights: Sequence[Any], given: Sequence[Example]) -> float:
    """Return by how much the chance to win is wrong in the mean."""
    own, other, wanted = (np.array(each) for each in zip(*given, strict=True))
    row = np.concatenate([seen(np, own), seen(np, other)], axis=1)
    lit = np.maximum(row @ weights[0] + weights[1], 0)
    found = 1 / (1 + np.exp(-(lit @ weights[2] + weights[3])))
    return float(np.abs(found - wanted)[:, 0].mean())


def main(count: int, seconds: float, file: Path = OWN) -> None:
    """Learn, write the weights into ``file``, and print how good they are."""
    import numpy as np

    weights = learn(np, list(examples(count, seed=1)), seconds)
    first, begins, out, shifts = weights
    numbers = np.concatenate([first.ravel(), begins, out.T.ravel(), shifts])
    file.write_bytes(np.round(UNIT * numbers).astype("<i2").tobytes())
    others = list(examples(OTHER_TURNS, seed=2))
    print(f"{len(others)} other positions: {wrong_by(np, weights, others):.2%} wrong in the mean")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *map(Path, sys.argv[3:]))
