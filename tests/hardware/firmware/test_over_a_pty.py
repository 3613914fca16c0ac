"""The firmware's ``main.py`` and the host's link at the two ends of one pty, on virtual time."""

import random
from collections.abc import Iterator
from contextlib import closing
from queue import SimpleQueue

import pytest

from hardware.firmware import settings
from hardware.input.edges import Edge
from hardware.link.link import Link, PeerInfo
from hardware.link.serial_ports import SerialPorts
from tests.hardware.firmware import fake_machine
from tests.hardware.firmware.pico import Pico

SIDES = {"south": 18, "west": 19, "north": 20, "east": 21}
FIELDS = {(0, 0): 8, (1, 0): 9, (2, 0): 15, (0, 1): 16, (1, 1): 17, (2, 1): 28}
LINES = dict(settings.KEYS + settings.TRAY) | {
    f"field {column},{row}": pin for (column, row), pin in FIELDS.items()
}
"""Every line of the Pico with its pin: six keys, a tray, and a board of 3 x 2."""


class Host:
    """The host's end, which looks at its port once a millisecond."""

    def __init__(self, pico: Pico) -> None:
        self.inbox: SimpleQueue[Edge] = SimpleQueue()
        self._pico = pico
        self.link = Link(SerialPorts([pico.port]), self.inbox, self._now)

    def passes(self, count: int) -> Iterator[None]:
        """Let milliseconds pass at both ends."""
        for _ in range(count):
            self.link.tick(self._now())
            yield

    def wait_alone(self, seconds: int) -> None:
        """Let time pass while the Pico hangs."""
        for _ in range(10 * seconds):
            self._pico.now += 100
            self.link.tick(self._now())

    @property
    def peer(self) -> PeerInfo:
        (peer,) = self.link.peers
        return peer

    @property
    def sees(self) -> str:
        """Return the state of the peer in the link."""
        return self.peer.state

    def edges(self) -> dict[str, bool]:
        """Return the last edge of every line since the last call."""
        edges = {}
        while not self.inbox.empty():
            edge = self.inbox.get()
            if edge.line in LINES:
                edges[edge.line] = edge.level
        return edges

    def _now(self) -> float:
        return self._pico.now / 1000


@pytest.fixture
def host(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(settings, "BOARD", (3, 2))
    monkeypatch.setattr(settings, "COLUMNS", list(FIELDS.values()))
    monkeypatch.setattr(settings, "LIGHTS", list(SIDES))
    monkeypatch.setattr(settings, "LAMPS", list(SIDES.values()))
    host = Host(pico)
    with closing(host.link):
        yield host


def test_the_host_learns_what_the_firmware_offers(pico: Pico, host: Host) -> None:
    def script() -> Iterator[None]:
        yield from host.passes(1200)
        assert host.sees == "here"
        assert (host.peer.identity, host.peer.model) == ("e6614c311b7e6a35", "tableside-pico/2")
        assert host.peer.offers.keys == tuple(dict(settings.KEYS))
        assert host.peer.offers.tray == tuple(dict(settings.TRAY))
        assert host.peer.offers.board == host.link.board == (3, 2)
        assert host.peer.offers.lights == tuple(SIDES)
        assert host.link.reads_tray
        assert host.link.faults == ()

    pico.run(script())


def test_every_line_is_on_the_host_what_it_is_on_the_pico(pico: Pico, host: Host) -> None:
    rng = random.Random(11)

    def script() -> Iterator[None]:
        yield from host.passes(50)
        known = dict.fromkeys(LINES, True) | host.edges()
        for _ in range(200):
            for line in rng.sample(list(LINES), rng.randint(1, 5)):
                fake_machine.levels[LINES[line]] ^= 1
            yield from host.passes(25)
            levels = {line: bool(fake_machine.levels[pin]) for line, pin in LINES.items()}
            known |= host.edges()
            assert host.link.levels() == known == levels
        assert (host.peer.bad, host.peer.missed) == (0, 0)

    fake_machine.levels.update(dict.fromkeys(LINES.values(), 1))
    pico.run(script())


def test_the_light_of_each_side_goes_on_alone(pico: Pico, host: Host) -> None:
    def script() -> Iterator[None]:
        yield from host.passes(50)
        for side in (*SIDES, None, "north"):
            host.link.show(side, {})
            yield from host.passes(5)
            assert [each for each, pin in SIDES.items() if fake_machine.levels[pin]] == [
                each for each in SIDES if each == side
            ]

    pico.run(script())


def test_the_light_of_each_field_goes_on(
    pico: Pico, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BOARD", (0, 0))
    monkeypatch.setattr(settings, "LIGHTS", (3, 2))
    monkeypatch.setattr(settings, "LAMPS", list(FIELDS.values()))

    def script() -> Iterator[None]:
        yield from host.passes(50)
        for lit in ([(0, 0)], [(2, 1)], [(1, 0), (0, 1)], []):
            host.link.show("south", dict.fromkeys(lit, "to"))
            yield from host.passes(5)
            assert [each for each, pin in FIELDS.items() if fake_machine.levels[pin]] == lit

    pico.run(script())


def test_firmware_of_another_version_is_named_and_ignored(
    pico: Pico, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.firmware.peer.VERSIONS", ("3",))

    def script() -> Iterator[None]:
        yield from host.passes(2500)
        assert (host.sees, host.peer.version) == ("other version", "3")
        assert host.link.levels() == {}
        # only the hello of each end, once a second
        assert host.peer.good == 3
        (fault,) = host.link.faults
        assert "speaks version 3 of the protocol, this program 1 and 2" in fault

    pico.run(script())


def test_a_pico_that_hangs_becomes_silent_and_then_returns(pico: Pico, host: Host) -> None:
    up = LINES["up"]

    def script() -> Iterator[None]:
        yield from host.passes(50)
        fake_machine.levels[up] = 0
        yield from host.passes(50)
        assert host.link.levels()["up"] is False
        host.edges()
        host.wait_alone(4)
        assert host.sees == "silent"
        assert host.edges()["up"] is True
        fake_machine.levels[up] = 1
        yield from host.passes(1200)
        assert host.sees == "here"
        fake_machine.levels[up] = 0
        yield from host.passes(50)
        assert host.edges()["up"] is False

    pico.run(script())


def test_a_host_that_falls_silent_leaves_no_light_on(pico: Pico, host: Host) -> None:
    def script() -> Iterator[None]:
        host.link.show("north", {})
        yield from host.passes(50)
        assert fake_machine.levels[SIDES["north"]] == 1
        for _ in range(5000):
            yield
        assert fake_machine.levels[SIDES["north"]] == 0
        yield from host.passes(50)
        assert fake_machine.levels[SIDES["north"]] == 1

    pico.run(script())
