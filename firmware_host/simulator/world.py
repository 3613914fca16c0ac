"""A simulated table on virtual time: an hour of play takes seconds, and is always the same.

People sit at it, with hands that press, throw and move.
"""

import random
from collections.abc import Callable

from firmware_host.app.loop import App
from firmware_host.app.request import Request
from firmware_host.base.timing import earliest
from firmware_host.screens.view import Frame, View
from firmware_host.sensing.fields import fields_under
from firmware_host.simulator.dice_hand import DiceHand
from firmware_host.simulator.key_presser import GLANCE, KeyPresser
from firmware_host.simulator.people import People
from firmware_host.simulator.simulated_table import SimulatedTable
from firmware_host.table.ending import Ending
from firmware_host.thinking.inline import OpenThinker
from games.core import Game
from hardware.simulated import VirtualClock


class Desk:
    """A simulated ``table`` with people who press keys, throw dice and move pieces.

    ``clock`` returns seconds, as for the table, and ``chance`` decides what the dice show.
    """

    def __init__(
        self, table: SimulatedTable, clock: Callable[[], float], chance: random.Random
    ) -> None:
        self.pi, self.wiring = table.pi, table.wiring
        self._table, self._clock = table, clock
        self.sensors = table.sensors
        self.people = People(table.board)
        self.key_presser = KeyPresser(self.pi, self.people, table.program.wake)
        self.dice = DiceHand(self.pi, self.pi.clock, chance, table.other_dice)
        self._subscription = self.app.observers.subscribe(limit=1)
        self._game: Game | None = None

    @property
    def ending(self) -> Ending | None:
        """How the staff has ended the program; None until then."""
        return self._table.program.ending

    @property
    def app(self) -> App:
        """The program; while a failure is shown, the one that has failed."""
        return self._table.app

    @property
    def lit(self) -> dict[str, tuple[int, int, int]]:
        """The points of the board whose lights are on, each with red, green and blue."""
        lit = self.pi.peer.lit if self.pi.peer is not None else {}
        if not lit or self._game is None:
            return {}
        fields = fields_under(self._game.board)
        shown = {fields.point(field): colour for field, colour in lit.items()}
        return {point: colour for point, colour in shown.items() if point is not None}

    def touch(self, place: str | int) -> None:
        """Lift a piece or put it down at a point or beside the board (a seat), if it is sensed."""
        if self.sensors is None:
            return
        if isinstance(place, int):
            self.people.touch_beside(place)
        else:
            self.people.touch(place)

    @property
    def seconds_to_wait(self) -> float | None:
        """In how many seconds to call :meth:`step` if nothing comes; None if never."""
        now = self.pi.clock()
        # the microcontroller of a sensing board only works when it is asked
        peer = None if self.pi.peer is None else now + GLANCE
        next_step = earliest((self.pi.timeline.next, self.key_presser.deadline, peer))
        return None if next_step is None else max(0.0, next_step - now)

    def step(self) -> None:
        """Let everything happen that is due, and look at what the table shows."""
        handled_until = self._table.program.handled_until  # before looking: all of that can be seen
        self.pi.timeline.run_due(self._clock())
        for update in self._subscription.take():
            self._game = update.position.game if update.position else None
            self.people.look(update)
            self.dice.follow(update.position)
        self._table.sense(self._game)
        self.key_presser.run_due(handled_until)


PATIENCE = 30.0
"""Virtual seconds after which something awaited is not going to happen any more."""


class World(SimulatedTable):
    """A simulated table whose time only passes here; ``seed`` decides all chance.

    ``watch`` is called with every new frame. ``senses`` and ``open_thinker`` are those of
    :class:`~firmware_host.simulator.simulated_table.SimulatedTable`; without a thinker, no time
    passes while a machine thinks.
    """

    def __init__(
        self,
        request: Request,
        seed: int = 0,
        watch: Callable[[Frame], None] | None = None,
        senses: bool = False,
        open_thinker: OpenThinker | None = None,
    ) -> None:
        rng = random.Random(seed)
        self.clock = VirtualClock()
        super().__init__(request, self.clock, rng, rng, senses=senses, open_thinker=open_thinker)
        self._watch = watch
        self._watched: Frame | None = None
        self._step()

    @property
    def view(self) -> View:
        """The view on the display."""
        return (self.app.frame or self.app.table.frame).view

    def run_for(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        self.run_until(self.clock() + seconds)

    def run_until(self, time: float) -> None:
        """Let everything happen up to the time ``time`` in seconds."""
        self._run(time, lambda: False)

    def wait_for(self, happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Let time pass until ``happened``, at most for ``seconds``; return whether it has."""
        self._run(self.clock() + seconds, happened)
        return happened()

    def close(self) -> None:
        """End the program as a signal would."""
        self.app.close()

    def _run(self, end: float, enough: Callable[[], bool]) -> None:
        self._sense()
        while not enough():
            due = [time for time in (self.pi.timeline.next, self.app.deadline) if time is not None]
            now = max(self.clock(), min([*due, end]))
            self.pi.timeline.run_due(now)
            self.clock.advance_to(now)
            self._step()
            if now >= end:
                return

    def _step(self) -> None:
        self.app.step()
        self.board.set_up(self.app.table.game.session)
        self._sense()
        if self._watch and self.app.frame is not None and self.app.frame != self._watched:
            self._watched = self.app.frame
            self._watch(self.app.frame)

    def _sense(self) -> None:
        session = self.app.table.game.session
        self.sense(session.game if session else None)
