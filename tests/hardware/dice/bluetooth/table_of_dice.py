"""Virtual dice and the table that listens to them, on virtual time."""

import random
from collections.abc import Sequence

from hardware.dice.bluetooth.dice_set import BluetoothDice
from hardware.dice.bluetooth.news import Counts, KnownDie, Make, PairedDice
from hardware.dice.tray import DiceEvent
from hardware.simulated import VirtualClock
from hardware.simulated.timeline import Timeline
from hardware.simulated.virtual_dice import Air, Deliver, PumpedRadio, VirtualDie, virtual_dice


class TableOfDice:
    """A table with ``count`` dice of one ``make``; ``paired`` of them are its own."""

    def __init__(
        self,
        make: Make = "godice",
        sides: int = 6,
        count: int = 2,
        paired: int | None = None,
        seed: int = 1,
        deliver: Deliver | None = None,
        counts: Counts | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.timeline = Timeline(self.clock)
        self.rng = random.Random(seed)
        self.air_dice = virtual_dice(make, sides, count, self.timeline, self.rng)
        self.air = Air(self.air_dice) if deliver is None else Air(self.air_dice, deliver)
        self.kept: Sequence[KnownDie] = ()
        own = self.air_dice[: count if paired is None else paired]
        known = [KnownDie(die.address, die.name, die.make, die.sides) for die in own]
        self.radios = 0
        self.dice = BluetoothDice(self._open_radio, known, lambda: None, self._keep)
        self.counts = counts or {face: face for face in range(1, sides + 1)}
        self.events: list[DiceEvent] = []
        self.times: list[float] = []
        self.play(len(known))
        self.run(1.0)
        self.take_kinds()

    def play(self, count: int) -> None:
        self.dice.play([self.counts] * count)

    def _open_radio(self, post: object) -> PumpedRadio:
        self.radios += 1
        return PumpedRadio(self.air, post, self.clock)  # type: ignore[arg-type]

    def _keep(self, known: Sequence[KnownDie]) -> None:
        self.kept = tuple(known)

    def __getitem__(self, place: int) -> VirtualDie:
        return self.air_dice[place]

    @property
    def state(self) -> PairedDice:
        return self.dice.state

    def run(self, seconds: float) -> "TableOfDice":
        """Let ``seconds`` pass; the table looks whenever something is due."""
        end = self.clock() + seconds
        self._take()
        while self.clock() < end:
            due = [time for time in (self.timeline.next, self.dice.deadline) if time is not None]
            now = max(self.clock(), min([*due, end]))
            self.timeline.run_due(now)
            self._take()
        return self

    def throw(self, *faces: int, run: float = 3.0) -> "TableOfDice":
        """Throw all dice so that they show ``faces``, by chance without any."""
        for place, die in enumerate(self.air_dice):
            die.throw(faces[place] if faces else None)
        return self.run(run)

    def take_kinds(self) -> list[str]:
        """Return what has happened since the last call."""
        kinds: list[str] = [event.kind for event in self.events]
        self.events = []
        return kinds

    def _take(self) -> None:
        events = self.dice.take(self.clock())
        self.events += events
        self.times += [self.clock()] * len(events)
