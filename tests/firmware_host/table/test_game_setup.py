"""Choosing a game: how many people play, who takes the other seats, and all other options."""

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.screens import paint
from firmware_host.screens.board_frame import has_room
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.notes import RulesView
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.context import draft
from firmware_host.table.device import FarSeats
from firmware_host.table.scene import Show
from firmware_host.table.scenes.game_setup import SMALL_HELP, Home
from firmware_host.table.table import Table
from firmware_host.text import LANGUAGES
from firmware_host.text.rule_sheets import in_short
from firmware_host.text.translator import Language
from games.message import Message
from hardware.wiring import wiring
from tests.firmware_host.public import at_home
from tests.table import Begin, OneGame, label_of, lines, point_at, take, take_in_menu, way_to, words

THAAYAM = OneGame("thaayam")
MOST_PRESSES = 6
FARTHEST = ("pachisi", "ludo")
"""The games at both ends of the list of nine, which take a press more."""
SEATS = ("white", "black", "red", "blue")


def setup_of(hands: Hands) -> Setup:
    return hands.world.app.table.game.playing.setup


def values(hands: Hands) -> dict[str, str]:
    view = hands.world.view
    assert isinstance(view, ListView)
    return {label_of(row.label): label_of(row.value) if row.value else "" for row in view.rows}


def options_of(hands: Hands) -> Hands:
    """Choose the first game for as many people as it has seats, and show its options."""
    hands.press("ok")
    hands.press("left")
    take(hands, "More options")
    return hands


def change(hands: Hands, line: str, *keys: str) -> None:
    point_at(hands, line)
    press(hands, keys)


def press(hands: Hands, keys: Sequence[str]) -> int:
    for key in keys:
        hands.press(key)
    return len(keys)


def numbers_to(people: int, before: int, seats: int) -> list[str]:
    """The keys that lead from the number ``before`` to so many ``people``, around all ``seats``."""
    right, left = (people - before) % seats, (before - people) % seats
    return ["right"] * right if right <= left else ["left"] * left


def offered_people(hands: Hands) -> int:
    """For how many people the game is offered."""
    view = hands.world.view
    assert isinstance(view, ListView)
    return int(label_of(view.rows[0].label).partition("[")[2].partition("]")[0])


def begun(hands: Hands, game: str, people: int) -> int:
    """Choose ``game`` for so many people and skip the set-up of the board; return the presses."""
    view = hands.world.view
    assert isinstance(view, ListView)
    presses = press(hands, way_to(games.kind(game).title, view)) + press(hands, ["ok"])
    keys = numbers_to(people, offered_people(hands), len(games.load(game).seats))
    presses += press(hands, [*keys, "ok"])
    if isinstance(hands.world.view, SetUpView):
        presses += press(hands, ["right"])
    return presses


@pytest.mark.parametrize(
    ("game", "people"),
    [(game, people) for game in games.names() for people in (1, len(games.load(game).seats))],
)
def test_a_game_begins_in_six_presses(game: str, people: int, begin: Begin) -> None:
    hands = begin()
    assert begun(hands, game, people) <= MOST_PRESSES + (game in FARTHEST)
    assert hands.world.view.awaited in ("throw", "choice", "machine", "hand step", "nothing")
    players = hands.world.app.table.game.playing.seats.players
    assert players.count("person") == people
    assert set(players) <= {"person", "friend"}


@pytest.mark.parametrize(
    ("game", "people"),
    [
        pytest.param(game, people, marks=() if people > 1 else pytest.mark.deep)
        for game in games.names()
        for people in (1, len(games.load(game).seats))
    ],
)
def test_a_game_begins_in_six_presses_where_others_were_played_and_left(
    game: str, people: int, begin: Begin
) -> None:
    hands = begin()
    other = "tshupu" if game == "thaayam" else "thaayam"
    for _ in range(2):
        begun(hands, other, len(games.load(other).seats))
        hands.throw("1" if other == "thaayam" else "1+3")
        take_in_menu(hands, "Save and leave")
    assert {"Games played", f"Resume: {games.kind(other).title}"} <= set(lines(hands))
    assert begun(hands, game, people) <= MOST_PRESSES + (game in FARTHEST)


def test_two_and_three_people_need_few_presses_too(begin: Begin) -> None:
    for game, people in product(("tshupu", "thaayam"), (2, 3)):
        hands = begin()
        while not words(hands).startswith("Which game?"):
            hands.press("back" if words(hands).startswith("Resume?") else "menu")
        assert begun(hands, game, people) <= MOST_PRESSES + (game in FARTHEST) + 1


def test_the_first_question_is_how_many_people_play(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    hands.press("ok")
    assert words(hands).startswith("How many people? ◀ [1] 2 3 4 ▶ Machines (3) <Friend>")
    hands.press("left")
    assert "1 2 3 [4] ▶ More options" in words(hands)
    hands.press("left")
    assert "1 2 [3] 4 ▶ Machines (1) <Friend>" in words(hands)


def test_a_new_game_is_offered_to_as_many_people_as_played_last(begin: Begin) -> None:
    hands = begin()
    begun(hands, "thaayam", 3)
    hands.throw("1")
    take_in_menu(hands, "Save and leave")
    take(hands, "T'shu-p'u")
    assert offered_people(hands) == 3
    hands.press("back")
    take(hands, "Squadro")
    assert offered_people(hands) == 2


def test_in_public_a_game_is_offered_to_two_people(tmp_path: Path) -> None:
    context = at_home(tmp_path).world.app.table.context
    for game in games.names():
        assert draft(game, context).players.count("person") == 2


def test_the_level_of_all_machines_is_asked_once(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    press(hands, ["ok", "down", "right", "right"])
    assert "Machines (3) <Champion>" in words(hands)
    hands.press("ok")
    assert setup_of(hands).players == ("person", "champion", "champion", "champion")


def test_nobody_is_one_of_the_answers_where_the_rules_allow_it(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    press(hands, ["ok", "right", "down", "left", "left", "left"])
    assert "1 [2] 3 4 ▶ Other seats (2) <nobody>" in words(hands)
    hands.press("ok")
    assert setup_of(hands).options == {"seats": 2}


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "Others (2) <other table>"), ("ru", "Другие (2) <другой стол>")],
)
def test_the_seats_of_the_other_table_are_named_in_full(
    tmp_path: Path, language: str, line: str
) -> None:
    request = Request(
        THAAYAM,
        wiring.load("generic"),
        language,
        tmp_path,
        facts=KnownFacts().with_fact(FarSeats(are_offered=True)),
    )
    hands = Hands(World(request))
    hands.look_up()
    hands.press("ok")
    assert line in words(hands)


def test_nobody_is_no_answer_in_a_game_that_needs_all_seats(begin: Begin) -> None:
    duel = begin(catalogue=OneGame("squadro"))
    press(duel, ["ok", "down"])
    seen = set()
    for _ in range(7):
        seen.add(values(duel)["Machines (1)"])
        duel.press("right")
    assert seen == {"Learner", "Beginner", "Friend", "Expert", "Champion", "Like you"}


def test_hint_tells_how_the_machine_plays_at_the_level_that_is_chosen(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    press(hands, ["ok", "down", "left", "hint"])
    assert "Beginner: Sees what it can gain at once" in words(hands)
    press(hands, ["back", "left", "left", "hint"])
    assert "Like you: Plays about as well as you do" in words(hands)


def test_where_nobody_cannot_be_machines_take_the_seats(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    press(hands, ["ok", "right", "down", "left", "left", "left", "up", "left"])
    assert "[1] 2 3 4 ▶ Machines (3) <Friend>" in words(hands)


def test_machines_take_the_seats_where_so_many_were_left_empty_one_by_one(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    for seat, player in (("black", "nobody"), ("red", "nobody"), ("blue", "Friend")):
        point_at(hands, seat)
        while values(hands)[seat] != player:
            hands.press("right")
    hands.press("back")
    change(hands, "Other seats (3)", "right")
    assert values(hands)["Machines (3)"] == "Learner"


def test_the_same_players_are_offered_again_after_switching_off(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    press(hands, ["ok", "down", "right", "right", "ok"])
    hands.throw("1")
    again = begin(catalogue=THAAYAM)
    again.press("back")
    take(again, "Thaayam")
    assert "[1] 2 3 4 ▶ Machines (3) <Champion>" in words(again)
    again.press("ok")
    assert setup_of(again).players == setup_of(hands).players


def test_each_game_remembers_its_own_players(begin: Begin) -> None:
    hands = begin()
    take(hands, "Thaayam")
    press(hands, ["ok"])
    hands.throw("1")
    press(hands, ["menu"])
    take(hands, "Save and leave")
    take(hands, "Squadro")
    press(hands, ["right", "ok", "right"])
    hands.play(str(hands.state.legal_moves()[0]))
    press(hands, ["menu"])
    take(hands, "Save and leave")
    take(hands, "Thaayam")
    assert "[1] 2 3 4 ▶ Machines (3) <Friend>" in words(hands)


def test_the_cursor_returns_to_the_game_that_was_looked_at(begin: Begin) -> None:
    hands = begin()
    take(hands, "Squadro")
    hands.press("back")
    view = hands.world.view
    assert isinstance(view, ListView)
    assert label_of(view.row.label) == "Squadro"


def test_hint_on_a_game_says_what_it_is(begin: Begin) -> None:
    hands = begin()
    point_at(hands, "Squadro")
    hands.press("hint")
    text = ""
    for _ in range(3):
        text += words(hands)
        hands.press("down")
    for fact in ("A race for two", "Players: 2.", "Dice: no", "20 to 25 minutes"):
        assert fact in text


@pytest.mark.parametrize("name", games.names())
def test_every_game_says_what_it_is_in_three_sentences(name: str) -> None:
    about = games.kind(name).about
    assert about.description.count(".") == 3
    assert about.players
    assert about.dice
    assert about.minutes is not None


def test_options_seats_and_who_begins_are_set_one_by_one(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    change(hands, "Seats", "left")
    change(hands, "red", "right")
    change(hands, "First player", "right", "right")
    take(hands, "Start")
    players = ("person", "person", "first")
    assert setup_of(hands) == Setup("thaayam", {"seats": 3}, 1, players)


def test_hint_on_an_option_explains_its_values(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    point_at(hands, "Throw on capture")
    hands.press("hint")
    assert "Yes: after a capture you throw again" in words(hands)


def test_a_handicap_is_chosen_for_a_seat(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    assert values(hands)["Handicap"] == "no"
    take(hands, "Handicap")
    assert [*values(hands)] == [*SEATS]
    hands.press("hint")
    assert "For children against adults" in words(hands)
    hands.press("back")
    change(hands, "red", "right")
    assert values(hands) == {**dict.fromkeys(SEATS, "none"), "red": "2 pieces home"}
    hands.press("back")
    assert values(hands)["Handicap"] == "red"
    hands.press("back")
    assert values(hands)["More options"] == "Handicap"
    hands.press("ok")
    assert setup_of(hands).options["handicap_red"] == "two_home"


def test_the_handicap_of_a_seat_that_is_gone_is_gone(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    take(hands, "Handicap")
    change(hands, "black", "right")
    hands.press("back")
    change(hands, "Seats", "right")
    assert values(hands)["Handicap"] == "no"


def test_a_seat_that_nobody_plays_has_no_handicap(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    take(hands, "Handicap")
    change(hands, "black", "right")
    hands.press("back")
    while values(hands)["black"] != "nobody":
        change(hands, "black", "right")
    assert values(hands)["Handicap"] == "no"
    take(hands, "Handicap")
    assert "black" not in values(hands)


def test_options_are_words_and_not_notation(begin: Begin) -> None:
    for name in games.names():
        for option in games.kind(name).OPTIONS:
            for value in option.values:
                if isinstance(value, str):
                    label = option.label(value)
                    assert label is not None, f"{name} {option.name}={value}"
                    assert "_" not in label
            assert ":e" not in option.meaning


def test_changing_an_option_keeps_who_begins_and_who_plays(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    assert values(hands)["First player"] == "random"
    change(hands, "black", "right")
    change(hands, "Capture first", "right")
    assert values(hands)["First player"] == "random"
    assert values(hands)["black"] == "Learner"
    change(hands, "First player", "right")
    change(hands, "Capture first", "right")
    assert values(hands)["First player"] == "white"


def test_back_from_the_options_keeps_what_was_set_there(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    change(hands, "Capture first", "right")
    change(hands, "black", "right")
    hands.press("back")
    assert "1 2 [3] 4 ▶ Machines (1) <Learner>" in words(hands)
    hands.press("ok")
    assert setup_of(hands).options["capture_first"] is True


def test_who_begins_is_drawn_when_the_game_begins_and_again_the_next_time(begin: Begin) -> None:
    hands = begin(catalogue=OneGame("squadro"))
    press(hands, ["ok", "ok"])
    assert setup_of(hands).is_drawn
    assert setup_of(hands).first in (0, 1)
    again = begin(catalogue=OneGame("squadro"))
    again.press("back")
    take(again, "Squadro")
    take(again, "More options")
    assert values(again)["First player"] == "random"


def test_help_says_who_begins_by_the_rules(begin: Begin) -> None:
    hands = options_of(begin(catalogue=OneGame("xiangqi4")))
    assert values(hands)["First player"] == "red"
    point_at(hands, "First player")
    hands.press("hint")
    assert "Who takes the first turn" in words(hands)
    hands.press("down")
    assert "red does" in words(hands)


def test_nobody_is_offered_as_a_player_where_the_game_goes_on_without(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    turns = (("left", "nobody"), ("left", "Like you"), ("right", "nobody"), ("right", "person"))
    for key, player in turns:
        change(hands, "white", key)
        assert values(hands)["white"] == player
    change(hands, "white", "left")
    change(hands, "First player", "right")
    take(hands, "Start")
    assert hands.state.turn == 1


def test_at_least_two_sides_are_played_for(begin: Begin) -> None:
    hands = options_of(begin(catalogue=THAAYAM))
    for seat in SEATS:
        change(hands, seat, "left")
    assert list(values(hands).values()).count("nobody") == 2


@pytest.mark.parametrize(("width", "height"), [(128, 32), (128, 64), (256, 64), (128, 128)])
def test_only_large_boards_have_no_room_on_small_displays(width: int, height: int) -> None:
    too_large = [
        name for name in games.names() if not has_room(games.load(name).board, (width, height))
    ]
    low = ["backgammon"] if height == 32 else []
    wide = ["holes"] if (width, height) != (128, 128) else []
    assert too_large == ["xiangqi4", *low, "ludo", "pachisi", *wide]


def test_the_display_that_is_named_as_large_enough_has_room_for_every_board() -> None:
    (size,) = re.findall(r"(\d+)x(\d+) pixels", SMALL_HELP)
    width, height = map(int, size)
    assert all(has_room(games.load(name).board, (width, height)) for name in games.names())


@pytest.mark.parametrize("height", [32, 64])
@pytest.mark.parametrize("game", ["xiangqi4", "squadro"])
def test_a_display_too_small_for_the_board_is_told_before_the_game(
    game: str, height: int, tmp_path: Path
) -> None:
    path, is_told = tmp_path / "panel.toml", game == "xiangqi4"
    path.write_text(f'profile = "generic"\n[display]\nheight = {height}\n')
    hands = Hands(World(Request(OneGame(game), wiring.load(str(path)), "en", tmp_path), seed=1))
    hands.press("ok")
    assert ("Small display" in lines(hands)) == is_told
    assert ("does not fit on this display." in words(hands)) == (is_told and height == 64)
    if is_told:
        point_at(hands, "Small display")
        hands.press("hint")
        assert words(hands).startswith("The whole board does not fit on this display, which shows")


def test_who_was_drawn_to_begin_is_said(begin: Begin) -> None:
    hands = begin(Setup("squadro", first=None))
    first = hands.world.app.table.game.playing.setup.first
    notice = hands.world.app.table.frame.notice
    assert notice is not None
    colour = ("white", "black")[first or 0]
    assert str(notice) == f"{colour} begins, drawn by lot"


def test_an_option_is_offered_only_where_it_means_something(begin: Begin) -> None:
    for sides, offered in (("each alone", "Spoils"), ("two teams", "A team loses with")):
        hands = begin()
        take(hands, "Xiangqi for four")
        take(hands, "More options")
        while values(hands)["Sides"] != sides:
            change(hands, "Sides", "right")
        assert {"Spoils", "A team loses with"} & values(hands).keys() == {offered}


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_list_says_what_people_need_to_choose_a_game(name: str, code: str) -> None:
    table, say, about = (
        Table(games, Random(1), lambda dice: True),
        Language(code),
        games.about(name),
    )
    table.run(Show(Home.begin(table.context, name)))
    drawn = paint(table.frame, (128, 64), say)
    assert say.heading(about.title) in drawn.words
    assert say(about.brief) in drawn.words
    assert about.minutes is not None
    least, most = about.minutes
    assert f"{least}–{most}" in drawn.words
    assert drawn.misfits == []
    beside = drawn.image.crop((86, 13, 128, 54)).getbbox()
    assert beside is not None
    assert max(beside[2] - beside[0], beside[3] - beside[1]) >= 29
    assert about.brief in str(table.frame.view.spoken)


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_page_of_the_rules_begins_within_a_sentence_but_after_a_comma(
    name: str, code: str
) -> None:
    rules = in_short(name, code)
    heads = [line.partition(".")[0] for line in rules.splitlines()]
    view = RulesView(
        Message.of(name), Message.of("{rules}", rules=rules), board=games.about(name).board
    )
    drawn = [
        paint(Frame(replace(view, page=page)), (128, 64), Language(code)) for page in range(50)
    ]
    pages = list(dict.fromkeys(page.words.partition(" ▲▼: ")[0] for page in drawn))
    headed = [next(head for head in heads if page.endswith(f" {head}")) for page in pages]
    assert list(dict.fromkeys(headed)) == heads
    texts = [page.removesuffix(f" {head}") for page, head in zip(pages, headed, strict=True)]
    assert all(page.misfits == [] for page in drawn)
    assert {text[-1] for text in texts} <= {*".,;:"}
    assert len([text for text in texts if text[-1] != "."]) <= len(texts) // 4


@pytest.mark.parametrize("is_big", [False, True])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_each_page_of_the_rules_has_the_same_sketch_and_says_where_it_goes_on(
    name: str, code: str, is_big: bool
) -> None:
    view = RulesView(
        Message.of(name),
        Message.of("{rules}", rules=in_short(name, code)),
        board=games.about(name).board,
    )
    drawn = [
        paint(Frame(replace(view, page=page)), (128, 64), Language(code), is_big)
        for page in range(70)
    ]
    columns, rows = max(map(len, view.board)), len(view.board)
    corner = (max(112, 127 - columns), 14, 127, min(32, 14 + rows * (1 if columns > 8 else 2)))
    sketches = {page.image.crop(corner).tobytes() for page in drawn}
    assert len(sketches) == 1
    assert drawn[0].image.crop(corner).getbbox() is not None
    texts = {page.words.partition(" ▲▼: ")[0] for page in drawn}
    heads = [line.partition(".")[0] for line in in_short(name, code).splitlines()]
    ends = {
        text.removesuffix(f" {head}")[-1]
        for text in texts
        for head in heads
        if text.endswith(f" {head}")
    }
    assert ends <= {*".,;:…"}
    assert is_big or "…" not in ends


def test_an_arrow_says_that_the_list_of_games_goes_on_but_not_at_its_end(begin: Begin) -> None:
    hands, seen = begin(), list[tuple[bool, bool]]()
    for _ in range(2 * len(games.names())):
        seen.append(("↓" in words(hands), "↑" in words(hands)))
        hands.press("down")
    goes_on, _ = seen[0]
    assert goes_on
    assert (False, True) in seen
