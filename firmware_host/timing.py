"""Deadlines: the times, in seconds, at which something has to be done; None means never."""

from collections.abc import Iterable


def earliest(deadlines: Iterable[float | None]) -> float | None:
    """Return the earliest of ``deadlines``; None if there is none.

    >>> earliest([None, 2.5, 1.0]), earliest([None])
    (1.0, None)
    """
    return min((time for time in deadlines if time is not None), default=None)


def has_come(deadline: float | None, now: float) -> bool:
    """Return whether ``deadline`` has passed at ``now`` (seconds)."""
    return deadline is not None and now >= deadline
