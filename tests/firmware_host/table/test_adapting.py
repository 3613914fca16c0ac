"""The machine that follows people: stronger after they win, weaker after they lose."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import BeginGame, EndVisit, GoHome, strength_after
from firmware_host.table.scene import Resume
from games.core import Outcome
from tests.firmware_host.public import at_game
from tests.table import Begin, lines, take, take_in_menu, words

DUEL = Setup("squadro", players=("person", "adaptive"))
FOUR = Setup("thaayam", players=("person", "adaptive-50", "adaptive-50", "adaptive-50"))


def players_of(session: Session | None) -> tuple[str, ...]:
    assert session is not None
    return session.setup.players


def resign(hands: Hands) -> None:
    """The only person gives up."""
    take_in_menu(hands, "Resign")
    hands.press("ok")


def test_the_first_game_begins_like_a_beginner_and_the_next_follows_the_result(
    begin: Begin,
) -> None:
    table = begin(DUEL).world.app.table
    assert players_of(table.game.session) == ("person", "adaptive")
    table.run(BeginGame(replace(DUEL, players=("person", "adaptive-50"))))
    assert players_of(table.game.session) == ("person", "adaptive-25")
    table.game.apply({"resigned": 0})
    table.run(Resume(), BeginGame(table.game.playing.setup.again()))
    assert players_of(table.game.session) == ("person", "adaptive-10")
    table.game.apply({"resigned": 1})
    table.run(Resume(), BeginGame(table.game.playing.setup.again()))
    assert players_of(table.game.session) == ("person", "adaptive-25")


def test_a_game_that_was_left_changes_nothing(begin: Begin) -> None:
    table = begin(DUEL).world.app.table
    table.game.apply({"resigned": 0})
    table.run(Resume(), BeginGame(DUEL), BeginGame(DUEL))
    assert players_of(table.game.session) == ("person", "adaptive-10")


def test_the_strength_survives_switching_off(begin: Begin) -> None:
    hands = begin(DUEL)
    hands.follow()
    hands.play(str(hands.state.legal_moves()[0]))
    resign(hands)
    again = begin().world.app.table
    again.run(GoHome(), BeginGame(DUEL))
    assert players_of(again.game.session) == ("person", "adaptive-10")


def test_in_public_each_visit_begins_anew(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    table = hands.world.app.table
    table.run(BeginGame(DUEL))
    resign(hands)
    table.run(BeginGame(DUEL))
    assert players_of(table.game.session) == ("person", "adaptive-10")
    table.run(EndVisit(), BeginGame(DUEL))
    assert players_of(table.game.session) == ("person", "adaptive")


@pytest.mark.parametrize(
    ("winners", "strength"), [((0,), 0.725), ((1,), 0.425), ((0, 1, 2, 3), 0.5)]
)
def test_of_four_sides_each_expects_a_quarter(winners: tuple[int, ...], strength: float) -> None:
    end = Outcome(winners, "home", is_draw=len(winners) == 4)
    assert strength_after(FOUR, end, games.load("thaayam")) == pytest.approx(strength)


def test_nothing_follows_where_no_machine_was_asked_to() -> None:
    friend = Setup("squadro", players=("person", "friend"))
    assert strength_after(friend, Outcome((0,), "home"), games.load("squadro")) is None


def test_strength_stays_between_the_first_level_and_the_last() -> None:
    squadro = games.load("squadro")
    best, least = (replace(DUEL, players=("person", f"adaptive-{n}")) for n in (95, 5))
    assert strength_after(best, Outcome((0,), "home"), squadro) == 1.0
    assert strength_after(least, Outcome((1,), "home"), squadro) == 0.0


def test_the_strength_is_not_shown_and_a_machine_may_take_over_with_it(begin: Begin) -> None:
    hands = begin(replace(DUEL, players=("person", "adaptive-60")))
    hands.follow()
    hands.press("menu")
    take(hands, "Change players")
    assert lines(hands) == ["white: person", "black: machine, like you"]
    take(hands, "white: person")
    take(hands, "Like you")
    assert words(hands).startswith("White (machine)")
