"""A simulated table: the program on a simulated Raspberry Pi, and what its sensors see.

On virtual time it is a world: an hour of play takes seconds, and is always the same. People sit at
it, with hands that press, throw and move.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.app.build import open_app
from firmware_host.app.failsafe import Failsafe
from firmware_host.app.file_worker import FileWorker
from firmware_host.app.inputs import Inbox
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.request import Request
from firmware_host.base.errors import UsageError
from firmware_host.base.timing import earliest
from firmware_host.screens.view import Frame, View
from firmware_host.sensing.observed_board import Fields, fields_under
from firmware_host.session.setup import Setup
from firmware_host.simulator.dice_hand import DiceHand, other_dice
from firmware_host.simulator.people import GLANCE, KeyPresser, People, RealBoard
from firmware_host.storage.filesystem import CardSync, SyncAtOnce, SyncBeside
from firmware_host.table.device import Ending
from firmware_host.thinking.inline import OpenThinker
from games.actions import Throw
from games.core import Catalogue, Game
from hardware.board import Field
from hardware.simulated import SerialPeer, SimulatedPi, VirtualClock

if TYPE_CHECKING:
    from hardware.link.link import Link
    from hardware.link.thread import LinkThread


class SimulatedTable:
    """The program that ``request`` describes, on a simulated Raspberry Pi.

    ``clock`` returns seconds, ``rng`` makes contacts bounce, and ``chance`` decides throws and the
    moves of machines. With ``senses`` there is a sensor under every point of the people's board;
    ``link_kind`` is then the program's end of the serial link (None: one without a thread).
    ``open_thinker`` starts the thinker for machine seats (None: everything waits while a machine
    thinks). ``sync`` lets the card keep what is written, and then files are read and written while
    everything waits; None: all that is done beside the loop if there is a thinker.

    Run :attr:`app` to run the program. What people do enters at the pins of :attr:`pi` and on
    :attr:`board`; call :meth:`sense` after it.
    """

    def __init__(
        self,
        request: Request,
        clock: Callable[[], float],
        rng: random.Random,
        chance: random.Random,
        *,
        senses: bool = False,
        link_kind: "type[LinkThread] | None" = None,
        open_thinker: OpenThinker | None = None,
        sync: CardSync | None = None,
    ) -> None:
        self.wiring = request.wiring
        self._request = request
        self._link_kind, self._open_thinker = link_kind, open_thinker
        self._card_sync = sync or (SyncAtOnce() if open_thinker is None else None)
        size = board_size(request.catalogue, request.setup) if senses else None
        self.pi = SimulatedPi(request.wiring, clock, rng, size, has_magnets=request.has_hall_tray)
        self.other_dice = other_dice(request, self.pi, rng)
        self.app = self.open_program(chance)
        self.board = RealBoard()
        peer = self.pi.peer
        self.sensors = BoardSensors(peer, self.board) if senses and peer else None

    def open_program(self, chance: random.Random) -> App:
        """Open the program on the simulated Pi; ``chance`` is its source of randomness."""
        return open_app(self._request, self._hardware(), chance, self._open_thinker)

    @property
    def program(self) -> App | Failsafe:
        """What runs: the :attr:`app`, or what contains its failures."""
        return self.app

    def _hardware(self) -> TableHardware:
        peer, dice = self.pi.peer, self.other_dice
        return TableHardware(
            self.pi.factory,
            self.pi.bus,
            self.pi.clock,
            open_link=None if peer is None else partial(self._open_link, peer),
            open_keyboards=self.pi.keyboard.plug,
            dice_sources=() if dice is None else (dice.source(self._request.folder),),
            files=FileWorker() if self._card_sync is None else None,
            sync=self._card_sync or SyncBeside(),
        )

    def throw(self, throw: Throw) -> float:
        """Throw the dice of the game so that they show ``throw``; return when they rest."""
        dice = self.app.table.game.playing.game.dice
        if self.other_dice is not None:
            return self.other_dice.throw(throw.faces, dice)
        return self.pi.throw(throw.faces, [die.faces for die in dice])

    def _open_link(self, peer: SerialPeer, inbox: Inbox) -> "Link | LinkThread":
        from hardware.link.link import Link

        return (self._link_kind or Link)(peer.cable, inbox, self.pi.clock)

    def sense(self, game: Game | None) -> None:
        """Let the sensors and the microcontroller see what has happened in ``game``."""
        if self.sensors is not None:
            self.sensors.update(game)
        if self.pi.peer is not None:
            self.pi.peer.update()


class LastingTable(SimulatedTable):
    """A simulated table that goes on after a failure, as one on a real Pi does."""

    def open_program(self, chance: random.Random) -> App:
        """Open the program as :meth:`SimulatedTable.open_program` does, also after failures."""
        hardware = self._hardware()

        def reopen(request: Request) -> App:
            self.app = open_app(request, hardware, chance, self._open_thinker)
            return self.app

        self._failsafe = Failsafe(self._request, hardware, reopen)
        if self._failsafe.app is None:
            self._failsafe.close()
            raise UsageError("the table cannot be opened: the lines above say why")
        return self._failsafe.app

    @property
    def program(self) -> Failsafe:
        """The :attr:`app`, or a screen that says why it has failed."""
        return self._failsafe


class BoardSensors:
    """The sensors under the pieces of ``board``, read by the device ``peer`` on the link."""

    def __init__(self, peer: SerialPeer, board: RealBoard) -> None:
        self._peer, self._board = peer, board
        self._game: Game | None = None
        self._fields: Fields | None = None
        self._seen: object = None

    def update(self, game: Game | None) -> None:
        """Read where pieces stand now, in ``game``."""
        if game is not self._game:
            self._game, self._seen = game, None
            self._fields = fields_under(game.board) if game else None
        if self._seen != self._board.weights:
            self._seen = self._board.weights
            self._peer.sense(frozenset(self._occupied()))

    def _occupied(self) -> Iterator[Field]:
        if self._fields is not None:
            yield from map(self._fields.middle, self._board.occupied)


def board_size(catalogue: Catalogue, setup: Setup | None) -> tuple[int, int]:
    """Return columns and rows of a sensing board for the game of ``setup``, or for every game."""
    if setup is not None:
        return fields_under(catalogue.load(setup.game, **setup.options).board).size
    sizes = [fields_under(catalogue.load(name).board).size for name in catalogue.names()]
    columns, rows = zip(*sizes, strict=True)
    return max(columns), max(rows)


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
    :class:`SimulatedTable`; without a thinker, no time
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
