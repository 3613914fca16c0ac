"""Games whose sticks fall through a tower, played by simulated hands."""

import random
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from games.actions import Throw
from games.core import random_action
from hardware.dice.codes import can_read
from hardware.wiring.wiring import Wiring, load

TOWER = """
profile = "generic"
[dice]
reader = "lanes"
checks = [16, 19, 20, 21]
"""

THROWS = 6


@pytest.fixture
def wired(tmp_path: Path) -> Wiring:
    file = tmp_path / "tower.toml"
    file.write_text(TOWER, encoding="utf-8")
    return load(str(file))


def thrown(game: str) -> bool:
    return can_read([die.faces for die in games.load(game).dice])


each_game = pytest.mark.parametrize("game", [*filter(thrown, games.names())])


@each_game
def test_every_throw_of_a_tower_counts_as_it_lies(game: str, wired: Wiring, tmp_path: Path) -> None:
    request = Request(games, wired, "en", tmp_path, Setup(game, first=0))
    hands, rng = Hands(World(request, seed=2)), random.Random(2)
    hands.follow()
    thrown: list[str] = []
    while len(thrown) < THROWS:
        action = str(random_action(hands.state, rng))
        if hands.state.is_chance:
            hands.throw(action)
            thrown.append(action)
        else:
            hands.play(action)
    session = hands.world.app.table.game.playing
    assert [str(each) for each in session.actions if isinstance(each, Throw)] == thrown


@pytest.mark.deep
@pytest.mark.parametrize("language", ["en", "ru"])
@each_game
def test_a_game_with_a_tower_is_played_to_its_end(
    game: str, language: str, wired: Wiring, tmp_path: Path
) -> None:
    request = Request(games, wired, language, tmp_path, Setup(game, first=0))
    hands = Hands(World(request, seed=1))
    assert play_game(hands, random.Random(1)) > 20
    assert hands.state.outcome is not None
