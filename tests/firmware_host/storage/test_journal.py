"""The journal in a real folder and in a damaged one."""

import io
import os
import stat
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware_host.base.errors import JournalError
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import LINE_LIMIT, JournalRecord, decode, encode
from firmware_host.storage.segments import FILE_LIMIT, SESSION_LIMIT, TAIL_LIMIT
from tests.firmware_host.storage.disk import Disk, Image, PowerCut
from tests.firmware_host.storage.journal_sample import (
    FIRST,
    HEADER,
    LINES,
    SECOND,
    SESSION,
    journal_on,
    lines,
    reopened,
)
from tests.firmware_host.storage.stored import everywhere

LONGEST = encode({"": "x" * (LINE_LIMIT - len(encode({"": ""})))})

# On a real folder


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    (tmp_path / FIRST).touch()
    with pytest.raises(FileExistsError):
        Storage().open_new(tmp_path / FIRST)


def test_a_session_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin({"игра": "тшупу", "pieces": None})
    journal.append({"text": 'line\nbreak "quoted" \u2028', "number": -0.5, "flag": True})
    journal.close()
    journal.close()
    again = Journal(tmp_path)
    assert again.open() == (
        {"игра": "тшупу", "pieces": None},
        {"text": 'line\nbreak "quoted" \u2028', "number": -0.5, "flag": True},
    )
    assert (again.trouble, again.notices) == (None, [])


def test_a_file_begins_with_a_versioned_header_and_is_private(tmp_path: Path) -> None:
    journal = Journal(tmp_path, program="0.1.0", reserve=0)
    journal.begin(SESSION[0])
    assert names_in(tmp_path) == [FIRST]
    assert (tmp_path / FIRST).read_bytes() == lines(2)
    assert stat.S_IMODE((tmp_path / FIRST).stat().st_mode) == 0o600
    journal.close()


def test_a_resumed_session_continues_in_one_new_file() -> None:
    disk = Disk()
    journal_on(disk).begin(SESSION[0])
    for number in range(1, 5):
        journal = journal_on(disk)
        assert journal.open() == SESSION[:number]
        journal.append(SESSION[number])
        assert list(disk.files) == [f"{number + 1:06}.journal"]
    assert decode(disk.saved["000005.journal"].splitlines(keepends=True)[0]) == {
        **HEADER,
        "file": "000005.journal",
    }


def test_unsynced_records_of_a_killed_program_are_saved_before_they_are_used() -> None:
    disk = Disk()
    journal = journal_on(disk)
    journal.begin(SESSION[0])
    disk.cut_at = disk.calls + 1
    with pytest.raises(PowerCut):
        journal.append(SESSION[1])
    disk.cut_at = None
    shown = journal_on(disk).open()
    assert shown == SESSION[:2]
    assert all(reopened(image) == shown for image in disk.images(everywhere))


def test_a_journal_that_cannot_be_copied_at_the_start_is_reported_and_not_changed() -> None:
    disk = Disk({FIRST: lines(3)}, room=len(lines(3)))
    journal = journal_on(disk)
    assert journal.open() == SESSION[:2]
    assert journal.trouble == "not saved: No space left on device"
    assert disk.saved == {FIRST: lines(3)}


def test_an_empty_folder_has_no_session(tmp_path: Path) -> None:
    assert Journal(tmp_path).open() == ()


def test_only_the_newest_session_is_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin({"game": "first"})
    journal.append({"ply": 1})
    journal.begin({"game": "second"})
    assert Journal(tmp_path).open() == ({"game": "second"},)


@pytest.mark.parametrize("closed", [False, True])
def test_a_record_without_a_session_is_refused(*, closed: bool) -> None:
    journal = journal_on(Disk())
    if closed:
        journal.begin(SESSION[0])
        journal.close()
    with pytest.raises(JournalError, match="there is none: begin one"):
        journal.append(SESSION[1])


# Damaged files


def test_a_journal_cut_anywhere_reads_as_the_records_before_the_cut() -> None:
    whole = lines()
    for cut in range(len(whole) + 1):
        complete = whole[:cut].count(b"\n")
        assert reopened({FIRST: whole[:cut]}) == SESSION[: max(complete - 1, 0)]


def test_no_flipped_bit_yields_a_record_that_was_not_written() -> None:
    whole = lines(4)
    for bit in range(len(whole) * 8):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        line = whole[: bit // 8].count(b"\n")
        assert reopened({FIRST: bytes(damaged)}) == SESSION[: max(line - 1, 0)]


def test_a_damaged_end_is_kept_separately_and_the_session_continues_in_a_new_file() -> None:
    found = {FIRST: lines(3) + b"torn", f"{FIRST}.tail": b"an older one"}
    disk = Disk(found)
    journal = journal_on(disk)
    assert journal.open() == SESSION[:2]
    assert reopened({SECOND: disk.saved[SECOND]}) == SESSION[:2]
    journal.append(SESSION[2])
    kept = {name: data for name, data in disk.saved.items() if name != SECOND}
    assert kept == {**found, f"{FIRST}.tail2": b"torn"}
    assert journal.notices == [
        f"{FIRST} ends in something that is not a record: it is kept as {FIRST}.tail2"
    ]
    assert journal.unreadable is None
    again = journal_on(disk)
    assert again.open() == SESSION[:3]
    assert again.notices == []


def test_a_damaged_end_is_kept_only_once() -> None:
    disk = Disk({FIRST: lines(3) + b"torn"})
    for _ in range(3):
        assert journal_on(disk).open() == SESSION[:2]
    assert sorted(disk.files) == [f"{FIRST}.tail", "000004.journal"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "does not begin with the header of a journal"),
        (LINES[1], "does not begin with the header of a journal"),
        (encode({"tableside": 2}) + LINES[1], "is a journal of format 2, expected 1"),
        (encode({"tableside": True}) + LINES[1], "is a journal of format True, expected 1"),
        (LINES[0], "has no complete record"),
        (LINES[0] + LONGEST * (FILE_LIMIT // len(LONGEST)), "is longer than 4194304 bytes"),
    ],
)
def test_a_file_without_a_session_is_renamed_and_the_older_one_is_read(
    data: bytes, told: str
) -> None:
    disk = Disk({FIRST: lines(3), SECOND: data})
    journal = journal_on(disk)
    assert journal.open() == SESSION[:2]
    assert journal.notices == [f"{SECOND} {told}: it is kept as {SECOND}.unreadable"]
    assert journal.unreadable == journal.notices[0]
    assert disk.files[f"{SECOND}.unreadable"].written == data
    journal.append(SESSION[2])
    assert max(disk.files) == "000003.journal"


def test_a_file_with_an_endless_line_is_read_up_to_a_limit() -> None:
    class Endless(io.BytesIO):
        taken = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            return self.read(size)

        def read(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert size >= 0
            Endless.taken += size
            return bytes(size)

    class Lying(Disk):
        def read(self, path: Path) -> BinaryIO:
            return Endless() if path.name == SECOND else super().read(path)

    disk = Lying({FIRST: lines(), SECOND: b""})
    assert journal_on(disk).open() == SESSION
    assert Endless.taken == TAIL_LIMIT


def test_an_old_journal_without_session_numbers_is_read_and_continues_as_one_session() -> None:
    header: JournalRecord = {"tableside": 1, "program": "0.0.1", "file": SECOND}
    disk = Disk({SECOND: encode(header) + LINES[1]})
    journal = journal_on(disk)
    assert journal.open() == SESSION[:1]
    assert list(disk.files) == ["000003.journal"]
    assert b'"session":2,' in disk.saved["000003.journal"]


def test_pipes_and_folders_do_not_block_or_stop_the_journal(tmp_path: Path) -> None:
    (tmp_path / SECOND).mkdir()
    os.mkfifo(tmp_path / "000003.journal")
    (tmp_path / "000004.journal").symlink_to(tmp_path / "nowhere")
    journal = Journal(tmp_path, reserve=0)
    assert journal.open() == ()
    assert [notice.split(":")[0] for notice in journal.notices] == [
        "000004.journal cannot be read",
        "000003.journal cannot be read",
        f"{SECOND} cannot be read",
    ]
    journal.begin(SESSION[0])
    assert journal.trouble is None
    journal.close()


def test_a_session_never_grows_larger_than_can_be_read_back() -> None:
    disk = Disk()
    journal = journal_on(disk)
    journal.begin(SESSION[0])
    while journal.trouble is None:
        journal.append(decode(LONGEST) or {})
    assert (
        journal.trouble == f"not saved: a game has at most {SESSION_LIMIT} bytes: begin another one"
    )
    assert len(reopened(disk.saved)) == SESSION_LIMIT // LINE_LIMIT
    journal.begin(SESSION[0])
    assert journal.trouble is None


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([FIRST, SECOND, f"{FIRST}.tail"]), st.binary()))
@example({FIRST: LINES[0] + b"\xff" * 20})
def test_arbitrary_bytes_never_raise_anything(image: Image) -> None:
    journal = journal_on(Disk(image))
    assert journal.open() == ()
    journal.begin(SESSION[0])
    assert journal.trouble is None


@settings(deadline=None)
@given(st.lists(st.sampled_from([*LINES[:4], LINES[1][:9], b"\n"]) | st.binary(max_size=4)))
def test_lines_in_any_order_never_raise_and_give_only_their_own_records(
    pieces: list[bytes],
) -> None:
    found = reopened({FIRST: b"".join(pieces)})
    assert all(encode(record) in LINES[:4] for record in found)
