"""The dice of a table that report over Bluetooth: connected, paired, and read as throws."""

import queue
from collections.abc import Callable, Sequence

from hardware.dice.bluetooth.keeper import DiceKeeper
from hardware.dice.bluetooth.news import Counts, KnownDie, Motion
from hardware.dice.bluetooth.paired import DieStatus, PairedDice
from hardware.dice.bluetooth.radio import Post, Radio, RadioNews
from hardware.dice.bluetooth.throws import DiceThrows
from hardware.dice.tray import DiceEvent

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
