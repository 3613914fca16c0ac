"""Two linked tables, from the keys at one to the panel of the other."""

import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from docs.writer.manual import FOLDER
from firmware_host.features.linked.acts import record_of
from firmware_host.features.linked.agreement import LinkedRecord, LinkMessage
from firmware_host.features.linked.linking import OtherVersionError, link_payload, read_link_payload
from firmware_host.features.linked.scenes import DECLINED_SECONDS, FarTurn, RecordsDiffer
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.session.setup import Setup
from firmware_host.table.context import draft
from firmware_host.table.effects import BeginGame
from firmware_host.text.translator import Language
from firmware_host.web.page_state import happening
from tests.firmware_host.features.linked.linked import TIME, LinkedPair, LinkedTable
from tests.table import take_in_menu

WITHOUT_DICE = Setup("squadro", players=("person", "far"))
WITH_DICE = Setup("tshupu", players=("person", "far", "person", "far"))
WITHOUT_BOARD = Setup("thaayam", players=("person", "far", "person", "far"))
LONG_GAME = 30


def is_over(pair: LinkedPair) -> bool:
    return all(table.hands.world.app.table.game.playing.is_over for table in pair.both)


def play(pair: LinkedPair, count: int) -> None:
    """Play until both tables have ``count`` actions, while a third of the messages is lost."""
    chance = random.Random(2)
    pair.play(lambda: min(map(len, pair.actions)) >= count, lambda: chance.random() < 0.7)


def begun(folder: Path, setup: Setup = WITHOUT_DICE) -> LinkedPair:
    pair = LinkedPair(folder, setup)
    pair.join()
    return pair


def until_quiet(pair: LinkedPair) -> None:
    for _ in range(6):
        pair.settle()


@pytest.mark.parametrize("setup", [WITHOUT_DICE, WITH_DICE])
def test_what_is_done_at_one_table_is_done_at_the_other(tmp_path: Path, setup: Setup) -> None:
    pair = begun(tmp_path, setup)
    play(pair, 4)
    until_quiet(pair)
    left, right = pair.actions
    assert left[:4] == right[:4]
    records = [table.hands.world.app.game_records for table in pair.both]
    assert len({each[0]["link"] for each in records}) == 1
    assert records[0][0]["players"] != records[1][0]["players"]


def test_a_game_is_offered_with_half_of_the_seats_at_the_other_table(tmp_path: Path) -> None:
    table = LinkedTable("left", tmp_path)
    offered = draft("squadro", table.hands.world.app.table.context)
    table.stop()
    assert offered.players == ("person", "far")


@pytest.mark.deep
@pytest.mark.parametrize("setup", [WITHOUT_DICE, WITH_DICE])
def test_a_whole_game_is_played_at_two_tables(tmp_path: Path, setup: Setup) -> None:
    pair, chance = begun(tmp_path, setup), random.Random(2)
    pair.play(lambda: is_over(pair), lambda: chance.random() < 0.7)
    left, right = pair.actions
    assert left == right
    assert len(left) > LONG_GAME


def test_only_the_table_whose_seat_acts_lets_people_act(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    play(pair, 0)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    waiting = [isinstance(table.scene, FarTurn) for table in pair.both]
    assert sorted(waiting) == [False, True]
    table = pair.both[waiting.index(True)]
    assert "Other table plays" in table.words


def test_a_page_says_that_the_other_table_plays(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    mirror = next(table for table in pair.both if isinstance(table.scene, FarTurn)).table.mirror
    assert mirror.session is not None
    told = Language("en").heading(happening(mirror.snapshot, mirror.session))
    assert told == f"{mirror.session.seat_to_act.colour.title()} is played at the other table."


def test_a_table_that_starts_again_waits_until_the_other_one_answers(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    play(pair, 2)
    until_quiet(pair)
    pair.left.stop()
    pair.left.start()
    pair.left.hands.press("ok")
    pair.left.work(None)
    assert "Connecting" in pair.left.words
    until_quiet(pair)
    assert "Connecting" not in pair.left.words
    play(pair, 4)


def test_a_game_that_is_over_is_not_offered_to_a_table_without_it(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    play(pair, 2)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    acting = next(table for table in pair.both if not isinstance(table.scene, FarTurn))
    take_in_menu(acting.hands, "Resign")
    acting.hands.press("ok")
    until_quiet(pair)
    assert is_over(pair)
    pair.right.stop()
    pair.right.folder = tmp_path / "fresh"
    pair.right.folder.mkdir()
    pair.right.start()
    until_quiet(pair)
    assert pair.right.words.startswith("Which game?")


def test_whoever_declines_a_game_is_asked_again_when_it_goes_on_or_after_a_while(
    tmp_path: Path,
) -> None:
    pair = LinkedPair(tmp_path, WITHOUT_DICE)
    until_quiet(pair)
    assert "Play Squadro?" in pair.right.words
    pair.right.answer("back")
    until_quiet(pair)
    assert "Which game?" in pair.right.words
    pair.right.hands.world.run_for(DECLINED_SECONDS)
    until_quiet(pair)
    assert "Play Squadro?" in pair.right.words
    pair.right.answer("back")
    pair.left.hands.follow()
    pair.left.hands.play(str(pair.left.hands.state.legal_moves()[0]))
    until_quiet(pair)
    assert "Play Squadro?" in pair.right.words


def test_a_table_that_is_away_is_told_of_with_the_time(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    for table in pair.both:
        table.hands.follow()
        table.linking.be_there(False)
    until_quiet(pair)
    waiting = next(table for table in pair.both if isinstance(table.scene, FarTurn))
    assert TIME in waiting.words


def test_people_go_on_alone_and_the_other_table_is_told(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    play(pair, 1)
    until_quiet(pair)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    waiting = next(table for table in pair.both if isinstance(table.scene, FarTurn))
    other = next(table for table in pair.both if table is not waiting)
    for key in ("ok", "down", "ok"):
        waiting.hands.press(key)
    assert not isinstance(waiting.scene, FarTurn)
    until_quiet(pair)
    assert "Other table left" in other.words


def fork(table: LinkedTable, move: str) -> bytes:
    """Return what another table would say that did ``move`` last instead."""
    said = json.loads(table.linking.said or b"")
    acts = (*said["acts"][:-1], json.dumps({"do": move}, separators=(",", ":")))
    reader = table.linking.reader
    position = reader.read(tuple(acts)).position
    answer = {"start": "other", "heard": said["start"], "acts": acts, "position": position}
    return json.dumps({**said, **answer}).encode()


@pytest.mark.parametrize("row", [0, 1])
def test_people_choose_between_records_that_fork(tmp_path: Path, row: int) -> None:
    pair = begun(tmp_path)
    play(pair, 2)
    until_quiet(pair)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    acting = next(table for table in pair.both if not isinstance(table.scene, FarTurn))
    ours, theirs = list(map(str, acting.hands.state.legal_moves()))[:2]
    acting.hands.play(ours)
    acting.work(None)
    acting.work(fork(acting, theirs))
    assert isinstance(acting.scene, RecordsDiffer)
    for _ in range(row):
        acting.hands.press("down")
    acting.hands.press("ok")
    for _ in range(4):
        acting.work(None)
        acting.hands.follow()
    said = json.loads(acting.linking.said or b"")
    assert json.loads(said["acts"][-1]) == {"do": (ours, theirs)[row]}
    assert said["decisions"] == 1
    assert acting.hands.world.board.pieces == acting.hands.state.pieces()


def test_another_version_of_the_program_is_told(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    pair.left.hands.follow()
    until_quiet(pair)
    said = json.loads(pair.right.linking.said or b"")
    pair.left.work(json.dumps({**said, "version": 2}).encode())
    assert "ersions differ" in pair.left.words


def test_an_act_that_is_nested_deeply_is_none() -> None:
    with pytest.raises(ValueError, match="expected an act of a game"):
        record_of("[" * 100_000)


def test_what_is_told_keeps_to_the_published_schema() -> None:
    record = LinkedRecord(('{"begin":"squadro"}', '{"do":"3"}'), 2)
    told = link_payload(LinkMessage("1f", "2e", record, "0a"), "1.2.3")
    schema = json.loads((FOLDER / "museums" / "fleet.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator({**schema, "$ref": "#/$defs/link"}).validate(json.loads(told))


@pytest.mark.parametrize("said", [b"", b"[]", b"{}", b'{"version":1}', b"[" * 10_000])
def test_what_makes_no_sense_is_refused(said: bytes) -> None:
    with pytest.raises(OtherVersionError):
        read_link_payload(said)


@pytest.mark.parametrize(
    ("name", "value"), [("decisions", b"1e999"), ("start", rb'"\ud800"'), ("acts", rb'["\ud800"]')]
)
def test_a_value_that_cannot_be_sent_on_is_refused(tmp_path: Path, name: str, value: bytes) -> None:
    said = json.loads(begun(tmp_path).right.linking.said or b"")
    sound = json.dumps({**said, name: "HERE"}).encode()
    with pytest.raises(OtherVersionError, match="expected JSON"):
        read_link_payload(sound.replace(b'"HERE"', value))


def test_a_table_that_talks_nonsense_does_not_fill_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = begun(tmp_path).right
    said = json.loads(table.linking.said or b"")
    for _ in range(3):
        table.hear(json.dumps({**said, "decisions": "1" + 10_000 * "x"}).encode())
    (line,) = caplog.messages
    assert line.startswith("the table left cannot be understood: ")
    assert len(line) < 300


def waiting_and_acting(pair: LinkedPair, count: int = 2) -> tuple[LinkedTable, LinkedTable]:
    """Play, and return the table that waits and the one whose seat acts."""
    play(pair, count)
    until_quiet(pair)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    waiting, acting = sorted(pair.both, key=lambda table: not isinstance(table.scene, FarTurn))
    return waiting, acting


def ask_to_take_back(table: LinkedTable, pair: LinkedPair) -> None:
    table.hands.press("menu")
    table.hands.press("down")
    table.hands.press("ok")
    assert "Ask the other table?" in table.words
    table.hands.press("ok")
    until_quiet(pair)


def counts(pair: LinkedPair) -> tuple[int, ...]:
    for _ in range(3):
        for table in pair.both:
            table.hands.follow()
        until_quiet(pair)
    return tuple(map(len, pair.actions))


@pytest.mark.parametrize(("is_waiting", "left_over"), [(True, 1), (False, 0)])
def test_both_tables_take_back_what_they_agree_upon(
    tmp_path: Path, is_waiting: bool, left_over: int
) -> None:
    pair = begun(tmp_path)
    waiting, acting = waiting_and_acting(pair)
    asking, answering = (waiting, acting) if is_waiting else (acting, waiting)
    ask_to_take_back(asking, pair)
    assert "The other table asks" in answering.words
    answering.answer("ok")
    assert counts(pair) == (left_over, left_over)
    for table in pair.both:
        assert table.hands.world.board.pieces == table.hands.state.pieces()


def test_a_table_that_refuses_takes_nothing_back(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    waiting, acting = waiting_and_acting(pair)
    ask_to_take_back(waiting, pair)
    acting.answer("back")
    until_quiet(pair)
    assert "The other table refuses" in waiting.words
    assert "The other table asks" not in acting.words
    assert counts(pair) == (2, 2)


def test_a_press_that_was_meant_for_the_screen_before_answers_no_question(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    waiting, acting = waiting_and_acting(pair)
    ask_to_take_back(waiting, pair)
    acting.hands.press("ok")
    assert "The other table asks" in acting.words


def test_what_was_asked_is_settled_by_the_next_move(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    waiting, acting = waiting_and_acting(pair)
    ask_to_take_back(acting, pair)
    acting.hands.play(str(acting.hands.state.legal_moves()[0]))
    until_quiet(pair)
    assert "The other table asks" not in waiting.words
    assert counts(pair) == (3, 3)


def offer_a_draw(table: LinkedTable, pair: LinkedPair) -> None:
    table.hands.press("menu")
    table.hands.press("left")
    while "Offer a draw" not in table.words:
        table.hands.press("left")
    table.hands.press("ok")
    table.hands.press("ok")
    until_quiet(pair)


def test_a_draw_needs_both_tables(tmp_path: Path) -> None:
    pair = begun(tmp_path)
    waiting, acting = waiting_and_acting(pair)
    offer_a_draw(acting, pair)
    assert not acting.hands.world.app.table.game.playing.is_over
    waiting.answer("ok")
    until_quiet(pair)
    assert is_over(pair)
    waiting.hands.press("left", 1.5)
    until_quiet(pair)
    assert is_over(pair), "an end that both agreed upon is not taken back by one"


def test_a_throw_that_is_corrected_at_one_table_is_corrected_at_the_other(tmp_path: Path) -> None:
    pair = begun(tmp_path, WITH_DICE)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    table = next(each for each in pair.both if not isinstance(each.scene, FarTurn))
    table.hands.throw("1+6")
    until_quiet(pair)
    assert pair.actions == (["1+6"], ["1+6"])
    take_in_menu(table.hands, "Correct the throw")
    table.hands.press("up")
    table.hands.press("ok")
    until_quiet(pair)
    left, right = pair.actions
    assert left == right
    assert left != ["1+6"]


def test_people_may_take_another_game_than_the_one_on_their_table(tmp_path: Path) -> None:
    pair = LinkedPair(tmp_path, WITHOUT_BOARD)
    pair.right.hands.world.app.table.run(BeginGame(WITHOUT_DICE))
    pair.right.hands.world.run_for(1.0)
    for table in pair.both:
        table.hands.follow()
    until_quiet(pair)
    assert isinstance(pair.left.scene, RecordsDiffer)
    pair.left.answer("down")
    pair.left.answer("ok")
    until_quiet(pair)
    games = [table.hands.world.app.table.game.playing.game.name for table in pair.both]
    assert games == ["squadro", "squadro"]
    assert isinstance(pair.left.hands.world.view, SetUpView)
