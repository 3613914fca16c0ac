"""Talk to a person at a terminal: read lines, print lines, and keep a status up to date."""

import os
import select
import sys
import time
from collections.abc import Sequence
from typing import Protocol, TextIO

PROMPT = "> "
READ_SIZE = 4096
UP, TO_THE_LEFT, CLEAR_BELOW, CLEAR_REST = "\x1b[{}A", "\r", "\x1b[J", "\x1b[K"
REMEMBER, RETURN = "\x1b7", "\x1b8"


class Terminal(Protocol):
    """What a command needs of a terminal."""

    def ask(self, seconds: float) -> str | None:
        """Return a typed line, or None after ``seconds``; EOFError at the end of the input."""

    def wait(self, seconds: float) -> None:
        """Wait for ``seconds`` without reading."""

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Print the new lines ``said``, and update the ``status`` lines."""


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

    It uses plain ANSI sequences (ECMA-48, DECSC and DECRC), not curses.
    """

    def __init__(self, source: int, target: TextIO) -> None:
        super().__init__(source, target)
        self._shown: tuple[str, ...] = ()
        self._entered = 0

    def ask(self, seconds: float) -> str | None:
        """Return a typed line, or None after ``seconds``."""
        typed = super().ask(seconds)
        # Enter has moved the cursor below the prompt
        self._entered = 0 if typed is None else 1
        return typed

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Print the lines ``said``, then the ``status`` and the prompt."""
        status = tuple(status)
        if said or self._entered or len(status) != len(self._shown):
            rows = len(self._shown) + self._entered
            back = TO_THE_LEFT + (UP.format(rows) if rows else "") + CLEAR_BELOW
            self._write(back + "".join(f"{line}\n" for line in (*said, *status)) + PROMPT)
        elif status != self._shown:
            lines = "".join(f"{line}{CLEAR_REST}\n" for line in status)
            self._write(REMEMBER + UP.format(len(status)) + TO_THE_LEFT + lines + RETURN)
        self._shown, self._entered = status, 0


def attached() -> PlainTerminal:
    """Return the terminal of this program; it is live if input and output are a real one."""
    is_live = sys.stdin.isatty() and sys.stdout.isatty()
    return (LiveTerminal if is_live else PlainTerminal)(sys.stdin.fileno(), sys.stdout)
