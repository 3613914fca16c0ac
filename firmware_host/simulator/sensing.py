"""What a sensing board under the pieces of the simulated people sees."""

from collections.abc import Iterator

from firmware_host.sensing.fields import Fields
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.realboard import RealBoard
from games.replay import Catalogue
from hardware.link.hello import Field
from hardware.simulated import SerialPeer


class Sensing:
    """A sensing board that ``peer`` brings, under the pieces of ``board``."""

    def __init__(self, peer: SerialPeer, board: RealBoard) -> None:
        self._peer, self._board = peer, board
        self._session: Session | None = None
        self._fields: Fields | None = None
        self._felt: object = None

    def look(self, session: Session | None) -> None:
        """Let the fields see what stands on them now, in the game of ``session``."""
        if session is not self._session:
            self._session, self._felt = session, None
            self._fields = Fields(session.game.board) if session else None
        if self._felt != self._board.weights:
            self._felt = self._board.weights
            self._peer.sense(frozenset(self._occupied()))

    def _occupied(self) -> Iterator[Field]:
        if self._fields is not None:
            yield from map(self._fields.middle, self._board.occupied)


def size_for(catalogue: Catalogue, setup: Setup | None) -> tuple[int, int]:
    """Columns and rows of a sensing board for the game of ``setup``, or for every game."""
    if setup is not None:
        return Fields(catalogue.load(setup.game, **setup.options).board).size
    sizes = [Fields(catalogue.load(name).board).size for name in catalogue.names()]
    columns, rows = zip(*sizes, strict=True)
    return max(columns), max(rows)
