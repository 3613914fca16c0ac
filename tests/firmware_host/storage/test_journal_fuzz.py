"""Malformed journals: any bytes give a session or a sentence, never an exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.segments import FORMAT
from tests.firmware_host.storage.disk import Disk, Image
from tests.firmware_host.storage.journal_sample import (
    FIRST,
    LINES,
    SECOND,
    SESSION,
    journal_on,
    lines,
)

EXAMPLES, DEEP_EXAMPLES = 60, 10_000

Damage = tuple[str, int, bytes]

PLACES = st.integers(0, len(lines()))
DAMAGE = st.tuples(st.sampled_from(["put", "take", "cut"]), PLACES, st.binary(max_size=600))
VALUES = st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"))
HEADERS = st.fixed_dictionaries({}, optional={"session": VALUES, "date": VALUES, "file": VALUES})
NAMES = st.sampled_from([FIRST, SECOND, f"{FIRST}.tail", "000009.journal.new", "ballast.new"])
PARTS = st.sampled_from([*LINES[:4], b"\n", b"0" * 9]) | st.binary(max_size=20)
FILES = st.dictionaries(NAMES, st.lists(PARTS, max_size=8).map(b"".join))


def damaged(whole: bytes, damage: list[Damage]) -> bytes:
    for kind, place, data in damage:
        end = {"put": place, "take": place + len(data), "cut": len(whole)}[kind]
        whole = whole[:place] + (data if kind == "put" else b"") + whole[end:]
    return whole


def check_damage(damage: list[Damage]) -> None:
    """Check that a damaged session is read up to the damage, and that the rest is kept."""
    data = damaged(lines(), damage)
    disk = Disk({FIRST: data})
    journal = journal_on(disk)
    found = journal.open()
    assert found == SESSION[: len(found)]
    whole = lines(len(found) + 1) if found else b""
    tails = [saved for name, saved in disk.saved.items() if not name.endswith(".journal")]
    assert data == whole or data.removeprefix(whole) in tails
    assert bool(journal.notices) == (data != whole or not found)


def check_files(image: Image, header: JournalRecord) -> None:
    """Check that a session begins and is saved among any files with any names and headers."""
    first = encode({"tableside": FORMAT, **header})
    disk = Disk({name: first + data for name, data in image.items()})
    journal = journal_on(disk, reserve=100)
    for record in journal.open():
        assert encode(record) in [first, *LINES]
    journal.begin(SESSION[0])
    assert journal.trouble is None
    assert journal_on(disk).open() == SESSION[:1]
    assert next(journal_on(disk).sessions())[1:] == SESSION[:1]


@settings(max_examples=EXAMPLES)
@given(st.lists(DAMAGE, min_size=1, max_size=4))
def test_a_damaged_session_is_read_up_to_the_damage(damage: list[Damage]) -> None:
    check_damage(damage)


@settings(max_examples=EXAMPLES)
@given(FILES, HEADERS)
def test_a_session_is_saved_among_malformed_files(image: Image, header: JournalRecord) -> None:
    check_files(image, header)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(st.lists(DAMAGE, min_size=1, max_size=4))
def test_a_damaged_session_is_read_up_to_the_damage_at_length(damage: list[Damage]) -> None:
    check_damage(damage)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(FILES, HEADERS)
def test_a_session_is_saved_among_malformed_files_at_length(
    image: Image, header: JournalRecord
) -> None:
    check_files(image, header)
