import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.app.systemd_notify import Notifier

WATCHED = {"NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "30000000"}


class Listener:
    """What would be systemd, with everything it was told."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []

    def __call__(self, address: str, words: bytes) -> None:
        self.heard.append((address, words))

    @property
    def words(self) -> list[bytes]:
        return [words for _, words in self.heard]


@pytest.fixture
def listener() -> Listener:
    return Listener()


def test_readiness_is_reported_once_and_life_twice_per_watchdog_time(listener: Listener) -> None:
    notifier = Notifier(WATCHED, listener)
    for now in (100.0, 101.0, 114.9, 115.0, 131.0):
        notifier.cycle(now)
    notifier.stop()
    assert listener.words == [b"READY=1", *[b"WATCHDOG=1"] * 3, b"STOPPING=1"]
    assert notifier.deadline == 146.0
    assert listener.heard[0][0] == "/run/systemd/notify"


def test_without_systemd_nothing_is_sent_and_nothing_is_due(listener: Listener) -> None:
    notifier = Notifier({"WATCHDOG_USEC": "30000000"}, listener)
    notifier.cycle(1.0)
    notifier.stop()
    assert (listener.heard, notifier.deadline) == ([], None)


@pytest.mark.parametrize("usec", ["", "0", "-5", "soon", "٣", "9" * 30])
def test_an_invalid_watchdog_time_is_ignored(listener: Listener, usec: str) -> None:
    notifier = Notifier({**WATCHED, "WATCHDOG_USEC": usec}, listener)
    notifier.cycle(1.0)
    assert (listener.words, notifier.deadline) == ([b"READY=1"], None)


@pytest.mark.parametrize(
    ("pid", "is_meant"), [(os.getpid(), True), (1, False)], ids=["this", "another"]
)
def test_a_watchdog_for_another_process_is_not_fed(
    listener: Listener, pid: int, is_meant: bool
) -> None:
    notifier = Notifier({**WATCHED, "WATCHDOG_PID": str(pid)}, listener)
    notifier.cycle(1.0)
    assert (b"WATCHDOG=1" in listener.words) == is_meant


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """The address of a socket, as the environment has it, and the socket."""
    name = str(tmp_path / "notify")
    is_path = request.param == "path"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(name if is_path else "\0" + name)
        listening.setblocking(False)
        yield (name if is_path else "@" + name), listening


def test_datagrams_reach_the_socket(systemd: tuple[str, socket.socket]) -> None:
    address, listening = systemd
    Notifier({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000"}).cycle(1.0)
    assert [listening.recv(100), listening.recv(100)] == [b"READY=1", b"WATCHDOG=1"]


@pytest.mark.parametrize(
    "address", ["/nowhere/notify", "no\0path", "/" + "x" * 300, "@", "vsock:2"]
)
def test_a_socket_that_accepts_nothing_is_ignored(address: str) -> None:
    notifier = Notifier({**WATCHED, "NOTIFY_SOCKET": address})
    notifier.cycle(1.0)
    notifier.stop()


def test_a_systemd_that_does_not_listen_does_not_delay_the_table(
    systemd: tuple[str, socket.socket],
) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": systemd[0], "WATCHDOG_USEC": "1000000"})
    for now in range(2_000):
        notifier.cycle(float(now))
    assert notifier.deadline == 1_999.5
