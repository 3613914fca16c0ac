"""The log of the program: lines for whoever must help, on standard error and for the staff.

Each process sets it up once, when it begins. What systemd starts writes to the journal that way; a
program that draws on its whole terminal keeps the log in a file meanwhile. What strangers can cause
is told seldom, and may happen only so often.
"""

import errno
import logging
import os
import re
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

from msgspec import Struct

STDERR: Final = 2
"""The file descriptor of standard error, also that of every process that is started."""

LINE: Final = "%(levelname)s %(message)s"
DATED_LINE: Final = "%(asctime)s %(levelname)s %(message)s"
OWN: Final = ("firmware_host", "games", "hardware")
"""The packages whose informal lines are told too; of others only warnings are."""

LINES: Final = 200
LONGEST_LINE: Final = 300
"""Characters of a line that the staff sees."""

SECRETS: Final = re.compile(r"\b[A-Z]{4}[ -]?[A-Z]{4}\b|[\w+/=-]{32,}")
"""What looks like a code to pair a phone, or like a token or its hash."""

HIDDEN: Final = "…"
PLACE_IN_THE_PROGRAM: Final = re.compile(r'\s*File "')
"""How a line of a traceback begins that names a file: its path is as long as a token."""

LAST_LINES: Final = 30
"""Lines of the log that a terminal shows after the screen has gone: a traceback has as many."""

LARGEST_FILE: Final = 1024 * 1024
"""Bytes: a file that has grown beyond them is begun anew, and the one before is kept."""


class RecentLog(logging.Handler):
    """Keeps the newest :data:`LINES` lines that the program has logged, without secrets."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(DATED_LINE, "%Y-%m-%d %H:%M:%S"))
        self._lines: deque[str] = deque(maxlen=LINES)

    @property
    def text(self) -> str:
        """The lines, the newest last."""
        return "\n".join(self._lines.copy())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the lines of ``record``, with its traceback."""
        try:
            lines = self.format(record).splitlines()
        except (KeyError, TypeError, ValueError):  # arguments that do not fit their text
            self.handleError(record)
        else:
            self._lines.extend(map(_for_the_staff, lines))


def begin_log(stream: TextIO | None = None) -> logging.Handler:
    """Write what this process logs to ``stream`` from now on, None: to standard error.

    Errors that end a thread are logged too. Return the handler, for :func:`end_log`.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter(LINE))
    logging.getLogger().addHandler(handler)
    for name in OWN:
        logging.getLogger(name).setLevel(logging.INFO)
    threading.excepthook = _log_failed_thread
    return handler


def end_log(handler: logging.Handler) -> None:
    """Take ``handler`` back: who called the program in their own process may go on without it."""
    logging.getLogger().removeHandler(handler)
    for name in OWN:
        logging.getLogger(name).setLevel(logging.NOTSET)
    threading.excepthook = threading.__excepthook__


@contextmanager
def log_beside_screen(file: Path) -> Iterator[str]:
    """Let all that this process and its child processes say as errors go to ``file`` meanwhile.

    It is for a program that draws on the whole terminal. Standard error that goes elsewhere stays
    as it is. Yield the words for where it goes. At the end the last lines that have come stand in
    the terminal. OSError if the file cannot be written.
    """
    if not os.isatty(STDERR):
        yield "standard error"
        return
    sys.stderr.flush()
    terminal, begun = os.dup(STDERR), _divert(file)
    try:
        yield str(file)
    finally:
        sys.stderr.flush()
        os.dup2(terminal, STDERR)
        os.close(terminal)
        with suppress(OSError):  # the terminal may have gone
            print(_logged_since(begun, file), end="", file=sys.stderr)


def _logged_since(begun: int, file: Path) -> str:
    """Return the last lines of ``file`` after byte ``begun``, and where the others are."""
    with file.open("rb") as log:
        log.seek(max(begun, file.stat().st_size - LINES * LONGEST_LINE))
        lines = log.read().decode("utf-8", "replace").splitlines(keepends=True)
    more = [f"... all of the log is in {file}\n"] if len(lines) > LAST_LINES else []
    return "".join((*more, *lines[-LAST_LINES:]))


def _divert(file: Path) -> int:
    """Let standard error go to the end of ``file``; return the bytes that it has already."""
    if file.exists() and file.stat().st_size > LARGEST_FILE:
        file.replace(file.with_name(f"{file.name}.before"))
    with file.open("ab") as log:
        os.dup2(log.fileno(), STDERR)
        return log.tell()


def _for_the_staff(line: str) -> str:
    short = line[:LONGEST_LINE]
    return short if PLACE_IN_THE_PROGRAM.match(short) else SECRETS.sub(HIDDEN, short)


def _log_failed_thread(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_type is SystemExit:
        return
    name = failed.thread.name if failed.thread is not None else "a thread"
    error = failed.exc_value
    logging.getLogger(__name__).critical("%s has ended with an error", name, exc_info=error)


SILENCE_SECONDS: Final = 60.0
"""Strangers can cause a line again and again: it is written once in this time."""

MOST_LINES: Final = 64
"""So many different lines are told from each other."""

NO_FILES: Final = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))
TOO_MANY_FILES: Final = (
    "no connection can be taken now (%s): connections that end make room for new ones"
)


class TokenBucket:
    """Allows ``burst`` events at once, and ``rate`` a second after that; ``clock`` gives seconds.

    >>> time = [0.0]
    >>> limit = TokenBucket(2, 1.0, lambda: time[0])
    >>> [limit.allows() for _ in range(3)]
    [True, True, False]
    >>> time[0] = 1.0
    >>> limit.allows()
    True
    """

    def __init__(self, burst: int, rate: float, clock: Callable[[], float]) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._at = float(burst), clock()

    def allows(self) -> bool:
        """Return whether one more event may happen now, and count it if so."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class ToldLine(Struct):
    """A line that was written ``at`` a time in seconds, and ``held`` back so often since then."""

    at: float
    held: int = 0


class SeldomNews(logging.Filter):
    """Lets each line of a log through once in :data:`SILENCE_SECONDS`; ``clock`` gives seconds.

    Two lines are the same if they are written at one place of the program, about an exception that
    was raised at one place. The next one says how many were held back. That the computer has no
    files left is one line without a traceback: asyncio goes on as soon as it has some.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._told: OrderedDict[Hashable, ToldLine] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` is written."""
        _shorten(record)
        line, now = _kind(record), self._clock()
        told = self._told.get(line)
        if told is not None and now - told.at < SILENCE_SECONDS:
            told.held += 1
            return False
        if told is not None and told.held:
            record.msg, record.args = f"{record.getMessage()} ({told.held} more since then)", ()
        self._told[line] = ToldLine(now)
        self._told.move_to_end(line)
        if len(self._told) > MOST_LINES:
            self._told.popitem(last=False)
        return True


def tell_seldom(*names: str) -> None:
    """Let the logs with these ``names`` write what strangers can repeat once a minute."""
    for name in names:
        log = logging.getLogger(name)
        for former in [each for each in log.filters if isinstance(each, SeldomNews)]:
            log.removeFilter(former)
        log.addFilter(SeldomNews())


def _shorten(record: logging.LogRecord) -> None:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError) and error.errno in NO_FILES:
        record.msg, record.args, record.exc_info = TOO_MANY_FILES, (error.strerror,), None


def _kind(record: logging.LogRecord) -> Hashable:
    error = record.exc_info[1] if record.exc_info else None
    place = None if error is None else error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = None if place is None else (place.tb_frame.f_code, place.tb_lineno)
    return record.pathname, record.lineno, type(error), where
