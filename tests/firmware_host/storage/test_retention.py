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
    retention = Retention(size=100, at_least=1)
    assert gone(retention, file(4, size=40), aside(3, 40), file(2, size=40), file(1)) == [2, 1]
    assert gone(retention, file(2, size=101), file(1)) == [1]


def test_the_last_twenty_sessions_stay_whatever_their_size() -> None:
    files = [file(number, size=4 * 1024 * 1024) for number in range(30, 0, -1)]
    assert gone(Retention(), *files) == list(range(10, 0, -1))


def test_the_oldest_sessions_by_number_are_removed_first_but_never_the_newest_file() -> None:
    files = [file(9, 1), file(8, 2), file(7, 7), file(6, 6)]
    assert gone(Retention(sessions=3), *files) == [8]


@pytest.mark.parametrize("wrong", ["2099-01-01", "1970-01-01", "20990101", "", "yesterday"])
@pytest.mark.parametrize("games", [1, 2, 5])
def test_a_clock_that_is_wrong_removes_nothing(wrong: str, games: int) -> None:
    newest = [file(9 - number, date=wrong) for number in range(games)]
    older = [file(number, date=f"20{20 + number}-03-01") for number in (3, 2, 1)]
    assert gone(Retention(), *newest, *older) == []


def test_a_date_in_2099_removes_no_game_from_the_card() -> None:
    disk = Disk()
    for date in ("2026-03-09", "2026-03-10", "2026-03-11", "2099-01-01", "2099-01-01"):
        journal = journal_on(disk, date=date)
        journal.open()
        journal.begin({"begin": "a"})
    assert len(list(journal_on(disk).sessions())) == 5


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
