"""A conversation with random input: it raises nothing, and reads the next good frame."""

import random
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.parts import PeerInputs
from hardware.firmware.peer import Peer
from hardware.firmware.protocol import frame
from hardware.link.conversation import Conversation

words = st.text("abcdefghijklmnopqrstuvwxyz0123456789=,x", min_size=1, max_size=12)
kinds = st.sampled_from(["hello", "keys", "tray", "board", "lights", "dice", "news"])
offers = st.sampled_from(
    [
        "keys=up,ok",
        "keys=A,B",
        "tray=D0",
        "tray=cup,D3",
        "board=2x2",
        "board=1x400",
        "lights=3x3",
        "dice=a:0-1",
    ]
)
greetings = st.lists(offers, max_size=4).map(lambda some: ["hello", "2", "id", "model", *some])
states = st.builds(lambda kind, more: [kind, *more], kinds, st.lists(words, max_size=4))
numbers = st.integers(0, 0xFFFF)
frames = st.builds(frame, numbers, greetings | states)
pieces = st.lists(st.binary(max_size=300) | frames, max_size=12)


def fed(conversation: Conversation, data: bytes, now: float) -> list[str]:
    return [line for lines in conversation.feed(data, now) for line in lines]


@given(pieces, st.lists(st.floats(0.0, 5.0), min_size=12, max_size=12))
def test_after_any_bytes_the_next_good_frames_are_read(
    pieces: list[bytes], pauses: list[float]
) -> None:
    conversation, now = Conversation("port", 0.0), 0.0
    for piece, pause in zip(pieces, pauses, strict=False):
        changed = fed(conversation, piece, now)
        assert len(changed) <= 13 * 420
        now += pause
        conversation.tick(now)
        said = conversation.poll(now)
        assert said == b"" or said.endswith(b"\n")
        assert conversation.deadline > now
    fed(conversation, b"\n" + frame(0, ["hello", "2", "last", "model", "keys=ok"]), now)
    fed(conversation, frame(1, ["keys", "0"]), now)
    fed(conversation, frame(2, ["keys", "1"]), now)
    assert conversation.contacts == {"ok": False}
    assert conversation.fields == {}


@given(st.binary(max_size=2000), st.integers(1, 64))
def test_the_chunks_in_which_bytes_arrive_do_not_matter(data: bytes, size: int) -> None:
    noisy = data + b"\n" + frame(9, ["hello", "2", "id", "model", "keys=ok"]) + data
    whole, parted = Conversation("port", 0.0), Conversation("port", 0.0)
    fed(whole, noisy, 0.0)
    for place in range(0, len(noisy), size):
        fed(parted, noisy[place : place + size], 0.0)
    assert (whole.hello, whole.counts, whole.missed) == (parted.hello, parted.counts, parted.missed)
    assert whole.hello is not None


def test_a_line_that_changes_bytes_never_leads_to_a_wrong_state() -> None:
    rng, closed, lately = random.Random(11), 0, deque([0], maxlen=20)
    keys = PeerInputs("keys", ["up", "down", "ok"], lambda: closed, 5)
    peer, conversation = Peer("id", "model/1", [keys]), Conversation("port", 0.0)
    for step in range(6000):
        now = step / 10
        closed = rng.randrange(8) if step > 30 and rng.random() < 0.05 else closed
        lately.append(closed)
        peer.feed(conversation.poll(now), step * 100)
        data = bytearray(peer.poll(step * 100))
        for place in range(len(data)):
            data[place] = rng.randrange(256) if rng.random() < 0.002 else data[place]
        fed(conversation, bytes(data), now)
        assert conversation.tick(now) == []
        levels = conversation.contacts.values()
        assert sum(1 << bit for bit, level in enumerate(levels) if not level) in lately
    good, bad = conversation.counts
    assert good > 1000
    assert bad > 50


@pytest.mark.parametrize("size", [199, 200, 100_000])
def test_an_endless_line_is_dropped_at_its_end(size: int) -> None:
    conversation = Conversation("port", 0.0)
    for _ in range(20):
        fed(conversation, b"z" * size, 0.0)
    fed(conversation, b"\n" + frame(0, ["hello", "2", "id", "model", "keys=ok"]), 0.0)
    assert conversation.state == "here"
