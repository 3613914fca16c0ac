"""Deadlines, and the time of the day.

A deadline is the time, in seconds, at which something has to be done; None means never.
"""

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final


def earliest(deadlines: Iterable[float | None]) -> float | None:
    """Return the earliest of ``deadlines``; None if there is none.

    >>> earliest([None, 2.5, 1.0]), earliest([None])
    (1.0, None)
    """
    soonest = None
    for each in deadlines:
        if each is not None and (soonest is None or each < soonest):
            soonest = each
    return soonest


def has_come(deadline: float | None, now: float) -> bool:
    """Return whether ``deadline`` has passed at ``now`` (seconds)."""
    return deadline is not None and now >= deadline


def local_now() -> datetime:
    """Return the date and time here; a time zone that was changed a moment ago counts already."""
    if hasattr(time, "tzset"):  # a browser has none
        time.tzset()  # or Python would keep the zone in which the program was started
    return datetime.now(UTC).astimezone()


CERTIFICATES: Final[Mapping[str, str]] = {
    "certificate is not yet valid": "the clock of this computer is behind",
    "certificate has expired": "unless it has, the clock of this computer is ahead",
}
"""What OpenSSL says of a certificate, and what is the usual reason."""


def why_not_trusted(words: str) -> str:
    """Return ``words`` of an error, with what they mean where the clock is the usual reason."""
    for said, meant in CERTIFICATES.items():
        if said in words:
            return f"{said}: {meant}; it is {local_now():%Y-%m-%d %H:%M} here"
    return words


def local_day() -> str:
    """Return the date here, as ISO 8601 writes it."""
    return local_now().date().isoformat()
