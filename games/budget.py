"""How much a search may look at, and what it does when that is spent.

A search looks deeper and deeper, and has an answer at any time. A node is a position that is looked
at. A number of nodes makes a player equally strong on every computer. ``stop`` comes from outside,
where there is a clock and where people press keys.

    >>> budget = Budget(2)
    >>> budget.spend()
    >>> def deeper():
    ...     yield "a guess"
    ...     budget.spend()
    ...     yield "better"
    ...     budget.spend()
    ...     yield "out of reach"
    >>> last_finished(deeper())
    'better'
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

Stop = Callable[[], bool]
"""Called again and again during a search: returns True once the search must end."""

UNLIMITED = 1 << 62
"""More nodes than any search looks at."""

Answer = TypeVar("Answer")


def never() -> bool:
    """Let a search go on until its nodes are spent."""
    return False


class Spent(Exception):  # noqa: N818 - no error: this is how a search comes to its end
    """The nodes are spent, or somebody has asked for the end."""


class Budget:
    """The ``nodes`` that one search may spend before ``stop()`` is true."""

    def __init__(self, nodes: int, stop: Stop = never) -> None:
        self._left = nodes
        self._stop = stop

    @property
    def left(self) -> int:
        """How many nodes may still be looked at."""
        return self._left

    def spend(self, nodes: int = 1) -> None:
        """Take ``nodes`` that will be looked at next; raise Spent if fewer are left.

        A fast search takes many at a time, but no more than it looks at in a few milliseconds,
        because only this method tells it to end.
        """
        self._left -= nodes
        if self._left < 0 or self._stop():
            raise Spent


def last_finished(answers: Iterable[Answer]) -> Answer:
    """Return the last of ever better ``answers`` when the budget behind them is spent.

    The first one must cost nothing, so that there is always an answer.
    """
    found: list[Answer] = []
    with suppress(Spent):
        for answer in answers:
            found = [answer]
    return found[0]
