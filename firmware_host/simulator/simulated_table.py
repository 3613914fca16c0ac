"""A simulated table: the program on a simulated Raspberry Pi, and what its sensors see."""

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
from firmware_host.sensing.fields import Fields, fields_under
from firmware_host.session.setup import Setup
from firmware_host.simulator.dice_hand import other_dice
from firmware_host.simulator.realboard import RealBoard
from firmware_host.thinking.inline import OpenThinker
from games.actions import Throw
from games.core import Game
from games.replay import Catalogue
from hardware.link.hello import Field
from hardware.simulated import SerialPeer, SimulatedPi

if TYPE_CHECKING:
    from hardware.link.link import Link
    from hardware.link.thread import LinkThread


class SimulatedTable:
    """The program that ``request`` describes, on a simulated Raspberry Pi.

    ``clock`` returns seconds, ``rng`` makes contacts bounce, and ``chance`` decides throws and the
    moves of machines. With ``senses`` there is a sensor under every point of the people's board;
    ``link_kind`` is then the program's end of the serial link (None: one without a thread).
    ``open_thinker`` starts the thinker for machine seats (None: everything waits while a machine
    thinks, and while files are read or written).

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
    ) -> None:
        self.wiring = request.wiring
        self._request = request
        self._link_kind, self._open_thinker = link_kind, open_thinker
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
            files=None if self._open_thinker is None else FileWorker(),
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
