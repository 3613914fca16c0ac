"""The examples of docs/developers/protocol.md: frames are valid, and both ends send the same."""

import re
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path

from hardware.firmware.dice import PeerDice, read_die, read_offer
from hardware.firmware.parts import PeerInputs, PeerLights
from hardware.firmware.peer import Peer
from hardware.firmware.protocol import read, read_bits
from hardware.link.conversation import Conversation

PAGE = (Path(__file__).parents[3] / "docs/developers/protocol.md").read_text()
BLOCKS = [
    re.findall(r"^([<>]) (.*)$", block, re.MULTILINE)
    for block in re.findall(r"^```$(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
]
TALK, OLDER = BLOCKS[0], BLOCKS[2]
HELLO = TALK[1][1].split()
LIGHT = (2, 2)
"""The field that the conversation lights, c3."""


class Example:
    """The peer of the conversation; its contacts are as its next line reports them."""

    def __init__(self) -> None:
        self.lit: list[int] = []
        self._counts: dict[str, int] = {}
        self._state: dict[str, int] = {}
        self._dice: list[tuple[int, str, int | None]] = []
        parts = [self._part(*offer.split("=")) for offer in HELLO[5:-1]]
        self._peer = Peer(HELLO[3], HELLO[4], parts)
        self._now = 0
        self._said: list[str] = []

    def see(self, line: str) -> None:
        _, kind, bits, *more = line.split()
        if kind == "dice":
            dice = zip((bits, *more[:-1]), self._faces, strict=True)
            self._dice = [read_die(word, faces) for word, faces in dice]
        elif kind != "hello":
            self._state[kind] = read_bits(bits, self._counts[kind])

    def hear(self, line: str) -> None:
        self._peer.feed(line.encode() + b"\n", self._now)
        self._poll()

    def say(self, line: str) -> str:
        """Return what it sends next, where ``line`` is expected."""
        if not self._said:
            self.see(line)
            self._poll()
        return self._said.pop(0)

    def _poll(self) -> None:
        self._now += 10
        self._said += self._peer.poll(self._now).decode().splitlines()

    def _part(self, kind: str, offer: str) -> PeerInputs | PeerDice | PeerLights:
        if kind == "dice":
            self._faces = [faces for _, faces in read_offer(offer)]
            return PeerDice(read_offer(offer), lambda _: self._dice)
        what: list[str] | tuple[int, int] = offer.split(",")
        if size := re.fullmatch(r"(\d+)x(\d+)", offer):
            what = int(size[1]), int(size[2])
        if kind == "lights":
            return PeerLights(what, self.lit.append)
        inputs = PeerInputs(kind, what, lambda: self._state[kind], 0)
        self._counts[kind] = inputs.count
        return inputs


def first_states() -> Iterator[str]:
    """Return the first line of each kind."""
    seen = set()
    for who, line in TALK:
        kind = line.split()[1]
        if who == "<" and kind not in seen:
            seen.add(kind)
            yield line


def test_every_example_is_a_frame() -> None:
    lines = [line for block in BLOCKS for _, line in block]
    assert len(lines) == 24
    for line in lines:
        assert read(line.encode()) is not None, line


def test_the_check_value_is_that_of_the_crc() -> None:
    assert f"`{crc32(b'123456789'):08x}`" in PAGE


def test_the_firmware_has_its_part_of_the_conversation() -> None:
    peer = Example()
    for line in first_states():
        peer.see(line)
    for who, line in TALK:
        if who == ">":
            peer.hear(line)
        else:
            assert peer.say(line) == line
    columns = 5
    assert peer.lit == [1 << LIGHT[1] * columns + LIGHT[0]]


def test_the_host_has_its_part_of_the_conversation() -> None:
    host = Conversation("/dev/ttyACM0", now=0.0)
    host.show(None, {LIGHT: "to"}, "bright")
    said = host.poll(0.0).decode()
    for who, line in TALK:
        if who == "<":
            for _ in host.feed(line.encode() + b"\n", 0.1):
                pass
            said += host.poll(0.1).decode()
    assert said.splitlines() == [line for who, line in TALK if who == ">"]


def test_the_host_goes_on_in_the_version_of_an_older_peer() -> None:
    host = Conversation("/dev/ttyACM0", now=0.0)
    said = host.poll(0.0).decode()
    for who, line in OLDER:
        if who == "<":
            for _ in host.feed(line.encode() + b"\n", 0.1):
                pass
            said += host.poll(0.1).decode()
    assert said.splitlines() == [line for who, line in OLDER if who == ">"]
    assert host.contacts == {"up": True, "down": True}
