"""The dice of a table that report over Bluetooth: connected, paired, and read as throws.

The reports of its dice become throws by the rules of the tray.

A throw counts when every die has rolled once since the last one, and all lie still. A die that was
not heard to roll, that leans, or that was out of reach meanwhile is thrown again, alone; the others
stay where they are. So a report that is lost, late or said twice can cost a throw of that die, but
never counts for a face that is not up. The code is pure: the caller passes the time.

    >>> throws = DiceThrows([{1: 1, 2: None, 3: 3, 4: 4, 5: None, 6: 6}] * 2)
    >>> for time, die, motion in (
    ...     (1.0, 0, Motion("rolling")), (1.1, 1, Motion("rolling")),
    ...     (2.0, 0, Motion("settled", 4)), (2.2, 1, Motion("settled", 5)),
    ... ):
    ...     throws.feed(die, motion, time)
    >>> [(event.kind, event.dice, event.own) for event in throws.tick(3.0)]
    [('rolling', (), ()), ('again', (1,), (4, 5))]
    >>> throws.feed(1, Motion("rolling"), 4.0)
    >>> throws.feed(1, Motion("settled", 6), 5.0)
    >>> throws.tick(6.0)[-1].faces
    (4, 6)
"""

import queue
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from hardware.dice.bluetooth.keeper import DiceKeeper
from hardware.dice.bluetooth.news import Counts, DieStatus, KnownDie, Motion, PairedDice
from hardware.dice.bluetooth.radio import Post, Radio, RadioNews
from hardware.dice.tray import GIVE_UP, PROVISIONAL, QUIET, DiceEvent

LATE = 4.0
"""Seconds to wait for dice that have not been thrown while others have."""

SHORTEST = 0.3
"""A roll takes longer, in seconds; what comes sooner is the late report of an earlier one."""

TOO_LATE = 2.0
"""Seconds after a throw counted in which people are told of a die that has rolled on unheard."""

FORGOTTEN = 60.0
"""A part of a throw that was not completed for so many seconds is none any more."""

Lies = Literal["waits", "moved", "rolls", "lies", "cocked", "away"]


@dataclass(slots=True, eq=False)
class _Die:
    """A die that ``counts`` for something with each face, None: it is thrown again.

    ``does`` is what it does since the time ``since``. It is to roll ``owed`` more times; fewer than
    none if it has rolled more often than asked.
    """

    counts: Counts
    does: Lies = "waits"
    since: float = -inf
    face: int | None = None
    owed: int = 1

    def turn(self, does: Lies, now: float, face: int | None = None) -> None:
        self.does, self.since, self.face = does, now, face


class DiceThrows:
    """The throws of dice, each with what its faces count for; None: it is thrown again.

    A throw is doubtful, and counts only when a person confirms it, if one of the dice rolled more
    often than the others.
    """

    def __init__(self, counts: Sequence[Counts]) -> None:
        self._dice = [_Die(each) for each in counts]
        self._last = -inf
        self._now = -inf
        self._counted: tuple[int, ...] = ()
        self._counted_at = -inf
        self._is_away_told = False
        self._said: DiceEvent | None = None
        self._events: list[DiceEvent] = []

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due if no die says anything (seconds); None if never."""
        if self._events:
            return self._now
        return min((time for time in self._times() if time > self._now), default=None)

    def feed(self, index: int, motion: Motion, now: float) -> None:
        """Take what the die ``index`` (from 0) says at ``now`` (seconds)."""
        self._advance(now)
        die = self._dice[index]
        if die.does != "away":
            _FEED[motion.does](self, die, motion, now)

    def lose(self, index: int, now: float) -> None:
        """Note that the die ``index`` is out of reach at ``now`` (seconds)."""
        self._advance(now)
        die = self._dice[index]
        if die.does != "away":
            die.turn("away", now)
            die.owed = 1
            self._say_away()

    def find(self, index: int, now: float) -> None:
        """Note that the die ``index`` is in reach again at ``now`` (seconds)."""
        self._advance(now)
        die = self._dice[index]
        if die.does == "away":
            die.turn("waits", now)
            self._last = now
            away = self._which("away")
            if not self._is_away_told:  # it was away from the beginning
                return
            self._is_away_told = bool(away)
            self._say(DiceEvent("away", dice=away) if away else DiceEvent("back", dice=(index,)))

    def start_away(self, index: int) -> None:
        """Begin with the die ``index`` out of reach."""
        self._dice[index].does = "away"

    def tick(self, now: float) -> tuple[DiceEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before."""
        self._advance(now)
        events, self._events = self._events, []
        return tuple(events)

    def _times(self) -> Iterator[float]:
        """Yield when something may be due."""
        yield from (self._last + PROVISIONAL, self._last + QUIET, self._last + LATE)
        yield self._last + FORGOTTEN
        yield from (die.since + GIVE_UP for die in self._dice if die.does == "rolls")

    def _advance(self, now: float) -> None:
        """Do what is due up to ``now``, each at its time."""
        while True:
            due = min((time for time in self._times() if self._now < time <= now), default=None)
            if due is None:
                break
            self._now = due
            self._judge()
        self._now = max(self._now, now)

    def _judge(self) -> None:
        """Say what follows from how the dice have lain up to now."""
        for index, die in enumerate(self._dice):
            if die.does == "rolls" and self._now >= die.since + GIVE_UP:
                die.turn("waits", self._now)
                self._say(DiceEvent("unreadable", dice=(index,)))
        if self._which("rolls"):
            return
        if all(die.does == "lies" for die in self._dice):
            self._read()
        elif self._now >= self._last + QUIET:
            self._ask()

    def _read(self) -> None:
        """Read dice that all lie, provisionally or for good."""
        again = tuple(n for n, die in enumerate(self._dice) if self._value(die) is None)
        if self._now >= self._last + QUIET:
            if again:
                self._say(DiceEvent("again", dice=again, own=self._own))
                for index in again:
                    self._dice[index].turn("waits", self._now)
                    self._dice[index].owed += 1
                self._last = self._now
            else:
                self._settle()
        elif self._now >= self._last + PROVISIONAL and not again:
            self._say(DiceEvent("provisional", self._values, own=self._own))

    def _settle(self) -> None:
        is_doubtful = len({die.owed for die in self._dice}) > 1
        self._say(DiceEvent("settled", self._values, doubtful=is_doubtful, own=self._own))
        self._counted, self._counted_at = self._own, self._now
        self._begin()

    def _ask(self) -> None:
        """Ask for the dice without which there is no throw."""
        cocked, moved, lies = self._which("cocked"), self._which("moved"), self._which("lies")
        if self._now >= self._last + FORGOTTEN:
            self._begin()
        elif cocked:
            self._say(DiceEvent("cocked", dice=cocked))
        elif moved and lies:
            self._say(DiceEvent("handled", dice=moved))
        elif moved:
            for index in moved:
                self._dice[index].turn("waits", self._now)
            self._say(DiceEvent("knocked"))
        elif lies and self._now >= self._last + LATE:
            if self._which("away"):
                self._say_away()  # the others were thrown meanwhile: "rolling" would stay
            else:
                self._say(DiceEvent("missing", dice=self._which("waits")))

    def _say_away(self) -> None:
        self._is_away_told = True
        self._say(DiceEvent("away", dice=self._which("away")))

    def _begin(self) -> None:
        """Wait for the next throw of all dice."""
        for die in self._dice:
            die.owed = 1
            if die.does != "away":
                die.turn("waits", self._now)
        self._said, self._last = None, -inf

    def _roll(self, die: _Die, motion: Motion, now: float) -> None:
        if die.does == "rolls":
            die.since = now  # the report that it came to rest meanwhile is late, or lost
            return
        if die.does == "lies":
            others = (other for other in self._dice if other is not die)
            is_first = all(other.does in ("waits", "away") for other in others)
            # a bounce is still the same roll, and a die alone begins anew
            if now - die.since < QUIET or is_first:
                die.owed += 1
        die.turn("rolls", now)
        self._last = now
        if self._said is None or self._said.kind != "rolling":
            self._say(DiceEvent("rolling"))

    def _come_to_rest(self, die: _Die, motion: Motion, now: float) -> None:
        if die.does != "rolls":
            self._handle(die, motion, now)
            self._warn(die, motion, now)
        elif now - die.since >= SHORTEST:
            die.turn("lies", now, motion.face)
            die.owed -= 1
            self._last = now

    def _warn(self, die: _Die, motion: Motion, now: float) -> None:
        """Say so if ``die`` has rolled on after the throw counted, and nobody heard it."""
        index = self._dice.index(die)
        is_soon = self._counted and now < self._counted_at + TOO_LATE
        if is_soon and motion.face != self._counted[index]:
            self._say(DiceEvent("rolled on", dice=(index,)))

    def _handle(self, die: _Die, motion: Motion, now: float) -> None:
        """Take that ``die`` lies without having rolled."""
        if die.does == "lies" and motion.face == die.face:
            return
        if die.does == "lies":
            die.owed += 1
        die.turn("moved", now)
        self._last = now

    def _lean(self, die: _Die, motion: Motion, now: float) -> None:
        if die.does == "rolls":
            die.turn("cocked", now)
            self._last = now
        else:
            self._handle(die, motion, now)

    def _ignore(self, die: _Die, motion: Motion, now: float) -> None:
        """Do nothing: what comes of it is said later."""

    def _say(self, event: DiceEvent) -> None:
        if event != self._said:
            self._said = event
            self._events.append(event)

    def _which(self, does: Lies) -> tuple[int, ...]:
        return tuple(index for index, die in enumerate(self._dice) if die.does == does)

    @staticmethod
    def _value(die: _Die) -> int | None:
        # a die may say that a face is up which it should not have: it is thrown again
        return None if die.face is None else die.counts.get(die.face)

    @property
    def _own(self) -> tuple[int, ...]:
        return tuple(die.face for die in self._dice if die.face is not None)

    @property
    def _values(self) -> tuple[int, ...]:
        values = map(self._value, self._dice)
        return tuple(value for value in values if value is not None)


_FEED = {
    "rolling": DiceThrows._roll,
    "settled": DiceThrows._come_to_rest,
    "moved": DiceThrows._handle,
    "cocked": DiceThrows._lean,
    "handled": DiceThrows._ignore,
}
"""What to do with each motion that a die reports."""


OpenRadio = Callable[[Post], Radio]

ASKING = ("cocked", "missing", "unreadable", "again", "handled")
"""What the table says of dice that are thrown again; they blink."""


class BluetoothDice:
    """The ``known`` dice of a table, and those that people take in addition.

    ``open_radio`` gets what news are posted to, and is called when there are dice, or when people
    look for some: not before. ``wake`` is called from the radio's thread when there are news;
    ``keep`` with the dice of the table whenever they change.
    """

    def __init__(
        self,
        open_radio: OpenRadio,
        known: Sequence[KnownDie],
        wake: Callable[[], None],
        keep: Callable[[Sequence[KnownDie]], None],
    ) -> None:
        self._open_radio, self._wake, self._keep = open_radio, wake, keep
        self._inbox: queue.SimpleQueue[RadioNews] = queue.SimpleQueue()
        self._radio: Radio | None = None
        self._keeper: DiceKeeper | None = None
        self._known = tuple(known)
        self._counts: tuple[Counts, ...] = ()
        self._throws: DiceThrows | None = None
        if known:
            self._open()

    @property
    def known(self) -> tuple[KnownDie, ...]:
        """The dice of the table, in their order."""
        return self._known if self._keeper is None else self._keeper.known

    @property
    def state(self) -> PairedDice:
        """How the dice are now."""
        keeper = self._keeper
        if keeper is None:
            return PairedDice(tuple(map(DieStatus, self._known)))
        searching = keeper.is_searching
        return PairedDice(keeper.dice, searching, keeper.in_reach, keeper.offer, keeper.fault)

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`take` if nothing comes, in seconds; None if never."""
        parts = (self._keeper, self._throws)
        times = [part.deadline for part in parts if part is not None]
        return min((time for time in times if time is not None), default=None)

    def play(self, counts: Sequence[Counts]) -> None:
        """Read throws of as many dice as ``counts``, in which each face counts for something."""
        if tuple(counts) == self._counts:
            return
        self._counts = tuple(counts)
        self._throws = DiceThrows(counts) if counts else None
        for place, each in enumerate(self.state.dice[: len(counts)]):
            if not each.is_here and self._throws is not None:
                self._throws.start_away(place)

    def take(self, now: float) -> tuple[DiceEvent, ...]:
        """Return what the dice have done up to ``now`` (seconds)."""
        if self._keeper is None:
            return ()
        has_news = True
        while has_news:
            has_news = self._take_news(self._keeper)
            self._keeper.tick(now)
            has_news = has_news or not self._inbox.empty()
        events = () if self._throws is None else self._throws.tick(now)
        for event in events:
            for place in event.dice if event.kind in ASKING else ():
                self._keeper.blink(place)
        return events

    def search(self, is_on: bool) -> None:
        """Begin to look for new dice, or end it."""
        if is_on or self._keeper is not None:
            self._open().search(is_on)
            self._wake()

    def adopt(self, sides: int) -> None:
        """Take the die that rolled, with so many ``sides``, as the next of the table."""
        self._open().adopt(sides)
        self._changed()

    def refuse(self) -> None:
        """Leave the die that rolled to whom it belongs."""
        self._open().refuse()
        self._wake()

    def forget(self, place: int) -> None:
        """Let the die at ``place`` (from 0) be none of the table's any more."""
        self._open().forget(place)
        self._changed()

    def close(self) -> None:
        """End all connections."""
        if self._radio is not None:
            self._radio.close()

    def _take_news(self, keeper: DiceKeeper) -> bool:
        """Hand on what the radio has said; return whether it has said anything."""
        has_news = False
        while True:
            try:
                keeper.take(self._inbox.get_nowait())
            except queue.Empty:
                return has_news
            has_news = True

    def _open(self) -> DiceKeeper:
        if self._keeper is None:
            self._radio = self._open_radio(self._post)
            self._keeper = DiceKeeper(self._radio, self._known, self._move, self._change)
        return self._keeper

    def _changed(self) -> None:
        self._counts, self._throws = (), None
        self._keep(self.known)
        self._wake()

    def _post(self, news: RadioNews) -> None:
        self._inbox.put(news)
        self._wake()

    def _move(self, place: int, motion: Motion, now: float) -> None:
        if self._throws is not None and place < len(self._counts):
            self._throws.feed(place, motion, now)

    def _change(self, place: int, is_here: bool, now: float) -> None:
        if self._throws is not None and place < len(self._counts):
            (self._throws.find if is_here else self._throws.lose)(place, now)
