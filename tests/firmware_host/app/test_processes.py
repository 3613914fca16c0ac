"""Processes of the program beside the table, which are started again when they end."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from firmware_host.app import processes
from firmware_host.app.processes import NICE, ReadingProcess, program
from tests.served import WAIT_SECONDS, free_port, page

STAYING = (sys.executable, "-Sc", "import signal; signal.pause()")
ENDING = (sys.executable, "-Sc", "raise SystemExit(1)")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "AGAIN_SECONDS", (0.0,))


def running(server: ReadingProcess) -> "subprocess.Popen[bytes]":
    assert server._process is not None
    return server._process


def test_a_server_that_is_killed_comes_back(tmp_path: Path) -> None:
    port = free_port()
    address = f"127.0.0.1:{port}"
    words = ("--table", str(tmp_path / "s"), "--listen", address)
    server = ReadingProcess(program("web", *words))
    page(port)
    os.kill(running(server).pid, signal.SIGKILL)
    running(server).wait()
    assert page(port)
    server.close()


def test_the_table_comes_before_its_server() -> None:
    server = ReadingProcess(STAYING)
    assert os.getpriority(os.PRIO_PROCESS, running(server).pid) == NICE
    server.close()


def test_a_server_with_wrong_arguments_is_not_started_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        server = ReadingProcess((sys.executable, "-c", "raise SystemExit(2)"))
        server._thread.join(WAIT_SECONDS)
    assert caplog.messages == ["the process does not start again: correct its arguments"]
    server.close()


def test_after_a_long_life_the_waits_begin_anew(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "AGAIN_SECONDS", (0.0, 0.001, 0.002))
    times = iter([0, 1, 2, 3, 4, 5, 6, 1000, 1001, 1002])
    enough = threading.Event()

    def clock() -> float:
        try:
            return next(times)
        except StopIteration:
            enough.set()
            return 2000

    with caplog.at_level(logging.WARNING):
        server = ReadingProcess(ENDING, clock)
        assert enough.wait(WAIT_SECONDS)
        server.close()
    waits = [message.rsplit(" ", 2)[1] for message in caplog.messages[:5]]
    assert waits == ["0", "0.001", "0.002", "0", "0.001"]


def test_a_process_that_cannot_be_started_now_is_started_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = ReadingProcess(ENDING)
    failures, started, start = [OSError("no memory")], threading.Event(), server._start

    def start_or_fail() -> "subprocess.Popen[bytes]":
        if failures:
            raise failures.pop()
        started.set()
        return start()

    monkeypatch.setattr(server, "_start", start_or_fail)
    with caplog.at_level(logging.WARNING):
        assert started.wait(WAIT_SECONDS)
        server.close()
    assert "the process cannot be started: no memory" in caplog.messages


def test_a_process_that_cannot_be_started_leaves_the_table_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        server = ReadingProcess(("/dev/null/nothing",))
        server.close()
    assert caplog.messages[0] == "the process cannot be started: Not a directory"


def test_a_process_that_starts_again_while_the_table_ends_is_ended_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = ReadingProcess(STAYING)
    start = server._start

    def start_while_closing() -> "subprocess.Popen[bytes]":
        server._is_closing.set()
        return start()

    monkeypatch.setattr(server, "_start", start_while_closing)
    running(server).kill()
    server._thread.join(WAIT_SECONDS)
    assert running(server).wait(WAIT_SECONDS) == -signal.SIGTERM


def test_a_server_that_hangs_is_ended_and_started_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(processes, "UNREAD_SECONDS", 0.03)
    looks = iter([True, True, False, False, False])
    server = ReadingProcess(STAYING, is_read=lambda: next(looks, True))
    first = running(server)
    assert first.wait(WAIT_SECONDS) == -signal.SIGKILL
    end = time.monotonic() + WAIT_SECONDS
    while running(server) is first and time.monotonic() < end:
        time.sleep(0.01)
    assert running(server) is not first
    assert "hangs: it has read nothing" in caplog.messages[0]
    server.close()
