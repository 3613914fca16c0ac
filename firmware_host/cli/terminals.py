"""A person at a terminal: lines come in, events and a few living lines go out."""

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
    """Where a person sits."""

    def ask(self, seconds: float) -> str | None:
        """Return a line that was typed, or None after ``seconds``; EOFError at the end of input."""

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass without listening."""

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Show what was ``said`` since the last time, and how everything stands now."""


class Log:
    """A terminal that is a file or a pipe: one line for everything that was said, no status.

    Lines come from the file of the descriptor ``source`` and go to ``target``.
    """

    def __init__(self, source: int, target: TextIO) -> None:
        self._source, self._target = source, target
        self._typed = b""

    def ask(self, seconds: float) -> str | None:
        """Return a line of the source, or None if there is none within ``seconds``."""
        if b"\n" not in self._typed:
            # the descriptor itself, not a file object: select does not see what that has read ahead
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
        """Write what was ``said``."""
        for line in said:
            self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()


class LivePanel(Log):
    """A real terminal: what was said scrolls up, the status below it is rewritten in place.

    Plain ANSI sequences (ECMA-48, and DECSC and DECRC), without curses.
    """

    def __init__(self, source: int, target: TextIO) -> None:
        super().__init__(source, target)
        self._shown: tuple[str, ...] = ()
        self._entered = 0

    def ask(self, seconds: float) -> str | None:
        """Return a line that was typed, or None if there is none within ``seconds``."""
        typed = super().ask(seconds)
        # Enter has left the prompt for the line below it
        self._entered = 0 if typed is None else 1
        return typed

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        """Write what was ``said`` above the ``status``, and the prompt below it."""
        status = tuple(status)
        if said or self._entered or len(status) != len(self._shown):
            rows = len(self._shown) + self._entered
            back = TO_THE_LEFT + (UP.format(rows) if rows else "") + CLEAR_BELOW
            self._write(back + "".join(f"{line}\n" for line in (*said, *status)) + PROMPT)
        elif status != self._shown:
            lines = "".join(f"{line}{CLEAR_REST}\n" for line in status)
            self._write(REMEMBER + UP.format(len(status)) + TO_THE_LEFT + lines + RETURN)
        self._shown, self._entered = status, 0


def attached() -> Log:
    """The terminal that the program was started at: a live one, or a log of files and pipes."""
    is_live = sys.stdin.isatty() and sys.stdout.isatty()
    return (LivePanel if is_live else Log)(sys.stdin.fileno(), sys.stdout)
