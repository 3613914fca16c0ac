"""When something is to be done if nothing else happens: times in seconds, None for never."""

from collections.abc import Iterable


def earliest(deadlines: Iterable[float | None]) -> float | None:
    """The first of ``deadlines`` that will come; None if none ever does.

    >>> earliest([None, 2.5, 1.0]), earliest([None])
    (1.0, None)
    """
    return min((time for time in deadlines if time is not None), default=None)


def has_come(deadline: float | None, now: float) -> bool:
    """Whether it is time at ``now`` (seconds) for what has this ``deadline``."""
    return deadline is not None and now >= deadline
