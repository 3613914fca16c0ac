"""A person who closes one contact, and does nothing else: whole games, by what the panel offers.

The player reads the view and what a stroke does now, as anybody at the table can, and strikes when
that is what it wants. Somebody else moves the pieces that the display tells them to move.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.features.switches.feature import QUIET
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import View
from firmware_host.session.setup import Setup
from firmware_host.simulator.simulated_table import World
from games.actions import Move
from games.core import random_action
from hardware.wiring.wiring import load

STROKE = 0.1
GLANCE = 0.25
"""Seconds until the contact may close again: a new table has a lock of 0.2 s."""
REACTION = 0.3
"""Seconds from seeing what is offered to the stroke."""
PATIENCE = 60.0

Wish = Callable[["OneSwitch"], bool]


@dataclass
class Tally:
    """What a game took: strokes, seconds of the table's clock, and acts that were not wished."""

    strokes: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


class OneSwitch:
    """The player at a table that has one contact, in ``language``; ``seed`` decides all chance."""

    def __init__(
        self, folder: Path, language: str, seed: int = 0, setup: Setup | None = None
    ) -> None:
        request = Request(games, load("one-switch"), language, folder, setup)
        self.world = World(request, seed)
        self.tally = Tally()
        self.rng = random.Random(seed)
        self._wanted: Move | None = None

    @property
    def view(self) -> View:
        """What the display shows."""
        return self.world.view

    @property
    def stroke(self) -> str:
        """What a stroke does now, as the table says it; empty if nothing."""
        said = self.world.app.table.stroke
        return "" if said is None else str(said)

    @property
    def actions(self) -> Sequence[object]:
        """What has been thrown and played."""
        return self.world.app.table.game.playing.actions

    def strike(self) -> None:
        """Close the contact for a moment."""
        self.tally.strokes += 1
        self.world.run_until(self.world.pi.press("take", STROKE) + GLANCE)

    def wait_for(self, wish: Wish, seconds: float = PATIENCE) -> None:
        """Wait until what is offered is the ``wish``, waking the table when it rests."""
        end = self.world.clock() + seconds
        while not wish(self):
            if self.stroke.startswith("Paused"):
                self.strike()
            elif not self.world.wait_for(lambda: wish(self) or self._rests, seconds):
                raise TimeoutError(f"never offered: {self.world.app.words!r}")
            if self.world.clock() > end:
                raise TimeoutError(f"not offered in time: {self.world.app.words!r}")

    def take(self, wish: Wish) -> None:
        """Wait for the ``wish`` and take it."""
        while True:
            self.wait_for(wish)
            self.world.run_for(REACTION)
            if wish(self):
                break
        self.strike()

    def begin(self, title: str, people: int) -> None:
        """Begin the game called ``title`` with so many ``people``, and machines else."""
        self.take(stands_on(title))
        while f"[{people}]" not in self.row:
            self.take(offers("change"))
        self.take(offers("start"))

    def play(self) -> Tally:
        """Play the game on the table to its end; return what it took."""
        begun = self.world.clock()
        while not isinstance(self.view, GameOverView):
            self.act()
        self.tally.seconds = self.world.clock() - begun
        return self.tally

    @property
    def row(self) -> str:
        """The line under the cursor in English; empty without a list."""
        view = self.view
        return str(view.row.label) if isinstance(view, ListView) else ""

    @property
    def _rests(self) -> bool:
        return self.stroke.startswith("Paused")

    def act(self) -> None:
        """Do what is awaited."""
        view = self.view
        if isinstance(view, ChooseView):
            before = len(self.actions)
            self._choose(view)
            self._check_choice(view, before)
        elif view.awaited in QUIET:
            if not self.world.wait_for(lambda: self.view != view):
                raise TimeoutError(f"nothing happens: {self.world.app.words!r}")
        else:
            self._confirm(view)

    def _confirm(self, view: View) -> None:
        """Take OK: it throws, confirms a step of the hands, or goes on."""
        before = len(self.actions)
        self.world.board.obey(view)
        self.take(offers("OK"))
        if isinstance(view, ThrowView) and len(self.actions) != before + 1:
            self.tally.wrong.append("a throw")
        if self.view == view:
            self.tally.wrong.append(f"OK does nothing: {self.world.app.words}")

    def _choose(self, view: ChooseView) -> None:
        """Take one step of a move: wait for the cursor on it."""
        depth = len(view.picked)
        fits = self._wanted is not None and self._wanted in view.all_moves
        if not fits or self._wanted is None or self._wanted.choices[:depth] != view.picked:
            action = random_action(self.world.app.table.game.playing.state, self.rng)
            self._wanted = action if isinstance(action, Move) else None
        wanted = self._wanted
        assert wanted is not None, "a move is awaited"

        def is_there(player: OneSwitch) -> bool:
            now = player.view
            return (
                isinstance(now, ChooseView)
                and now.picked == view.picked
                and now.option == wanted.choices[depth]
                and player.stroke == "Switch: take this"
            )

        self.take(is_there)

    def _check_choice(self, view: ChooseView, before: int) -> None:
        """Note it if something else than the wished option was taken."""
        done = self.actions[before:]
        now, wanted, depth = self.view, self._wanted, len(view.picked)
        assert wanted is not None, "it has just been chosen"
        if done:
            right = isinstance(done[0], Move) and done[0].choices[: depth + 1]
        else:
            right = now.picked[: depth + 1] if isinstance(now, ChooseView) else False
        if right != wanted.choices[: depth + 1]:
            self.tally.wrong.append(f"{wanted}")


def offers(key: str) -> Wish:
    """Return the wish that ``key``, as it is called in English, is offered."""
    return lambda player: player.stroke == f"Switch: {key}"


def stands_on(label: str) -> Wish:
    """Return the wish that the cursor stands on the line whose English label begins so."""

    def is_there(player: OneSwitch) -> bool:
        return player.row.startswith(label) and player.stroke == "Switch: take this"

    return is_there
