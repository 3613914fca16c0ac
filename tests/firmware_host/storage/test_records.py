"""Each record has exactly one line, and only that line is read as the record."""

import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.base.errors import HostError, JournalError
from firmware_host.storage.records import LINE_LIMIT, JournalRecord, Value, decode, encode
from tests.firmware_host.storage.disk import Disk
from tests.firmware_host.storage.journal_sample import LINES, SESSION, journal_on

VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
RECORDS = st.dictionaries(TEXTS, VALUES | TEXTS)


@settings(deadline=None)
@given(RECORDS)
def test_every_flat_record_has_one_line_that_is_read_back(record: dict[str, Value]) -> None:
    line = encode(record)
    assert line.count(b"\n") == 1
    assert decode(line) == record


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ([1], "expected a mapping"),
        ({1: "a"}, "expected a string as a key"),
        ({"a": [1]}, "a: expected text, a number"),
        ({"a": float("nan")}, "plain JSON"),
        ({"a": "\ud800"}, "plain JSON"),
        ({"a": "x" * LINE_LIMIT}, f"at most {LINE_LIMIT} bytes"),
    ],
)
def test_a_record_that_cannot_be_read_back_is_refused_before_anything_changes(
    record: JournalRecord, told: str
) -> None:
    disk = Disk()
    journal = journal_on(disk)
    journal.begin(SESSION[0])
    calls = disk.calls
    for write in (encode, journal.append, journal.begin):
        with pytest.raises(JournalError, match=told) as refusal:
            write(record)
        assert isinstance(refusal.value, ValueError)
        assert isinstance(refusal.value, HostError)
    assert disk.calls == calls


def test_the_longest_record_allowed_is_read_back() -> None:
    longest = {"a": "x" * (LINE_LIMIT - len(encode({"a": ""})))}
    assert len(encode(longest)) == LINE_LIMIT
    disk = Disk()
    journal_on(disk).begin(longest)
    assert journal_on(disk).open() == (longest,)


@pytest.mark.parametrize(
    "line",
    [
        b'{"b":1,"a":2}',
        b'{"a":1,"a":2}',
        b'{"a": 1}',
        b'{"a":[]}',
        b'{"a":NaN}',
        b'{"a":1e999}',
        b'"a"',
        b"[" * 30_000,
        json.dumps({"a": "é"}).encode(),
    ],
)
def test_a_line_that_would_not_be_written_is_not_a_record(line: bytes) -> None:
    assert decode(b"%08x %b\n" % (zlib.crc32(line), line)) is None


def test_a_crc_in_capital_letters_is_not_accepted() -> None:
    assert decode(LINES[1][:8].upper() + LINES[1][8:]) is None


def test_a_line_without_a_line_end_is_not_a_record() -> None:
    assert decode(LINES[1].removesuffix(b"\n")) is None
