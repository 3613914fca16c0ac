"""Stay connected to the dice of a table, come what may, and find new ones when people want them.

It tells the radio what to do, and takes its news. It listens in rounds for dice that are away, and
connects those that it hears: a die that is far away, or empty, does not hold up the others. One
connection is attempted at a time, and nothing is looked for meanwhile: adapters do not like more.
The code is pure: time is passed in.

A search finds which of the dice that are heard may be connected, and which one has rolled.
There are few places, and strangers' dice may lie around: the strongest signals get the places, and
what has gone away, or cannot be connected, leaves its place to others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from hardware.dice.bluetooth.news import (
    MOST,
    Charge,
    DieReader,
    DieStatus,
    KnownDie,
    Motion,
    RolledDie,
)
from hardware.dice.bluetooth.radio import CHANNELS, FoundDie, Radio, RadioNews, reader, recognised

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


FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the next attempt to connect: doubled after each failure, up to the longest."""

ATTEMPT = 20.0
"""An attempt that nobody reports on is over after so many seconds."""

SHARED_ATTEMPT = 6.0
"""The same while other dice wait."""

LISTEN, PAUSE, SHORT_PAUSE = 5.0, 4.0, 0.5
"""Seconds of a round: how long to listen, and to rest; less while people look for a new die."""

UNHEARD, UNHEARD_ATTEMPT = 15.0, 5.0
"""Seconds after which a die of the table is tried that is not heard, and how long: it may still be
connected to an adapter that a program left without a word. Such dice are tried once a minute."""

UNHEARD_AGAIN = 60.0

GREET_AGAIN = 2.0
"""Seconds after which a die that has not answered is greeted again."""

ASK_BATTERY = 600.0
"""Seconds between two questions how full a battery is."""


@dataclass(slots=True, eq=False)
class _Line:
    """A line to the die at ``address``: connected, on the way, or to be tried again.

    ``is_heard`` says whether it was heard since it was tried; ``unheard_at`` is when to try it
    although it was not, ``gives_up_at`` when an attempt ends.
    """

    die: KnownDie
    reader: DieReader
    found: FoundDie | None = None
    is_here: bool = False
    is_heard: bool = False
    gives_up_at: float | None = None
    try_at: float = -inf
    unheard_at: float | None = None
    failures: int = 0
    greet_at: float = inf
    ask_at: float = inf
    charge: Charge | None = None

    @property
    def strength(self) -> int:
        return 0 if self.found is None else self.found.rssi


class DiceKeeper:
    """Keeps the ``known`` dice of a table connected over ``radio``.

    ``moved`` is called with the place of a die, what it does, and the time; ``changed`` with its
    place, whether it has come into reach, and the time.
    """

    def __init__(
        self,
        radio: Radio,
        known: Sequence[KnownDie],
        moved: Callable[[int, Motion, float], None],
        changed: Callable[[int, bool, float], None],
    ) -> None:
        self.fault = ""
        self._radio, self._moved, self._changed = radio, moved, changed
        self._lines = [_line(die) for die in known[:MOST]]
        self._strangers: dict[str, _Line] = {}
        self._search: DiceSearch | None = None
        self._is_listening, self._turns_at = False, -inf

    @property
    def known(self) -> tuple[KnownDie, ...]:
        """The dice of the table, in their order."""
        return tuple(line.die for line in self._lines)

    @property
    def dice(self) -> tuple[DieStatus, ...]:
        """How the dice of the table are."""
        return tuple(
            DieStatus(line.die, line.is_here)
            if line.charge is None
            else DieStatus(line.die, line.is_here, line.charge.percent, line.charge.is_charging)
            for line in self._lines
        )

    @property
    def is_searching(self) -> bool:
        """Whether new dice are looked for."""
        return self._search is not None

    @property
    def in_reach(self) -> int:
        """How many dice that are not the table's were found and can be rolled now."""
        return sum(line.is_here for line in self._strangers.values())

    @property
    def offer(self) -> RolledDie | None:
        """The die that has rolled last since new ones are looked for; None if none has."""
        return None if self._search is None else self._search.offer

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`tick` if the radio says nothing, in seconds; None if never."""
        times = [time for line in self._all for time in (line.greet_at, line.ask_at)]
        trying = self._trying
        if trying is not None and trying.gives_up_at is not None:
            times.append(trying.gives_up_at)
        elif self._has_to_listen:
            times.append(self._turns_at)
            times += [line.try_at for line in self._all if not line.is_here and line.is_heard]
            times += [line.unheard_at for line in self._lines if line.unheard_at and not self.fault]
        soonest = min(times, default=inf)
        return soonest if soonest < inf else None

    def search(self, is_on: bool) -> None:
        """Begin to look for new dice, or end it; those that were not taken are left."""
        if is_on == self.is_searching:
            return
        self._search = DiceSearch() if is_on else None
        self._turns_at = -inf
        if not is_on:
            for address in tuple(self._strangers):
                self._leave(address)
            if not self._has_to_listen:
                self._listen(False)

    def adopt(self, sides: int) -> None:
        """Take the die on offer, which has so many ``sides``, as the next of the table."""
        search, offer = self._search, self.offer
        if search is None or offer is None or offer.place is not None or len(self._lines) >= MOST:
            return
        line = self._strangers.pop(offer.address)
        line.unheard_at = None
        line.die = replace(line.die, sides=sides)
        ready = line.reader
        line.reader = reader(line.die.make, sides) if line.die.make == "godice" else ready
        self._lines.append(line)
        search.offer = None

    def refuse(self) -> None:
        """Leave the die on offer to whom it belongs, until new dice are looked for again."""
        search, offer = self._search, self.offer
        if search is None or offer is None:
            return
        if offer.place is None:
            search.put_off(offer.address, inf)
            self._leave(offer.address)
        search.offer = None

    def forget(self, place: int) -> None:
        """Let the die at ``place`` (from 0) be none of the table's any more."""
        line = self._lines.pop(place)
        self._radio.leave(line.die.address)

    def blink(self, place: int) -> None:
        """Let the die at ``place`` (from 0) blink, so that people see which it is."""
        line = self._lines[place]
        if line.is_here:
            self._radio.send(line.die.address, line.reader.blink)

    def take(self, news: RadioNews) -> None:
        """Take what the radio says."""
        if news.kind == "fault":
            self.fault = news.text
        elif news.kind == "heard":
            self._hear(news)
        elif (line := self._at(news.address)) is not None:
            _TAKE[news.kind](self, line, news)
        elif news.kind == "connected":
            self._radio.leave(news.address)

    def tick(self, now: float) -> None:
        """Do what is due at ``now`` (seconds)."""
        for line in self._all:
            if line.gives_up_at is not None and now >= line.gives_up_at:
                self._radio.leave(line.die.address)
                self._fail(line, RadioNews(now, "failed", line.die.address))
            if line.is_here:
                self._talk(line, now)
            elif line.unheard_at is None and line in self._lines:
                line.unheard_at = now + UNHEARD
        if self._search is not None:
            self._choose(self._search, now)
        self._connect_next(now)
        self._turn(now)

    @property
    def _all(self) -> tuple[_Line, ...]:
        return (*self._lines, *self._strangers.values())

    @property
    def _trying(self) -> _Line | None:
        return next((line for line in self._all if line.gives_up_at is not None), None)

    @property
    def _has_to_listen(self) -> bool:
        return self._search is not None or any(not line.is_here for line in self._lines)

    def _at(self, address: str) -> _Line | None:
        return next((line for line in self._all if line.die.address == address), None)

    def _talk(self, line: _Line, now: float) -> None:
        """Greet a die that has not answered; ask a battery now and then how full it is."""
        if now >= line.greet_at:
            line.greet_at = inf if line.reader.is_ready and line.charge else now + GREET_AGAIN
            if line.greet_at < inf:
                for data in line.reader.greeting:
                    self._radio.send(line.die.address, data)
        if now >= line.ask_at:
            line.ask_at = now + ASK_BATTERY
            self._radio.send(line.die.address, line.reader.battery)

    def _connect_next(self, now: float) -> None:
        """Connect the die that has waited longest, if one may be; those that are heard come first.

        An attempt is short while other dice wait.
        """
        if self._trying is not None:
            return
        away = [line for line in self._all if not line.is_here]
        heard = [line for line in away if line.is_heard and now >= line.try_at]
        unheard = [line for line in away if not self.fault and now >= (line.unheard_at or inf)]
        if heard:
            line = min(heard, key=lambda line: (line.try_at, -line.strength))
            self._try(line, now + (ATTEMPT if away == [line] else SHARED_ATTEMPT))
        elif unheard:
            unheard[0].unheard_at = now + UNHEARD_AGAIN
            self._try(unheard[0], now + UNHEARD_ATTEMPT)

    def _try(self, line: _Line, until: float) -> None:
        line.gives_up_at, line.is_heard = until, False
        self._listen(False)
        self._radio.connect(line.die.address, CHANNELS[line.die.make])

    def _turn(self, now: float) -> None:
        """Listen for dice that are away or wanted, in rounds; not during an attempt to connect."""
        if self._trying is not None or not self._has_to_listen:
            self._listen(False)
            self._turns_at = -inf
        elif now >= self._turns_at:
            pause = PAUSE if self._search is None else SHORT_PAUSE
            self._turns_at = now + (pause if self._is_listening else LISTEN)
            self._listen(not self._is_listening)

    def _listen(self, is_on: bool) -> None:
        if is_on != self._is_listening:
            self._is_listening = is_on
            self._radio.scan(is_on)

    def _hear(self, news: RadioNews) -> None:
        found = None if news.heard is None else recognised(news.heard)
        if found is None:
            return
        line = self._at(found.address)
        if line is not None:
            line.is_heard = True
        if self._search is not None and line not in self._lines:
            self._search.hear(found, news.time)
            if line is not None:
                line.found = found

    def _choose(self, search: DiceSearch, now: float) -> None:
        """Give the places that the table has left to the dice that are nearest."""
        offered = search.offer.address if search.offer is not None else ""
        for address, line in tuple(self._strangers.items()):
            is_idle = not line.is_here and line.gives_up_at is None
            if is_idle and address != offered and not search.is_fresh(address, now):
                self._leave(address)
        while (die := search.nearest(frozenset(self._addresses), now)) is not None:
            if len(self._all) >= MOST:
                others = [line for at, line in self._strangers.items() if at != offered]
                farthest = min(others, key=lambda line: line.strength, default=None)
                if farthest is None or die.rssi < farthest.strength + NEARER:
                    return
                self._leave(farthest.die.address)
            # a GoDice die does not know its shell: only that it rolls matters until it is taken
            line = _line(die.known(die.describes.sides or 6), die)
            line.is_heard = True
            self._strangers[die.address] = line

    @property
    def _addresses(self) -> tuple[str, ...]:
        return tuple(line.die.address for line in self._all)

    def _connected(self, line: _Line, news: RadioNews) -> None:
        if line.gives_up_at is None:  # the attempt was given up meanwhile
            self._radio.leave(line.die.address)
            return
        line.is_here, line.gives_up_at, line.failures = True, None, 0
        line.unheard_at = None
        line.greet_at = line.ask_at = news.time
        self._tell(line, True, news.time)

    def _fail(self, line: _Line, news: RadioNews) -> None:
        if line.is_here:
            self._lose(line, news)
            return
        line.gives_up_at = None
        line.failures += 1
        line.try_at = news.time + min(LONGEST_WAIT, FIRST_WAIT * 2.0**line.failures)
        self._put_off(line, news.time)

    def _lose(self, line: _Line, news: RadioNews) -> None:
        was_here, line.is_here, line.gives_up_at = line.is_here, False, None
        line.greet_at = line.ask_at = inf
        line.try_at = news.time + FIRST_WAIT
        line.unheard_at = news.time + UNHEARD if line in self._lines else None
        if was_here:
            self._tell(line, False, news.time)
        self._put_off(line, news.time)

    def _put_off(self, line: _Line, now: float) -> None:
        """Let a stranger's die that went away, or cannot be connected, leave its place."""
        search, address = self._search, line.die.address
        if search is None or address not in self._strangers:
            return
        if search.offer is None or search.offer.address != address:
            del self._strangers[address]
            search.put_off(address, now + REFUSED_FOR)

    def _read(self, line: _Line, news: RadioNews) -> None:
        said = line.reader.read(news.data)
        if isinstance(said, Charge):
            line.charge = said
        elif said is not None:
            if said.does == "rolling" and self._search is not None:
                self._offer(line, self._search)
            if line in self._lines:
                self._moved(self._lines.index(line), said, news.time)

    def _offer(self, line: _Line, search: DiceSearch) -> None:
        """Offer the die that rolls; it blinks, so that people see which it is."""
        die, place = line.die, self._lines.index(line) if line in self._lines else None
        sides = die.sides if line.found is None else line.found.describes.sides
        search.offer = RolledDie(die.address, die.name, die.make, sides, place)
        self._radio.send(die.address, line.reader.blink)

    def _leave(self, address: str) -> None:
        del self._strangers[address]
        self._radio.leave(address)

    def _tell(self, line: _Line, is_here: bool, now: float) -> None:
        if line in self._lines:
            self._changed(self._lines.index(line), is_here, now)


def _line(die: KnownDie, found: FoundDie | None = None) -> _Line:
    return _Line(die, reader(die.make, die.sides), found)


_TAKE = {
    "connected": DiceKeeper._connected,
    "failed": DiceKeeper._fail,
    "lost": DiceKeeper._lose,
    "data": DiceKeeper._read,
}
"""What to do with each kind of news of a die."""
