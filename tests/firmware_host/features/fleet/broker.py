"""A real Mosquitto on a free port, for the tests of fleets."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.served import free_port

PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
NEEDS_BROKER = pytest.mark.skipif(
    PROGRAM is None, reason="the tests of fleets need Mosquitto: sudo apt install mosquitto"
)
WAIT_SECONDS = 10.0
NO_GREETING = bytes(8)
"""Neither of MQTT nor of TLS."""

ANYBODY = "allow_anonymous true\n"


class Mosquitto:
    """A broker that keeps its messages in ``folder``; ``more`` is added to its settings."""

    def __init__(self, folder: Path, more: str = ANYBODY) -> None:
        self.port = free_port()
        self._settings = folder / "mosquitto.conf"
        kept = f"persistence true\npersistence_location {folder}/\nautosave_interval 1\n"
        limits = "max_connections -1\nmax_queued_messages 0\nuser root\nlog_type error\n"
        listener = f"listener {self.port} 127.0.0.1\n"
        self._settings.write_text(kept + limits + listener + more, encoding="utf-8")
        self.start()

    def start(self) -> None:
        """Start the broker, and wait until it works.

        Before that it takes connections, but a signal to stop it may be lost.
        """
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-c", self._settings], stderr=subprocess.DEVNULL)
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            with suppress(OSError):
                self._hear()
                return
            time.sleep(0.01)
        self.stop(signal.SIGKILL)
        raise TimeoutError("Mosquitto does not start")

    def _hear(self) -> None:
        """Wait until the broker has read and refused what is no greeting."""
        with socket.create_connection(("127.0.0.1", self.port), WAIT_SECONDS) as stranger:
            stranger.sendall(NO_GREETING)
            with suppress(ConnectionResetError):
                while stranger.recv(64):
                    pass

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop it by the signal ``number``; SIGKILL loses what it has not saved yet.

        A broker that does not end in time is killed: no process is left to another test.
        """
        self._process.send_signal(number)
        try:
            self._process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def reload(self) -> None:
        """Let it read its passwords and its access rules again."""
        self._process.send_signal(signal.SIGHUP)

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"


@contextmanager
def running(folder: Path, more: str = ANYBODY) -> Iterator[Mosquitto]:
    """Run a broker as long as the context lasts."""
    broker = Mosquitto(folder, more)
    try:
        yield broker
    finally:
        broker.stop()
