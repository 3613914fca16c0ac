"""How many of the older sessions stay on the card."""

import errno
import io
from pathlib import Path
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from firmware_host.storage.filesystem import OS_STORAGE
from firmware_host.storage.records import LINE_LIMIT, JournalRecord, encode
from firmware_host.storage.retention import JournalFile, Portion, Retention
from tests.firmware_host.storage.disk import FOLDER, Disk
from tests.firmware_host.storage.journal_sample import FIRST, HEADER, journal_on
from tests.firmware_host.storage.stored import Stored


def file(number: int, session: int | None = None, date: str = "", size: int = 1) -> JournalFile:
    header: JournalRecord = {"session": number if session is None else session, "date": date}
    return JournalFile(f"{number:06}.journal", number, size, header)


def left(number: int, size: int = 1) -> JournalFile:
    return replace(file(number, size=size), is_left=True)


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


def test_a_game_that_was_left_outlives_any_number_of_finished_ones() -> None:
    finished = [file(number) for number in range(100, 1, -1)]
    assert gone(Retention(), *finished, left(1)) == [*range(51, 1, -1)]


def test_of_many_left_games_the_newest_thirty_stay_before_finished_ones() -> None:
    games = [file(number) if number % 2 else left(number) for number in range(100, 0, -1)]
    kept = {*range(100, 38, -2), *range(99, 61, -2)}
    assert {*range(1, 101)} - {*gone(Retention(), *games)} == kept
    assert len(kept) == 50


def test_where_nothing_was_finished_as_many_left_games_stay_as_others_would() -> None:
    games = [left(number) for number in range(60, 0, -1)]
    assert gone(Retention(), *games) == [*range(10, 0, -1)]


def test_left_games_come_first_also_where_bytes_are_short() -> None:
    retention = Retention(size=100, at_least=1)
    assert gone(retention, file(4, size=40), file(3, size=40), left(2, size=40), file(1)) == [3, 1]


@pytest.mark.parametrize(
    ("records", "is_left"),
    [
        ([], False),
        ([{"begin": "a"}], False),
        ([{"begin": "a"}, {"do": "3"}], True),
        ([{"begin": "a"}, {"do": "3"}, {"over": "home"}], False),
        ([{"begin": "a"}, {"do": "3"}, {"over": "home"}, {"undo": 1}], True),
        ([{"begin": "a"}, {"do": "3"}, {"left": "idle"}], False),
        ([{"begin": "a"}, *[{"do": "3"}] * 9_000, {"over": "home"}], False),
        ([{"begin": "a"}, {"do": "3" * 65_000}], True),
    ],
)
@pytest.mark.parametrize("end", [b"", b"torn", b"\0" * 300])
def test_the_last_record_says_whether_a_game_can_go_on(
    records: list[JournalRecord], is_left: bool, end: bytes
) -> None:
    header: JournalRecord = {"tableside": 1, "session": 1}
    disk = Disk({FIRST: b"".join(map(encode, [header, *records])) + end})
    found = JournalFile.read(disk, FOLDER, FIRST, 1)
    assert (found.is_left, found.header) == (is_left, header)


def test_the_end_of_a_long_file_is_read_and_not_the_whole() -> None:
    disk = Measured({FIRST: b"".join(map(encode, [HEADER, *[{"do": "3"}] * 40_000]))})
    assert JournalFile.read(disk, FOLDER, FIRST, 1).is_left
    assert LINE_LIMIT <= disk.bytes_read < 2 * LINE_LIMIT


def test_a_file_that_has_not_grown_is_looked_at_once() -> None:
    disk = Disk({FIRST: b"".join(map(encode, [HEADER, {"begin": "a"}, {"do": "3"}]))})
    portion = Portion.read(disk, FOLDER)
    read = disk.log.count("read")
    assert Portion.read(disk, FOLDER, portion) == portion
    assert disk.log.count("read") == read
    disk.files[FIRST] = Stored(disk.files[FIRST].written + encode({"over": "home"}))
    assert not Portion.read(disk, FOLDER, portion).files[0].is_left


def test_each_game_of_a_folder_of_release_0_1_0_is_known_as_what_it_is() -> None:
    folder = Path(__file__).with_name("release_0_1_0")
    files = Portion.read(OS_STORAGE, folder).files
    games = {file.number: file.is_left for file in files if file.header}
    assert games == {2: False, 4: False, 8: False, 9: True}


class Measured(Disk):
    """A disk that counts the bytes that are read."""

    bytes_read = 0

    def read(self, path: Path) -> BinaryIO:
        disk, opened = self, super().read(path)

        class Counting(io.BytesIO):
            def readline(self, size: int | None = -1) -> bytes:
                return counted(super().readline(size))

            def read(self, size: int | None = -1) -> bytes:
                return counted(super().read(size))

        def counted(data: bytes) -> bytes:
            disk.bytes_read += len(data)
            return data

        return Counting(opened.read())


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
