"""The room that is held back for a full card: given up when it is needed, taken again after."""

import errno
from pathlib import Path

from firmware_host.storage.journal import Journal
from firmware_host.storage.records import encode
from firmware_host.storage.reserve import NAME, SIZE
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import LINES, SESSION, journal_on, lines, reopened
from tests.firmware_host.storage.stored import everywhere

RESERVE = 3 * len(lines())


def test_the_first_game_takes_the_room_on_the_card(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin(SESSION[0])
    assert (tmp_path / NAME).stat().st_size == SIZE
    journal.close()


def test_a_full_card_gives_the_room_back_and_the_game_stays_saved() -> None:
    disk = Disk(room=RESERVE + len(lines(3)))
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    for number, record in enumerate(SESSION[1:], start=2):
        journal.append(record)
        assert journal.trouble is None
        assert all(reopened(image) == SESSION[:number] for image in disk.images(everywhere))
    assert NAME not in disk.files
    assert journal.notices == ["the card is full: what was held back for that is in use"]


def test_when_the_room_is_used_up_too_it_says_so_until_there_is_some() -> None:
    disk = Disk(room=RESERVE + len(lines(2)))
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    while journal.trouble is None:
        journal.append(SESSION[1])
    assert journal.trouble.startswith("not saved: ")
    disk.room *= 3
    journal.retry()
    assert journal.trouble is None


def test_the_room_is_taken_again_with_the_next_game_if_there_is_enough() -> None:
    disk = Disk(room=0)
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    assert NAME not in disk.files
    disk.room = RESERVE
    journal.begin(SESSION[0])
    assert (journal.trouble, list(disk.files)) == (None, ["000001.journal"])
    disk.room = 2 * RESERVE
    for _ in range(2):
        journal.begin(SESSION[0])
        assert len(disk.saved[NAME]) == RESERVE


def test_half_a_ballast_that_a_power_cut_left_is_made_anew() -> None:
    disk = Disk({f"{NAME}.new": b"half"})
    journal_on(disk, reserve=RESERVE).begin(SESSION[0])
    assert sorted(disk.files) == ["000001.journal", NAME]
    assert len(disk.saved[NAME]) == RESERVE


def test_a_card_that_fails_otherwise_keeps_its_ballast() -> None:
    disk = Disk()
    journal = journal_on(disk, reserve=RESERVE)
    journal.begin(SESSION[0])
    disk.fail(errno.EIO, calls=1)
    journal.append(SESSION[1])
    assert journal.trouble == "not saved: Input/output error"
    assert NAME in disk.files
    journal.retry()
    assert reopened(disk.saved) == SESSION[:2]
    assert disk.saved["000002.journal"].endswith(b"".join(map(encode, SESSION[:2])))
    assert LINES[1] in disk.saved["000001.journal"]
