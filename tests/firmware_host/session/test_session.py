"""A session built from its records: actions, undo, replaced moves, corrections."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest

import games
from firmware_host.session.hand_steps import parse_pieces, pieces_text
from firmware_host.session.session import RETURN_FIRST, Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from games.actions import Step, carry_out
from games.core import State, random_action
from games.equipment import Piece
from games.message import WrongPieces
from games.options import OptionValue
from tests import toy
from tests.deep import deeply
from tests.firmware_host.recorded import whole_game

TWO: dict[str, OptionValue] = {"seats": 2}


def session_after(*texts: str, players: tuple[str, ...] = ()) -> Session:
    """Return a session of two players after the actions ``texts``, with every hand step done."""
    record = {**Setup("thaayam", TWO).record(), "players": " ".join(players)}
    session = Session.begin(record, games)
    for text in texts:
        session.apply({"do": text})
        finish(session)
    return session


def finish(session: Session) -> None:
    for done in range(session.hand_steps.done + 1, len(session.hand_steps.steps) + 1):
        session.apply({"act": done})


@pytest.mark.parametrize("name", games.names())
def test_nothing_asks_what_stands_where_while_a_game_is_resumed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, asked = whole_game(name, random.Random(1), at_most=60), list[State]()

    def pieces(state: State) -> tuple[Piece, ...]:
        asked.append(state)
        return ()

    monkeypatch.setattr(type(games.load(name).start()), "pieces", pieces)
    assert len(Session.resume(records, games).actions) > 10
    assert not asked


def test_a_setup_reads_back_from_its_record() -> None:
    setup = Setup("thaayam", {"seats": 3, "capture_throw": True}, 2, ("friend", "person"))
    assert Setup.read(setup.record()) == setup


def test_a_game_from_before_a_new_default_goes_on_with_the_old_one() -> None:
    record = Setup("xiangqi4").record()
    assert record["option.spoils"] == "mate"
    assert Setup.read(record) == Setup("xiangqi4")
    old = {name: value for name, value in record.items() if name != "option.spoils"}
    assert Setup.read(old) == Setup("xiangqi4", {"spoils": "equal"})
    assert Session.begin(old, games).game.options["spoils"] == "equal"


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"begin": "thaayam"},
        {"begin": "thaayam", "first": "0", "players": ""},
        {"begin": "thaayam", "first": 9, "players": ""},
        {"begin": "chess", "first": 0, "players": ""},
        {"begin": "thaayam", "first": 0, "players": "robot"},
        {"begin": "thaayam", "first": 0, "players": "person " * 5},
        {"begin": "thaayam", "first": 0, "players": "", "option.seats": 7},
        {"begin": "thaayam", "first": 0, "players": "", "option.seats": None},
        {"begin": "thaayam", "first": 0, "players": "", "colour": "red"},
    ],
)
def test_a_setup_that_cannot_be_played_is_a_value_error(record: JournalRecord) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Session.begin(record, games)


def test_actions_and_hand_steps_continue_the_game() -> None:
    session = session_after("1", "2")
    session.apply({"do": "1:hand-c1"})
    assert [piece.place for piece in session.standing() if piece.seat == 0] == ["hand"]
    session.apply({"act": 1})
    assert [piece.place for piece in session.standing() if piece.seat == 0] == ["c1", "hand"]


@pytest.mark.parametrize(
    "record",
    [
        {"do": "9"},
        {"do": 3},
        {"act": 1},
        {"undo": 3},
        {"undo": 0},
        {"dance": 1},
    ],
)
def test_a_record_that_does_not_fit_is_a_value_error_and_changes_nothing(
    record: JournalRecord,
) -> None:
    session = session_after("1", "2")
    with pytest.raises(ValueError, match=r"\w"):
        session.apply(record)
    assert (str(session.state), len(session.actions)) == (
        "0 move 0,0,0,0/0,0,0,0 1,2 - -",
        2,
    )


def test_no_action_is_possible_while_hand_steps_are_due() -> None:
    session = session_after("1", "2")
    session.apply({"do": "1:hand-c1"})
    with pytest.raises(ValueError, match="fits"):
        session.apply({"do": "2:c1-e1"})


def test_undo_of_a_finished_move_puts_its_pieces_back() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1")
    session.apply({"undo": 1})
    assert str(session.state) == "0 move 1,0,0,0/0,0,0,0 2 - -"
    assert [(step.origin, step.target) for step in session.hand_steps.remaining] == [("e1", "c1")]


def test_undo_in_the_middle_of_a_capture_reverses_only_the_steps_that_were_done() -> None:
    session = Session(games.load("thaayam", **TWO), Setup("thaayam", TWO))
    session.states = [session.game.state("0 move 4,0,0,0/15,0,0,0 3 - -")]
    session.apply({"do": "3:e2-e5x"})
    assert len(session.hand_steps.steps) == 2
    session.apply({"act": 1})
    session.apply({"undo": 1})
    assert [(step.origin, step.target) for step in session.hand_steps.remaining] == [("hand", "e5")]


def test_a_second_undo_during_the_first_takes_the_shortest_way_back() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1")
    session.apply({"undo": 1})
    session.apply({"undo": 1})
    assert [(s.origin, s.target) for s in session.hand_steps.remaining] == [("e1", "hand")]


def test_undo_in_the_middle_of_an_undo_starts_from_the_real_board() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1")
    session.apply({"undo": 1})
    session.apply({"act": 1})
    session.apply({"undo": 1})
    assert [(s.origin, s.target) for s in session.hand_steps.remaining] == [("c1", "hand")]


def test_undo_of_a_pass_takes_back_only_the_pass() -> None:
    session = session_after("2")
    before = str(session.state)
    session.apply({"do": "pass"})
    session.apply({"undo": 1})
    assert (session.hand_steps.remaining, str(session.state)) == ((), before)


# Another move or throw instead


def test_another_move_takes_the_shortest_way_from_the_first_move() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1")
    assert session.replace_size() == 1
    session.apply({"again": 1})
    assert (session.hand_steps.due, str(session.state)) == ((), "0 move 1,0,0,0/0,0,0,0 2 - -")
    assert [piece.place for piece in session.pieces_to_show() if piece.seat == 0] == ["c1", "hand"]
    assert [piece.place for piece in session.standing() if piece.seat == 0] == ["e1", "hand"]
    session.apply({"do": "2:c1-e1"})
    assert session.hand_steps.due == ()


def test_another_move_instead_of_a_half_done_one_starts_from_the_real_board() -> None:
    session = Session(games.load("thaayam", **TWO), Setup("thaayam", TWO))
    session.states = [session.game.state("0 move 4,1,0,0/15,0,0,0 3 - -")]
    session.apply({"do": "3:e2-e5x"})
    session.apply({"act": 1})
    session.apply({"again": 1})
    other = next(move for move in session.state.legal_moves() if not move.captures)
    session.apply({"do": str(other)})
    done = carry_out(session.standing(), session.hand_steps.remaining)
    assert ("put_on", "hand", "e5") in [
        (s.verb, s.origin, s.target) for s in session.hand_steps.remaining
    ]
    assert done == session.state.pieces()


def test_the_first_move_is_returned_before_another_piece_moves() -> None:
    session = Session(games.load("squadro"), Setup("squadro"))
    for record in ({"do": "A5:0-3"}, {"act": 1}, {"again": 1, **RETURN_FIRST}, {"do": "A2:0-1"}):
        session.apply(record)
    steps = [(step.origin, step.target) for step in session.hand_steps.due]
    assert steps == [("f4", "f1"), ("c1", "c2")]


def test_a_piece_that_another_move_moves_elsewhere_is_not_returned_first() -> None:
    session = Session(games.load("xiangqi4"), Setup("xiangqi4"))
    one, other, *_ = (move for move in session.state.legal_moves() if move.choices[0].value == "g3")
    for record in ({"do": str(one)}, {"act": 1}, {"again": 1, **RETURN_FIRST}, {"do": str(other)}):
        session.apply(record)
    steps = [(step.origin, step.target) for step in session.hand_steps.due]
    assert steps == [(one.path[-1], other.path[-1])]


@pytest.mark.parametrize("texts", [(), ("1",), ("2", "pass")])
def test_throws_and_passes_are_not_replaced_by_another_move(texts: tuple[str, ...]) -> None:
    assert session_after(*texts).replace_size() == 0


def test_after_a_corrected_throw_the_later_throws_stay_if_possible() -> None:
    session = session_after("4", "8", "2")
    assert [str(throw) for throw in session.unplayed_throws()] == ["4", "8", "2"]
    session.apply({"throw": "8", "back": 3})
    assert [str(throw) for throw in session.unplayed_throws()] == ["8", "8", "2"]
    session.apply({"throw": "3", "back": 2})
    assert [str(throw) for throw in session.unplayed_throws()] == ["8", "3"]


def test_what_was_noted_stays_with_the_throws_that_a_correction_keeps() -> None:
    session = session_after()
    for number, text in enumerate("482"):
        session.apply({"do": text, "note.heard": number})
    session.apply({"note.heard": 3})
    noted = [{"heard": number} for number in range(4)]
    assert session.notes == noted
    session.apply({"throw": "8", "back": 3})
    assert session.notes == noted
    session.apply({"throw": "3", "back": 2})
    assert session.notes == noted[: len(session.states)] == noted[:3]


def test_a_throw_cannot_be_corrected_after_a_move_used_it() -> None:
    session = session_after("1", "2", "1:hand-c1")
    assert session.unplayed_throws() == ()
    with pytest.raises(ValueError, match="fits"):
        session.apply({"throw": "3", "back": 1})


# The board does not match


def found(session: Session, *steps: Step) -> str:
    """Return the pieces that people find after unnoticed steps."""
    return pieces_text(carry_out(session.standing(), steps))


def test_a_board_that_differs_is_corrected_by_hand_steps() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1")
    red = Piece(0, "piece", "e1")
    session.apply({"repair": found(session, Step("move", red, "e1", "e2"))})
    assert [(s.origin, s.target) for s in session.hand_steps.due] == [("e2", "e1")]
    assert session.hand_steps.why == "repair"


def test_a_board_that_is_right_becomes_the_position_and_can_be_undone() -> None:
    session = session_after("1", "2", "1:hand-c1")
    before = str(session.state)
    red = Piece(0, "piece", "c1")
    session.apply({"set": found(session, Step("move", red, "c1", "e1"))})
    assert (session.hand_steps.due, str(session.state)) == ((), "0 move 3,0,0,0/0,0,0,0 2 - -")
    session.apply({"undo": 1})
    assert [(s.origin, s.target) for s in session.hand_steps.due] == [("e1", "c1")]
    assert str(session.state) == before


def test_an_impossible_board_is_refused_and_changes_nothing() -> None:
    session = session_after("1", "2", "1:hand-c1")
    before = str(session.state)
    with pytest.raises(WrongPieces, match="white has 4 pieces in all, not 3"):
        session.apply({"set": pieces_text(session.standing()[1:])})
    assert (str(session.state), session.hand_steps.due) == (before, ())


def test_a_journal_with_corrections_and_undos_gives_the_same_game() -> None:
    session = session_after("1", "2")
    red = Piece(0, "piece", "c1")
    records: list[JournalRecord] = [
        {"throw": "3", "back": 1},
        {"do": "1:hand-c1"},
        {"act": 1},
        {"again": 1},
        {"do": "1:hand-c1"},
        {"do": "3:c1-e2"},
        {"repair": pieces_text(session.standing())},
    ]
    for record in records:
        session.apply(record)
    records.append({"set": found(session, Step("move", red, "hand", "c1", red))})
    session.apply(records[-1])
    before: list[JournalRecord] = [Setup("thaayam", TWO).record(), {"do": "1"}, {"do": "2"}]
    again = Session.resume([*before, *records], games)
    assert (again.states, again.hand_steps) == (session.states, session.hand_steps)
    assert list(map(str, again.actions)) == list(map(str, session.actions))


def test_undo_goes_back_past_moves_of_the_machine() -> None:
    session = session_after("1", "2", "1:hand-c1", "2:c1-e1", players=("friend", "person"))
    assert session.undo_size() == 3
    assert session_after("1", "2", "1:hand-c1").undo_size() == 1
    assert session_after().undo_size() == 0


@pytest.mark.parametrize("seed", [*range(2), *deeply(*range(2, 40))])
def test_the_board_shows_the_position_whatever_is_undone_and_when(seed: int) -> None:
    rng = random.Random(seed)
    for catalogue, name in ((games, "thaayam"), (games, "squadro"), (toy, "tongs")):
        session = Session.begin(Setup(name).record(), catalogue)
        board = session.standing()
        records: list[JournalRecord] = [Setup(name).record()]
        for _ in range(200):
            record = _anything(session, rng)
            if record is None:
                break
            if "act" in record:
                board = carry_out(board, session.hand_steps.remaining[:1])
            with suppress(WrongPieces):
                session.apply(record)
                records.append(record)
                board = parse_pieces(
                    str(record.get("set") or record.get("repair") or pieces_text(board))
                )
            assert board == session.standing()
            assert carry_out(board, session.hand_steps.remaining) == session.state.pieces()
        again = Session.resume(records, catalogue)
        assert (again.state, again.hand_steps, again.standing()) == (
            session.state,
            session.hand_steps,
            board,
        )


def _anything(session: Session, rng: random.Random) -> JournalRecord | None:
    chance = rng.random()
    if session.actions and chance < 0.2:
        return {"undo": rng.randrange(1, min(3, len(session.actions)) + 1)}
    if session.replace_size() and chance < 0.25:
        return {"again": session.replace_size(), **rng.choice(({}, RETURN_FIRST))}
    if series := session.unplayed_throws():
        back = rng.randrange(1, len(series) + 1)
        if chance < 0.3:
            throw = rng.choice(session.states[-1 - back].chance_outcomes())[0]
            return {"throw": str(throw), "back": back}
    if chance < 0.35:
        return {rng.choice(("set", "repair")): _misplaced(session, rng)}
    if session.hand_steps.due:
        return {"act": session.hand_steps.done + 1}
    if session.state.is_terminal:
        return None
    return {"do": str(random_action(session.state, rng))}


def _misplaced(session: Session, rng: random.Random) -> str:
    """Return the pieces that are found after somebody moved one to another point."""
    piece = replace(rng.choice(session.standing()), count=1)
    point = rng.choice(session.game.board.points).name
    ways = session.game.standings(piece, point)[:1]
    return found(session, *(Step("move", piece, piece.place, point, way) for way in ways))


def test_resuming_names_the_wrong_record() -> None:
    with pytest.raises(ValueError, match="record 3: expected a throw"):
        Session.resume([Setup("thaayam").record(), {"do": "1"}, {"do": "pass"}], games)


def test_who_has_resigned_has_no_throw_left_to_correct() -> None:
    session = Session(games.load("tshupu"), Setup("tshupu"))
    session.apply({"do": "1+3"})
    assert session.unplayed_throws() != ()
    session.apply({"resigned": 0})
    assert session.state.turn == 1
    assert session.unplayed_throws() == ()
