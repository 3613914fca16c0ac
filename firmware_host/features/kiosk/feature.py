"""What a table in public adds to the core; its scenes are loaded when it shows them."""

from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.remote.requests import SetOpen
from firmware_host.table.context import SceneContext
from firmware_host.table.remote_effects import REQUEST_HANDLERS, late_handler
from firmware_host.table.scene import EMPTY_ROOM, EmptyRoom, Scene

_scenes: Final = partial(import_module, "firmware_host.features.kiosk.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _attract(context: SceneContext) -> Scene:
    scene: Scene = _scenes().Attract.begin(context)
    return scene


def _ask(context: SceneContext) -> Scene:
    scene: Scene = _scenes().IdlePrompt.begin(context)
    return scene


OFFERS: Final = (
    EMPTY_ROOM.offer(EmptyRoom(_attract, _ask)),
    REQUEST_HANDLERS.offer(late_handler(SetOpen, _scenes, "set_open")),
)
