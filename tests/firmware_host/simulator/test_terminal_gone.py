"""The simulator in a terminal that is closed or sends nonsense: how it ends, if it has to."""

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_host.simulator.terminal.app import TerminalOutput
from firmware_host.storage.state_folder import hold

SIMULATE = [sys.executable, "-m", "firmware_host.cli", "simulate", "squadro", "--state-dir"]
PATIENCE = 60.0
"""Seconds that a busy machine may take for it."""


def test_a_terminal_that_is_closed_without_a_signal_ends_the_simulator(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    words = [*SIMULATE, str(tmp_path)]
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as simulator:
        os.close(theirs)
        while b"Enter" not in os.read(ours, 1 << 16):
            pass
        os.close(ours)
        try:
            assert simulator.wait(PATIENCE) == 0
        finally:
            simulator.kill()
    with hold(tmp_path):
        assert list(tmp_path.glob("*.journal"))


def test_a_picture_that_the_terminal_lost_is_drawn_again(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-c",
        WITH_LOSSES.format(until=40, most=1000),
        *SIMULATE[3:],
        str(tmp_path),
    ]
    with simulator(words) as (process, terminal):
        assert type_until_the_end(process, terminal, b"q") == 0


def test_a_terminal_that_takes_nothing_at_all_ends_the_simulator_with_one_line(
    tmp_path: Path,
) -> None:
    words = [
        sys.executable,
        "-c",
        WITH_LOSSES.format(until="10**9", most=3),
        *SIMULATE[3:],
        str(tmp_path),
    ]
    ours, theirs = os.openpty()
    ended = subprocess.run(
        words, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
    )
    os.close(ours)
    os.close(theirs)
    assert ended.returncode == 1
    assert b"the terminal failed as said in" in ended.stderr
    assert "did not take what was drawn: no room" in ended.stderr.decode()


def test_what_is_drawn_waits_for_room_and_an_error_is_kept_and_not_raised() -> None:
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    text = "Tshupu \u0448\u0430\u0448\u043a\u0438 " * 20_000
    with os.fdopen(sink, "w", encoding="utf-8") as file:
        output = TerminalOutput(file)
        drawing = threading.Thread(target=output.write, args=(text,))
        drawing.start()
        read = b""
        while len(read) < len(text.encode()):
            read += os.read(source, 1 << 16)
        drawing.join()
        assert (read.decode(), output.loss) == (text, None)
        os.close(source)
        assert output.write("lost") == 4
        assert output.loss is not None
        assert output.loss.errno == errno.EPIPE


NONSENSE = [b"\xff\xfe", b"\xc3(", b"\xd0", b"\x1b[\xff", b"\xf0\x9f\x98"]
"""Bytes that are no UTF-8, as a terminal with another encoding sends them."""

WITH_A_BROKEN_KEYBOARD = """
import sys
from textual._xterm_parser import XTermParser
def fail(parser, text):
    raise RuntimeError("no such key")
XTermParser.feed = fail
from firmware_host.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


WITH_LOSSES = """
import sys
from firmware_host.simulator.terminal.app import Simulator, TerminalOutput
calls, write = 0, TerminalOutput._write
def fail(output, data):
    global calls
    calls += 1
    if calls < {until}:
        raise OSError(28, "no room")
    return write(output, data)
TerminalOutput._write, Simulator.MOST_LOSSES, Simulator.HEARTBEAT = fail, {most}, 0.2
from firmware_host.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@contextmanager
def simulator(words: list[str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run a simulator in a terminal of its own; yield it and our end when it shows its keys."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as process:
        os.close(theirs)
        try:
            while b"Enter" not in os.read(ours, 1 << 16):
                pass
            # a terminal that nobody reads would fill up and hold the simulator
            threading.Thread(target=read_all, args=(ours,), daemon=True).start()
            yield process, ours
        finally:
            process.kill()
            process.wait()
            os.close(ours)


def read_all(terminal: int) -> None:
    with suppress(OSError):
        while os.read(terminal, 1 << 16):
            pass


def type_until_the_end(process: subprocess.Popen[bytes], terminal: int, key: bytes) -> int:
    """Type ``key`` until ``process`` ends; return its exit code."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        with suppress(OSError):
            os.write(terminal, key)
        time.sleep(0.1)
    return process.wait(1.0)


def test_bytes_that_are_no_utf_8_are_ignored_and_the_keys_after_them_count(tmp_path: Path) -> None:
    with simulator([*SIMULATE, str(tmp_path)]) as (process, terminal):
        for data in NONSENSE:
            os.write(terminal, data)
            time.sleep(0.3)  # one read each
            assert process.poll() is None
        time.sleep(1.0)
        assert process.poll() is None
        assert type_until_the_end(process, terminal, b"q") == 0
    with hold(tmp_path):
        assert list(tmp_path.glob("*.journal"))


def test_a_failure_of_the_keyboard_ends_the_simulator_with_exit_code_1(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITH_A_BROKEN_KEYBOARD, *SIMULATE[3:], str(tmp_path)]
    with simulator(words) as (process, terminal):
        assert type_until_the_end(process, terminal, b"q") == 1
    with hold(tmp_path):
        assert list(tmp_path.glob("*.journal"))
