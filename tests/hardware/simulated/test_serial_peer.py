"""The simulated microcontroller, seen through the host's end of the link."""

import queue
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hardware import SimulationError
from hardware.board import field_line
from hardware.firmware.lamps import COLOURS
from hardware.input.edges import Edge
from hardware.link.link import Link
from hardware.link.thread import LinkThread
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.serial_peer import PATH
from hardware.wiring.wiring import DICE_LINES, load
from tests.table import LINKED_WIRING


class Bench:
    """A simulated machine and the host's end of its link, on virtual time."""

    def __init__(self, pi: SimulatedPi, clock: VirtualClock) -> None:
        assert pi.peer is not None
        self.pi, self.peer, self.clock = pi, pi.peer, clock
        self.inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.link = Link(pi.peer.cable, self.inbox, clock)

    def run(self, seconds: float) -> None:
        end = self.clock() + seconds
        while True:
            self.link.tick(self.clock())
            self.peer.update()
            due = [self.link.deadline, self.pi.timeline.next, end]
            now = min(time for time in due if time is not None)
            self.pi.timeline.run_due(max(now, self.clock()))
            if now >= end:
                self.link.tick(self.clock())
                return

    @property
    def sees(self) -> bool:
        return self.link.board is not None

    def lines(self) -> list[tuple[str, bool]]:
        edges = []
        while not self.inbox.empty():
            edge = self.inbox.get()
            edges.append((edge.line, edge.level))
        return edges


@pytest.fixture
def bench() -> Iterator[Bench]:
    clock = VirtualClock()
    bench = Bench(SimulatedPi(load("generic"), clock, random.Random(1), (5, 4)), clock)
    bench.run(2)
    bench.lines()
    yield bench
    bench.link.close()


@pytest.fixture
def linked(tmp_path: Path) -> Iterator[Bench]:
    """Return a machine with keys and dice at the peer, none on pins."""
    path = tmp_path / "linked.toml"
    path.write_text(LINKED_WIRING, "utf-8")
    clock = VirtualClock()
    bench = Bench(SimulatedPi(load(str(path)), clock, random.Random(1)), clock)
    bench.run(2)
    bench.lines()
    yield bench
    bench.link.close()


def test_a_piece_that_is_put_arrives_as_an_edge_of_its_field(bench: Bench) -> None:
    assert bench.link.board == (5, 4)
    bench.peer.sense({(0, 0), (4, 3)})
    bench.run(0.1)
    assert bench.lines() == [(field_line(0, 0), False), (field_line(4, 3), False)]
    bench.peer.sense({(4, 3)})
    bench.run(0.1)
    assert bench.lines() == [(field_line(0, 0), True)]


def test_keys_at_the_peer_are_pressed_like_keys_on_pins(linked: Bench) -> None:
    linked.run(linked.pi.press("ok") - linked.clock() + 0.1)
    assert linked.lines() == [("ok", False), ("ok", True)]


def test_dice_at_the_peer_are_thrown_like_dice_on_pins(linked: Bench) -> None:
    assert linked.link.reads_tray
    linked.run(linked.pi.throw((1, 1, 0, 0), [(0, 1)] * 4) - linked.clock() + 0.1)
    levels = linked.link.levels()
    assert [levels[line] for line in DICE_LINES] == [linked.pi.line(line) for line in DICE_LINES]
    assert {line for line, _ in linked.lines()} >= {"cup", "D0"}


def test_faults_affect_lines_of_the_peer_too(linked: Bench) -> None:
    linked.pi.faults.stick("up")
    linked.run(0.1)
    assert linked.lines() == [("up", False)]


def test_an_unplugged_peer_is_gone_and_returns_with_its_present_state(
    bench: Bench,
) -> None:
    bench.peer.sense({(1, 1)})
    bench.run(1)
    bench.pi.faults.unplug("serial")
    bench.run(5)
    assert not bench.sees
    bench.peer.sense({(2, 2)})
    bench.pi.faults.plug("serial")
    bench.run(6)
    assert bench.link.board == (5, 4)
    seen = {line for line, level in bench.link.levels().items() if not level}
    assert seen == {field_line(2, 2)}


@pytest.mark.parametrize("count", [1, 50, 5000])
def test_noise_on_the_cable_does_no_harm(bench: Bench, count: int) -> None:
    bench.pi.faults.garbage(count)
    bench.peer.sense({(3, 0)})
    bench.run(3)
    assert bench.link.board == (5, 4)
    assert not bench.link.levels()[field_line(3, 0)]
    assert (field_line(3, 0), False) in bench.lines()


def test_the_lights_of_fields_are_those_that_the_host_shows(bench: Bench) -> None:
    bench.link.show(None, {(0, 0): "from", (4, 3): "to"})
    bench.run(0.5)
    assert bench.peer.lit == {(0, 0): COLOURS["from"], (4, 3): COLOURS["to"]}
    bench.pi.faults.unplug("serial")
    assert bench.peer.lit == {}


def test_without_a_peer_there_is_no_serial_cable_to_pull() -> None:
    pi = SimulatedPi(load("generic"), VirtualClock(), random.Random(1))
    assert pi.peer is None
    with pytest.raises(SimulationError, match="--board sensing"):
        pi.faults.unplug("serial")
    with pytest.raises(SimulationError, match=r"\[link\]"):
        pi.faults.garbage(3)


def test_a_link_in_a_thread_of_its_own_sees_the_board_too() -> None:
    pi = SimulatedPi(load("generic"), time.monotonic, random.Random(1), (3, 3))
    assert pi.peer is not None
    inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    pi.peer.sense({(2, 0)})
    link = LinkThread(pi.peer.cable, inbox)
    try:
        for _ in range(1000):
            pi.timeline.run_due(time.monotonic())
            pi.peer.update()
            with suppress(queue.Empty):
                inbox.get(timeout=0.01)
            if not link.levels().get(field_line(2, 0), True):
                break
        assert link.board == (3, 3)
        assert not link.levels()[field_line(2, 0)]
    finally:
        link.close()


def test_the_port_can_be_opened_once_and_only_while_it_is_there(bench: Bench) -> None:
    cable = bench.peer.cable
    with pytest.raises(OSError, match="busy"):
        cable.open(PATH)
    bench.link.close()
    port = cable.open(PATH)
    cable.unplug()
    with pytest.raises(OSError, match="Input/output error"):
        port.read()
    with pytest.raises(OSError, match=r"Broken pipe|Connection reset"):
        port.write(b"x")
    port.close()
    with pytest.raises(OSError, match="No such file"):
        cable.open(PATH)
    assert cable.find() == []
