"""Talk to a person at a terminal: read keys or lines, print lines, and keep a status up to date."""

import os
import select
import sys
import termios
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TextIO

from firmware_host.base.errors import left_on_signals
from firmware_host.text.terminal import is_live

PROMPT = "> "
READ_SIZE = 4096
END_OF_INPUT, ESCAPE = b"\x04", b"\x1b"
UP, TO_THE_LEFT, CLEAR_BELOW, CLEAR_REST = "\x1b[{}A", "\r", "\x1b[J", "\x1b[K"
REMEMBER, RETURN = "\x1b7", "\x1b8"


class Terminal(Protocol):
    """What a command needs of a terminal."""

    def ask(self, seconds: float) -> str | None:
        """Return a typed line or key, or None after ``seconds``; EOFError at the end of input."""

    def wait(self, seconds: float) -> None:
        """Wait for ``seconds`` without reading."""

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Print the new lines ``said``, and update the ``status`` lines."""


Step = tuple[tuple[str, ...], tuple[str, ...]]
"""The lines that are new, and those that tell how things are now."""

REFRESH = 0.1
"""Seconds between two looks at what has come in."""

QUIT = "q"


def watched(terminal: Terminal, step: Step, more: str = "") -> str:
    """Show a ``step`` of what somebody watches, and return what was typed; the end quits.

    ``more`` names the keys besides that for quitting.
    """
    said, status = step
    terminal.show(said, (*status, f"{QUIT}: quit{more}"))
    try:
        return (terminal.ask(REFRESH) or "").strip()
    except EOFError:
        return QUIT


class PlainTerminal:
    """A file or a pipe instead of a terminal: it gets all lines, but no status.

    Lines are read from the file descriptor ``source`` and written to ``target``.
    """

    def __init__(self, source: int, target: TextIO) -> None:
        self._source, self._target = source, target
        self._typed = b""

    def ask(self, seconds: float) -> str | None:
        """Return a line of the source, or None after ``seconds``."""
        if b"\n" not in self._typed:
            # not a file object: select does not see what that has buffered
            ready, _, _ = select.select([self._source], [], [], seconds)
            if not ready:
                return None
            read = os.read(self._source, READ_SIZE)
            if not read and not self._typed:
                raise EOFError
            self._typed += read or b"\n"
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode("utf-8", "replace")

    def wait(self, seconds: float) -> None:
        """Sleep for ``seconds``."""
        time.sleep(seconds)

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Print the lines ``said``."""
        for line in said:
            self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()


class LiveTerminal(PlainTerminal):
    """A real terminal: lines scroll up, and the status below them is updated in place.

    It uses plain ANSI sequences (ECMA-48, DECSC and DECRC), not curses. Keys count at once, without
    Enter, while the terminal is in the mode that :func:`single_keys` sets.
    """

    def __init__(self, source: int, target: TextIO) -> None:
        super().__init__(source, target)
        self._shown: tuple[str, ...] = ()

    def ask(self, seconds: float) -> str | None:
        """Return a struck key, empty for Enter, or None after ``seconds``; EOFError at Ctrl-D."""
        if not self._typed and not self._has_struck(seconds):
            return None
        key, self._typed = self._typed[:1], self._typed[1:]
        if key == END_OF_INPUT:
            raise EOFError
        return key.decode("ascii", "replace").strip("\r\n")

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Print the lines ``said``, then the ``status`` and the prompt."""
        status = tuple(status)
        if said or len(status) != len(self._shown):
            rows = len(self._shown)
            back = TO_THE_LEFT + (UP.format(rows) if rows else "") + CLEAR_BELOW
            self._write(back + "".join(f"{line}\n" for line in (*said, *status)) + PROMPT)
        elif status != self._shown:
            lines = "".join(f"{line}{CLEAR_REST}\n" for line in status)
            self._write(REMEMBER + UP.format(len(status)) + TO_THE_LEFT + lines + RETURN)
        self._shown = status

    def _has_struck(self, seconds: float) -> bool:
        """Read what is struck within ``seconds``; return whether it is a key with a character."""
        ready, _, _ = select.select([self._source], [], [], seconds)
        if not ready:
            return False
        read = os.read(self._source, READ_SIZE)
        if not read:
            raise EOFError
        # arrows and the like are sequences of several bytes
        self._typed = b"" if read.startswith(ESCAPE) else read
        return bool(self._typed)


@contextmanager
def attached() -> Iterator[PlainTerminal]:
    """Yield the terminal of this program: it is live if input and output are a real one.

    A live terminal has the modes it had before when the program leaves, also after Ctrl-C or
    SIGTERM.
    """
    source = sys.stdin.fileno()
    if not (sys.stdin.isatty() and is_live(sys.stdout)):
        yield PlainTerminal(source, sys.stdout)
        return
    with single_keys(source):
        yield LiveTerminal(source, sys.stdout)


@contextmanager
def single_keys(terminal: int) -> Iterator[None]:
    """Let keys of the file descriptor ``terminal`` count at once, and restore its modes at the end.

    SIGTERM and SIGHUP end the program with SystemExit meanwhile.
    """
    modes = termios.tcgetattr(terminal)
    with left_on_signals():
        try:
            tty.setcbreak(terminal)
            yield
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, modes)
