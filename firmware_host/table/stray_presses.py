"""Which presses were meant for a scene that is no longer shown. Times are seconds."""

from firmware_host.table.scene import Scene
from hardware.input.key_timing import KeyEvent

SURPRISE_SECONDS = 0.2
"""After a scene has changed by itself, a key means nothing for this long: it was for the last."""

DOUBLE_SECONDS = 0.25
"""Two presses of a key that are closer than this were meant for one scene."""


class StrayPresses:
    """Remembers in which scene each key was pressed last, and when a scene changed by itself."""

    def __init__(self) -> None:
        self._deaf_until = 0.0
        self._pressed: dict[str, tuple[float, type[Scene]]] = {}

    def surprise(self, now: float) -> None:
        """Note that the scene has changed at ``now`` without a key."""
        self._deaf_until = now + SURPRISE_SECONDS

    def catch(self, event: KeyEvent, scene: Scene, now: float) -> bool:
        """Return whether a press or repeat at ``now`` was not meant for ``scene``.

        A key that the scene is wary of is also caught while it is held since an earlier scene, and
        if it was pressed there just before.
        """
        if now < self._deaf_until or self._is_old(event, scene, now):
            return True
        if event.kind == "press":
            self._pressed[event.key] = now, type(scene)
        return False

    def _is_old(self, event: KeyEvent, scene: Scene, now: float) -> bool:
        pressed_at, pressed_in = self._pressed.get(event.key, (now, type(scene)))
        if event.key not in scene.wary_of or pressed_in is type(scene):
            return False
        return event.kind == "repeat" or now < pressed_at + DOUBLE_SECONDS
