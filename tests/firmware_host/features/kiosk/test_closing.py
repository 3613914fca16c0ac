"""A museum closes its tables and opens them again, and sends nobody away."""

from pathlib import Path

from firmware_host.features.kiosk.scenes import IN_USE
from firmware_host.remote.requests import (
    IS_CLOSED,
    AwaitGame,
    Fulfilled,
    Outcome,
    RemoteRequest,
    SetOpen,
)
from firmware_host.simulator.hands import Hands
from tests.firmware_host.public import at_game, is_resting, opened
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
    assert ask(hands, AwaitGame("")) == [IS_CLOSED]
    assert ask(hands, SetOpen(True, "")) == [Fulfilled()]
    assert is_resting(hands)
    assert awaited(hands) == "anybody"
