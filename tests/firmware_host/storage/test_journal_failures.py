"""The journal on a disk that fails or loses power never loses an acknowledged record."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from tests.figures import Figure
from tests.firmware_host.storage.disk import SHORT, Disk, Image, PowerCut
from tests.firmware_host.storage.journal_sample import (
    FIRST,
    SESSION,
    journal_on,
    lines,
    reopened,
)
from tests.firmware_host.storage.stored import everywhere, in_three_places

NEXT: JournalRecord = {"game": "next"}
OLD_FILES = {f"{number:06}.journal": lines() for number in range(1, 6)}


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def journal(disk: Disk) -> Journal:
    """Return a journal on ``disk`` with its first record."""
    begun = journal_on(disk)
    begun.begin(SESSION[0])
    return begun


def write(journal: Journal, records: Sequence[JournalRecord]) -> Iterator[bool]:
    """Write ``records`` one by one; yield after each whether all so far are acknowledged."""
    for number, record in enumerate(records):
        (journal.append if number else journal.begin)(record)
        yield journal.trouble is None


def record_session(disk: Disk, records: Sequence[JournalRecord] = SESSION) -> int:
    """Write ``records`` until the power fails; return how many were acknowledged by then."""
    acknowledged = 0
    with suppress(PowerCut):
        for number, is_saved in enumerate(write(journal_on(disk), records), start=1):
            acknowledged = number if is_saved else acknowledged
    return acknowledged


def calls_for(records: Sequence[JournalRecord]) -> Sequence[str]:
    """Return the calls that writing ``records`` makes without failures."""
    disk = Disk()
    record_session(disk, records)
    return disk.log


def single_faults(calls: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the number of each call with each way in which it may fail."""
    for number, what in enumerate(calls):
        yield number, errno.EIO
        if what == "write":
            yield number, SHORT


def assert_kept(
    found: Sequence[JournalRecord], written: Sequence[JournalRecord], acknowledged: int
) -> None:
    assert len(found) >= acknowledged
    assert list(found) == list(written[: len(found)])


def trouble_of(journal: Journal) -> str | None:
    """Return the trouble now; a type checker believes that the attribute has not changed."""
    return journal.trouble


# Disks that cannot be read


def test_a_missing_folder_is_reported_and_the_session_continues(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "gone")
    assert journal.open() == ()
    assert len(journal.notices) == 1
    journal.begin(SESSION[0])
    assert trouble_of(journal) == "not saved: No such file or directory"
    (tmp_path / "gone").mkdir()
    journal.retry()
    assert trouble_of(journal) is None
    assert Journal(tmp_path / "gone").open() == SESSION[:1]


# Disks that cannot be written


def test_a_full_card_is_reported_and_everything_is_saved_when_there_is_room_again(
    disk: Disk, journal: Journal
) -> None:
    disk.fail(errno.ENOSPC)
    for record in SESSION[1:5]:
        journal.append(record)
        assert trouble_of(journal) == "not saved: No space left on device"
    assert reopened(disk.saved) == SESSION[:1]
    disk.mend()
    journal.append(SESSION[5])
    assert trouble_of(journal) is None
    assert journal_on(disk).open() == SESSION[:6]


def test_after_any_failure_the_whole_session_is_saved_in_a_new_file() -> None:
    for call, fault in single_faults(calls_for(SESSION)):
        disk = Disk(faults={call: fault})
        journal = journal_on(disk)
        assert len(list(write(journal, SESSION))) == len(SESSION)
        journal.close()
        assert reopened(disk.saved) == SESSION


def test_a_new_file_that_fails_leaves_no_draft_and_removes_no_old_session() -> None:
    calls = calls_for([NEXT])
    vital = [call for call, what in enumerate(calls[: calls.index("rename") + 1]) if what != "read"]
    for call in vital:
        disk = Disk(OLD_FILES, faults={call: errno.ENOSPC})
        journal = journal_on(disk)
        journal.begin(NEXT)
        assert trouble_of(journal) == "not saved: No space left on device", calls[call]
        assert set(disk.files) == set(OLD_FILES)
        assert disk.open_files == 0


def test_a_session_that_is_closed_unsaved_is_not_saved_later(disk: Disk) -> None:
    disk.fail(errno.EIO)
    journal = journal_on(disk)
    journal.begin(SESSION[0])
    journal.close()
    disk.mend()
    journal.retry()
    journal.close()
    assert disk.files == {}


def test_opening_again_reads_what_is_on_the_card(disk: Disk, journal: Journal) -> None:
    assert journal.open() == SESSION[:1]
    assert disk.open_files == 1
    disk.fail(errno.EIO, calls=1)
    journal.append(SESSION[1])
    assert trouble_of(journal) is not None
    assert disk.open_files == 0
    assert journal.open() == SESSION[:1]
    assert trouble_of(journal) is None


def test_a_short_write_counts_as_a_failure(disk: Disk, journal: Journal) -> None:
    disk.fail(SHORT, calls=1)
    journal.append(SESSION[1])
    assert (
        trouble_of(journal) == f"not saved: only 7 of {len(encode(SESSION[1]))} bytes were written"
    )
    journal.retry()
    assert trouble_of(journal) is None
    assert journal_on(disk).open() == SESSION[:2]


def test_retrying_without_trouble_touches_nothing(disk: Disk, journal: Journal) -> None:
    calls = disk.calls
    journal.retry()
    assert disk.calls == calls


def test_closing_tries_once_more_to_save(disk: Disk) -> None:
    disk.fail(errno.ENOSPC, calls=1)
    journal = journal_on(disk)
    journal.begin(SESSION[0])
    assert trouble_of(journal) is not None
    journal.close()
    assert trouble_of(journal) is None
    assert journal_on(disk).open() == SESSION[:1]


def test_a_card_that_cannot_be_written_never_raises_and_old_sessions_are_read() -> None:
    disk = Disk({FIRST: lines() + b"torn"}, faults=dict.fromkeys(range(2, 1000), errno.EIO))
    journal = journal_on(disk)
    assert journal.open() == SESSION
    assert trouble_of(journal) == "not saved: Input/output error"
    journal.append({"ply": 12})
    journal.begin(NEXT)
    journal.close()
    assert trouble_of(journal) == "not saved: Input/output error"
    assert reopened(disk.saved) == SESSION


# Power cuts


def test_every_power_cut_keeps_every_acknowledged_record(figure: Figure) -> None:
    seen = 0
    for call in range(len(calls_for(SESSION)) + 1):
        disk = Disk(cut_at=call)
        acknowledged = record_session(disk)
        for image in disk.images(everywhere):
            assert_kept(reopened(image), SESSION, acknowledged)
            seen += 1
    assert acknowledged == len(SESSION)
    assert seen > len(lines())
    figure("cuts anywhere", f"{seen:,}")


def test_every_power_cut_after_every_failure_keeps_every_acknowledged_record(
    figure: Figure,
) -> None:
    records, seen = SESSION[:5], 0
    calls = calls_for(records)
    for failing, fault in single_faults(calls):
        for call in range(failing + 1, len(calls) + 12):
            disk = Disk(faults={failing: fault}, cut_at=call)
            acknowledged = record_session(disk, records)
            for image in disk.images(in_three_places):
                assert_kept(reopened(image), records, acknowledged)
                seen += 1
    figure("cuts after failures", f"{seen:,}")


def test_a_second_power_cut_keeps_the_records_acknowledged_before_and_after_the_first(
    figure: Figure,
) -> None:
    records, seen = SESSION[:4], 0
    for first, second in product(range(len(calls_for(records)) + 1), range(16)):
        disk = Disk(cut_at=first)
        acknowledged = record_session(disk, records)
        for image in disk.images(in_three_places):
            written, acknowledged_then, after = resume_until_cut(image, second)
            assert len(written) >= acknowledged
            for again in after.images(in_three_places):
                assert_kept(reopened(again), written, max(acknowledged, acknowledged_then))
                seen += 1
    figure("second cuts", f"{seen:,}")


def resume_until_cut(image: Image, call: int) -> tuple[Sequence[JournalRecord], int, Disk]:
    """Open what is left and add two records; return all records, how many are safe, the disk."""
    disk = Disk(image, cut_at=call)
    survivors = list(reopened(image))
    more: list[JournalRecord] = [{"after": 1}, {"after": 2}]
    journal = journal_on(disk)
    acknowledged = 0
    with suppress(PowerCut):
        journal.open()
        acknowledged = len(survivors)
        for record in more if survivors else ():
            journal.append(record)
            acknowledged += 1
    return survivors + more, acknowledged, disk


def test_a_power_cut_while_a_session_begins_leaves_the_old_one_or_the_new_one(
    figure: Figure,
) -> None:
    seen = 0
    for call in range(60):
        disk = Disk(OLD_FILES, cut_at=call)
        acknowledged = record_session(disk, [NEXT])
        for image in disk.images(everywhere):
            found = reopened(image)
            assert found == (NEXT,) or (found == SESSION and not acknowledged)
            seen += 1
    figure("cuts at a beginning", f"{seen:,}")
    assert list(disk.files) == ["000005.journal", "000006.journal"]
