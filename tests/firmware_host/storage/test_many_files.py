"""A folder with very many files of games: each start looks at a part of them."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from firmware_host.storage import retention
from firmware_host.storage.counters import Counters
from firmware_host.storage.history import saved_games
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import Portion, Retention
from tests.firmware_host.storage.disk import FOLDER, Disk
from tests.firmware_host.storage.journal_sample import journal_on

DAY = "2026-03-09"
PORTION = 60
"""Files of a portion in these tests, instead of a thousand."""

MANY = 5 * PORTION
STARTS = MANY // PORTION + 3


@pytest.fixture(autouse=True)
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PORTION_FILES", PORTION)


def crowded(files: int, files_of_a_session: int = 1, padding: int = 0) -> Disk:
    """Return a disk with so many files; every game in them was finished but the last."""
    image = {}
    for number in range(1, files + 1):
        first = number - (number - 1) % files_of_a_session
        header: JournalRecord = {
            "tableside": 1, "date": DAY, "begun": DAY, "session": first,
        }  # fmt: skip
        records: list[JournalRecord] = [{"begin": "a" + "x" * padding}, {"do": "3"}]
        records += [{"over": "home"}] * (number == first + files_of_a_session - 1)
        image[f"{number:06}.journal"] = b"".join(map(encode, [header, *records]))
    return Disk(image)


def start(disk: Disk) -> Counter[str]:
    """Open the journal on ``disk``; return how often each call reached the card."""
    before = len(disk.log)
    journal = journal_on(disk, date=DAY)
    assert journal.open()
    assert (journal.trouble, journal.notices) == (None, [])
    journal.close()
    return Counter(disk.log[before:])


def test_a_start_among_many_files_opens_no_more_of_them_than_among_some() -> None:
    some, many = (start(crowded(files)) for files in (3 * PORTION, MANY))
    assert many == some
    assert many["read"] < 9 * PORTION


def test_a_start_reads_some_megabytes_of_large_files_at_most() -> None:
    calls = start(crowded(200, padding=60_000))
    assert calls["remove"] * 60_000 < retention.PORTION_BYTES + 60_000


@pytest.mark.parametrize("files_of_a_session", [1, 7, MANY])
def test_after_some_starts_only_the_newest_games_are_left(files_of_a_session: int) -> None:
    disk = crowded(MANY, files_of_a_session)
    for _ in range(STARTS):
        start(disk)
    kept = Retention().sessions
    sessions = (MANY - 1) // files_of_a_session + 1
    left = [name for name in disk.files if name.endswith(".journal")]
    assert len(left) == min(sessions, kept)


def test_every_game_is_counted_once_before_its_file_goes() -> None:
    disk = crowded(MANY, 7)
    days = Counters(FOLDER, disk).days()
    for _ in range(STARTS):
        start(disk)
        assert Counters(FOLDER, disk).days() == days


def test_a_session_that_goes_on_after_the_oldest_files_is_not_counted_yet() -> None:
    disk = crowded(MANY, PORTION - 1)
    portion = Portion.read(disk, FOLDER)
    assert portion.end == PORTION
    start(disk)
    assert f"{PORTION:06}.journal" in disk.files


def test_the_last_twenty_games_stay_whatever_the_number_of_their_files() -> None:
    disk = crowded(20 * 15, 15, padding=20_000)
    for _ in range(STARTS):
        start(disk)
    newest = saved_games(journal_on(disk).sessions())
    assert len(newest) == 20
    assert all(game.outcome is None and {"over": "home"} in game.records for game in newest)


def test_what_cannot_be_read_among_many_files_stays() -> None:
    disk = crowded(MANY)
    unreadable = "000003.journal.unreadable"
    disk.files[unreadable] = disk.files["000003.journal"]
    failing = Failing(disk, unreadable)
    for _ in range(3):
        journal = journal_on(failing)  # type: ignore[arg-type]
        assert journal.open()
        journal.close()
    assert unreadable in disk.files
    assert "000004.journal" not in disk.files


class Failing:
    """A disk that cannot read one file."""

    def __init__(self, disk: Disk, name: str) -> None:
        self._disk, self._name = disk, name

    def __getattr__(self, name: str) -> object:
        return getattr(self._disk, name)

    def read(self, path: Path) -> BinaryIO:
        if path.name == self._name:
            raise OSError(5, "Input/output error")
        return self._disk.read(path)


def test_the_list_of_games_reads_only_as_many_as_it_shows() -> None:
    read: list[int] = []

    def sessions() -> Iterator[tuple[JournalRecord, ...]]:
        for number in range(1000, 0, -1):
            read.append(number)
            yield ({"session": number}, {"begin": "a"}, {"do": "3"})

    assert len(saved_games(sessions(), 50)) == 50
    assert len(read) == 50
