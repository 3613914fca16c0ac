"""A week of a public table: visitors come from ten to six; at night it runs alone or is off."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import games
from firmware_host.storage.counters import csv_text
from tests.faults.memory import FOLDER
from tests.firmware_host.features.kiosk.kiosk import DAY_SECONDS, HOUR, Kiosk
from tests.firmware_host.features.kiosk.visitors import KINDS, Visitor, play_a_whole_game

OPENS: Final = 10 * HOUR
CLOSES: Final = 18 * HOUR
MAX_ON_THE_CARD: Final = 4 * 1024 * 1024 + 64 * 1024
"""Bytes of the saved games, and of the counters and settings beside them."""

Visit = Callable[[Visitor], None]


class Week:
    """A week at a ``kiosk``, random by ``seed``; :attr:`visits` counts the visits of each kind."""

    def __init__(self, seed: int) -> None:
        self.kiosk, self.rng = Kiosk(seed), random.Random(seed)
        self.visits: Counter[str] = Counter()

    def day(self, closes: float, visits: Sequence[Visit]) -> None:
        """Run a day until ``closes`` (seconds after midnight): ``visits``, then random ones."""
        midnight = self.kiosk.now // DAY_SECONDS * DAY_SECONDS
        self.kiosk.run_until(midnight + OPENS)
        if not self.kiosk.is_on:
            self.kiosk.start()
        queue = list(visits)
        while queue or self.kiosk.now < midnight + closes:
            self._visit(queue.pop() if queue else self._random_visit())
        self.compare()

    def night(self, is_on: bool) -> None:
        """Run until midnight: in attract mode, or without power."""
        midnight = (self.kiosk.now // DAY_SECONDS + 1) * DAY_SECONDS
        if is_on:
            self.kiosk.run_until(midnight)
        elif self.rng.random() < 0.5:
            self.kiosk.pull_the_plug(midnight - self.kiosk.now)
        else:
            self.kiosk.end(midnight - self.kiosk.now)
        self.compare()

    def compare(self) -> None:
        """Check that the program counted what was observed, and that the card does not fill up."""
        kiosk = self.kiosk
        assert csv_text(kiosk.days()) == csv_text(kiosk.tally.counted())
        card = kiosk.place.card
        assert sum(card.size(FOLDER / name) for name in card.names(FOLDER)) < MAX_ON_THE_CARD

    def _visit(self, visit: Visit) -> None:
        """Let somebody come and go, and wait until the table rests, or a little longer."""
        self.visits[_name(visit)] += 1
        visit(Visitor(self.kiosk, self.rng))
        self.kiosk.leave_alone()
        self.kiosk.table.run_for(self.rng.uniform(1.0, 300.0))

    def _random_visit(self) -> Visit:
        return self.rng.choices(tuple(KINDS), tuple(KINDS.values()))[0]


def whole_games() -> list[Visit]:
    """Return a visit for each game in which it is played to its end."""
    return [partial(play_a_whole_game, name=name) for name in games.names()]


def _name(visit: Visit) -> str:
    function = visit.func if isinstance(visit, partial) else visit
    return function.__name__
