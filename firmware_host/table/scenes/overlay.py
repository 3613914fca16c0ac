"""What lies over any scene, a game or not, and leads back to exactly that one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from firmware_host.table.scenes.base import Scene

if TYPE_CHECKING:
    from firmware_host.table.table import Table


@dataclass(frozen=True)
class Covered:
    """A ``scene`` that others lie over; ``version`` tells what was seen of the board before."""

    scene: Scene
    version: int

    @classmethod
    def at(cls, table: "Table") -> Self:
        """The scene that is shown now."""
        return cls(table.scene, table.sight.version)

    def uncover(self, table: "Table") -> None:
        """Show it as it was, unless the real board has changed meanwhile."""
        table.show(self.scene)
        if table.sight.version != self.version:
            self.scene.watch(table)


class OverAnything(Scene):
    """A scene that is left when no key is pressed for long, also between games."""

    is_overlay = True

    def is_left_open(self, table: "Table") -> bool:
        return True
