"""Which of the sessions in a journal are games of their own."""

from pathlib import Path

import pytest

import games
from firmware_host.session.replay import records
from firmware_host.session.setup import Setup
from firmware_host.storage.counters import Counters
from firmware_host.storage.history import saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord

BEGIN: JournalRecord = {"begin": "a"}
THROW: JournalRecord = {"do": "3"}
MOVE: JournalRecord = {"do": "e3-e5"}


def file_of(header: JournalRecord, *session: JournalRecord) -> tuple[JournalRecord, ...]:
    """Return what the journal yields for a file."""
    return (header, *session)


def test_sessions_that_begin_alike_are_games_of_their_own(tmp_path: Path) -> None:
    journal = Journal(tmp_path, today=lambda: "2026-03-09")
    for throws in (1, 1, 1, 2):
        journal.begin(Setup("thaayam", {"seats": 2}).record())
        for _ in range(throws):
            journal.append({"do": "8"})
    journal.close()
    assert len(saved_games(Journal(tmp_path).sessions())) == 4
    assert len(records(tmp_path, games)) == 4
    assert [day.begun for day in Counters(tmp_path).days()] == [4]


def test_a_session_that_was_continued_in_another_file_is_one_game() -> None:
    older = file_of({"session": 1, "file": "000001.journal"}, BEGIN, THROW)
    newer = file_of({"session": 1, "file": "000002.journal"}, BEGIN, THROW, MOVE)
    assert [len(game.records) for game in saved_games([newer, older])] == [3]


def test_a_file_of_the_same_session_that_went_on_differently_is_shown_too() -> None:
    older = file_of({"session": 1}, BEGIN, THROW, THROW)
    newer = file_of({"session": 1}, BEGIN, THROW, MOVE)
    assert len(saved_games([newer, older])) == 2


@pytest.mark.parametrize("session", [None, 2])
def test_sessions_of_old_files_without_a_number_are_compared(session: int | None) -> None:
    header: JournalRecord = {} if session is None else {"session": session}
    older, other = file_of({}, BEGIN, THROW), file_of({}, BEGIN, MOVE)
    assert len(saved_games([file_of(header, BEGIN, THROW, MOVE), older, other])) == 2
