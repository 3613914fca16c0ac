"""Batches of random events at a lean table, and what is watched meanwhile."""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Final, get_args

from PIL import Image

import games
from firmware_host.screens import Picture
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.table.device import Preferences, ThrowSource
from firmware_host.text.translator import Language
from tests.faults.lean import LeanTable
from tests.faults.monkey import Monkey

NO_PICTURE: Final = Image.new("1", (128, 64))
STILL: Final = 200
"""So many presses that change nothing, of every key, are a dead end."""
IDLE: Final = 30_000
"""So many events without a throw, a move, an act or a new game are one, too."""
KEYS: Final = frozenset(("up", "down", "left", "right", "ok", "back", "hint", "menu"))


def no_drawing(frame: Frame, size: tuple[int, int], say: Language, is_big: bool = False) -> Picture:
    """What takes the place of drawing where screens are not rasterised."""
    return Picture(NO_PICTURE, "")


@dataclass
class Watchdog:
    """Looks at ``table`` after each event for what must not be."""

    table: LeanTable
    seen: Counter[str] = field(default_factory=Counter)
    _view: object = None
    _frame: Frame | None = None
    _tried: "set[str]" = field(default_factory=set)
    _presses: int = 0
    _idle: int = 0
    _story: object = None

    def look(self, pressed: str | None) -> None:
        """Look after the key ``pressed``, or after what was no key."""
        frame = self.table.app.frame
        assert frame is not None, "nothing is shown"
        if frame is not self._frame and frame.view != self._view:
            self._view = frame.view
            self.seen[type(self.table.table.scene).__name__] += 1
            self._tried.clear()
            self._presses = 0
        elif pressed is not None:
            self._tried.add(pressed)
            self._presses += 1
            is_dead = self._presses > STILL and self._tried >= KEYS
            assert not is_dead, f"no key leads on from {self._view}"
        self._frame = frame
        self._mind_progress()

    def compare(self) -> None:
        """What would be found after a restart is what is on the table."""
        session = self.table.session
        if session is None:
            return
        again = self.table.resumed()
        assert (again.setup, again.states) == (session.setup, session.states)
        assert (again.hand_steps, again.actions) == (session.hand_steps, session.actions)
        assert (again.seats, again.is_over) == (session.seats, session.is_over)

    def _mind_progress(self) -> None:
        session = self.table.session
        story = (id(session), len(self.table.app.game_records))
        self._idle = 0 if story != self._story else self._idle + 1
        self._story = story
        assert self._idle < IDLE, f"nothing has been played for long: {self._view}"


def a_table(seed: int, rng: random.Random) -> LeanTable:
    """A table of any kind: with a game asked for or none, as some people like it, in public."""
    asked = Setup(rng.choice(games.names()), first=None) if rng.random() < 0.5 else None
    throwing = rng.choice(get_args(ThrowSource))
    liked = Preferences(rng.choice(("en", "ru")), big_text=rng.random() < 0.3, dice=throwing)
    return LeanTable(seed, asked, liked, is_kiosk=seed % 10 == 9)


def soak(seed: int, events: int, compare_every: int) -> Counter[str]:
    """Let ``events`` happen at the table of ``seed``; return how often each scene was shown.

    What is on the table is compared with what is kept once in ``compare_every`` events.
    """
    rng = random.Random(seed)
    table = a_table(seed, rng)
    monkey, dog = Monkey(table, rng, senses=seed % 3 == 0), Watchdog(table)
    for number in count(1):
        monkey.act()
        dog.look(monkey.pressed)
        if number % compare_every == 0 or number == events:
            dog.compare()
        if number == events:
            table.app.close()
            return dog.seen
    raise AssertionError("the count has no end")
