"""What clocks have to show, in a few lines; and a table with clocks on which anything happens."""

import random
from dataclasses import dataclass, field
from typing import Final

from firmware_host.features.clocks.counting import (
    SECOND,
    ClockRules,
    ClocksChosen,
    Kind,
    clock_face,
)
from firmware_host.features.clocks.feature import CHECKPOINT
from firmware_host.features.clocks.remote import ClocksHere, PauseClocks
from firmware_host.features.clocks.scenes import Paused
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.table.device import Preferences
from firmware_host.table.effects import Apply, GoHome, PlaceGroups, Undo
from firmware_host.table.scene import Effect, Resume
from tests.faults.lean import LeanTable, Place

TWO: Final = Setup("squadro", players=("person", "person"))


@dataclass
class Model:
    """Clocks by ``rules``: who had to think in each position, and for how many milliseconds.

    ``unsaved`` is what was thought since something was written down.
    """

    rules: ClockRules
    positions: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    unsaved: int = 0

    def think(self, milliseconds: int) -> None:
        """Let whoever is at turn think."""
        seat, spent = self.positions[-1]
        self.positions[-1] = seat, spent + milliseconds
        self.unsaved = (self.unsaved + milliseconds) % round(CHECKPOINT * SECOND)

    def cut(self) -> int:
        """Cut the power; return what is lost."""
        seat, spent = self.positions[-1]
        self.positions[-1], lost = (seat, spent - self.unsaved), self.unsaved
        self.unsaved = 0
        return lost

    def left(self, seat: int) -> int:
        """Return what ``seat`` has left."""
        total = left = self.rules.seconds * SECOND
        if self.rules.kind == "move":
            return max(0, total - self.positions[-1][1])
        for index, (whose, spent) in enumerate(self.positions):
            if whose == seat:
                is_over = index + 1 < len(self.positions)
                left = max(0, left - spent) + is_over * self.rules.added * SECOND
        return left


class Evening:
    """A game of two with clocks, and the :class:`Model` that says what these have to show.

    Its clock of the day jumps, and its power is cut; ``told`` counts how often that was said.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        kinds: tuple[Kind, ...] = ("seat", "seat", "move")
        kind = self.chance.choice(kinds)
        self.chosen = ClocksChosen(
            kind,
            clock_seconds=self.chance.choice(("15", "60", "120")),
            clock_minutes=self.chance.choice(("3", "5")),
            clock_added=self.chance.choice(("0", "5", "30")),
        )
        self.place = Place()
        self.lean = self._open(TWO)
        self.do(PlaceGroups(None), Resume())
        rules = ClockRules.of(self.session)
        assert rules is not None
        self.model = Model(rules)
        self.cuts = self.told = 0

    @property
    def session(self) -> Session:
        return self.lean.table.game.playing

    @property
    def here(self) -> ClocksHere:
        return self.lean.table.context.fact(ClocksHere)

    @property
    def is_running(self) -> bool:
        """Whether somebody has to think now."""
        is_free = not self.session.hand_steps.due and self.lean.table.game.in_game
        return is_free and not isinstance(self.lean.table.scene, Paused)

    def do(self, *effects: Effect) -> None:
        """Let ``effects`` happen in one step of the table."""
        self.lean.table.parts.use_files(lambda: effects)
        self.lean.step()

    def wait(self, milliseconds: int) -> None:
        """Let so much time pass."""
        if self.is_running:
            self.model.think(milliseconds)
        self.lean.run_for(milliseconds / SECOND)

    def move(self) -> None:
        """Choose a move; hands have to carry it out."""
        if not self.is_running:
            return
        self.do(Apply({"do": str(self.chance.choice(self.session.state.legal_moves()))}), Resume())
        turn = self.session.state.turn
        assert turn is not None
        self.model.positions.append((turn, 0))
        self.model.unsaved = 0

    def carry_out(self) -> None:
        """Let hands do what is due."""
        if self.session.hand_steps.due and self.lean.table.game.in_game:
            self.do(Apply({"act": len(self.session.hand_steps.steps)}), Resume())

    def undo(self) -> None:
        """Take the last move back."""
        if self.session.actions and self.lean.table.game.in_game:
            self.do(Undo())
            self.model.positions.pop()
            self.model.positions[-1] = self.model.positions[-1][0], 0
            self.model.unsaved = 0

    def pause(self) -> None:
        """Stop the clocks, or let them go on."""
        is_paused = isinstance(self.lean.table.scene, Paused)
        self.lean.app.requests.put(PauseClocks(not is_paused))
        self.lean.step()
        self.model.unsaved = 0

    def leave(self) -> None:
        """Leave the game, or come back to it."""
        if self.lean.table.game.in_game:
            self.do(GoHome())
            self.model.unsaved = 0
        else:
            self.do(Resume())

    def cut(self) -> None:
        """Cut the power; somebody resumes the game. What is lost was said."""
        lost, has_run = self.model.cut(), self.is_running
        self.lean = self._open(None)
        self.do(Resume())
        is_told = isinstance(self.lean.table.scene, Paused)
        assert is_told or not lost
        assert has_run or not is_told
        self.cuts, self.told = self.cuts + (lost > 0), self.told + is_told
        if is_told:
            self.pause()

    def jump(self) -> None:
        """Set the clock of the day somewhere else."""
        self.place.date = f"20{self.chance.randrange(10, 90)}-01-01"

    def check(self) -> None:
        """Assert that people see what the model says."""
        if not self.lean.table.game.in_game:
            return
        left = [clock_face(self.model.left(seat)) for seat in (0, 1)]
        turn = self.session.state.turn
        if self.model.rules.kind == "move":
            is_due = not self.session.hand_steps.due
            left = [face if seat == turn and is_due else "" for seat, face in enumerate(left)]
        assert self.here.faces == tuple(left), self.lean.app.game_records
        assert self.here.seat == (turn if self.is_running else -1)

    def _open(self, setup: Setup | None) -> LeanTable:
        preferences = Preferences().with_facts([self.chosen])
        return LeanTable(self.chance.getrandbits(16), setup, preferences, place=self.place)


HAPPENS: Final = (
    ("wait",) * 5
    + ("move",) * 4
    + ("carry_out",) * 4
    + (
        "undo",
        "pause",
        "pause",
        "leave",
        "leave",
        "cut",
        "jump",
    )
)
WAITS: Final = (0, 125, 875, 1000, 1125, 4250, 9000, 31500, 75000)
"""Milliseconds, each a number that a float holds exactly as seconds."""


def spend(seed: int, count: int) -> Evening:
    """Spend an evening on which ``count`` things happen, and look at the clocks after each."""
    evening = Evening(seed)
    for _ in range(count):
        what = evening.chance.choice(HAPPENS)
        if what == "wait":
            evening.wait(evening.chance.choice(WAITS))
        else:
            getattr(evening, what)()
        if evening.session.is_over:
            break
        evening.check()
    return evening
