"""A card that does not give back what is on it: no action is lost, and nothing is guessed."""

import errno
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import pytest

import games
from firmware_host.session.replay import records
from firmware_host.session.setup import Setup
from firmware_host.storage.counters import NAME, UNREADABLE, Counters
from firmware_host.storage.filesystem import READS, Storage
from firmware_host.storage.history import saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import Retention
from tests.deep import deeply
from tests.firmware_host.storage.disk import FOLDER, Disk, Image, failure
from tests.firmware_host.storage.journal_sample import (
    FIRST,
    HEADER,
    LINES,
    SECOND,
    SESSION,
    journal_on,
)

NEXT: JournalRecord = {"begin": "next"}
DATE = "2026-03-09"
WHOLE = b"".join(LINES[1:])
CHUNK = 110
"""Bytes that a read of the simulated card gives at most: a file takes several reads."""

Fails = Callable[[str, int, int], bool]
"""Whether a read fails: of the file with this name, from this byte, as this read of all."""


class Flickering(Disk):
    """A disk whose reads fail with EIO where ``fails`` says so, also in the middle of a file."""

    def __init__(self, image: Mapping[str, bytes], fails: Fails) -> None:
        super().__init__(image)
        self.reads, self._fails = 0, fails

    def read(self, path: Path) -> BinaryIO:
        stored = super().read(path).read()
        chunks: io.RawIOBase = Chunks(self, path.name, stored)
        return io.BufferedReader(chunks, CHUNK)

    def check(self, name: str, place: int) -> None:
        """Count a read; raise OSError if it fails."""
        self.reads += 1
        if self._fails(name, place, self.reads - 1):
            raise failure(errno.EIO)


class Chunks(io.RawIOBase):
    """The content of a file, read in small pieces from a flickering disk."""

    def __init__(self, disk: Flickering, name: str, data: bytes) -> None:
        self._disk, self._name, self._data, self._place = disk, name, data, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._place}.get(
            whence, len(self._data)
        )
        return self._place

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]  # a memoryview
        self._disk.check(self._name, self._place)
        piece = self._data[self._place : self._place + min(len(buffer), CHUNK)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def never(name: str, place: int, number: int) -> bool:
    return False


def from_the(first: int, count: int) -> Fails:
    return lambda name, place, number: first <= number < first + count


def all_of(wanted: str) -> Fails:
    return lambda name, place, number: name == wanted


def end_of(wanted: str) -> Fails:
    return lambda name, place, number: name == wanted and place >= 300


def other_game(number: int, session: int | None = None) -> bytes:
    """Return the file ``number``, with a game of its own or of ``session``."""
    header = {**HEADER, "file": f"{number:06}.journal", "session": session or number, "date": DATE}
    return encode(header) + encode({"begin": number}) + encode({"do": "8"})


def sample(number: int, session: int, count: int = len(LINES)) -> bytes:
    """Return the file ``number`` of a ``session`` with the first lines of the sample."""
    header = {**HEADER, "file": f"{number:06}.journal", "session": session, "date": DATE}
    return encode(header) + b"".join(LINES[1:count])


def has_all_actions(image: Image) -> bool:
    """Return whether a person finds the whole session in some file."""
    return any(WHOLE in data for data in image.values())


CARD = {FIRST: other_game(1), SECOND: sample(2, 2, 6), "000003.journal": sample(3, 2)}
"""An older game, and the newest one in two files: it was continued after a failure."""


def start(disk: Disk) -> tuple[JournalRecord, ...]:
    """Start as a table does: resume, or else begin a game; return what was resumed."""
    journal = journal_on(disk, date=DATE)
    found = journal.open()
    assert journal.trouble is None
    if not found:
        assert journal.unreadable is not None
        journal.begin(NEXT)
    journal.append({"do": "later"})
    journal.close()
    return found


def reads_of_a_start() -> int:
    disk = Flickering(CARD, never)
    assert start(disk) == SESSION
    return disk.reads


@pytest.mark.parametrize("count", [1, READS, 1000, *deeply(2, READS - 1, 2 * READS)])
def test_no_action_is_lost_wherever_reading_fails_over_two_starts(count: int) -> None:
    reads = reads_of_a_start()
    assert reads > 20
    for first in range(reads):
        disk = Flickering(CARD, from_the(first, count))
        found = start(disk)
        assert found in ((), SESSION, SESSION[:5])
        assert found == SESSION or count >= READS
        assert has_all_actions(disk.saved)
        healthy = Disk(disk.saved)
        start(healthy)
        journal_on(healthy, date=DATE).begin(NEXT)
        assert has_all_actions(healthy.saved)
        assert any(other_game(1) == data for data in healthy.saved.values())


@pytest.mark.parametrize("fails", [all_of("000003.journal"), end_of("000003.journal")])
def test_an_unreadable_file_is_set_aside_whole_and_never_read_as_far_as_it_goes(
    fails: Fails,
) -> None:
    card = {FIRST: other_game(1), "000003.journal": sample(3, 3)}
    disk = Flickering(card, fails)
    journal = journal_on(disk, date=DATE)
    assert journal.open() == ()
    notice = (
        "000003.journal cannot be read: Input/output error: it is kept as 000003.journal.unreadable"
    )
    assert journal.notices == [notice]
    assert journal.unreadable == notice
    assert disk.saved == {FIRST: card[FIRST], "000003.journal.unreadable": card["000003.journal"]}


def test_a_game_continues_from_an_earlier_file_of_it_and_from_no_other_game() -> None:
    disk = Flickering(CARD, end_of("000003.journal"))
    journal = journal_on(disk, date=DATE)
    assert journal.open() == SESSION[:5]
    assert journal.unreadable is not None
    assert journal.notices[-1] == f"the game continues from {SECOND}, an earlier file of it"


def test_an_unreadable_file_that_cannot_be_renamed_stays_and_is_resumed_when_it_is_readable() -> (
    None
):
    class Stubborn(Flickering):
        def rename(self, path: Path, name: str) -> None:
            if name.endswith(".unreadable"):
                raise failure(errno.EROFS)
            super().rename(path, name)

    disk = Stubborn(CARD, all_of("000003.journal"))
    journal = journal_on(disk)
    assert journal.open() == ()
    assert "it stays there (Read-only file system)" in (journal.unreadable or "")
    assert journal_on(Disk(disk.saved)).open() == SESSION


def test_a_file_that_was_set_aside_is_read_again_while_no_newer_game_was_begun() -> None:
    card = {FIRST: other_game(1), SECOND: sample(2, 2)}
    disk = Flickering(card, all_of(SECOND))
    assert journal_on(disk).open() == ()
    again = journal_on(Flickering(disk.saved, all_of(f"{SECOND}.unreadable")))
    assert again.open() == ()
    assert again.notices == [f"{SECOND}.unreadable cannot be read: Input/output error"]
    assert again.unreadable is not None
    healthy = Disk(disk.saved)
    journal = journal_on(healthy)
    assert journal.open() == SESSION
    assert journal.notices == [f"{SECOND}.unreadable can be read again: the game continues"]
    assert journal.unreadable is None
    assert journal_on(healthy).open() == SESSION
    assert healthy.saved[f"{SECOND}.unreadable"] == card[SECOND]


def test_a_file_that_was_set_aside_because_it_is_no_journal_does_not_hold_up_an_older_game() -> (
    None
):
    disk = Disk({FIRST: sample(1, 1), f"{SECOND}.unreadable": b"no journal"})
    journal = journal_on(disk)
    assert journal.open() == SESSION
    assert journal.notices == []


@pytest.mark.parametrize("number", [3, 9])
def test_a_person_gets_a_game_back_that_was_set_aside(number: int) -> None:
    disk = Flickering(CARD, all_of("000003.journal"))
    start(disk)
    image = disk.saved
    image[f"{number:06}.journal"] = image.pop("000003.journal.unreadable")
    journal = journal_on(Disk(image))
    assert journal.open() == ((NEXT, {"do": "later"}) if number == 3 else SESSION)
    assert any(tuple(found) == SESSION for _, *found in journal.sessions())


# Removing, counting, reading


def archive(count: int = 6) -> Image:
    return {f"{number:06}.journal": other_game(number) for number in range(1, count + 1)}


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("start_of_failure", [0, CHUNK])
def test_nothing_is_removed_or_counted_that_was_not_read(
    number: int, start_of_failure: int
) -> None:
    name = f"{number:06}.journal"
    disk = Flickering(
        archive(), lambda of, place, _: of.startswith(name) and place >= start_of_failure
    )
    for _ in range(8):
        journal = journal_on(disk, retention=Retention(sessions=2), date=DATE)
        journal.begin(NEXT)
        assert journal.trouble is None
        assert archive()[name] in disk.saved.values()
        assert journal.notices or number > 4
    assert Counters(FOLDER, disk).days()[0].begun == 6 - 1 + 8
    assert len([each for each in disk.files if each.endswith(".journal")]) <= 3


def test_an_older_file_stays_if_the_newer_one_of_its_session_does_not_have_all_of_it() -> None:
    disk = Disk({FIRST: sample(1, 1), SECOND: sample(2, 1, 5)})
    journal = journal_on(disk)
    assert journal.open() == SESSION[:4]
    assert set(disk.files) == {FIRST, "000003.journal"}


def test_a_game_that_cannot_be_read_is_left_out_of_the_history_and_said() -> None:
    disk = Flickering(archive(3), lambda of, place, _: of == SECOND and place > 0)
    journal = journal_on(disk)
    assert len(saved_games(journal.sessions())) == 2
    assert len(saved_games(journal.sessions())) == 2
    assert journal.notices == [f"{SECOND} cannot be read: Input/output error: its game is left out"]
    counters = Counters(FOLDER, disk)
    assert counters.days()[0].begun == 2
    assert counters.fault == (
        f"{SECOND} cannot be read: Input/output error; games that cannot be read are not counted"
    )


def test_the_export_says_what_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal(tmp_path)
    for _ in range(2):
        journal.begin(Setup("thaayam", {"seats": 2}).record())
        journal.append({"do": "8"})
    journal.close()
    read = Storage.read

    def fail(storage: Storage, path: Path) -> BinaryIO:
        if path.name == SECOND:
            raise failure(errno.EIO)
        return read(storage, path)

    monkeypatch.setattr(Storage, "read", fail)
    assert len(records(tmp_path, games)) == 1
    assert caplog.messages == [f"{SECOND} cannot be read: Input/output error: its game is left out"]


@pytest.mark.parametrize("times", [READS - 1, READS])
def test_counters_are_read_again_and_then_set_aside_without_replacing_others(times: int) -> None:
    disk = Disk()
    Counters(FOLDER, disk).start(DATE)
    whole = disk.saved[NAME]
    flickering = Flickering(
        {NAME: whole, UNREADABLE: b"an older one"}, lambda name, place, number: number < times
    )
    counters = Counters(FOLDER, flickering)
    counters.end()
    if times < READS:
        assert counters.fault is None
        assert counters.days()[0].restarts == 1
    else:
        assert flickering.saved[f"{UNREADABLE}2"] == whole
    assert flickering.saved[UNREADABLE] == b"an older one"
