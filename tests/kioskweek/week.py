"""A week of a table in public: visitors come from ten to six, at night it plays alone or is off."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import games
from firmware_host.storage.counters import csv_text
from tests.faults.memory import FOLDER
from tests.kioskweek.kiosk import DAY_SECONDS, HOUR, Kiosk
from tests.kioskweek.visitors import KINDS, Visitor, play_a_whole_game

OPENS: Final = 10 * HOUR
CLOSES: Final = 18 * HOUR
MOST_ON_THE_CARD: Final = 4 * 1024 * 1024 + 64 * 1024
"""Bytes: what is kept of games, and the counters and settings beside it."""

Visit = Callable[[Visitor], None]


class Week:
    """The script of a week at a ``kiosk``, by the chance of ``seed``; :attr:`came` counts it."""

    def __init__(self, seed: int) -> None:
        self.kiosk, self.rng = Kiosk(seed), random.Random(seed)
        self.came: Counter[str] = Counter()

    def day(self, closes: float, visits: Sequence[Visit]) -> None:
        """A day that ends at ``closes`` (seconds after midnight): ``visits`` first, then others."""
        midnight = self.kiosk.now // DAY_SECONDS * DAY_SECONDS
        self.kiosk.run_until(midnight + OPENS)
        if not self.kiosk.is_on:
            self.kiosk.start()
        queue = list(visits)
        while queue or self.kiosk.now < midnight + closes:
            self._let_in(queue.pop() if queue else self._somebody())
        self.compare()

    def night(self, is_on: bool) -> None:
        """The time to the next midnight: in attract mode, or without power."""
        midnight = (self.kiosk.now // DAY_SECONDS + 1) * DAY_SECONDS
        if is_on:
            self.kiosk.run_until(midnight)
        elif self.rng.random() < 0.5:
            self.kiosk.pull_the_plug(midnight - self.kiosk.now)
        else:
            self.kiosk.end(midnight - self.kiosk.now)
        self.compare()

    def compare(self) -> None:
        """What the program counted is what was seen, and the card does not fill up."""
        kiosk = self.kiosk
        days, told = kiosk.days(), kiosk.tally.told()
        assert csv_text(days) == csv_text(told)
        card = kiosk.place.card
        assert sum(card.size(FOLDER / name) for name in card.names(FOLDER)) < MOST_ON_THE_CARD

    def _let_in(self, visit: Visit) -> None:
        """Somebody comes, goes, and leaves the table alone until it rests, or a little longer."""
        self.came[_name(visit)] += 1
        visit(Visitor(self.kiosk, self.rng))
        self.kiosk.be_left()
        self.kiosk.table.run_for(self.rng.uniform(1.0, 300.0))

    def _somebody(self) -> Visit:
        return self.rng.choices(tuple(KINDS), tuple(KINDS.values()))[0]


def whole_games() -> list[Visit]:
    """A visit for each game, which is played to its end."""
    return [partial(play_a_whole_game, name=name) for name in games.names()]


def _name(visit: Visit) -> str:
    function = visit.func if isinstance(visit, partial) else visit
    return function.__name__
