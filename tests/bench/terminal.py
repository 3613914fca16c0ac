"""What the simulator costs at rest: ``python -m tests.bench.terminal [SECONDS]``.

It runs in a terminal of its own, as a person would start it. Processor and wake-ups are those of
all its threads.
"""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import games
from tests.bench.page import milliseconds, table
from tests.bench.starts import SECONDS, worked

SIZE = (50, 160)
"""Rows and columns of the terminal."""

SETTLING = 5.0
"""Seconds in which the simulator opens and draws its first screen."""


def rests(names: Sequence[str], seconds: float = SECONDS) -> Iterator[Sequence[str]]:
    """The head and a row for each of ``names``: waiting for ``seconds`` with that game begun."""
    yield ("game", f"processor in {seconds:g} s", "share", "wake-ups a second")
    for name in names:
        with _running(name) as process:
            time.sleep(min(seconds, 1.0) * SETTLING)
            before, woken = worked(process), _wake_ups(process)
            time.sleep(seconds)
            spent, wakes = worked(process) - before, _wake_ups(process) - woken
        yield (name, milliseconds(spent), f"{spent / seconds:.2%}", f"{wakes / seconds:.1f}")


@contextmanager
def _running(game: str) -> Iterator[int]:
    """Run the simulator with ``game`` in a terminal: its process."""
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    threading.Thread(target=_read, args=(screen,), daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        asked = (sys.executable, "-m", "firmware_host.cli", "simulate", "--state-dir", folder, game)
        with subprocess.Popen(
            asked, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
        ) as program:
            try:
                yield program.pid
            finally:
                program.terminate()
    os.close(terminal)


def _read(screen: int) -> None:
    """Take what is drawn, until the terminal is closed."""
    with suppress(OSError):
        while os.read(screen, 65536):
            pass


def _wake_ups(process: int) -> int:
    """How often the threads of ``process`` have been woken: they went to sleep as often."""
    files = Path(f"/proc/{process}/task").glob("*/status")
    texts = [file.read_text(encoding="utf-8") for file in files]
    return sum(int(text.partition("\nvoluntary_ctxt_switches:")[2].split()[0]) for text in texts)


if __name__ == "__main__":
    print(*table(rests(games.names(), *map(float, sys.argv[1:]))), sep="\n")
