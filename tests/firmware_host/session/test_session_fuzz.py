"""Journals with valid lines but wrong records: the game goes on or says why not, never a crash."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from firmware_host.screens import draw
from firmware_host.session.hand_steps import parse_pieces, pieces_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import saved_games
from firmware_host.storage.records import JournalRecord, Value, read_outcome
from firmware_host.table.device import Device
from firmware_host.table.effects import GoHome
from firmware_host.table.scene import Cover
from firmware_host.table.scenes.kept_games import PlayedGames
from firmware_host.table.table import Table
from firmware_host.text.translator import Language
from games.core import random_action
from tests.damage import LACES, check_line, lying

EXAMPLES, DEEP_EXAMPLES = 25, 10_000
LENGTH = 12
SIZE = (128, 64)

Records = list[JournalRecord]


@cache
def played(name: str, seed: int) -> tuple[JournalRecord, ...]:
    """Return records as a table writes them: actions, hand steps and corrections."""
    rng = random.Random(seed)
    records: Records = [Setup(name, players=("person", "friend")).record()]
    session = Session.begin(records[0], games)
    while len(records) < LENGTH and not session.is_over:
        records.append({"do": str(random_action(session.state, rng))})
        session.apply(records[-1])
        if session.hand_steps.steps:
            records.append({"act": len(session.hand_steps.steps)})
            session.apply(records[-1])
    pieces = pieces_text(session.state.pieces())
    return (*records, {"repair": pieces}, {"set": pieces}, {"undo": 1}, {"again": 1})


SEEDS = st.integers(0, 9)
NAMES = st.sampled_from(games.names())
VALUES: st.SearchStrategy[Value] = (
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(LACES)
    | st.sampled_from(
        [*games.names(), "person machine", "nobody", "8", "pass", "home", "0 1", "99"]
    )
)
WORDS = st.sampled_from(
    ["do", "act", "undo", "again", "throw", "back", "set", "repair", "over", "winners", "draw",
     "seat", "player", "resigned", "drawn", "reopened", "begin", "first", "players",
     "option.seats", "option.name", "option.self", "option.", "date", "\x1b[2J"]
)  # fmt: skip
PIECES = st.sampled_from(
    ["0 piece a1   1", "0 piece hand   4;1 piece hand   4", "9 piece a1   1", "0 piece z9   1",
     "0 piece hand   1000000000", "0 piece hand up  1", "0 piece hand  \x1b[2J 1", ""]
)  # fmt: skip
RECORDS: st.SearchStrategy[JournalRecord] = st.dictionaries(WORDS, VALUES, max_size=4) | st.builds(
    lambda verb, pieces: {verb: pieces}, st.sampled_from(["set", "repair"]), PIECES
)
CHANGES = st.lists(
    st.tuples(st.sampled_from(["put", "take", "change"]), SEEDS, RECORDS), max_size=4
)


def damaged(
    whole: tuple[JournalRecord, ...], changes: list[tuple[str, int, JournalRecord]]
) -> Records:
    records = list(whole)
    for kind, share, record in changes:
        at = share * len(records) // 10
        changed = {**records[at], **record} if kind == "change" and at < len(records) else record
        records[at : at + (kind != "put")] = [] if kind == "take" else [changed]
    return records


def table_of(records: Records, header: JournalRecord) -> Table:
    device = Device("1", False, lambda: saved_games([(header, *records)]))
    table = Table(games, random.Random(1), lambda dice: False, records=records, device=device)
    table.use_files_at_once()
    return table


def check_session(records: Records, header: JournalRecord) -> None:
    """Records are applied or refused in one line; a table that resumes them shows a picture."""
    try:
        if records:
            Session.resume(records, games)
    except ValueError as error:
        check_line(error)
    say, table = Language("en"), table_of(records, header)
    assert draw(table.frame, SIZE, say, False).words
    table.run(GoHome())
    if table.context.history:
        table.run(Cover(PlayedGames()))
        assert draw(table.frame, SIZE, say, False).words.isprintable()
        table.run(*(table.scene.press("ok", table.context) or ()))
        assert draw(table.frame, SIZE, say, False).words


def check_pieces(text: str) -> None:
    try:
        pieces = parse_pieces(text)
    except ValueError as error:
        check_line(error)
    else:
        assert pieces_text(pieces) == text
        assert all(0 < piece.count <= 100 for piece in pieces)


HEADERS = st.fixed_dictionaries({}, optional={"date": VALUES | st.just("2026-03-09")})


@settings(max_examples=EXAMPLES)
@given(NAMES, SEEDS, CHANGES, HEADERS)
def test_a_table_with_wrong_records_shows_something(
    name: str, seed: int, changes: list[tuple[str, int, JournalRecord]], header: JournalRecord
) -> None:
    check_session(damaged(played(name, seed), changes), header)


@settings(max_examples=EXAMPLES)
@given(lying(st.sampled_from(["0 stone a1   1;1 stone hand   3", "2 horse c3 north V 1"])))
def test_malformed_pieces_are_refused(text: str) -> None:
    check_pieces(text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(NAMES, SEEDS, CHANGES, HEADERS)
def test_a_table_with_wrong_records_shows_something_at_length(
    name: str, seed: int, changes: list[tuple[str, int, JournalRecord]], header: JournalRecord
) -> None:
    check_session(damaged(played(name, seed), changes), header)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(lying(st.sampled_from(["0 stone a1   1;1 stone hand   3", "2 horse c3 north V 1"])))
def test_malformed_pieces_are_refused_at_length(text: str) -> None:
    check_pieces(text)


@pytest.mark.parametrize("winners", ["9" * 5000, "99", "٣", "-1", ""])
def test_an_outcome_with_unknown_winners_can_be_listed(winners: str) -> None:
    record: JournalRecord = {"over": "home", "winners": winners, "draw": False}
    first, thrown = Setup("thaayam").record(), {"do": "8"}
    table = table_of([first, thrown, record], {"date": "2026-03-09"})
    table.run(GoHome())
    assert read_outcome(record) is not None
    table.run(Cover(PlayedGames()))
    assert "09.03. Thaayam" in draw(table.frame, SIZE, Language("en"), False).words
