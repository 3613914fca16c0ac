import random

import pytest

import games
from firmware_host.records import Record
from firmware_host.session import Session, Setup
from games.core import random_action
from games.options import OptionValue
from games.steps import carry_out
from tests import toy

TWO: dict[str, OptionValue] = {"seats": 2}


def begun(*texts: str, players: tuple[str, ...] = ()) -> Session:
    """A session of two with the actions ``texts`` taken and every act done."""
    record = {**Setup("thaayam", TWO).record(), "players": " ".join(players)}
    session = Session.begin(record, games)
    for text in texts:
        session.take({"do": text})
        finish(session)
    return session


def finish(session: Session) -> None:
    for done in range(session.acts.done + 1, len(session.acts.steps) + 1):
        session.take({"act": done})


def test_a_setup_reads_back_from_its_record() -> None:
    setup = Setup("thaayam", {"seats": 3, "capture_throw": True}, 2, ("machine", "person"))
    assert Setup.read(setup.record()) == setup


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
def test_a_beginning_that_cannot_be_played_is_a_value_error(record: Record) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Session.begin(record, games)


def test_actions_and_acts_lead_on() -> None:
    session = begun("1", "2")
    session.take({"do": "1:hand-c1"})
    assert [piece.place for piece in session.standing() if piece.seat == 0] == ["hand"]
    session.take({"act": 1})
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
def test_a_record_that_does_not_fit_is_a_value_error_and_changes_nothing(record: Record) -> None:
    session = begun("1", "2")
    with pytest.raises(ValueError, match=r"\w"):
        session.take(record)
    assert (str(session.state), len(session.actions)) == (
        "0 move 0,0,0,0/0,0,0,0 1,2 - -",
        2,
    )


def test_nothing_is_done_while_the_hands_are_not_finished() -> None:
    session = begun("1", "2")
    session.take({"do": "1:hand-c1"})
    with pytest.raises(ValueError, match="fits"):
        session.take({"do": "2:c1-e1"})


def test_undo_of_a_finished_move_puts_its_pieces_back() -> None:
    session = begun("1", "2", "1:hand-c1", "2:c1-e1")
    session.take({"undo": 1})
    assert str(session.state) == "0 move 1,0,0,0/0,0,0,0 2 - -"
    assert [(step.origin, step.target) for step in session.acts.left] == [("e1", "c1")]


def test_undo_in_the_middle_of_a_capture_takes_back_only_what_was_done() -> None:
    session = Session(games.load("thaayam", **TWO), Setup("thaayam", TWO))
    session.states = [session.game.state("0 move 4,0,0,0/15,0,0,0 3 - -")]
    session.take({"do": "3:e2-e5x"})
    assert len(session.acts.steps) == 2
    session.take({"act": 1})
    session.take({"undo": 1})
    assert [(step.origin, step.target) for step in session.acts.left] == [("hand", "e5")]


def test_a_second_undo_during_the_first_goes_on_taking_back() -> None:
    session = begun("1", "2", "1:hand-c1", "2:c1-e1")
    session.take({"undo": 1})
    session.take({"undo": 1})
    assert [(s.origin, s.target) for s in session.acts.left] == [("e1", "c1"), ("c1", "hand")]


def test_undo_goes_back_past_the_machine() -> None:
    session = begun("1", "2", "1:hand-c1", "2:c1-e1", players=("machine", "person"))
    assert session.undo_size() == 3
    assert begun("1", "2", "1:hand-c1").undo_size() == 1
    assert begun().undo_size() == 0


@pytest.mark.parametrize("seed", range(5))
def test_the_board_equals_the_position_whatever_is_undone_and_when(seed: int) -> None:
    rng = random.Random(seed)
    for catalogue, name in ((games, "thaayam"), (toy, "tongs")):
        session = Session.begin(Setup(name).record(), catalogue)
        board = session.standing()
        records: list[Record] = [Setup(name).record()]
        for _ in range(400):
            record = _anything(session, rng)
            if record is None:
                break
            if "act" in record:
                board = carry_out(board, session.acts.left[:1])
            session.take(record)
            records.append(record)
            assert board == session.standing()
        again = Session.resume(records, catalogue)
        assert (again.state, again.acts, again.standing()) == (session.state, session.acts, board)


def _anything(session: Session, rng: random.Random) -> Record | None:
    if session.actions and rng.random() < 0.2:
        return {"undo": rng.randrange(1, min(3, len(session.actions)) + 1)}
    if session.acts.left:
        return {"act": session.acts.done + 1}
    if session.state.is_terminal:
        return None
    return {"do": str(random_action(session.state, rng))}


def test_resuming_names_the_record_that_is_wrong() -> None:
    with pytest.raises(ValueError, match="record 3: a throw is awaited"):
        Session.resume([Setup("thaayam").record(), {"do": "1"}, {"do": "pass"}], games)
