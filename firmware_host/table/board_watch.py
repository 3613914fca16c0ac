"""Between a sensing board and the table: what is seen, and what it will lead to."""

from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Due, Scene
from hardware.link.hello import Field, Meaning


class BoardWatch:
    """What follows in a scene from what a sensing board sees (``sight``)."""

    def __init__(self, sight: ObservedBoard) -> None:
        self._sight = sight
        self._due: Due | None = None
        self._due_of: tuple[Scene, int] | None = None

    def due(self, scene: Scene, context: SceneContext) -> Due | None:
        """Return what the board leads to in ``scene``; asked again only when one changes."""
        version = self._sight.version
        if self._due_of is None or self._due_of[0] is not scene or self._due_of[1] != version:
            self._due = scene.due(context) if self._sight.is_working else None
            self._due_of = (scene, version)
        return self._due

    def lit_fields(self, scene: Scene, context: SceneContext) -> dict[Field, Meaning]:
        """Return the fields under the middles of the points that matter in ``scene``, and why.

        They are the same with and without a sensing board, unless that is too small.
        """
        fields = self._sight.lit
        points = scene.lit_points(context) if fields else {}
        seen = self._sight.sensed if self._sight.is_working else fields and fields.points
        return {
            fields.middle(point): meaning
            for point, meaning in points.items()
            if fields and seen and point in seen
        }
