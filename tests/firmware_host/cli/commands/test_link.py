"""``tableside link``: ports made of lists, a terminal that ends with Ctrl-C, virtual time."""

import os
import pty
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware_host.cli.commands import link
from firmware_host.cli.commands.link import watch
from hardware import WiringError
from hardware.link.serial_ports import SeenPort
from hardware.wiring.wiring import Wiring, load
from tests.hardware.link.bench import KEYS, Device, Hub, gone

Act = Callable[[], object]
PATH = "/dev/ttyACM0"


class Seen(SeenPort, frozen=True):
    usb: str = "2e8a:0005"
    name: str = "Board in FS mode"


class Clock:
    """Time that passes while nobody looks."""

    now = 10.0

    def __call__(self) -> float:
        return self.now


class Reader:
    """A terminal at which each of ``acts`` is done after a second, and Ctrl-C comes at the end."""

    def __init__(self, clock: Clock, acts: Sequence[Act]) -> None:
        self._clock, self._acts = clock, list(acts)
        self._next = clock.now
        self.said: list[str] = []
        self.status: tuple[str, ...] = ()

    def ask(self, seconds: float) -> str | None:
        raise AssertionError("nothing is typed here")

    def wait(self, seconds: float) -> None:
        self._clock.now += seconds
        if self._clock.now < self._next:
            return
        self._next = self._clock.now + 1.0
        if not self._acts:
            raise KeyboardInterrupt
        self._acts.pop(0)()

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        self.said += said
        self.status = tuple(status)


@pytest.fixture
def wiring(tmp_path: Path) -> Wiring:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "generic"\n[link]\nfind = ["2e8a:0005", "/dev/ttyS7"]\n')
    return load(str(path))


def shown(wiring: Wiring, hub: Hub, *acts: Act, seen: Sequence[Seen] = ()) -> tuple[int, Reader]:
    """The exit code and the terminal after ``acts``, a second apart."""
    clock = Clock()
    reader = Reader(clock, acts)
    return watch(wiring, hub, lambda: seen, reader, clock), reader


def test_a_device_is_shown_with_its_path_ids_model_version_and_offers(wiring: Wiring) -> None:
    device = Device()

    def greet() -> None:
        device.greet("keys=up,ok", "board=3x2")
        device.say("keys 0", "board 21")

    code, reader = shown(wiring, Hub(**{PATH: device}), greet, lambda: None, seen=[Seen(PATH)])
    assert code == 0
    assert reader.said[:3] == [
        "looking for 2e8a:0005, /dev/ttyS7; Ctrl-C: quit",
        f"{PATH} 2e8a:0005: greeting",
        f"{PATH} 2e8a:0005: here, test/1 e661, version 2, offers keys=up,ok board=3x2",
    ]
    assert "    frames: 3 good, 0 bad, 0 missed" in reader.status
    assert reader.status[-3:] == ("    . . o", "    o . .", "Ctrl-C: quit")


def test_lines_are_shown_live_decoded_beside_the_raw_line(wiring: Wiring) -> None:
    device = Device()

    def greet() -> None:
        device.greet(KEYS)
        device.say("keys 00")

    press = [lambda: device.say("keys 12"), lambda: device.say("keys 12")]
    _, reader = shown(wiring, Hub(**{PATH: device}), greet, *press, lambda: None)
    rows = [line for line in reader.said if line.startswith(f"{PATH} keys")]
    assert [row.split("  ")[0] for row in rows] == [f"{PATH} keys", f"{PATH} keys"]
    assert [row.split()[2:-1] for row in rows] == [
        ["all", "open", "0001", "keys", "00"],
        ["down", "ok", "0002", "keys", "12"],
    ]
    assert any(line.startswith("    keys   down ok ") for line in reader.status)


def test_without_a_device_it_says_what_it_looks_for_and_what_to_do(wiring: Wiring) -> None:
    seen = [Seen("/dev/ttyUSB0", "0403:6001", "FT232R"), Seen("/dev/ttyS0", "", "")]
    code, reader = shown(wiring, Hub(), lambda: None, seen=seen)
    assert code == 1
    assert reader.said[0] == "looking for 2e8a:0005, /dev/ttyS7; Ctrl-C: quit"
    assert reader.said[1] == "serial ports here: /dev/ttyUSB0 0403:6001 FT232R, /dev/ttyS0"
    assert reader.said[2:5] == list(link.WHAT_TO_DO)
    assert "docs/firmware.md" in reader.said[3]
    assert reader.said[5].startswith("! no serial peer is plugged in")


def test_a_wiring_without_a_link_looks_for_a_pico() -> None:
    _, reader = shown(load("generic"), Hub())
    assert reader.said[:3] == [
        "the wiring generic has no section [link]: looking for a Pico",
        "looking for 2e8a:0005; Ctrl-C: quit",
        "serial ports here: none",
    ]


def test_a_device_that_goes_and_a_fault_are_reported_once(wiring: Wiring) -> None:
    device = Device()
    hub = Hub(**{PATH: device})

    def unplug() -> None:
        del hub.devices[PATH]
        device.broken = gone()

    def lie() -> None:
        device.greet("keys=ok")
        device.say("keys zz")

    code, reader = shown(wiring, hub, lie, lambda: None, unplug, lambda: None, lambda: None)
    assert code == 0
    assert reader.said.count(f"{PATH}: gone") == 1
    faults = [line for line in reader.said if line.startswith("! ")]
    assert len(faults) == 2
    assert "what it sends is ignored" in faults[0]
    assert "test/1 e661 is gone" in faults[1]
    assert f"{PATH} keys   not understood" in "\n".join(reader.said)


def test_status_lines_fit_the_terminal(wiring: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    device = Device()

    def greet() -> None:
        device.greet("board=20x20")
        device.say("board " + "f" * 100)

    _, reader = shown(wiring, Hub(**{PATH: device}), greet, lambda: None)
    assert max(map(len, reader.status)) == 49
    assert "    board  400 of 400 occupied" in reader.status[3]


def test_a_state_that_is_not_understood_shows_no_board(wiring: Wiring) -> None:
    device = Device()

    def greet() -> None:
        device.greet("board=2x2")
        device.say("board zz")

    _, reader = shown(wiring, Hub(**{PATH: device}), greet, lambda: None)
    assert not any(line.strip() == ". ." for line in reader.status)


def test_a_wrong_wiring_is_reported_in_one_line() -> None:
    with pytest.raises(WiringError, match="nowhere"):
        link.watch_link("nowhere")


def test_the_command_runs_on_a_real_port_until_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    master, slave = pty.openpty()
    wiring = tmp_path / "mine.toml"
    wiring.write_text(f'profile = "generic"\n[link]\nfind = ["{os.ttyname(slave)}"]\n')
    waits = iter([None])

    def wait(seconds: float) -> None:
        for _ in waits:
            return
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("time.sleep", wait)
    # a shell that starts a job in the background lets it ignore Ctrl-C
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with Path(os.devnull).open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert link.watch_link(str(wiring)) == 1
    signal.signal(signal.SIGINT, before)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"looking for {os.ttyname(slave)}; Ctrl-C: quit"
    assert said[1] == f"{os.ttyname(slave)}: greeting"
    os.close(slave)
    os.close(master)
