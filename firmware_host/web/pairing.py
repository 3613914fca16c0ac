"""Codes that let a phone in: eight letters, valid two minutes and once."""

import hmac
import secrets
import time
from collections.abc import Callable
from typing import Final

from firmware_host.remote.untrusted_json import read_json
from firmware_host.web.visitor import PageVisitor

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""I and O look like figures; 24 to the power of 8 codes are 110 thousand million."""

LENGTH: Final = 8
VALID_SECONDS: Final = 120.0
MOST_WRONG: Final = 5
PAUSE_SECONDS: Final = 60.0
"""After so many wrong codes no code counts for so long, whoever sends it.

A wrong code that nothing followed for so long is forgotten.
"""


class PairingCodes:
    """The code that a table shows, for one visitor; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._code, self._visitor, self._until = "", PageVisitor(), 0.0
        self._wrong, self._wrong_at, self._paused_until = 0, 0.0, 0.0

    @property
    def pause(self) -> float:
        """The seconds for which no code counts; 0 if codes count."""
        return max(0.0, self._paused_until - self._clock())

    def make(self, visitor: PageVisitor) -> str:
        """Return a code that makes whoever enters it ``visitor``; the last code ends."""
        self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._visitor, self._until = visitor, self._clock() + VALID_SECONDS
        return self._code

    def forget(self) -> None:
        """Let the code count no longer."""
        self._code = ""

    def redeem(self, text: str) -> PageVisitor | None:
        """Return whom ``text`` lets in; None if it is not the code, or during a pause."""
        if self.pause:
            return None
        is_valid = bool(self._code) and self._clock() < self._until
        is_right = hmac.compare_digest(plain(text).encode(), self._code.encode())
        if is_valid and is_right:
            self._code, self._wrong = "", 0
            return self._visitor
        self._count_wrong(self._clock())
        return None

    def _count_wrong(self, now: float) -> None:
        self._wrong = 1 if now - self._wrong_at > PAUSE_SECONDS else self._wrong + 1
        self._wrong_at = now
        if self._wrong >= MOST_WRONG:
            self._wrong, self._paused_until = 0, now + PAUSE_SECONDS


def entered_code(body: bytes) -> str:
    """Return the code in the ``body`` of a request; an empty one if there is none.

    >>> entered_code(b'{"code": "ABCD EFGH"}'), entered_code(b"ABCD EFGH")
    ('ABCD EFGH', '')
    """
    try:
        entered = read_json(body)
    except ValueError:
        return ""
    match entered:
        case {"code": str(code)}:
            return code
    return ""


def plain(text: str) -> str:
    """Return what people typed without the gaps that make a code easier to read.

    >>> plain("abcd-efgh")
    'ABCDEFGH'
    """
    return "".join(text.split()).replace("-", "").upper()
