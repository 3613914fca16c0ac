"""Frames on a line that flips, loses, repeats and inserts bytes are never read as others."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from hardware.firmware.protocol import Splitter, bits_text, frame

Mutation = Callable[[random.Random, bytes], bytes]


def place(rng: random.Random, line: bytes) -> int:
    return rng.randrange(len(line))


def flipped(rng: random.Random, line: bytes) -> bytes:
    changed = bytearray(line)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        changed[place(rng, line)] ^= 1 << rng.randrange(8)
    return bytes(changed)


def dropped(rng: random.Random, line: bytes) -> bytes:
    at = place(rng, line)
    return line[:at] + line[at + rng.choice((1, 1, 2, 5)) :]


def inserted(rng: random.Random, line: bytes) -> bytes:
    at = place(rng, line)
    return line[:at] + rng.randbytes(rng.choice((1, 1, 2, 5))) + line[at:]


def swapped(rng: random.Random, line: bytes) -> bytes:
    at = rng.randrange(len(line) - 1)
    return line[:at] + line[at + 1 : at + 2] + line[at : at + 1] + line[at + 2 :]


def truncated(rng: random.Random, line: bytes) -> bytes:
    return line[: place(rng, line)]


def joined(rng: random.Random, line: bytes) -> bytes:
    return line[:-1] + line


def doubled(rng: random.Random, line: bytes) -> bytes:
    return line + line


def burst(rng: random.Random, line: bytes) -> bytes:
    at = place(rng, line)
    noise = rng.randbytes(rng.choice((4, 8, 30, 300)))
    return line[:at] + noise + line[at + len(noise) :]


def broken(rng: random.Random, line: bytes) -> bytes:
    at = place(rng, line)
    return line[:at] + b"\n" + line[at:]


def other_digit(rng: random.Random, line: bytes) -> bytes:
    changed = bytearray(line)
    changed[place(rng, line)] = rng.choice(b"0123456789abcdef")
    return bytes(changed)


MUTATIONS: dict[str, Mutation] = {
    "bits flipped": flipped,
    "bytes dropped": dropped,
    "bytes inserted": inserted,
    "bytes swapped": swapped,
    "truncated": truncated,
    "joined to another": joined,
    "doubled": doubled,
    "burst of noise": burst,
    "line feed inserted": broken,
    "digit changed": other_digit,
}


def any_frame(rng: random.Random, sequence: int) -> bytes:
    count = rng.choice((4, 6, 25, 81, 361))
    kind = rng.choice(("keys", "tray", "board", "lights"))
    return frame(sequence, [kind, bits_text(rng.getrandbits(count), count)])


def play(count: int, seed: int) -> Counter[str]:
    """Send ``count`` mutated frames, a good one after each, and return what became of them."""
    rng = random.Random(seed)
    splitter = Splitter()
    tally: Counter[str] = Counter()
    for number in range(count):
        name = rng.choice(list(MUTATIONS))
        line, good = any_frame(rng, number), any_frame(rng, number + 1)
        # cut anywhere, as reads of a port are; the line feed is where a receiver finds its step
        stream = MUTATIONS[name](rng, line) + b"\n" + good
        cut = rng.randrange(len(stream))
        heard = splitter.feed(stream[:cut]) + splitter.feed(stream[cut:])
        assert heard, f"{name}: lost the good frame after {stream!r}"
        *mutated, last = (frame(*each) for each in heard)
        assert last == good, f"{name}: out of step after {stream!r}"
        assert set(mutated) <= {line}, f"{name}: {stream!r} was taken for {mutated}"
        tally[name] += 1
        tally["came through whole"] += bool(mutated)
    return tally


def test_mutated_frames_are_never_read_as_others_and_the_next_is_read() -> None:
    tally = play(20_000, seed=5)
    assert all(tally[name] > 1000 for name in MUTATIONS)
    assert tally["came through whole"] >= tally["doubled"]


@pytest.mark.deep
def test_a_million_mutated_frames_are_never_read_as_others() -> None:
    print(dict(play(1_000_000, seed=6)))


def test_a_weaker_checksum_would_fail_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.firmware.protocol.crc32", lambda data: sum(data) & 0xFF)
    with pytest.raises(AssertionError, match="was taken for"):
        play(20_000, seed=5)
