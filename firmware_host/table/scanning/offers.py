"""What can be offered in a scene: the stops of its cursor, then the other keys that mean something.

Scenes only return what a key would lead to, so they are asked: a key that leads nowhere, to another
stop, or to the same as another key is not offered.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from firmware_host.table.context import SceneContext
from firmware_host.table.effects import ShowHelp, ShowMenu
from firmware_host.table.keys import title
from firmware_host.table.scene import TAKE, Effect, Scene, Show, Stop
from games.message import Message, msg

ARROWS: Final = ("up", "down", "left", "right")
ORDER: Final = ("ok", *ARROWS, "hint", "back", "menu")
"""The order in which keys are offered."""

NAMED: Final = ("ok", "back", "hint", "menu", *ARROWS)
"""Of keys that lead to the same, the first one here is offered."""

OFFER: Final = msg("Switch: {key}")


class Offer(Struct, frozen=True):
    """What a stroke does now: it presses ``key`` at the ``stop``, None if there is no cursor.

    An offer that ``goes_round`` begins another round of the stops, on which ``key`` is taken.
    """

    key: str
    stop: Stop | None = None
    goes_round: bool = False

    @property
    def is_visible(self) -> bool:
        """Whether the cursor shows all there is to know."""
        return self.stop is not None and self.key == self.stop.key and not self.stop.says

    @property
    def words(self) -> Message:
        """What a stroke does."""
        if self.stop is None or self.key != self.stop.key:
            return Message.of(OFFER, key=title(self.key))
        return Message.of(self.stop.says or TAKE)


def offers(scene: Scene, context: SceneContext) -> tuple[Offer, ...]:
    """Return all that can be offered in ``scene``, in the order of a round."""
    stops = scene.stops(context)
    at = stops[-1].scene if stops else scene
    others = tuple(
        Offer(key, goes_round=bool(stops) and key in scene.means_by_stop)
        for key in _others(at, stops, context)
    )
    return (*(Offer(stop.key, stop) for stop in stops), *others)


def _others(scene: Scene, stops: tuple[Stop, ...], context: SceneContext) -> tuple[str, ...]:
    """Return the keys that lead somewhere else than the ``stops`` do."""
    led: dict[str, tuple[Effect, ...]] = {}
    nowhere = [(Show(stop.scene),) for stop in stops] + [(Show(scene),), ()]
    for key in NAMED:
        if stops and key == "ok":
            continue
        effects = scene.press(key, context)
        for found in (effects,) if effects is not None else _fallback(key, context):
            if found not in nowhere and found not in led.values():
                led[key] = found
    return tuple(key for key in ORDER if key in led)


def _fallback(key: str, context: SceneContext) -> Iterator[tuple[Effect, ...]]:
    """Yield what the table does, if anything, after a ``key`` that means nothing in the scene."""
    if key == "hint":
        yield (ShowHelp(),)
    elif key == "menu" and context.in_game:
        yield (ShowMenu(),)
