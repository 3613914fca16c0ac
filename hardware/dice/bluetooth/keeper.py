"""Stay connected to the dice of a table, come what may, and find new ones when people want them.

It tells the radio what to do, and takes its news. One connection is attempted at a time, and
nothing is looked for meanwhile: adapters do not like more. The code is pure: time is passed in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from hardware.dice.bluetooth.makes import CHANNELS, FoundDie, reader, recognised
from hardware.dice.bluetooth.news import Charge, DieReader, KnownDie, Motion
from hardware.dice.bluetooth.paired import MOST, DieStatus, RolledDie
from hardware.dice.bluetooth.radio import Radio, RadioNews

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the next attempt to connect: doubled after each failure, up to the longest."""

ATTEMPT = 20.0
"""An attempt that nobody reports on is over after so many seconds."""

GREET_AGAIN = 2.0
"""Seconds after which a die that has not answered is greeted again."""

ASK_BATTERY = 600.0
"""Seconds between two questions how full a battery is."""


@dataclass(slots=True, eq=False)
class _Line:
    """A line to the die at ``address``: connected, on the way, or to be tried again."""

    die: KnownDie
    reader: DieReader
    found: FoundDie | None = None
    is_here: bool = False
    tried_at: float | None = None
    try_at: float = -inf
    failures: int = 0
    greet_at: float = inf
    ask_at: float = inf
    charge: Charge | None = None


@dataclass(slots=True)
class _Search:
    """A search for new dice: those ``found``, and those that people ``refused``."""

    found: dict[str, FoundDie] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    offer: RolledDie | None = None


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
        self._search: _Search | None = None
        self._is_scanning = False

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
        trying = next((line for line in self._all if line.tried_at is not None), None)
        if trying is not None and trying.tried_at is not None:
            times.append(trying.tried_at + ATTEMPT)
        else:
            times += [line.try_at for line in self._all if not line.is_here]
        soonest = min(times, default=inf)
        return soonest if soonest < inf else None

    def search(self, is_on: bool) -> None:
        """Begin to look for new dice, or end it; those that were not taken are left."""
        if is_on == self.is_searching:
            return
        self._search = _Search() if is_on else None
        if not is_on:
            for address in tuple(self._strangers):
                self._leave(address)
        self._scan()

    def adopt(self, sides: int) -> None:
        """Take the die on offer, which has so many ``sides``, as the next of the table."""
        search, offer = self._search, self.offer
        if search is None or offer is None or offer.place is not None or len(self._lines) >= MOST:
            return
        line = self._strangers.pop(offer.address)
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
            search.refused.add(offer.address)
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

    def tick(self, now: float) -> None:
        """Do what is due at ``now`` (seconds)."""
        for line in self._all:
            if line.tried_at is not None and now >= line.tried_at + ATTEMPT:
                self._radio.leave(line.die.address)
                self._fail(line, RadioNews(now, "failed", line.die.address))
            if line.is_here:
                self._talk(line, now)
        self._connect_next(now)

    @property
    def _all(self) -> tuple[_Line, ...]:
        return (*self._lines, *self._strangers.values())

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
        if any(line.tried_at is not None for line in self._all):
            return
        wants = [line for line in self._all if not line.is_here and now >= line.try_at]
        if wants:
            line = min(wants, key=lambda line: line.try_at)
            line.tried_at = now
            self._scan()
            self._radio.connect(line.die.address, CHANNELS[line.die.make])

    def _scan(self) -> None:
        """Look for dice while new ones are wanted, but not during an attempt to connect."""
        is_trying = any(line.tried_at is not None for line in self._all)
        wanted = self._search is not None and not is_trying
        if wanted != self._is_scanning:
            self._is_scanning = wanted
            self._radio.scan(wanted)

    def _hear(self, news: RadioNews) -> None:
        search = self._search
        found = None if news.heard is None else recognised(news.heard)
        if search is None or found is None:
            return
        if self._at(found.address) is not None or found.address in search.refused:
            return
        search.found[found.address] = found
        if len(self._all) < MOST:
            # a GoDice die does not know its shell: only that it rolls matters until it is taken
            die = found.known(found.describes.sides or 6)
            self._strangers[found.address] = _line(die, found)

    def _connected(self, line: _Line, news: RadioNews) -> None:
        line.is_here, line.tried_at, line.failures = True, None, 0
        line.greet_at = line.ask_at = news.time
        self._tell(line, True, news.time)
        self._scan()

    def _fail(self, line: _Line, news: RadioNews) -> None:
        line.tried_at = None
        line.failures += 1
        wait = min(LONGEST_WAIT, FIRST_WAIT * 2.0**line.failures)
        line.try_at = news.time + wait
        self._scan()

    def _lose(self, line: _Line, news: RadioNews) -> None:
        line.is_here, line.tried_at = False, None
        line.greet_at = line.ask_at = inf
        line.try_at = news.time + FIRST_WAIT
        self._tell(line, False, news.time)

    def _read(self, line: _Line, news: RadioNews) -> None:
        said = line.reader.read(news.data)
        if isinstance(said, Charge):
            line.charge = said
        elif said is not None:
            if said.does == "rolling" and self._search is not None:
                self._offer(line, self._search)
            if line in self._lines:
                self._moved(self._lines.index(line), said, news.time)

    def _offer(self, line: _Line, search: _Search) -> None:
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
