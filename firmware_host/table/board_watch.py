"""Between a sensing board and the table: what is seen reaches the scene, and leads to something."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.table.scenes.base import Due, Scene
from games.message import Message, msg
from hardware.board import BoardEvent
from hardware.link.hello import Field, Size

if TYPE_CHECKING:
    from firmware_host.table.table import Table

TOO_SMALL = msg("Board of {columns}x{rows} fields not used: {wide}x{high} are needed")


class Lookout:
    """Watches the real board for ``table``; what it sees is its ``sight``."""

    def __init__(self, table: "Table") -> None:
        self.sight = ObservedBoard()
        self._table = table
        self._due: Due | None = None
        self._due_of: tuple[Scene, int] | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to do if the board does not change; None if never."""
        due = self._find_due()
        return None if due is None else due.time

    def plug(self, size: Size | None, occupied: Collection[Field]) -> None:
        """A sensing board of ``size`` has come with these fields occupied; None: it has gone."""
        self.sight.connect(size, occupied, self._table.now)
        self._complain()
        self._table.scene.watch(self._table)

    def begin(self) -> None:
        """The game on the table is another one now."""
        self.sight.set_game_board(self._table.playing.game.board, self._table.now)
        self._complain()

    def feel(self, event: BoardEvent) -> None:
        """Let the scene react to a lift or put, just before it counts and just after."""
        table, touch = self._table, self.sight.read(event)
        if touch is not None:
            table.scene.foresee(touch, table)
            self.sight.update(touch, table.playing.standing(), table.now)
            table.scene.watch(table)

    def tick(self, now: float) -> bool:
        """Do what the board leads to if that is due at ``now`` (seconds); return whether it was."""
        due = self._find_due()
        if due is None or now < due.time:
            return False
        due.act()
        return True

    @property
    def lit_fields(self) -> frozenset[Field]:
        """The fields under the middles of the points that matter now."""
        table, fields = self._table, self.sight.fields
        if fields is None:
            return frozenset()
        return frozenset(map(fields.middle, table.scene.lit(table) & self.sight.sensed))

    def _find_due(self) -> Due | None:
        """What the board leads to, found anew only when the scene or the board has changed."""
        table, version = self._table, self.sight.version
        if self._due_of is None or self._due_of[0] is not table.scene or self._due_of[1] != version:
            self._due = table.scene.due(table) if self.sight.is_working else None
            self._due_of = (table.scene, version)
        return self._due

    def _complain(self) -> None:
        if self.sight.size is None or self.sight.needed_size is None:
            return
        (columns, rows), (wide, high) = self.sight.size, self.sight.needed_size
        self._table.tell(Message.of(TOO_SMALL, columns=columns, rows=rows, wide=wide, high=high))
