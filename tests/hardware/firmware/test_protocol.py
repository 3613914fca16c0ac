"""Frames: good ones, bad ones, and those on a line that loses bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.protocol import LONGEST, Splitter, bits_text, frame, read, read_bits

PRINTED = "".join(map(chr, range(0x21, 0x7F)))
KINDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=16)
WORDS = st.lists(st.text(PRINTED, min_size=1, max_size=15), max_size=8)


@given(sequence=st.integers(0, 0xFFFF), kind=KINDS, words=WORDS, cuts=st.data())
def test_a_frame_is_read_in_whatever_pieces_it_arrives(
    sequence: int, kind: str, words: list[str], cuts: st.DataObject
) -> None:
    line = frame(sequence, [kind, *words])
    cut = cuts.draw(st.integers(0, len(line)))
    splitter = Splitter()
    assert splitter.feed(line[:cut]) + splitter.feed(line[cut:]) == [(sequence, [kind, *words])]
    assert (splitter.good, splitter.bad) == (1, 0)


@given(data=st.binary(max_size=400))
def test_after_any_noise_the_next_frame_is_read(data: bytes) -> None:
    splitter = Splitter()
    splitter.feed(data)
    splitter.feed(b"\n" + frame(1, ["keys", "0"])[:-1])
    assert splitter.feed(b"\n") == [(1, ["keys", "0"])]


@given(count=st.integers(1, 400), bits=st.data())
def test_bits_are_read_as_they_were_written(count: int, bits: st.DataObject) -> None:
    value = bits.draw(st.integers(0, (1 << count) - 1))
    text = bits_text(value, count)
    assert len(text) == (count + 3) // 4
    assert read_bits(text, count) == value


@pytest.mark.parametrize("text", ["", "1", "012", "0A", "40", "0g", "+1", "1_", " 1", "0x"])
def test_other_than_six_bits_in_two_lower_case_digits_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected 6 bits as lower-case hex digits"):
        read_bits(text, 6)


@pytest.mark.parametrize(
    "words",
    [
        [],
        [""],
        ["Keys", "0"],
        ["keys2"],
        ["k" * 17],
        ["keys", ""],
        ["keys", "0 1"],
        ["keys", "\t"],
        ["keys", "é"],
        ["keys", "0" * 182],
    ],
)
def test_words_that_cannot_be_a_frame_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match="expected a kind and words that fit a frame"):
        frame(0, words)


def test_the_longest_frame_has_200_bytes_and_may_not_have_a_carriage_return() -> None:
    line = frame(0, ["keys", "0" * 180])
    assert len(line) == LONGEST == 200
    assert len(Splitter().feed(line)) == 1
    assert Splitter().feed(line[:-1] + b"\r\n") == []


def crc_of(covered: bytes) -> bytes:
    """The CRC-32 of the protocol, bit by bit, as its definition says."""
    crc = 0xFFFFFFFF
    for byte in covered:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return b"%08x" % (crc ^ 0xFFFFFFFF)


def test_the_crc_has_the_check_value_of_its_definition() -> None:
    assert crc_of(b"123456789") == b"cbf43926"


@pytest.mark.parametrize(
    ("covered", "is_frame"),
    [
        (b"002a keys 12 ", True),
        (b"002a keys ", True),
        (b"002A keys 12 ", False),
        (b"02a keys 12 ", False),
        (b"0002a keys 12 ", False),
        (b"002a Keys 12 ", False),
        (b"002a keys 12", False),
        (b"002a keys  12 ", False),
        (b" 002a keys 12 ", False),
        (b"002a keys 12  ", False),
        (b"002a keys\t12 ", False),
        (b"002a keys \xff ", False),
        (b"002a keys 12 \r", False),
        (b"002a ", False),
        (b"keys 12 ", False),
    ],
)
def test_a_right_crc_does_not_make_a_malformed_line_a_frame(covered: bytes, is_frame: bool) -> None:
    assert (read(covered + crc_of(covered)) is not None) is is_frame


def test_a_crc_in_upper_case_is_wrong() -> None:
    assert read(b"002a keys 12 4523cf00") is not None
    assert read(b"002a keys 12 4523CF00") is None


def test_the_end_of_a_line_may_have_a_carriage_return() -> None:
    assert Splitter().feed(frame(7, ["keys", "00"])[:-1] + b"\r\n") == [(7, ["keys", "00"])]


def test_only_the_lower_sixteen_bits_of_the_number_are_sent() -> None:
    assert frame(0x1FFFF, ["keys", "00"]).startswith(b"ffff ")


def test_a_first_line_that_is_cut_off_does_not_count_as_bad() -> None:
    splitter = Splitter()
    splitter.feed(frame(7, ["keys", "00"])[3:] + b"noise\n\n\r\n")
    assert (splitter.good, splitter.bad) == (0, 1)


def test_a_line_without_end_takes_no_memory_and_ends_with_the_next_one() -> None:
    splitter = Splitter()
    for _ in range(1000):
        assert splitter.feed(b"x" * 150) == []
        assert len(splitter._line) < LONGEST
    assert splitter.feed(b"\n" + frame(7, ["keys", "00"])) == [(7, ["keys", "00"])]
