"""Games of somebody who has one contact: all of the table is reached by it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host.features.switches.feature import SwitchesChosen
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.notes import NoteView
from firmware_host.session.setup import Setup
from firmware_host.simulator.people import RealBoard
from firmware_host.text import LANGUAGES
from tests.firmware_host.features.switches.player import OneSwitch, offers, stands_on

SETUPS = (Setup("squadro"), Setup("thaayam", {"seats": 2}), Setup("tshupu"), Setup("xiangqi4"))

Sit = Callable[..., OneSwitch]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at a table; at the end it is closed."""
    sitting: list[OneSwitch] = []

    def one(language: str = "en", seed: int = 0, setup: Setup | None = None) -> OneSwitch:
        sitting.append(OneSwitch(tmp_path, language, seed, setup))
        return sitting[-1]

    yield one
    for player in sitting:
        player.world.close()


@pytest.mark.deep
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game)
def test_a_whole_game_is_played_by_one_contact(setup: Setup, language: str, sit: Sit) -> None:
    player = sit(language, seed=1, setup=setup)
    tally = player.play()
    count = len(player.actions)
    print(
        f"{setup.game} in {language}: {count} throws and moves, {tally.strokes} presses, "
        f"{tally.seconds / 60:.0f} minutes of the table's clock at 1.5 s; "
        f"wrong acts: {len(tally.wrong)}"
    )
    assert tally.wrong == []
    board: RealBoard = player.world.board
    assert board.pieces == player.world.app.table.game.playing.state.pieces()


def move_on(player: OneSwitch, count: int) -> None:
    """Play until ``count`` moves are made, and another one is awaited."""
    while len(player.actions) < count or not isinstance(player.view, ChooseView):
        player.act()


def test_a_game_is_begun_moved_in_taken_back_and_resigned(sit: Sit) -> None:
    player = sit()
    player.begin("Squadro", people=2)
    move_on(player, 2)
    player.take(offers("back"))
    player.take(stands_on("Take back"))
    assert len(player.actions) == 1
    move_on(player, 1)
    player.take(offers("back"))
    player.take(offers("left"))
    player.take(offers("left"))
    player.take(stands_on("Resign"))
    while not isinstance(player.view, GameOverView):
        player.take(lambda now: now.stroke in ("Switch: take this", "Switch: OK"))
    assert player.tally.wrong == []


def test_every_line_of_the_list_of_games_is_offered_also_those_that_come_later(sit: Sit) -> None:
    player = sit()
    player.world.run_for(1)
    view = player.view
    assert isinstance(view, ListView)
    for row in view.rows:
        player.wait_for(stands_on(str(row.label)))


def test_settings_and_help_are_reached(sit: Sit) -> None:
    player = sit("ru")
    player.take(stands_on("Settings"))
    player.take(stands_on("Language"))
    assert player.world.app.table.context.preferences.language == "en"
    player.take(offers("hint"))
    player.take(lambda now: now.row == "Pace" and now.stroke == "Switch: hint")
    assert isinstance(player.view, NoteView)
    player.take(offers("OK"))
    player.take(offers("back"))
    assert isinstance(player.view, ListView)
    assert str(player.view.title) == "Which game?"


def scanning(player: OneSwitch) -> str:
    """Return for how many switches the table is set."""
    return player.world.app.table.context.preferences.of(SwitchesChosen).scanning


def test_who_has_nothing_else_cannot_turn_scanning_off(sit: Sit) -> None:
    player = sit()
    player.take(stands_on("Settings"))
    player.take(stands_on("Switches"))
    assert player.row == "Switches"
    assert scanning(player) == "two"
    player.strike()
    assert scanning(player) == "one"
