"""A tray whose lines a test moves one by one."""

import random
from collections.abc import Sequence

from hardware.dice.codes import LOTS, levels_for
from hardware.dice.tray import DiceEvent, Tray
from hardware.input.edges import Edge

FACES = (1, 0, 1, 1)


class Bench:
    """A tray whose lines are moved at given times; it ticks whenever that is due."""

    def __init__(self, cup: str | None = "cup", start: dict[str, bool] | None = None) -> None:
        self.tray = Tray(LOTS, cup=cup)
        self.levels = levels_for(LOTS, (0, 0, 0, 0)) | {"cup": False} | (start or {})
        self.events: list[tuple[float, DiceEvent]] = []
        self.run(0.0)

    def run(self, until: float) -> "Bench":
        while self.tray.deadline is not None and self.tray.deadline <= until:
            self._tick(self.tray.deadline)
        self._tick(until)
        return self

    def _tick(self, now: float) -> None:
        self.events += [(round(now, 3), event) for event in self.tray.tick(now, self.levels)]

    def set(self, time: float, **levels: bool) -> "Bench":
        self.run(time)
        for line, level in levels.items():
            if self.levels[line] != level:
                self.levels[line] = level
                self.tray.feed(Edge(time, line, level))
        return self

    def show(self, time: float, faces: Sequence[int] = FACES) -> "Bench":
        return self.set(time, **levels_for(LOTS, faces))

    def tumble(self, start: float, end: float) -> "Bench":
        rng = random.Random(int(start * 1000))
        for step in range(20):
            time = start + (end - start) * step / 20
            line = rng.choice(("D0", "D1", "D2", "D3"))
            self.set(time, **{line: not self.levels[line]})
        return self

    def throw(self, start: float, faces: Sequence[int] = FACES) -> "Bench":
        """Lift the cup at ``start`` and put it down a second later with ``faces``."""
        self.set(start, cup=True).tumble(start + 0.2, start + 0.9)
        return self.show(start + 0.95, faces).set(start + 1, cup=False)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for _, event in self.events]

    @property
    def throws(self) -> list[tuple[int, ...]]:
        return [event.faces for _, event in self.events if event.kind == "settled"]
