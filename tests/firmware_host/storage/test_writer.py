"""The records of the table are saved, and the table says so while they cannot be."""

import errno
from collections.abc import Sequence

import pytest

from firmware_host.storage.journal import LEFT_GONE, NOT_SAVED, RETRY_SECONDS, JournalWriter
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import Retention
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import FIRST, SESSION, journal_on, lines, reopened

BEGIN = {"begin": "any"}


def told(writer: JournalWriter, records: Sequence[JournalRecord], now: float) -> str | None:
    """Return what the table says once ``records`` are saved, or were not."""
    writer.write(records, now)
    return writer.join(now)


def state(writer: JournalWriter) -> tuple[float | None, str | None]:
    return writer.deadline, writer.fault


def test_records_are_saved_without_a_warning() -> None:
    disk = Disk()
    writer = JournalWriter(journal_on(disk))
    assert told(writer, [BEGIN, *SESSION[1:3]], 0.0) is None
    assert told(writer, [], 0.0) is None
    assert state(writer) == (None, None)
    assert reopened(disk.saved) == (BEGIN, *SESSION[1:3])


def test_while_records_are_not_saved_the_warning_repeats_until_they_are() -> None:
    disk = Disk()
    writer = JournalWriter(journal_on(disk))
    disk.fail(errno.EIO)
    assert told(writer, [BEGIN], 5.0) == NOT_SAVED
    assert state(writer) == (5.0 + RETRY_SECONDS, "not saved: Input/output error")
    calls = disk.calls
    assert told(writer, [], 5.1) is None
    assert disk.calls == calls
    assert told(writer, [], 5.0 + RETRY_SECONDS) == NOT_SAVED
    assert disk.calls > calls
    disk.mend()
    assert told(writer, [], 5.0 + 2 * RETRY_SECONDS) is None
    assert state(writer) == (None, None)
    assert reopened(disk.saved) == (BEGIN,)


def test_a_card_that_cannot_be_written_at_the_start_is_reported_at_once() -> None:
    journal = journal_on(Disk({FIRST: lines(3)}, room=0))
    journal.open()
    writer = JournalWriter(journal)
    assert told(writer, [], 0.0) == NOT_SAVED
    assert writer.deadline == RETRY_SECONDS


def test_every_notice_of_the_journal_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = journal_on(Disk({FIRST: lines(3) + b"torn"}))
    journal.open()
    writer = JournalWriter(journal)
    for now in (0.0, 1.0):
        told(writer, [], now)
    writer.close()
    assert caplog.messages == [
        f"{FIRST} ends in something that is not a record: it is kept as {FIRST}.tail"
    ]


def test_people_are_told_once_that_a_game_they_could_have_gone_on_with_is_gone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    disk = Disk()
    journal = journal_on(disk, retention=Retention(sessions=3, left=2), date="2026-03-09")
    writer = JournalWriter(journal)
    game = [BEGIN, {"do": "e3-e5"}]
    assert [told(writer, game, now) for now in (0.0, 1.0, 2.0)] == [None] * 3
    assert told(writer, game, 3.0) == LEFT_GONE
    assert told(writer, [], 4.0) is None
    assert caplog.text.count("\n") == 1
    assert f"too many unfinished games: 1 deleted, up to {FIRST}, begun on 2026-03" in caplog.text
    assert FIRST not in disk.files


def test_finished_games_and_those_without_a_move_go_without_a_word(
    caplog: pytest.LogCaptureFixture,
) -> None:
    disk = Disk()
    writer = JournalWriter(journal_on(disk, retention=Retention(sessions=1)))
    begun, move = BEGIN, {"do": "e3-e5"}
    games = ([begun, move, {"over": "home"}], [begun, move, {"left": "anew"}], [begun], [begun])
    assert [told(writer, game, 0.0) for game in games] == [None] * 4
    assert [name for name in disk.files if name.endswith(".journal")] == ["000004.journal"]
    assert caplog.messages == []


def test_a_game_that_went_before_the_table_was_there_is_told_by_the_table() -> None:
    disk = Disk()
    journal = journal_on(disk)
    for _ in range(3):
        journal.begin(BEGIN)
        journal.append({"do": "e3-e5"})
    again = journal_on(disk, retention=Retention(sessions=2))
    again.open()
    assert told(JournalWriter(again), [], 0.0) == LEFT_GONE
