"""The menu and what hangs on it: keys in, words on the screen out."""

import pytest

import games
from firmware_host.screens import draw
from firmware_host.screens.moves import GameOverView, ReplayView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.replay import GameReplay
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import Apply, ShowHelp
from firmware_host.table.scene import Cover, Resume, Show
from firmware_host.table.scenes.kept_games import ReplayOfKept
from firmware_host.table.scenes.resign_draw_leave import OfferDraw
from firmware_host.text.translator import Language
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage
from tests.games.xiangqi4_play import GENERALS
from tests.games.xiangqi4_play import at as xiangqi4_at
from tests.table import (
    Begin,
    OneGame,
    label_of,
    lines,
    menu_lines,
    point_at,
    put,
    take,
    words,
)

FOUR = Setup("thaayam")
DUEL = Setup("squadro")
CAMPS = Setup("xiangqi4")
MACHINES = ["Learner", "Beginner", "Friend", "Expert", "Champion", "Like you"]


def at_table(begin: Begin, setup: Setup = DUEL) -> Hands:
    hands = begin(setup)
    hands.follow()
    return hands


def in_menu(begin: Begin, setup: Setup = DUEL) -> Hands:
    hands = at_table(begin, setup)
    hands.press("menu")
    return hands


def test_only_lines_that_make_sense_are_in_the_menu(begin: Begin) -> None:
    hands = in_menu(begin, FOUR)
    assert not {"Take back", "Correct the throw"} & set(menu_lines(hands))
    hands.press("back")
    hands.throw("1")
    hands.press("menu")
    assert {"Take back", "Correct the throw"} <= set(menu_lines(hands))


def test_when_the_game_is_over_nobody_can_resign_or_leave(begin: Begin) -> None:
    hands = at_table(begin)
    hands.world.app.table.game.apply({"resigned": 0})
    hands.world.app.table.run(Resume())
    hands.press("menu")
    assert menu_lines(hands)[:3] == ["Resume", "Take back", "Rules in short"]
    assert not {"Resign", "Offer a draw", "Change players"} & set(menu_lines(hands))


def test_every_line_of_the_menu_says_what_it_means(begin: Begin) -> None:
    hands = in_menu(begin)
    for line in menu_lines(hands):
        point_at(hands, line)
        hands.press("hint")
        assert isinstance(hands.world.view, NoteView)
        hands.press("ok")
        assert "Menu" in words(hands)


@pytest.mark.parametrize("line", ["Resume", "Rules in short", "Settings", "Resign", "About"])
def test_what_lies_over_the_game_is_left_after_a_minute_without_a_key(
    begin: Begin, line: str
) -> None:
    hands = at_table(begin)
    before = words(hands)
    hands.press("menu")
    if line != "Resume":
        take(hands, line)
    hands.world.run_for(55)
    assert words(hands) != before
    hands.press("down")
    hands.world.run_for(55)
    assert words(hands) != before
    hands.world.run_for(6)
    assert words(hands) == before


def test_between_games_a_list_stays_as_long_as_people_like(begin: Begin) -> None:
    hands = begin(catalogue=OneGame("thaayam"))
    take(hands, "Settings")
    hands.world.run_for(600)
    assert words(hands).startswith("Settings")


def test_settings_of_a_left_game_lead_back_to_the_games(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Save and leave")
    take(hands, "Settings")
    hands.press("left", 1.0)
    assert "Nothing to take back" in words(hands)
    hands.press("back")
    assert words(hands).startswith("Which game?")


def test_the_rules_in_short_are_read_page_by_page(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Rules in short")
    first = words(hands)
    assert "Bring your pieces across the board" in first
    hands.press("down")
    assert words(hands) != first
    hands.press("up")
    assert words(hands) == first
    hands.press("ok")
    assert words(hands).startswith("Menu")


def test_who_resigns_is_asked_and_asked_again(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Resign")
    assert words(hands).startswith("Who resigns? White Black")
    take(hands, "black")
    for part in ("Black: resign?", "White wins", "OK: yes, back: no"):
        assert part in words(hands)
    hands.press("ok")
    assert isinstance(hands.world.view, GameOverView)
    assert "White wins By resignation" in words(hands)


def test_a_resignation_is_taken_back_by_holding_left(begin: Begin) -> None:
    hands = at_table(begin)
    before = words(hands)
    hands.world.app.table.game.apply({"resigned": 0})
    hands.world.app.table.run(Resume())
    hands.press("left", 1.0)
    assert words(hands) == before


def test_back_resigns_nothing(begin: Begin) -> None:
    hands = at_table(begin)
    before = words(hands)
    hands.press("menu")
    take(hands, "Resign")
    hands.press("ok")
    hands.press("back")
    assert words(hands).startswith("Who resigns?")
    hands.press("back")
    hands.press("back")
    assert words(hands) == before


def test_a_draw_needs_the_other_side(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Offer a draw")
    assert "White: a draw?" in words(hands)
    hands.press("ok")
    assert "Black: a draw?" in words(hands)
    hands.press("ok")
    assert "Draw By agreement" in words(hands)


def test_a_draw_that_is_declined_lets_the_game_go_on(begin: Begin) -> None:
    hands = at_table(begin)
    before = words(hands)
    hands.press("menu")
    take(hands, "Offer a draw")
    hands.press("ok")
    hands.press("back")
    assert words(hands) == f"{before} No draw: the game continues"


def test_an_offer_that_is_not_made_is_not_mentioned(begin: Begin) -> None:
    hands = at_table(begin)
    before = words(hands)
    hands.press("menu")
    take(hands, "Offer a draw")
    hands.press("back")
    hands.press("back")
    assert words(hands) == before


@pytest.mark.parametrize(
    ("position", "is_drawn"),
    [("0 3,3,3,3,3/12,12,6,6,6", False), ("0 11,11,0,0,0/0,0,0,0,0", True)],
)
def test_the_machine_agrees_to_a_draw_when_it_stands_worse(
    begin: Begin, position: str, *, is_drawn: bool
) -> None:
    hands = at_table(begin, Setup("squadro", {}, 0, ("person", "friend")))
    put(hands, position)
    hands.press("menu")
    take(hands, "Offer a draw")
    hands.press("ok")
    assert isinstance(hands.world.view, GameOverView) == is_drawn
    assert ("The machine declines the draw" in words(hands)) != is_drawn


def test_somebody_leaves_and_the_rest_play_on_after_a_power_cut_too(begin: Begin) -> None:
    hands = in_menu(begin, FOUR)
    take(hands, "Change players")
    take(hands, "white: person")
    assert lines(hands) == [*MACHINES, "nobody"]
    take(hands, "nobody")
    turn = hands.state.turn
    assert isinstance(hands.world.view, ThrowView)
    assert words(hands).endswith("White: nobody")
    again = begin(FOUR)
    again.press("ok")
    assert (turn, again.state.turn) == (1, 1)


def test_the_machine_takes_over_at_once(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Change players")
    take(hands, "white: person")
    assert lines(hands) == MACHINES
    take(hands, "Friend")
    assert words(hands).startswith("White (machine) Move white")


def test_the_menu_and_all_below_it_is_reached_with_six_keys(begin: Begin) -> None:
    hands = at_table(begin)
    assert "menu" not in hands.world.wiring.key_names
    hands.press("back")
    assert words(hands).startswith("Menu")


def play_and_resign(begin: Begin) -> Hands:
    hands = at_table(begin)
    hands.play("A3:0-2")
    hands.press("menu")
    take(hands, "Resign")
    hands.press("ok")
    hands.press("ok")
    hands.press("ok")
    take(hands, "Other games")
    return hands


def test_games_played_are_listed_with_their_end_and_shown_once_more(begin: Begin) -> None:
    hands = play_and_resign(begin)
    take(hands, "Games played")
    assert words(hands).startswith("White wins")
    assert "Squadro" in words(hands)
    hands.press("ok")
    take(hands, "Look back")
    assert isinstance(hands.world.view, ReplayView)
    assert "0 of 1" in words(hands)
    hands.press("right")
    assert "White 1 of 1 d1 → d3 White wins" in words(hands)
    hands.press("right")
    assert "1 of 1" in words(hands)
    hands.press("left")
    assert "0 of 1" in words(hands)
    hands.press("back")
    hands.press("back")
    assert words(hands).startswith("White wins")
    hands.press("back")
    assert words(hands).startswith("Which game?")


def test_a_game_that_was_left_is_listed_as_not_finished(begin: Begin) -> None:
    hands = at_table(begin)
    hands.play("A3:0-2")
    hands.press("menu")
    take(hands, "Save and leave")
    take(hands, "Games played")
    assert words(hands).startswith("Moves: 1")
    hands.press("hint")
    hands.press("down")
    assert "not finished" in words(hands)


def test_a_game_without_a_move_is_not_listed(begin: Begin) -> None:
    hands = in_menu(begin)
    take(hands, "Save and leave")
    assert "Games played" not in lines(hands)


def test_about_tells_version_licence_and_manual(begin: Begin) -> None:
    hands = begin(catalogue=OneGame("thaayam"))
    take(hands, "Settings")
    take(hands, "About")
    view = hands.world.view
    assert isinstance(view, NoteView)
    text = label_of(view.text)
    assert all(word in text for word in ("tableside 0.", "MIT", "README.md"))


def test_every_game_came_with_rules_in_short() -> None:
    from firmware_host.text.rule_sheets import in_short

    for name in games.names():
        for language in ("en", "ru"):
            assert 100 < len(in_short(name, language)) < 2500


@pytest.mark.parametrize(
    ("setup", "text", "beside"),
    [
        (DUEL, "0 11,0,0,0,0/0,0,0,0,0", None),
        (DUEL, "0 12,12,0,0,0/0,0,0,0,0", "- white, off: 2"),
        (CAMPS, str(xiangqi4_at(GENERALS, "0 - - 0")), "- red, off: advisor"),
    ],
)
def test_help_says_in_words_what_lies_beside_the_board(
    begin: Begin, setup: Setup, text: str, beside: str | None
) -> None:
    hands = at_table(begin, setup)
    put(hands, text)
    hands.world.app.table.run(ShowHelp())
    hands.world.run_for(0.1)
    pages = [words(hands)]
    for _ in range(4):
        hands.press("down")
        pages.append(words(hands))
    assert any((beside or "Beside the board") in page for page in pages) is (beside is not None)


@pytest.mark.parametrize(
    ("setup", "target", "move"), [(CAMPS, "j2", "Advisor i1 → j2"), (DUEL, "d3", "d1 → d3")]
)
def test_a_review_names_the_piece_that_moved_where_kinds_matter(
    begin: Begin, setup: Setup, target: str, move: str
) -> None:
    hands = at_table(begin, setup)
    table, session = hands.world.app.table, hands.world.app.table.game.playing
    chosen = next(each for each in session.state.legal_moves() if each.path[-1] == target)
    table.run(Apply({"do": str(chosen)}), Apply({"act": 1}))
    table.run(Cover(ReplayOfKept(GameReplay.of_session(session))))
    hands.press("right")
    assert move in words(hands)


def test_a_draw_asks_everybody_also_partners() -> None:
    stage = Stage("tshupu", choice("tshupu"))
    turn = stage.table.game.playing.state.turn
    stage.table.run(Show(OfferDraw.begin(stage.table.context)))
    asked = []
    while "a draw?" in (said := draw(stage.frame, (128, 64), Language("en")).words):
        asked.append(said.partition(": a draw?")[0].rpartition(" ")[2])
        stage.press("ok")
    seats = [stage.table.game.playing.game.seats[index].colour.capitalize() for index in range(4)]
    assert turn is not None
    assert sorted(asked) == sorted(seats)
    assert len(asked) == 4
    assert stage.table.game.playing.is_over
