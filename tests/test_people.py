"""Games of people who make mistakes on a board without sensors, and correct them by the keys.

Whatever goes wrong, and however it is mended, in the end the real board shows the position.
"""

import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import check_board
from firmware_host.simulator.simulated_table import World
from games.core import Catalogue
from hardware.wiring import wiring
from tests import toy
from tests.people.people import People
from tests.people.slips import KINDS
from tests.table import BARE_WIRING

LOW_DISPLAY = f"""{BARE_WIRING}height = 32

[hold]
back = "menu"
"""

TURNS = 300
"""A game is stopped after this many throws and moves."""

BATCH = 10
ALL = (
    (games, Setup("squadro"), 250),
    (games, Setup("thaayam", {"seats": 2}), 100),
    (games, Setup("tshupu"), 100),
    (games, Setup("xiangqi4"), 50),
)
BATCHES = [
    (catalogue, setup, first)
    for first in range(0, max(count for _, _, count in ALL), BATCH)
    for catalogue, setup, count in ALL
    if first < count
]
SAMPLE = (
    (toy, Setup("tongs"), 3, 60),
    (games, Setup("squadro"), 5, 50),
    (games, Setup("thaayam", {"seats": 2}), 3, 40),
    (games, Setup("tshupu"), 3, 25),
    (games, Setup("xiangqi4"), 5, 12),
)


class Figures:
    """What happened in several games."""

    def __init__(self) -> None:
        self.games = self.plies = 0
        self.errors: Counter[str] = Counter()
        self.repairs: Counter[str] = Counter()

    def play(self, folder: Path, catalogue: Catalogue, setup: Setup, seed: int, turns: int) -> None:
        """Play a game with errors; Refused if the board then differs from the position."""
        profile = folder / "low.toml"
        profile.write_text(LOW_DISPLAY, "utf-8")
        state = folder / f"{setup.game}-{seed}"
        state.mkdir()
        request = Request(catalogue, wiring.load(str(profile)), "en", state, setup)
        with closing(World(request, seed)) as world:
            people = People(world, random.Random(seed))
            people.play_game(turns)
            check_board(people)
            self.games += 1
            self.plies += len(world.app.table.game.playing.actions)
            self.errors += people.errors
            self.repairs += people.repairs

    def tell(self) -> None:
        print(f"{self.games} games, {self.plies} plies")
        print(f"errors: {dict(self.errors)}")
        print(f"repairs: {dict(self.repairs)}")


def test_games_with_errors_end_with_the_real_board_as_the_position(tmp_path: Path) -> None:
    figures = Figures()
    for catalogue, setup, seed, turns in SAMPLE:
        figures.play(tmp_path, catalogue, setup, seed, turns)
    figures.tell()
    assert sum(figures.repairs.values()) > len(SAMPLE)
    assert sum(figures.errors[kind] > 0 for kind in KINDS) >= len(KINDS) - 1


@pytest.mark.deep
@pytest.mark.parametrize(("catalogue", "setup", "first"), BATCHES)
def test_whole_games_with_errors_end_with_the_real_board_as_the_position(
    tmp_path: Path, catalogue: Catalogue, setup: Setup, first: int
) -> None:
    figures = Figures()
    for seed in range(first, first + BATCH):
        figures.play(tmp_path, catalogue, setup, seed, TURNS)
    print(setup.game, end=": ")
    figures.tell()
    assert figures.games == BATCH
    assert sum(figures.repairs.values()) > 0
