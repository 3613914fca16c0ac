"""Positions of Squadro in which some moves keep the value and some do not, with exact values.

``make squadro-evaluation`` writes them to ``squadro_positions.txt``, a line each: the position,
then a sign for the move of each piece: ``+`` wins, ``0`` draws, ``-`` loses, ``.`` is home.

- ``python -m tests.bench.squadro_positions ask GAMES SEED`` draws a position from each of so many
  games and writes it with those after its moves, for ``solve.c``
- ``python -m tests.bench.squadro_positions pick ASKED VALUES COMMON`` writes the first 2,000 in
  which the move matters and which do not occur in COMMON, the positions of many other games

Nothing is learnt from a position that is asked for, nor from those after its moves.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from games.actions import Move
from games.squadro.game import Squadro, SquadroPosition
from games.squadro.moves import Runs
from games.squadro.notation import write
from games.squadro.rules import NAMES, TRACKS
from tests.bench.squadro_games import positions

FILE = Path(__file__).with_suffix(".txt")
COUNT = 2000
SIGNS: Mapping[int, str] = {1: "+", 0: "0", -1: "-"}
VALUES: Mapping[str, int] = {sign: value for value, sign in SIGNS.items()}

Known = tuple[SquadroPosition, Mapping[Move, int]]
"""A position and what each of its moves is worth to who makes it."""


def read(lines: Iterable[str]) -> Iterator[Known]:
    """Yield what the lines of the file tell."""
    game = Squadro()
    for line in lines:
        turn, pieces, signs = line.split()
        state = game.state(f"{turn} {pieces}")
        worth = [VALUES[sign] for sign in signs if sign in VALUES]
        yield state, dict(zip(state.legal_moves(), worth, strict=True))


def ask(games: int, seed: int) -> Iterator[str]:
    """Yield a position of each game, no two the same, each followed by those after its moves."""
    rng, runs, game, seen = random.Random(seed), Runs(), Squadro(), set[str]()
    while len(seen) < games:
        text = write(*rng.choice(list(positions(rng, runs))))
        if text not in seen:
            seen.add(text)
            yield text
            yield from map(str, _after(game.state(text)))


def _after(state: SquadroPosition) -> Iterator[SquadroPosition]:
    """Yield the positions after each move, unless the game is over."""
    following = (state.apply(move) for move in state.legal_moves())
    return (each for each in following if not each.is_terminal)


def answered(asked: Iterable[str], values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each position that was asked for, and the signs of its moves."""
    game, answers = Squadro(), iter(values)
    questions = iter(asked)
    for text in questions:
        state = game.state(text.strip())
        next(answers)
        signs = []
        for move in state.legal_moves():
            over = state.apply(move).is_terminal
            if not over:
                next(questions)
            signs.append("+" if over else SIGNS[-int(next(answers))])
        yield str(state), _by_piece(state, signs)


def _by_piece(state: SquadroPosition, signs: Sequence[str]) -> str:
    found = dict.fromkeys(range(TRACKS), ".")
    for move, sign in zip(state.legal_moves(), signs, strict=True):
        found[NAMES.index(move.text[:2]) % TRACKS] = sign
    return "".join(found.values())


def pick(asked: Path, values: Path, common: Path) -> Iterator[str]:
    """Yield the lines of the file."""
    with asked.open() as questions, values.open() as answers:
        found = dict(answered(questions, answers))
    matters = {text: signs for text, signs in found.items() if len(set(signs) - {"."}) > 1}
    with common.open() as met:
        for line in met:
            matters.pop(line.strip(), None)
    return (f"{text} {signs}" for text, signs in islice(matters.items(), COUNT))


if __name__ == "__main__":
    task, *rest = sys.argv[1:]
    lines = ask(int(rest[0]), int(rest[1])) if task == "ask" else pick(*map(Path, rest))
    print(*lines, sep="\n")
