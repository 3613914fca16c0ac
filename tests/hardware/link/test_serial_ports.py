"""The link over pseudo-terminals, through pyserial: real ports, virtual time."""

import os
import pty
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.input.edges import Edge
from hardware.link.conversation import HELLO_EVERY, Heard
from hardware.link.link import Link
from hardware.link.ports import LONGEST
from hardware.link.serial_ports import SeenPort, SerialPort, SerialPorts, seen
from hardware.link.thread import LinkThread
from tests.hardware.link.bench import changes
from tests.hardware.link.pty_peer import PATIENCE, PtyPeer, half_a_frame, has_come

QUICK, DEEP = 50, 10_000
NOISE = bytes(range(256))


class Cable:
    """A link on virtual time, and a peer that is plugged in and unplugged."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.now, self._rng = 50.0, rng
        self.inbox: SimpleQueue[Edge] = SimpleQueue()
        self.peer = PtyPeer(folder / "peer", lambda: self.now)
        self.link = Link(SerialPorts([str(folder / "p*r")]), self.inbox, lambda: self.now)

    def wait_until(self, time: float) -> None:
        while (due := self.link.deadline) <= time:
            self.now = max(self.now, due)
            self.link.tick(self.now)
        self.now = max(self.now, time)

    def connect(self) -> None:
        """Let time pass until the peer's keys are known."""
        while not self.link.peers:
            self.wait_until(self.link.deadline)
        self._hear_an_answer()
        while not self.link.levels():
            # noise has swallowed the first answer
            self.wait_until(self.now + HELLO_EVERY)
            self._hear_an_answer()

    def cycle(self) -> tuple[float, float]:
        """Unplug and plug in again; return the virtual and the real time to recover."""
        self.peer.unplug(half_a_frame() * self._rng.randrange(3))
        self.peer.closed = 0
        while self.link.peers:
            assert has_come(self.link.filenos)
            self.link.tick(self.now)
        self.wait_until(self.now + self._rng.uniform(0.0, 10.0))
        self.peer.plug(NOISE * self._rng.randrange(3) + half_a_frame() * self._rng.randrange(2))
        plugged, begun = self.now, time.perf_counter()
        self.connect()
        return self.now - plugged, time.perf_counter() - begun

    def press(self) -> list[tuple[str, bool]]:
        """Press ok; return the edges so far."""
        self.peer.closed = 4
        self.peer.attend()
        self.wait_until(self.now + 0.01)
        self.peer.attend()
        while not self._is_ok_down():
            assert has_come(self.link.filenos)
            self.link.tick(self.now)
        return self.edges()

    def edges(self) -> list[tuple[str, bool]]:
        taken = []
        while not self.inbox.empty():
            taken.append(self.inbox.get())
        return [change for change in changes(taken) if change[0] != "link"]

    def close(self) -> None:
        self.link.close()
        self.peer.unplug()

    def _hear_an_answer(self) -> None:
        before = self._keys_heard()
        self.peer.attend(PATIENCE)
        while self._keys_heard() == before:
            assert has_come(self.link.filenos)
            self.link.tick(self.now)

    def _keys_heard(self) -> Heard | None:
        return self.link.peers[0].heard.get("keys")

    def _is_ok_down(self) -> bool:
        return self.link.levels().get("ok") is False


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path, random.Random(5))
    cable.peer.plug()
    yield cable
    cable.close()


@pytest.mark.parametrize("cycles", [QUICK, pytest.param(DEEP, marks=pytest.mark.deep)])
def test_a_peer_that_is_unplugged_again_and_again_recovers_each_time(
    cable: Cable, cycles: int
) -> None:
    cable.connect()
    assert cable.press() == [("ok", False)]
    recovered, really = [], []
    for _ in range(cycles):
        waited, took = cable.cycle()
        recovered.append(waited)
        really.append(took * 1000)
        assert cable.press() == [("ok", True), ("ok", False)]
    print(
        f"\n{cycles} cycles: recovered after {statistics.median(recovered):.2f} s (median), "
        f"{max(recovered):.2f} s (worst), of which the machine took "
        f"{statistics.median(really):.1f} ms (median), {max(really):.1f} ms (worst)"
    )
    assert max(recovered) <= LONGEST + HELLO_EVERY
    assert cable.link.faults == ()


def test_a_second_program_is_told_that_the_port_is_in_use(cable: Cable, tmp_path: Path) -> None:
    cable.connect()
    second = Link(SerialPorts([str(tmp_path / "peer")]), SimpleQueue(), lambda: cable.now)
    second.tick(cable.now)
    [fault] = second.faults
    assert "in use by another program: end that" in fault
    second.close()
    assert cable.press() == [("ok", False)]


@pytest.mark.usefixtures("cable")
def test_one_device_with_two_names_is_one_port(tmp_path: Path) -> None:
    (tmp_path / "pier").symlink_to(tmp_path / "peer")
    ports = SerialPorts([str(tmp_path / "p*r"), "ffff:ffff"])
    assert ports.find() == [str((tmp_path / "peer").resolve())]


def test_ports_are_found_by_their_usb_id(monkeypatch: pytest.MonkeyPatch) -> None:
    there = (SeenPort("/dev/ttyACM7", "2e8a:0005", "Board in FS mode"), SeenPort("/dev/ttyS9"))
    monkeypatch.setattr("hardware.link.serial_ports.seen", lambda: there)
    assert SerialPorts(["2e8a:0005"]).find() == ["/dev/ttyACM7"]
    assert SerialPorts(["2e8a:0009"]).find() == []


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(port.path.startswith("/dev/") for port in seen())


def test_a_device_that_does_not_read_blocks_nothing_and_gets_whole_frames_later() -> None:
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    # of a length that does not fill the buffers without a rest
    line = b"0000 hello 1 tableside ... 00000000\n"
    for _ in range(5000):
        port.write(line)
    got = b""
    for _ in range(5000):
        port.write(line)
        os.set_blocking(master, False)
        try:
            got += os.read(master, 65_536)
        except BlockingIOError:
            break
    assert len(got) > 4096
    assert set(got.splitlines(keepends=True)[:-1]) == {line}
    port.close()
    port.close()
    os.close(slave)
    os.close(master)


def test_a_port_that_is_gone_raises_an_oserror() -> None:
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(OSError, match="read|failed"):
        port.read()
    with pytest.raises(OSError, match="error"):
        port.write(b"x")
    with pytest.raises(Exception, match="error"):
        port.close()


class Bench:
    """A link in its thread, and a peer that the test runs."""

    def __init__(self, folder: Path) -> None:
        self.inbox: SimpleQueue[Edge] = SimpleQueue()
        self.peer = PtyPeer(folder / "peer", time.monotonic)
        self.link = LinkThread(SerialPorts([str(folder / "peer")]), self.inbox)

    def attend_until(self, line: str, level: bool) -> None:
        """Run the peer until an edge of ``line`` to ``level`` arrives."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.peer.attend(0.002)
            while not self.inbox.empty():
                edge = self.inbox.get()
                if (edge.line, edge.level) == (line, level):
                    return
        raise AssertionError(f"no edge of {line} to {level}: {self.link.peers} {self.link.faults}")

    def await_edge(self, line: str) -> Edge:
        while (edge := self.inbox.get(timeout=PATIENCE)).line != line:
            pass
        return edge


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.peer.plug()
    yield bench
    bench.link.close()
    bench.link.close()
    bench.peer.unplug()


def test_the_thread_brings_keys_loses_them_and_brings_them_again(bench: Bench) -> None:
    for _ in range(2):
        while "ok" not in bench.link.levels():
            bench.attend_until("link", True)
        bench.peer.closed = 4
        bench.attend_until("ok", False)
        assert bench.link.levels() == {"up": True, "down": True, "ok": False}
        assert [peer.state for peer in bench.link.peers] == ["here"]
        bench.peer.unplug()
        assert bench.await_edge("ok").level is True
        assert (bench.link.peers, bench.link.levels()) == ((), {})
        bench.peer.closed = 0
        bench.peer.plug()


def test_the_thread_shows_lights_from_another_thread(bench: Bench) -> None:
    while "ok" not in bench.link.levels():
        bench.attend_until("link", True)
    bench.link.show("north", {})
    end = time.monotonic() + PATIENCE
    while bench.peer.lit != 4 and time.monotonic() < end:
        bench.peer.attend(0.01)
    assert bench.peer.lit == 4
    assert (bench.link.deadline, bench.link.board, bench.link.reads_tray) == (None, None, False)
    bench.link.tick(0.0)


def test_the_thread_survives_an_unexpected_error(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    while "ok" not in bench.link.levels():
        bench.attend_until("link", True)
    bench.peer.closed = 4
    bench.attend_until("ok", False)
    monkeypatch.setattr("hardware.link.thread.LONGEST", 0.01)
    bad, really = iter([(-1,)]), vars(Link)["filenos"]
    filenos = property(lambda link: next(bad, None) or really.fget(link))
    monkeypatch.setattr(Link, "filenos", filenos)
    bench.link.show("south", {})
    bench.attend_until("ok", True)
    assert "the serial link failed and restarts" in caplog.text
    bench.peer.closed = 0
    while "ok" not in bench.link.levels():
        bench.attend_until("link", True)
