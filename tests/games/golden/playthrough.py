"""Short random games that are kept as text: how one begins and how it ends, turn by turn.

A playthrough is a record: the first turns of a random game, then the position a few turns before
its end and those turns, with the position reached after each.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from pathlib import Path

from games.actions import Action
from games.core import Game, State
from games.options import told
from games.record import Corrected, Entry, Reached, Record
from games.replay import result, turns
from tests.games.playing import play_at_random

FOLDER = Path(__file__).parent
OPENING_TURNS, ENDING_TURNS = 12, 6


def files() -> dict[str, str]:
    """The text of every kept playthrough by the name of its file."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}


def variants(kind: type[Game]) -> dict[str, Game]:
    """The games to keep a playthrough of, by file name: the plain one, and every option changed."""
    others = {option.name: option.others[0] for option in kind.OPTIONS}
    return {f"{kind.name}.txt": kind(), f"{kind.name}-options.txt": kind(**others)}


def playthrough(game: Game) -> Record:
    """The record of a short game: of the first seeds one whose end is reached from its text."""
    records = (_record(*play_at_random(game.start(), random.Random(seed))) for seed in count(1))
    return next(record for record in records if record.result)


def _record(states: Sequence[State], actions: Sequence[Action]) -> Record:
    game = states[0].game
    late = _late(states, actions)
    last = actions[late:]
    ending = tuple(accumulate(last, State.apply, initial=game.state(str(states[late]))))
    return Record(
        game=game.name,
        first=game.seats[0].colour,
        options={name: str(value) for name, value in told(game.options).items()},
        result=result(game, ending[-1].outcome()),
        entries=(
            *tuple(_told(states, actions))[: 2 * OPENING_TURNS],
            Corrected(str(ending[0])),
            *_told(ending, last),
        ),
    )


def _late(states: Sequence[State], actions: Sequence[Action]) -> int:
    """The index of the first action of the last turns."""
    sizes = [len(turn.actions) for turn in turns(states, actions)]
    return sum(sizes[:-ENDING_TURNS])


def _told(states: Sequence[State], actions: Sequence[Action]) -> Iterator[Entry]:
    """The turns, each followed by the position that it leads to."""
    done = 0
    for turn in turns(states, actions):
        done += len(turn.actions)
        yield from (turn, Reached(str(states[done])))
