"""Between a sensing board and the table: what is seen, and what it will lead to."""

from collections.abc import Collection

from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.table.context import SceneContext
from firmware_host.table.scenes.base import Due, Scene
from games.equipment import Board
from games.message import Message, msg
from hardware.link.hello import Field, Meaning, Size

TOO_SMALL = msg("The {columns}x{rows} board is too small: {wide}x{high} is needed")


class BoardWatch:
    """Watches the real board; ``sight`` is what a sensing board sees of it."""

    def __init__(self) -> None:
        self.sight = ObservedBoard()
        self._due: Due | None = None
        self._due_of: tuple[Scene, int] | None = None

    def plug(self, size: Size | None, occupied: Collection[Field], now: float) -> Message | None:
        """Take a sensing board of ``size`` with these fields occupied; None: it has gone.

        Return what people should know, if the board cannot be used.
        """
        self.sight.connect(size, occupied, now)
        return self._complaint()

    def begin(self, board: Board, now: float) -> Message | None:
        """Begin to watch a game on ``board``; return what :meth:`plug` returns."""
        self.sight.set_game_board(board, now)
        return self._complaint()

    def due(self, scene: Scene, context: SceneContext) -> Due | None:
        """Return what the board leads to in ``scene``; asked again only when one changes."""
        version = self.sight.version
        if self._due_of is None or self._due_of[0] is not scene or self._due_of[1] != version:
            self._due = scene.due(context) if self.sight.is_working else None
            self._due_of = (scene, version)
        return self._due

    def lit_fields(self, scene: Scene, context: SceneContext) -> dict[Field, Meaning]:
        """Return the fields under the middles of the points that matter in ``scene``, and why.

        They are the same with and without a sensing board, unless that is too small.
        """
        fields = self.sight.lit
        points = scene.lit_points(context) if fields else {}
        seen = self.sight.sensed if self.sight.is_working else fields and fields.points
        return {
            fields.middle(point): meaning
            for point, meaning in points.items()
            if fields and seen and point in seen
        }

    def _complaint(self) -> Message | None:
        if self.sight.size is None or self.sight.needed_size is None:
            return None
        (columns, rows), (wide, high) = self.sight.size, self.sight.needed_size
        return Message.of(TOO_SMALL, columns=columns, rows=rows, wide=wide, high=high)
