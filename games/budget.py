"""How much a search may look at, and how it makes do with that.

A search looks deeper and deeper and has an answer at any time. A node is a position looked at, so a
number of nodes fixes how strong a player is, the same on every computer; ``stop`` comes from
outside, where there is a clock and where people press keys.

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
"""Asked again and again while a search goes on: True once it shall end."""

Answer = TypeVar("Answer")


def never() -> bool:
    """Let a search go on until its nodes are spent."""
    return False


class Spent(Exception):  # noqa: N818 - no error: this is how a search comes to its end
    """The nodes are spent, or somebody has asked for the end."""


class Budget:
    """So many ``nodes`` for one search, to be spent before ``stop()`` is true."""

    def __init__(self, nodes: int, stop: Stop = never) -> None:
        self._left = nodes
        self._stop = stop

    def spend(self, nodes: int = 1) -> None:
        """Take ``nodes`` that are about to be looked at; Spent when there are not so many left.

        A fast search takes many at a time, but no more than it looks at in a few milliseconds:
        only here it hears that it shall end.
        """
        self._left -= nodes
        if self._left < 0 or self._stop():
            raise Spent


def last_finished(answers: Iterable[Answer]) -> Answer:
    """Return the last of ever better ``answers`` before the budget behind them was spent.

    The first one must cost nothing, so that there always is one.
    """
    found: list[Answer] = []
    with suppress(Spent):
        for answer in answers:
            found = [answer]
    return found[0]
