"""How many of the older sessions stay on the card."""

import errno

import pytest

from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import JournalFile, Retention
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import journal_on


def file(number: int, session: int | None = None, date: str = "", size: int = 1) -> JournalFile:
    header: JournalRecord = {"session": number if session is None else session, "date": date}
    return JournalFile(f"{number:06}.journal", number, size, header)


def aside(number: int, size: int = 1) -> JournalFile:
    return JournalFile(f"{number:06}.journal.tail", number, size, {})


def gone(retention: Retention, *files: JournalFile) -> list[int]:
    return [int(name[:6]) for name in retention.surplus(files)]


def test_old_and_damaged_files_are_removed_and_those_of_other_programs_stay() -> None:
    other = ("lock", "notes.journal", "1.journal")
    disk = Disk(dict.fromkeys((*other, "000001.journal.tail", "000001.journal.unreadable"), b""))
    journal = journal_on(disk, retention=Retention(sessions=3))
    for number in range(6):
        journal.begin({"session": number})
    assert set(disk.files) == {*other, "000005.journal", "000006.journal", "000007.journal"}
    assert [records for _, *records in journal.sessions()] == [[{"session": n}] for n in (5, 4, 3)]


def test_only_the_newest_file_of_a_session_stays() -> None:
    assert gone(Retention(), file(5, 5), file(4, 2), aside(3), file(3, 2), file(2, 2), file(1)) == [
        3,
        2,
    ]


def test_with_too_many_bytes_the_oldest_files_are_removed_but_never_the_newest() -> None:
    retention = Retention(size=100)
    assert gone(retention, file(4, size=40), aside(3, 40), file(2, size=40), file(1)) == [2, 1]
    assert gone(retention, file(2, size=101), file(1)) == [1]


def test_sessions_that_are_too_old_are_removed() -> None:
    retention = Retention(days=30)
    days = ("2026-04-01", "2026-03-31", "2026-03-01", "2026-02-28", "2026-03-31")
    files = [file(9 - number, date=day) for number, day in enumerate(days)]
    assert gone(retention, *files) == [6, 5]


@pytest.mark.parametrize("wrong", ["2099-01-01", "1970-01-01", "20990101", "", "yesterday"])
def test_a_clock_that_is_wrong_once_removes_nothing(wrong: str) -> None:
    files = [file(3, date=wrong), file(2, date="2026-03-01"), file(1, date="2026-02-28")]
    assert gone(Retention(days=30), *files) == []


def test_a_card_that_fails_while_old_files_are_removed_keeps_the_new_session() -> None:
    for call in range(40):
        disk = Disk({f"{number:06}.journal": b"" for number in range(1, 9)})
        journal = journal_on(disk, retention=Retention(sessions=2))
        journal.begin({"session": 1})
        disk.faults = {disk.calls + call: errno.EIO}
        journal.begin({"session": 2})
        journal.retry()
        assert journal.trouble is None
        disk.mend()
        assert journal_on(disk).open() == ({"session": 2},)
