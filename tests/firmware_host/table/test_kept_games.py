"""What people do with a game that is kept: on the panel, by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.features.review.remote import ReviewHere
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import ReplayView
from firmware_host.screens.notes import NoteView
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.retention import DEFAULT_RETENTION
from firmware_host.table.effects import Apply, BeginGame, GoHome
from firmware_host.table.scene import Resume
from firmware_host.text.translator import Language
from hardware.wiring import wiring
from tests.table import lines, take, take_in_menu, words

ALONE = Setup("squadro", first=0, players=("person", "friend"))


def sit_down(folder: Path, setup: Setup | None = None) -> Hands:
    request = Request(games, wiring.load("generic"), "en", folder, setup)
    return Hands(World(request, seed=1))


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """At the list of games, after a game against the machine was left."""
    hands = sit_down(tmp_path, ALONE)
    hands.follow()
    for _ in range(3):
        hands.play(str(hands.state.legal_moves()[0]))
        hands.world.run_for(1)
        hands.follow()
    take_in_menu(hands, "Save and leave")
    yield hands
    hands.world.close()


def kept(hands: Hands, folder: Path) -> list[SavedGame]:
    return [*saved_games(Journal(folder).sessions())]


def opened(hands: Hands) -> Hands:
    """Open the game in the list of those played."""
    take(hands, "Games played")
    hands.press("ok")
    return hands


def session(hands: Hands) -> Session:
    return hands.world.app.table.game.playing


def test_the_list_says_when_who_and_how_far(hands: Hands) -> None:
    take(hands, "Games played")
    view = hands.world.view
    assert isinstance(view, ListView)
    say, day = Language("en"), hands.world.app.table.context.history[0].date
    assert say(view.row.label) == f"{day[8:]}.{day[5:7]}. Squadro"
    assert say(view.title) == f"moves: {len(session(hands).actions)}"
    assert say(view.note or "") == "people: 1, machines: 1"
    assert all(part in [*view.spoken] for part in (view.title, view.note))
    hands.press("hint")
    text = words(hands)
    hands.press("down")
    text += words(hands)
    for fact in ("Squadro", "people: 1, machines: 1", "moves: 6", "not finished"):
        assert fact in text


def test_a_game_is_gone_on_with_from_its_page(hands: Hands) -> None:
    actions = list(session(hands).actions)
    opened(hands)
    assert lines(hands)[:3] == ["Go on", "Look back", "Play on from a move"]
    assert lines(hands)[-2:] == ["Who and when", "Delete"]
    hands.press("ok")
    hands.follow()
    assert session(hands).actions == actions


def test_a_new_game_begins_at_any_moment_of_one_and_that_one_stays(
    hands: Hands, tmp_path: Path
) -> None:
    old = session(hands)
    take(opened(hands), "Play on from a move")
    view = hands.world.view
    assert isinstance(view, ReplayView)
    assert view.number == view.total == len(old.actions)
    for _ in range(2):
        hands.press("left")
    hands.press("ok")
    assert "Play on from here?" in words(hands)
    hands.press("ok")
    hands.follow()
    new = session(hands)
    assert new is not old
    assert new.actions == old.actions[:-2]
    assert new.seats.players == ALONE.players
    hands.play(str(hands.state.legal_moves()[-1]))
    hands.world.run_for(3)
    found = kept(hands, tmp_path)
    assert len({game.session for game in found}) == len(found) == 2
    assert found[1].length == len(old.actions)


def test_looking_back_changes_nothing_and_back_leads_to_the_page(hands: Hands) -> None:
    old = session(hands)
    take(opened(hands), "Look back")
    for key in ("right", "right", "ok", "back", "back"):
        hands.press(key)
    assert lines(hands)[0] == "Go on"
    assert session(hands) is old


def test_a_game_is_deleted_after_a_question_for_good(hands: Hands, tmp_path: Path) -> None:
    take(opened(hands), "Delete")
    assert "Delete the game?" in words(hands)
    hands.press("back")
    assert len(kept(hands, tmp_path)) == 1
    take(hands, "Delete")
    hands.press("ok")
    hands.world.run_for(0.1)
    assert words(hands).startswith("Which game?")
    assert not {"Games played", "Games left", "Resume: Squadro"} & {*lines(hands)}
    assert kept(hands, tmp_path) == []
    hands.world.close()
    again = sit_down(tmp_path)
    assert words(again).startswith("Which game?")


def test_luck_and_skill_of_a_kept_game_are_not_taken_for_those_of_the_one_on_the_table(
    hands: Hands,
) -> None:
    table = hands.world.app.table
    take(hands, "Resume: Squadro")
    hands.follow()
    table.run(Apply({"drawn": True}), Resume(), BeginGame(ALONE), GoHome())
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    opened(hands)
    take(hands, "Luck and skill")
    hands.world.run_for(1)
    assert "Expected score" in lines(hands)
    assert table.context.fact(ReviewHere).review is None


def test_a_game_that_cannot_be_read_is_listed_and_can_only_be_deleted(
    hands: Hands, tmp_path: Path
) -> None:
    table = hands.world.app.table
    broken = SavedGame("2026-03-09", ({"begin": "nothing", "first": 0, "players": ""}, {"do": "1"}))
    table.parts.hear_history((broken,))
    opened(hands)
    for line in ("Look back", "Go on"):
        take(hands, line)
        hands.world.run_for(0.1)
        assert str(hands.world.app.table.frame.notice) == "This game cannot be read"


def test_before_the_oldest_unfinished_game_goes_people_are_asked(tmp_path: Path) -> None:
    journal = Journal(tmp_path, today=lambda: "2026-03-09")
    for _ in range(DEFAULT_RETENTION.left + 1):
        journal.begin(ALONE.record())
        journal.append({"do": "A1:0-3"})
    journal.close()
    hands = sit_down(tmp_path)
    hands.press("back")
    before = kept(hands, tmp_path)
    take(hands, "Thaayam")
    hands.press("ok")
    assert isinstance(hands.world.view, NoteView)
    assert "the oldest is deleted, 09.03. Squadro" in words(hands)
    hands.press("back")
    assert kept(hands, tmp_path) == before
    hands.press("ok")
    hands.press("ok")
    hands.world.run_for(0.1)
    assert kept(hands, tmp_path) == before[:-1]
    assert session(hands).game.name == "thaayam"
