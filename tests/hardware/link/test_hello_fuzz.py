"""Malformed input of peers is refused in one line, and little of it is stored."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.firmware.dice import MOST_DICE
from hardware.firmware.protocol import LONGEST, MOST_FIELDS, frame
from hardware.link.conversation import REPORTED, Conversation
from hardware.link.hello import CONTACTS, Hello, read_hello
from tests.damage import check_line, lying

EXAMPLES, DEEP_EXAMPLES = 50, 20_000

HELLOS = st.sampled_from(
    [
        "hello 1 e6614c311b7e6a35 tableside-pico/2 keys=up,ok board=5x4 lights=south",
        "hello 1 e661 tableside-pico/2 tray=D0,D1,D2,D3,cup keys=up,down,left,right,ok,back",
        "hello 1 e661 other/2 board=20x20 lights=20x20",
        "hello 2 e661 tableside-pico/2 dice=a:0-1,b:1-6,c:1/3-4/6",
        "hello 3 e661 newer/9 anything=at,all",
        "hello 1 tableside",
    ]
)
STATES = st.sampled_from(
    [
        "keys 2",
        "tray 1f",
        "board 00000",
        "board ffffff",
        "lights 1",
        "keys",
        "dice 00=1 01~3 02/",
        "dice 00-",
    ]
)
SAID = lying(HELLOS | STATES)


def words_of(text: str) -> list[str]:
    """Return the words of ``text`` that a frame can have: printable ASCII."""
    return "".join(each if " " <= each <= "~" else " " for each in text).split() or ["x"]


def line(number: int, text: str) -> bytes:
    """Return the frame of ``text``, or as many of its bytes as a frame may have."""
    try:
        return frame(number, words_of(text))
    except ValueError:
        return text.encode("utf-8", "replace")[:LONGEST] + b"\n"


def check_hello(text: str) -> None:
    words = words_of(text[:LONGEST])  # no frame carries more
    try:
        hello = read_hello(words)
    except ValueError as error:
        check_line(error)
    else:
        assert isinstance(hello, Hello)
        assert set(hello.offers.keys) | set(hello.offers.tray) <= CONTACTS
        assert len(hello.offers.lines("board")) <= MOST_FIELDS


def check_talk(said: list[str], noise: bytes) -> None:
    talk = Conversation("/dev/ttyACM0", now=0.0)
    for number, text in enumerate(said):
        offered = {*talk.contacts, *talk.fields}  # what is not offered any more opens
        for changed in talk.feed(line(number, text) + noise, now=number / 10):
            assert set(changed) <= {*offered, *talk.contacts, *talk.fields}
        talk.tick(number / 10)
        assert len(talk.dice) <= MOST_DICE
        assert all(die.face in (None, *die.faces) for die in talk.dice)
        assert set(talk.contacts) <= CONTACTS
        assert len(talk.fields) <= MOST_FIELDS
        assert set(talk.heard) <= set(REPORTED)
        assert talk.fault is None or talk.fault.isprintable()


@settings(max_examples=EXAMPLES)
@given(SAID)
def test_any_hello_is_read_or_refused(text: str) -> None:
    check_hello(text)


@settings(max_examples=EXAMPLES)
@given(st.lists(SAID, max_size=8), st.binary(max_size=30))
def test_any_input_of_a_peer_stays_within_limits(said: list[str], noise: bytes) -> None:
    check_talk(said, noise)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(SAID)
def test_any_hello_is_read_or_refused_at_length(text: str) -> None:
    check_hello(text)


@pytest.mark.deep
@settings(max_examples=DEEP_EXAMPLES)
@given(st.lists(SAID, max_size=8), st.binary(max_size=30))
def test_any_input_of_a_peer_stays_within_limits_at_length(said: list[str], noise: bytes) -> None:
    check_talk(said, noise)
