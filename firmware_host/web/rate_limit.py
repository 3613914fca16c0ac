"""How often something may happen, and how often the log may tell of it."""

import errno
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

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


@dataclass
class ToldLine:
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
