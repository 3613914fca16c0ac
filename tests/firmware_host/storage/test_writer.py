"""The records of the table are saved, and the table says so while they cannot be."""

import errno

import pytest

from firmware_host.storage.writer import RETRY_SECONDS, JournalWriter
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import FIRST, SESSION, journal_on, lines, reopened

BEGIN = {"begin": "any"}


def state(writer: JournalWriter) -> tuple[float | None, str | None]:
    return writer.deadline, writer.fault


def test_records_are_saved_without_a_warning() -> None:
    disk = Disk()
    writer = JournalWriter(journal_on(disk))
    assert not writer.write([BEGIN, *SESSION[1:3]], 0.0)
    assert not writer.write([], 0.0)
    assert state(writer) == (None, None)
    assert reopened(disk.saved) == (BEGIN, *SESSION[1:3])


def test_while_records_are_not_saved_the_warning_repeats_until_they_are() -> None:
    disk = Disk()
    writer = JournalWriter(journal_on(disk))
    disk.fail(errno.EIO)
    assert writer.write([BEGIN], 5.0)
    assert state(writer) == (5.0 + RETRY_SECONDS, "not saved: Input/output error")
    calls = disk.calls
    assert not writer.write([], 5.1)
    assert disk.calls == calls
    assert writer.write([], 5.0 + RETRY_SECONDS)
    assert disk.calls > calls
    disk.mend()
    assert not writer.write([], 5.0 + 2 * RETRY_SECONDS)
    assert state(writer) == (None, None)
    assert reopened(disk.saved) == (BEGIN,)


def test_a_card_that_cannot_be_written_at_the_start_is_reported_at_once() -> None:
    journal = journal_on(Disk({FIRST: lines(3)}, room=0))
    journal.open()
    writer = JournalWriter(journal)
    assert writer.write([], 0.0)
    assert writer.deadline == RETRY_SECONDS


def test_every_notice_of_the_journal_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = journal_on(Disk({FIRST: lines(3) + b"torn"}))
    journal.open()
    writer = JournalWriter(journal)
    for now in (0.0, 1.0):
        writer.write([], now)
    writer.close()
    assert caplog.messages == [
        f"{FIRST} ends in something that is not a record: it is kept as {FIRST}.tail"
    ]
