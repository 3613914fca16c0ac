"""A practice table: the real program, with the hands of a visitor of a page."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import games
from firmware_host.app.failsafe import PAUSE
from firmware_host.features import NAMES
from firmware_host.features.evening.remote import Evening, EveningHere, KeptNames
from firmware_host.features.practice.pages import VISITOR
from firmware_host.remote.requests import PressKey, RequestAnswer
from firmware_host.simulator.people import KeyPresser, Press
from firmware_host.table.effects import Apply, Remember
from firmware_host.table.scene import Resume
from firmware_host.table.table import Table
from games.actions import PASS
from games.exercises import read
from tests.firmware_host.features.practice.practice import PracticePlayer
from tests.games.shipped import shipped


@pytest.fixture
def player(tmp_path: Path) -> PracticePlayer:
    return PracticePlayer(tmp_path)


LONG_GAMES = ("thaayam", "tshupu", "xiangqi4")
"""At random they take hundreds of throws and moves."""


def play_to_the_end(name: str, player: PracticePlayer) -> None:
    player.begin(name)
    session = player.table.mirror.session
    assert session is not None
    while not session.is_over:
        player.act()
    assert session.outcome is not None
    assert bool(player.log.throws) == bool(session.game.dice)


@pytest.mark.parametrize("name", [name for name in games.names() if name not in LONG_GAMES])
def test_a_whole_game_is_played_through_the_messages_of_the_page(
    name: str, player: PracticePlayer
) -> None:
    play_to_the_end(name, player)


@pytest.mark.deep
@pytest.mark.parametrize("name", LONG_GAMES)
def test_a_whole_long_game_is_played_through_the_messages_of_the_page(
    name: str, player: PracticePlayer
) -> None:
    play_to_the_end(name, player)


@pytest.mark.parametrize("name", LONG_GAMES)
def test_a_long_game_is_begun_through_the_messages_of_the_page(
    name: str, player: PracticePlayer
) -> None:
    player.begin(name)
    while player.actions < 12:
        player.act()


@pytest.mark.parametrize("name", games.names())
def test_a_game_against_machines_waits_for_own_throws_and_moves_alone(
    name: str, player: PracticePlayer
) -> None:
    player.send(start=name, alone=True)
    # who moves at random is soon out of a game without dice
    for _ in range(6 if games.load(name).dice else 3):
        assert player.wait(60, lambda: is_asked(player)), player.words
        before = player.actions
        player.act()
        assert player.actions > before


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).dice])
def test_the_throw_that_was_chosen_is_the_throw(name: str, player: PracticePlayer) -> None:
    player.begin(name)
    session = player.table.mirror.session
    assert session is not None
    while not session.state.is_chance:
        player.act()
    wanted = [str(throw) for throw, _ in session.state.chance_outcomes()][-1]
    before = player.actions
    player.send(throw=wanted)
    assert player.wait(10, lambda: player.actions > before)
    assert str(session.actions[before]) == wanted


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).dice])
def test_dice_are_thrown_with_one_button_whoever_would_throw_at_a_table(
    name: str, player: PracticePlayer
) -> None:
    player.begin(name)
    assert player.awaited == "throw"
    assert player.shown["prompt"] == "Throw the dice."
    assert player.shown["answers"] == ()


def is_asked(player: PracticePlayer) -> bool:
    """Return whether the table waits for a throw of the visitor, or for a move that they have."""
    session = player.table.mirror.session
    if session is None or session.state.turn != 0:
        return False
    if player.awaited == "throw":
        return not player.shown["isRolling"]
    return player.awaited == "choice" and session.state.legal_moves() != (PASS,)


def test_who_moves_the_pieces_passes_too(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(byHand=True)
    while player.awaited != "choice":
        player.send(throw="4")
        player.wait(10, lambda: player.awaited == "choice")
        player.send(throw="2")
        player.wait(10, lambda: player.awaited == "choice")
    before = player.actions
    assert not player.wait(10, lambda: player.actions > before)
    player.send(choose="pass", after=before)
    assert player.actions > before


def test_a_game_is_begun_at_a_level_and_with_options(player: PracticePlayer) -> None:
    option = games.kind("tshupu").OPTIONS[0]
    options = {option.name: option.others[0]}
    player.send(start="tshupu", alone=True, level="expert", options=options)
    session = player.table.mirror.session
    assert session is not None
    assert session.seats.players == ("person", "expert", "expert", "expert")
    assert session.game.options[option.name] == option.others[0]


def test_a_game_that_is_over_is_played_again_with_the_sides_swapped(
    player: PracticePlayer,
) -> None:
    player.send(start="squadro", alone=True)
    player.table._run(Apply({"resigned": 0}), Resume())
    assert player.wait(5, lambda: player.awaited == "next game"), player.words
    player.send(again=True)
    session = player.table.mirror.session
    assert session is not None
    assert (session.is_over, session.seats.players) == (False, ("first", "person"))


def test_names_change_sides_with_their_people(player: PracticePlayer) -> None:
    colours = [seat.colour for seat in games.load("squadro").seats]
    people = KeptNames({1: "Eva", 2: "Bob"}, lambda names: None)
    player.table._run(Remember(people), Remember(Evening(dict(zip(colours, (1, 2), strict=True)))))
    player.send(start="squadro", alone=False)
    player.table._run(Apply({"resigned": 1}), Resume())
    assert player.wait(5, lambda: player.awaited == "next game"), player.words
    player.send(again=True)
    assert player.wait(5, lambda: player.awaited != "next game"), player.words
    assert player.table._desk.app.table.context.fact(EveningHere).persons == ("Bob", "Eva")


def test_a_list_is_read_and_chosen_from_on_the_page(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.send(press="menu")
    player.wait(2)
    assert player.shown["prompt"] == "Menu 1/3: move"
    player.send(**dict(player.shown["answers"])["→"])
    player.wait(2)
    second = player.shown
    assert second["prompt"].startswith("Menu 2/3")
    words, message = second["answers"][0]
    assert message == {"line": 0}
    player.send(line=0)
    player.wait(2)
    assert player.shown["prompt"] != second["prompt"], words


def test_a_game_is_set_up_and_begun_on_the_page(player: PracticePlayer) -> None:
    player.send(setUp="squadro")
    player.wait(2)
    (start, begins), (people, line), *others = player.shown["answers"]
    assert (start, begins, people) == ("Start", {"begin": 0}, "◀ [1] 2 ▶")
    assert dict(others)["Machines (1): Friend"] == {"line": 1}
    player.send(**line)
    player.wait(2)
    assert player.shown["answers"][1][0] == "◀ 1 [2] ▶", "a press changes it, and begins nothing"
    player.send(**begins)
    player.wait(2)
    assert player.awaited == "choice", player.words


def test_a_game_that_is_none_is_not_set_up(player: PracticePlayer) -> None:
    before = player.shown
    player.send(setUp="chess")
    player.wait(2)
    assert player.shown == before


def test_the_games_are_shown_again_and_the_one_on_the_table_is_kept(
    player: PracticePlayer,
) -> None:
    player.begin("squadro")
    player.send(home=True)
    assert (player.shown["atHome"], player.table.mirror.session) == (True, None)
    lines = dict(player.shown["answers"])
    player.send(**lines[next(words for words in lines if words.startswith("Resume"))])
    player.wait(3)
    assert (player.shown["atHome"], player.actions) == (False, 0)
    assert player.awaited == "choice"


def test_nothing_goes_on_at_a_table_that_is_paused(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.act()
    player.table.pause(is_paused=True)
    player.table.step()
    assert player.table.practice.is_paused
    told: list[RequestAnswer] = []
    player.table.ask(PressKey("menu", ticket=7), VISITOR, told.append)
    assert not player.wait(10, lambda: player.awaited != "hand step")
    assert [each.outcome for each in told] == ["refused"]
    player.table.pause(is_paused=False)
    player.table.step()
    assert player.wait(5, lambda: player.awaited == "choice")


@pytest.mark.parametrize("fails", ["handle", "run"])
def test_a_table_that_fails_shows_it_and_goes_on_with_its_game(
    fails: str, player: PracticePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.begin("squadro")
    while player.actions < 2:
        player.act()
    with monkeypatch.context() as patch:
        patch.setattr(Table, fails, _fail)
        player.send(**FAILS[fails])
        assert player.wait(5, lambda: player.table._program.app is None)
    assert "The game is saved and will resume soon" in player.table._program.words
    assert player.wait(PAUSE + 1, lambda: player.table._program.app is not None)
    while player.actions < 4:
        player.act()


FAILS: Mapping[str, Mapping[str, object]] = {
    "handle": {"press": "hint"},
    "run": {"start": "squadro", "alone": False},
}
"""What a page sends to let a method of the table fail."""


def _fail(*_: object) -> None:
    raise IndexError("no lot")


def test_a_game_is_chosen_with_the_keys(player: PracticePlayer) -> None:
    for key in ("down", "ok", "ok", "ok"):
        player.send(press=key)
        player.wait(1)
    session = player.table.mirror.session
    assert session is not None, player.words
    # the cursor begins on the third game: the first four are in the middle of the list
    assert session.game.name == games.names()[3]


@pytest.mark.parametrize(("is_held", "seconds"), [(False, 0.05), (True, 1.0)])
def test_a_press_on_the_page_closes_the_contact_for_as_long_as_a_finger_would(
    player: PracticePlayer, monkeypatch: pytest.MonkeyPatch, is_held: bool, seconds: float
) -> None:
    asked: list[Press] = []
    monkeypatch.setattr(KeyPresser, "request", lambda _, press: asked.append(press))
    player.table.ask(PressKey("hint", is_held))
    assert asked == [Press("hint", seconds)]


def test_the_menu_is_opened_by_holding_a_key(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.send(press="menu")
    player.wait(2)
    assert player.words.startswith("Menu")


def test_a_question_of_the_display_is_asked_on_the_page_too(player: PracticePlayer) -> None:
    player.begin("squadro")
    for key in ("menu", "left", "ok"):
        player.send(press=key)
        player.wait(2)
    assert player.shown["prompt"] == "White: a draw? Offer a draw? The others will be asked."
    assert player.shown["answers"] == (("Yes", {"press": "ok"}), ("No", {"press": "back"}))


def test_a_click_on_a_move_plays_it_at_once_as_soon_as_there_is_a_choice(
    player: PracticePlayer,
) -> None:
    player.begin("tshupu")
    for _ in range(4):
        player.send(throw=None)
        assert player.wait(10, lambda: player.awaited == "choice")
        session, before = player.table.mirror.session, player.actions
        assert session is not None
        move = session.state.legal_moves()[-1]
        player.send(choose=str(move), after=before)
        session = player.table.mirror.session
        assert session is not None
        assert list(session.actions[before:]) == [move]
        player.wait(20, lambda: player.awaited == "throw")


def test_a_click_on_a_move_plays_it_while_another_one_is_suggested(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.send(press="hint")
    player.wait(1)
    player.send(press="hint")
    assert player.wait(5, lambda: player.words.startswith("Hint")), player.words
    session = player.table.mirror.session
    assert session is not None
    player.send(choose=str(session.state.legal_moves()[-1]), after=0)
    assert player.actions == 1


def test_a_click_on_a_move_does_nothing_while_a_menu_is_open(player: PracticePlayer) -> None:
    player.begin("squadro")
    session = player.table.mirror.session
    assert session is not None
    player.send(press="menu")
    player.wait(2)
    player.send(choose=str(session.state.legal_moves()[0]), after=0)
    player.wait(2)
    assert player.actions == 0
    assert player.words.startswith("Menu")


def test_a_throw_can_be_chosen(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(throw="8")
    player.wait(10, lambda: player.actions == 1)
    assert [each.text for each in player.log.throws] == ["8"]
    player.wait(1)
    assert list(player.shown["dice"]) == [0] * 4


def test_what_is_taken_back_is_no_longer_counted(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(throw="8")
    player.wait(10, lambda: player.actions == 1)
    player.wait(3)
    player.send(undo=True)
    player.wait(3)
    assert (player.actions, player.log.throws) == (0, ())


def test_throws_of_an_earlier_game_stay(player: PracticePlayer) -> None:
    for _ in range(2):
        player.begin("thaayam")
        player.send(throw="4")  # perhaps while the last throw is not finished
        player.wait(10, lambda: player.actions == 1)
    assert [(each.number, each.text) for each in player.log.throws] == [(1, "4"), (2, "4")]


def test_hands_move_the_pieces_by_themselves(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.act()
    assert player.awaited == "hand step"
    assert player.wait(3, lambda: player.awaited == "choice")


def test_the_visitor_moves_the_pieces(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.send(byHand=True)
    player.act()
    player.wait(5)
    assert player.awaited == "hand step"
    session = player.table.mirror.session
    assert session is not None
    step = session.hand_steps.due[0]
    player.send(touch=step.origin)
    assert player.shown["held"]
    player.send(touch=step.target)
    assert not player.shown["held"]
    player.send(press="ok")
    assert player.wait(3, lambda: player.awaited == "choice")
    assert not player.shown["differs"]


def test_the_visitor_takes_pieces_that_wait_in_a_hand(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(byHand=True)
    board = player.shown["board"]
    assert board["loose"][0] == {"seat": 0, "words": "white: 4 (hand)"}
    player.send(touch=0)
    assert player.shown["held"]
    assert player.shown["board"]["loose"][0]["words"] == "white: 3 (hand)"


def test_a_board_that_differs_is_arranged_again(player: PracticePlayer) -> None:
    player.begin("squadro")
    player.send(byHand=True)
    player.act()
    player.send(press="ok")
    player.wait(3, lambda: player.awaited == "choice")
    assert player.shown["differs"]
    player.send(arrange=True)
    assert not player.shown["differs"]


def test_a_pulled_display_is_dark_and_comes_back(player: PracticePlayer) -> None:
    def is_lit() -> bool:
        panel = player.table.mirror.snapshot.panel
        return panel is not None and any(panel.rows)

    assert is_lit()
    player.send(fault="unplug", target="display", on=True)
    assert not is_lit()
    player.send(fault="unplug", target="display", on=False)
    assert player.wait(20, is_lit)


def test_without_the_cable_of_the_dice_the_throw_is_entered(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(fault="unplug", target="dice", on=True)
    player.wait(5)
    player.send(throw=None)
    player.wait(3)
    assert player.actions == 0
    for key in ("up", "ok"):
        player.send(press=key)
        player.wait(2)
    assert player.actions == 1


def test_a_key_that_sticks_is_reported(player: PracticePlayer) -> None:
    player.send(fault="stick", target="up", on=True)
    assert player.shown["stuck"] == ["up"]
    assert player.wait(60, lambda: "stuck" in player.words.lower())
    player.send(fault="stick", target="up", on=False)
    assert player.shown["stuck"] == []


def test_a_knock_is_no_throw(player: PracticePlayer) -> None:
    player.begin("thaayam")
    player.send(fault="knock", target="", on=True)
    player.wait(5)
    assert (player.awaited, player.actions) == ("throw", 0)


def test_the_machine_plays_the_other_seats(player: PracticePlayer) -> None:
    player.begin("squadro", alone=True)
    player.act()
    session = player.table.mirror.session
    assert session is not None
    assert player.wait(20, lambda: player.actions == 2 and session.state.turn == 0)


@pytest.mark.parametrize(
    "message",
    [
        {"start": "chess", "alone": False},
        {"choose": "a1-a9", "after": 0},
        {"fault": "unplug", "target": "../etc", "on": True},
        {"fault": "stick", "target": "power", "on": True},
        {"touch": "z99"},
        {"touch": 77},
        {"press": "eject"},
        {"throw": 8},
        {"throw": "77"},
        {"line": 99},
        {"line": "1"},
        {"again": True},
        {"start": "squadro", "alone": True, "level": "god"},
        {"start": "squadro", "alone": True, "options": {"size": [1]}},
        {"start": "squadro", "alone": True, "options": {"size": 9}},
        {"start": "squadro", "alone": True, "options": [1]},
        {"fault": "burn", "target": "", "on": True},
        {},
    ],
)
def test_what_makes_no_sense_changes_nothing(
    message: dict[str, object], player: PracticePlayer
) -> None:
    player.begin("squadro")
    before = player.table.mirror.snapshot.words
    player.send(**message)
    player.wait(3)
    assert (player.words, player.actions) == (before, 0)


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_exercises_are_answered_by_a_click_and_explained(player: PracticePlayer) -> None:
    player.send(exercises="squadro")
    player.wait(1)
    for key in ("ok", "right"):
        player.send(press=key)
        player.wait(1)
    session = player.table.mirror.session
    assert session is not None, player.words
    exercise = next(iter(read(shipped("squadro") or "", games).exercises))
    assert str(session.state) == exercise.position
    player.send(choose=list(exercise.gives_away)[-1], after=0)
    player.wait(1)
    assert "Gives away" in player.words
    assert player.shown["prompt"].startswith("Not the best move.")
    assert [words for words, _ in player.shown["answers"]] == ["Try again", "Show the solution"]
    # the page shows where the answer leads, though nobody has moved a piece
    assert session.pieces_to_show() == session.state.pieces()
    for words in ("Show the solution", "Next exercise"):
        player.send(**dict(player.shown["answers"])[words])
        player.wait(1)
    session = player.table.mirror.session
    assert session is not None
    assert str(session.state) != exercise.position
    (answer,) = player.table.answers.given
    assert (answer.position, answer.number, answer.is_right) == (exercise.position, 1, False)


@pytest.mark.skipif("lessons" not in NAMES, reason="another feature")
def test_a_lesson_is_learned_by_clicks_and_says_what_was_wrong(player: PracticePlayer) -> None:
    player.send(learn="squadro")
    assert player.wait(10, lambda: "Rule 1/" in player.words)
    prompt = player.table.mirror.snapshot.prompt
    assert "A piece goes as many steps as there are dots" in str(prompt)
    player.send(choose="A3:0-2", after=0)
    assert player.wait(5, lambda: "Two dots, two steps." in player.words)
    player.send(press="ok")
    assert player.wait(5, lambda: player.awaited == "choice")
    player.send(choose="A1:0-3", after=0)
    assert player.wait(10, lambda: "Right!" in player.words)
    player.send(press="ok")
    assert player.wait(10, lambda: "Rule 2/" in player.words)


@pytest.mark.skipif("lessons" not in NAMES, reason="another feature")
@pytest.mark.parametrize("throw", [None, "6"])
def test_a_lesson_is_thrown_in_also_where_the_machine_throws(
    throw: str | None, player: PracticePlayer
) -> None:
    player.send(learn="pachisi")
    assert player.wait(10, lambda: "Rule 1/" in player.words)
    answers = "With this number nobody comes in.", "Now a piece can come in."
    for _ in range(30):
        player.send(throw=throw)
        assert player.wait(10, lambda: any(answer in player.words for answer in answers))
        if answers[1] in player.words:
            return
    pytest.fail("no grace was thrown")


@pytest.mark.parametrize(("is_alone", "other"), [(False, "far"), (True, "first")])
def test_a_linked_table_shares_the_seats_of_its_games(
    tmp_path: Path, is_alone: bool, other: str
) -> None:
    player = PracticePlayer(tmp_path, has_far_seats=True)
    player.send(start="squadro", alone=is_alone)
    session = player.table.mirror.session
    assert session is not None
    assert session.seats.players == ("person", other)
