"""The example of the manual is a game: it keeps what every game must, and people can play it."""

import inspect
import random
import re
from collections.abc import Callable
from dataclasses import asdict

import pytest

from docs.developers import example_game
from docs.developers.example_game import Dash
from docs.writer.manual import FOLDER
from firmware_host.session.setup import Setup
from firmware_host.simulator.autoplay import play_game
from games.core import Game
from games.options import OptionValue
from tests.games import test_every_game
from tests.table import Begin

Check = Callable[[Game], None]

PAGE = FOLDER / "developers" / "game.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

CHECKS = [
    check
    for name, check in vars(test_every_game).items()
    if name.startswith("test_") and not hasattr(check, "pytestmark")
]


class OnlyDash:
    """A catalogue with this one game."""

    def names(self) -> tuple[str, ...]:
        return (Dash.name,)

    def kind(self, name: str) -> type[Game]:
        return Dash

    def load(self, name: str, /, **options: OptionValue) -> Game:
        return Dash(**options)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_example_keeps_what_every_game_must(check: Check) -> None:
    check(Dash())


def test_the_manual_quotes_the_example() -> None:
    facts, move = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert set(facts.splitlines()) <= set(inspect.getsource(Dash).splitlines())
    (played,) = Dash().state("0 2 0,0/0,2").legal_moves()
    assert asdict(played) == asdict(eval(move, vars(example_game)))


def test_hands_play_the_example_with_dice_keys_and_display(begin: Begin) -> None:
    hands = begin(Setup(Dash.name, {"runners": 1}), OnlyDash())
    play_game(hands, random.Random(3))
    assert hands.state.is_terminal
    assert "the runners are home" in hands.world.app.words


@pytest.mark.parametrize(
    "text", ["", "0 -", "2 - 0,0/0,0", "0 5 0,0/0,0", "0 - 0/0", "0 - 1,1/0,0", "0 - 9,9/0,0"]
)
def test_what_is_no_position_of_the_example_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Dash().state(text)
