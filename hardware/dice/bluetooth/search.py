"""A search for new dice: which of those that are heard may be connected, and which one has rolled.

There are few places, and strangers' dice may lie around: the strongest signals get the places, and
what has gone away, or cannot be connected, leaves its place to others.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from hardware.dice.bluetooth.makes import FoundDie
from hardware.dice.bluetooth.paired import RolledDie

FRESH: Final = 12.0
"""Seconds for which a die counts as there after it was heard: dice advertise each second or so."""

NEARER: Final = 10
"""A die takes the place of another one if its signal is stronger by so many dB: as much as a table
is from the next one, and more than the signal of a die that is turned over changes."""

REFUSED_FOR: Final = 8.0
"""Seconds for which a die gets no place after it could not be connected, or was lost."""

MOST_HEARD: Final = 64
"""Dice that are remembered at most; the weakest signals are forgotten."""


class _HeardDie(NamedTuple):
    time: float
    die: FoundDie


class DiceSearch:
    """Which dice are around, and the one that has rolled last: the ``offer``."""

    def __init__(self) -> None:
        self.offer: RolledDie | None = None
        self._heard: dict[str, _HeardDie] = {}
        self._not_before: dict[str, float] = {}

    def hear(self, die: FoundDie, now: float) -> None:
        """Remember that ``die`` was heard at ``now`` (seconds)."""
        self._heard.pop(die.address, None)
        self._heard[die.address] = _HeardDie(now, die)
        if len(self._heard) > MOST_HEARD:
            del self._heard[min(self._heard, key=self._worth(now))]

    def put_off(self, address: str, until: float) -> None:
        """Give the die at ``address`` no place before the time ``until`` (seconds)."""
        self._not_before[address] = until

    def is_fresh(self, address: str, now: float) -> bool:
        """Return whether the die at ``address`` was heard a moment ago."""
        heard = self._heard.get(address)
        return heard is not None and now < heard.time + FRESH

    def nearest(self, known: frozenset[str], now: float) -> FoundDie | None:
        """Return the die with the strongest signal that may have a place; none of ``known``."""
        fits = [
            die
            for address, (_, die) in self._heard.items()
            if address not in known
            and self.is_fresh(address, now)
            and now >= self._not_before.get(address, now)
        ]
        return max(fits, key=lambda die: die.rssi, default=None)

    def _worth(self, now: float) -> Callable[[str], tuple[bool, int]]:
        return lambda address: (self.is_fresh(address, now), self._heard[address].die.rssi)
