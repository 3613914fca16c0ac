"""A museum closes its tables and opens them again, and sends nobody away."""

from pathlib import Path

from firmware_host.features.kiosk.scenes import IN_USE
from firmware_host.remote.requests import (
    IS_CLOSED,
    AwaitGame,
    BeginPlay,
    Fulfilled,
    Outcome,
    RemoteRequest,
    SetOpen,
)
from firmware_host.simulator.hands import Hands
from firmware_host.web.page_state import is_between_games
from tests.firmware_host.public import COUNTED, IDLE, at_game, is_resting, opened
from tests.table import words


def ask(hands: Hands, *requests: RemoteRequest) -> list[Outcome]:
    """Ask ``requests``; return what became of each."""
    outcomes = list[Outcome]()
    for request in requests:
        hands.world.app.requests.put(request, outcomes.append)
    hands.world.run_for(0.01)
    return outcomes


def awaited(hands: Hands) -> str:
    return hands.world.app.table.frame.view.awaited


def test_a_table_in_use_is_not_closed_and_an_open_one_stays_open(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    before = awaited(hands)
    assert ask(hands, SetOpen(False, ""), SetOpen(True, "")) == [IN_USE, Fulfilled(False)]
    assert awaited(hands) == before


def test_a_table_that_nobody_uses_is_dark_until_it_is_opened(tmp_path: Path) -> None:
    hands = opened(tmp_path)
    assert ask(hands, SetOpen(False, "10:00")) == [Fulfilled()]
    assert (awaited(hands), words(hands)) == ("opening", "")
    hands.press("ok")
    assert words(hands) == "Closed. The table opens at 10:00."
    assert ask(hands, AwaitGame(""), BeginPlay("ur")) == [IS_CLOSED, IS_CLOSED]
    assert ask(hands, SetOpen(True, "")) == [Fulfilled()]
    assert is_resting(hands)
    assert awaited(hands) == "anybody"


def test_a_game_that_a_program_begins_is_left_when_nobody_comes(tmp_path: Path) -> None:
    hands = opened(tmp_path)
    assert ask(hands, BeginPlay("squadro")) == [Fulfilled()]
    assert awaited(hands) != "anybody"
    hands.world.run_for(600)
    assert is_resting(hands)


def is_left(hands: Hands) -> bool:
    """Whether screens show no longer the game on the table."""
    app = hands.world.app
    update = app.observers.subscribe().take()[-1]
    return is_between_games(update.shown, app.table.game.session)


def test_what_is_left_on_a_table_that_nobody_uses_is_not_shown(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    assert not is_left(hands)
    hands.world.run_for(IDLE + COUNTED)
    assert is_resting(hands)
    assert is_left(hands)
    ask(hands, SetOpen(False, ""))
    assert awaited(hands) == "opening"
    assert is_left(hands)
