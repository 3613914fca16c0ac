"""What a table in public adds to the core; its scenes are loaded when it shows them."""

from typing import Final

from firmware_host.remote.requests import SetOpen
from firmware_host.table.context import SceneContext
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import EMPTY_ROOM, EmptyRoom, Scene


def _attract(context: SceneContext) -> Scene:
    from firmware_host.features.kiosk.scenes import Attract

    return Attract.begin(context)


def _ask(context: SceneContext) -> Scene:
    from firmware_host.features.kiosk.scenes import IdlePrompt

    return IdlePrompt.begin(context)


def _set_open(request: SetOpen, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.features.kiosk.scenes import set_open

    return set_open(request, scene, context)


OFFERS: Final = (
    EMPTY_ROOM.offer(EmptyRoom(_attract, _ask)),
    REQUEST_HANDLERS.offer(handler(SetOpen, _set_open)),
)
