"""How long a game has been played, noted in every one of its records but the first.

The seconds are those of a clock that only goes forward: the clock of the day is set anew when a
Raspberry Pi finds a network, by years perhaps. Time in which the program did not run is left out.
"""

from collections.abc import Callable, Iterable
from typing import Final

from firmware_host.storage.records import Record

AT: Final = "at"
"""The name of the seconds in a record; it belongs to the journal."""

LONGEST: Final = 366 * 24 * 3600
"""Seconds that a game may take: what tells of more is not believed."""


class Playtime:
    """The time of the game that is being played, by ``clock`` (seconds); None measures nothing."""

    def __init__(self, clock: Callable[[], float] | None) -> None:
        self._clock, self._since = clock, 0.0

    def begin(self, seconds: int = 0) -> None:
        """From now on a game is played that has taken ``seconds`` before."""
        if self._clock is not None:
            self._since = self._clock() - seconds

    def stamped(self, record: Record) -> Record:
        """``record`` with the seconds that the game has taken until now."""
        if self._clock is None:
            return record
        return {**record, AT: int(self._clock() - self._since)}


def unstamped(record: Record) -> Record:
    """``record`` as it was before it was stamped.

    >>> unstamped({"do": "3", "at": 12})
    {'do': '3'}
    """
    return {name: value for name, value in record.items() if name != AT}


def seconds(records: Iterable[Record]) -> int | None:
    """The seconds that the last stamp among ``records`` tells; None if there is none.

    >>> seconds([{"begin": "a"}, {"do": "3", "at": 12}, {"do": "4"}])
    12
    """
    found = None
    for record in records:
        at = record.get(AT)
        if type(at) is int and 0 <= at <= LONGEST:
            found = at
    return found
