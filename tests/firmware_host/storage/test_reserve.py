"""The reserve for a full card: released when it is needed, taken again later."""

import errno
from pathlib import Path

from firmware_host.storage.journal import Journal
from firmware_host.storage.records import encode
from firmware_host.storage.retention import RESERVE_NAME, RESERVE_SIZE
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import LINES, SESSION, journal_on, lines, reopened
from tests.firmware_host.storage.stored import everywhere

RESERVE = 3 * len(lines())


def test_the_first_game_takes_the_reserve(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin(SESSION[0])
    assert (tmp_path / RESERVE_NAME).stat().st_size == RESERVE_SIZE
    journal.close()


def test_a_full_card_releases_the_reserve_and_the_game_stays_saved() -> None:
    disk = Disk(room=RESERVE + len(lines(3)))
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    for number, record in enumerate(SESSION[1:], start=2):
        journal.append(record)
        assert journal.trouble is None
        assert all(reopened(image) == SESSION[:number] for image in disk.images(everywhere))
    assert RESERVE_NAME not in disk.files
    assert journal.notices == ["the card is full: the room in reserve is used now"]


def test_when_the_reserve_is_used_up_too_the_journal_says_so_until_there_is_room() -> None:
    disk = Disk(room=RESERVE + len(lines(2)))
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    while journal.trouble is None:
        journal.append(SESSION[1])
    assert journal.trouble.startswith("not saved: ")
    disk.room *= 3
    journal.retry()
    assert journal.trouble is None


def test_the_next_game_takes_the_reserve_again_if_there_is_enough_room() -> None:
    disk = Disk(room=0)
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    assert RESERVE_NAME not in disk.files
    disk.room = RESERVE
    journal.begin(SESSION[0])
    assert (journal.trouble, list(disk.files)) == (None, ["000001.journal"])
    disk.room = 2 * RESERVE
    for _ in range(2):
        journal.begin(SESSION[0])
        assert len(disk.saved[RESERVE_NAME]) == RESERVE


def test_half_a_reserve_that_a_power_cut_left_is_written_again() -> None:
    disk = Disk({f"{RESERVE_NAME}.new": b"half"})
    journal_on(disk, reserve=RESERVE).begin(SESSION[0])
    assert sorted(disk.files) == ["000001.journal", RESERVE_NAME]
    assert len(disk.saved[RESERVE_NAME]) == RESERVE


def test_a_card_that_fails_for_another_reason_keeps_its_reserve() -> None:
    disk = Disk()
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    disk.fail(errno.EIO, calls=1)
    journal.append(SESSION[1])
    assert journal.trouble == "not saved: Input/output error"
    assert RESERVE_NAME in disk.files
    journal.retry()
    assert reopened(disk.saved) == SESSION[:2]
    assert disk.saved["000002.journal"].endswith(b"".join(map(encode, SESSION[:2])))
    assert LINES[1] in disk.saved["000001.journal"]
