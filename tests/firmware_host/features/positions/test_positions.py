"""Any position: set up by keys, pieces and pages; played on, solved, kept; and from replays."""

from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.features.positions.remote import (
    ChangePosition,
    KeptPositions,
    OpenMoment,
    OpenPosition,
    PositionHere,
)
from firmware_host.features.positions.scenes import PositionPage, begin
from firmware_host.features.positions.squares import SetSquare
from firmware_host.features.review.scenes import TurningPoints
from firmware_host.remote.requests import Fulfilled, Outcome, RemoteRequest, RequestRefused
from firmware_host.session.replay import record_of_session
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import Visitors
from firmware_host.table.effects import Apply, BeginGame, GoHome, PlaceGroups
from firmware_host.table.scene import Cover, Resume
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import PAGE_PARTS
from firmware_host.web.visitor import PageVisitor
from games.record import write
from games.replay import check
from games.review import TurningPoint
from tests.lifts import SensingTable
from tests.table import Sit, do, lines, take, words

ENGLISH = Language("en")
MIDDLE = "0 0,0,3,0,0/0,0,0,0,0"


def ask(hands: Hands, request: RemoteRequest) -> Outcome:
    """Ask something of the table from elsewhere; return what becomes of it."""
    heard: list[Outcome] = []
    hands.world.app.requests.put(request, heard.append)
    hands.world.run_for(1)
    return heard[0]


def here(hands: Hands) -> PositionHere:
    return hands.world.app.table.context.fact(PositionHere)


def playing(hands: Hands) -> Session:
    return hands.world.app.table.game.playing


def any_position(hands: Hands, game: str = "Squadro") -> None:
    take(hands, game)
    take(hands, "Any position")


def test_keys_put_pieces_where_people_want_them_and_the_game_begins_there(sit: Sit) -> None:
    hands = sit()
    any_position(hands)
    take(hands, "Clear the board")
    assert "game would be over" in words(hands)
    take(hands, "Start position")
    take(hands, "Pieces")
    hands.press("down")
    hands.press("down")
    hands.press("down")
    assert words(hands).startswith("d1 white, up")
    hands.press("ok")
    assert words(hands).startswith("d1 empty")
    hands.press("ok")
    for _ in range(3):
        hands.press("up")
    assert words(hands).startswith("d4 empty")
    hands.press("ok")
    assert words(hands).startswith("d4 white, up")
    hands.press("ok")
    hands.press("back")
    assert here(hands).text == MIDDLE
    hands.press("down")
    hands.press("right")
    assert here(hands).text == f"1{MIDDLE[1:]}"
    hands.press("left")
    take(hands, "Play on")
    hands.press("ok")
    assert str(playing(hands).state) == MIDDLE
    assert playing(hands).seats.players[0] == "person"
    assert here(hands) == PositionHere()


def test_where_nothing_lies_beside_the_board_nothing_else_can_stand_on_an_empty_square(
    sit: Sit,
) -> None:
    hands = sit()
    any_position(hands)
    take(hands, "Pieces")
    hands.press("ok")
    assert "No piece beside the board. Take one off a square first." in words(hands)


def test_what_the_game_does_not_allow_is_said_and_cannot_be_played(sit: Sit) -> None:
    hands = sit()
    any_position(hands)
    ask(hands, ChangePosition("put", "d1\nc4"))
    assert "two white pieces are on one track: c4" in words(hands)
    for line in ("Play on", "Solve", "Keep"):
        take(hands, line)
        assert words(hands).startswith("Two white pieces are on one track: c4")
        hands.press("ok")
    refused = ask(hands, ChangePosition("play", "champion"))
    assert isinstance(refused, RequestRefused)
    assert "on one track" in ENGLISH(refused.why)


def test_a_throw_may_be_pending(sit: Sit) -> None:
    hands = sit()
    any_position(hands, "Backgammon")
    ask(hands, ChangePosition("put", "24\n20"))
    take(hands, "Thrown")
    assert here(hands).throws == ("1-1",)
    ask(hands, ChangePosition("throw", "3-1"))
    assert here(hands).text.split(" ")[1] == "move"
    ask(hands, ChangePosition("throw", ""))
    assert here(hands).text.split(" ")[1] == "throw"
    assert isinstance(ask(hands, ChangePosition("throw", "7-7")), RequestRefused)


def test_solving_means_to_play_against_the_strongest_machine(sit: Sit) -> None:
    hands = sit()
    any_position(hands)
    ask(hands, ChangePosition("text", f"1{MIDDLE[1:]}"))
    take(hands, "Solve")
    assert playing(hands).seats.players == ("champion", "person")


def test_the_best_move_is_shown_and_not_played(sit: Sit) -> None:
    hands = sit()
    any_position(hands)
    take(hands, "Best move")
    hands.world.run_for(10)
    assert words(hands).startswith("Best move")
    hands.press("ok")
    assert here(hands).text == "0 0,0,0,0,0/0,0,0,0,0"


def test_the_record_of_a_game_has_the_position_in_which_it_began(sit: Sit) -> None:
    hands = sit()
    do(hands, BeginGame(Setup("squadro", position=MIDDLE)), PlaceGroups(None), Resume())
    hands.play(str(hands.state.legal_moves()[0]))
    hands.world.close()
    again = sit()
    hands_state = playing(again)
    assert str(hands_state.states[0]) == MIDDLE
    assert hands_state.setup.is_exercise is False
    record = record_of_session(hands_state)
    assert f'set "{MIDDLE}"' in write(record)
    assert check(record, games) == 1


def test_records_of_exercises_still_are_exercises() -> None:
    old: JournalRecord = {"begin": "squadro", "first": 0, "players": "", "position": MIDDLE}
    assert Setup.read(old).is_exercise
    assert Setup.read(old).record()["position"] == MIDDLE
    assert "position" not in Setup("squadro", position=MIDDLE).record()


def test_the_next_game_begins_as_all_games_do(sit: Sit) -> None:
    hands = sit()
    do(hands, BeginGame(Setup("squadro", position=MIDDLE)), PlaceGroups(None), Resume())
    do(hands, GoHome())
    take(hands, "Squadro")
    hands.press("ok")
    assert playing(hands).setup.position == ""


def test_positions_are_kept_listed_and_deleted(sit: Sit, tmp_path: Path) -> None:
    hands = sit()
    any_position(hands)
    ask(hands, ChangePosition("text", MIDDLE))
    take(hands, "Keep")
    hands.world.run_for(1)
    assert here(hands).kept == "1"
    hands.world.close()
    hands = sit()
    any_position(hands, "Thaayam")
    take(hands, "Kept positions")
    assert lines(hands) == ["1: Squadro, white"]
    hands.press("ok")
    assert (here(hands).text, here(hands).kept) == (MIDDLE, "1")
    take(hands, "Delete")
    hands.press("ok")
    hands.world.run_for(1)
    assert KeptPositions(games, tmp_path).all() == ()
    take(hands, "Kept positions")
    assert "No position is kept" in words(hands)


def test_what_is_no_position_is_left_out_and_the_same_is_kept_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = KeptPositions(games, tmp_path)
    state = games.load("squadro").state(MIDDLE)
    assert [kept.keep(state), kept.keep(state)] == ["1", "1"]
    (tmp_path / "position-2.txt").write_text("nonsense", encoding="utf-8")
    (tmp_path / "position-3.txt").mkdir()
    (tmp_path / "position-own.txt").write_bytes((tmp_path / "position-1.txt").read_bytes())
    assert [each.name for each in kept.all()] == ["1", "own"]
    assert "position-2.txt" in caplog.text
    kept.delete("own")
    kept.delete("../position-1")
    assert [each.name for each in kept.all()] == ["1"]


def test_visitors_of_a_public_table_set_up_and_keep_nothing(sit: Sit) -> None:
    hands = sit(Visitors(come_and_go=True))
    do(hands, *begin("squadro", hands.world.app.table.context))
    assert not {"Keep", "Kept positions"} & {*lines(hands)}
    assert isinstance(ask(hands, ChangePosition("keep")), RequestRefused)


def test_pieces_on_a_sensing_board_say_where_they_stand() -> None:
    board = SensingTable(Setup("squadro"))
    board.press("back")
    board.table.run(*begin("squadro", board.table.context))
    board.move("d1", "d4")
    assert board.scene == SetSquare.__name__
    assert board.table.context.fact(PositionHere).text == MIDDLE
    board.lift("d4")
    board.wait(4)
    assert "d4" not in board.table.context.fact(PositionHere).pieces
    board.put("d3")
    assert board.table.context.fact(PositionHere).text == "0 0,0,2,0,0/0,0,0,0,0"
    board.lift("c1")
    board.put("c1")
    board.wait(5)
    assert board.table.context.fact(PositionHere).text == "0 0,0,2,0,0/0,0,0,0,0"


def test_from_each_moment_of_a_replay_people_play_on(sit: Sit) -> None:
    hands = sit()
    do(hands, BeginGame(Setup("squadro")), PlaceGroups(None), Resume())
    move = str(hands.state.legal_moves()[0])
    hands.play(move)
    after = str(hands.state)
    do(hands, Apply({"drawn": True}), Resume())
    hands.press("ok")
    take(hands, "Replay the game")
    hands.press("right")
    assert "OK: play on" in words(hands)
    hands.press("ok")
    assert here(hands).text == after
    hands.press("back")
    assert here(hands) == PositionHere()


def test_a_turning_point_of_a_review_can_be_played_on(sit: Sit) -> None:
    hands = sit()
    state = games.load("squadro").state(MIDDLE)
    points = (
        TurningPoint(turn=turn, seat=0, state=state, throws=(), luck=0.0, error=-0.2)
        for turn in (1, 2)
    )
    do(hands, Cover(TurningPoints(tuple(points))))
    assert "Hint: play" in words(hands)
    hands.press("hint")
    assert here(hands).text == MIDDLE


def test_who_looks_at_a_page_opens_a_moment_unless_a_game_is_being_played(sit: Sit) -> None:
    hands = sit()
    do(hands, BeginGame(Setup("squadro")), PlaceGroups(None), Resume())
    begun = str(hands.state)
    hands.play(str(hands.state.legal_moves()[0]))
    assert isinstance(ask(hands, OpenMoment(0)), RequestRefused)
    assert isinstance(ask(hands, OpenPosition("squadro")), RequestRefused)
    assert isinstance(ask(hands, OpenMoment(9, leaves_game=True)), RequestRefused)
    assert ask(hands, OpenMoment(0, leaves_game=True)) == Fulfilled()
    assert here(hands).text == begun
    assert playing(hands).actions  # it can be resumed
    assert ask(hands, ChangePosition("play", "beginner")) == Fulfilled()
    assert playing(hands).seats.players == ("person", "beginner")


@pytest.mark.parametrize(
    ("request_", "words_"),
    [
        (OpenPosition("chess"), "chess"),
        (OpenPosition("squadro", "0 9"), "expected 5 pieces"),
        (OpenPosition("squadro", "", {"seats": 7}), "seats"),
    ],
)
def test_what_is_no_position_is_refused_in_a_line(
    sit: Sit, request_: OpenPosition, words_: str
) -> None:
    refused = ask(sit(), request_)
    assert isinstance(refused, RequestRefused)
    assert words_ in ENGLISH(refused.why)
    assert "\n" not in ENGLISH(refused.why)


@pytest.mark.parametrize(
    ("act", "value"),
    [("seat", "2"), ("seat", "x"), ("put", "d1"), ("text", "nonsense"), ("play", "nobody's")],
)
def test_a_change_that_makes_no_sense_is_refused(sit: Sit, act: Any, value: str) -> None:
    hands = sit()
    assert isinstance(ask(hands, ChangePosition(act, value)), RequestRefused)
    any_position(hands)
    before = here(hands)
    assert isinstance(ask(hands, ChangePosition(act, value)), RequestRefused)
    assert here(hands) == before
    assert ask(hands, ChangePosition("leave")) == Fulfilled()
    assert not isinstance(hands.world.app.table.scene, PositionPage)


def test_the_page_shows_the_position_in_both_languages(sit: Sit) -> None:
    hands = sit()
    (show,) = [part.show for part in PAGE_PARTS if part.name == "positions"]
    mirror = TableMirror(games)
    updates = hands.world.app.observers.subscribe()
    any_position(hands)
    ask(hands, ChangePosition("put", "d1\nc4"))
    mirror.show(updates.take()[-1].shown)
    html = show(mirror, ENGLISH)
    assert 'data-at="c4"' in html
    assert "Two white pieces are on one track: c4" in html
    assert "disabled" in html
    assert "<script" not in html
    assert show(mirror, Language("ru")) != html


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ({"position": "ur"}, OpenPosition("ur", leaves_game=True)),
        (
            {"position": "ur", "text": "x", "options": {}},
            OpenPosition("ur", "x", {}, leaves_game=True),
        ),
        ({"moment": 3}, OpenMoment(3, leaves_game=True)),
        ({"arrange": "put", "value": "a1\nb2"}, ChangePosition("put", "a1\nb2")),
        ({"arrange": "explode", "value": ""}, None),
    ],
)
def test_only_those_who_play_or_look_after_the_table_ask(
    message: dict[str, object], asked: RemoteRequest | None
) -> None:
    assert PageVisitor("practice").request(message) == asked
    assert PageVisitor("observer").request(message) is None
