"""What requests from elsewhere lead to: each is checked against the table as it is now."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from firmware_host.base.registry import Registry
from firmware_host.remote import requests
from firmware_host.remote.requests import (
    IS_CLOSED,
    LONGEST_TEXT,
    NO_SETTING,
    NOT_KNOWN,
    RemoteRequest,
    RequestRefused,
)
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Ending
from firmware_host.table.effects import (
    EndProgram,
    EndVisit,
    Explain,
    GoHome,
    LeaveGame,
)
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.settings import change
from games.message import Message, msg

FROM_THE_STAFF = msg("Message")
ENDINGS: Final[Mapping[str, Ending]] = {"restart": "restart", "end": "end"}

R = TypeVar("R", bound=RemoteRequest)
Reaction = Effects | RequestRefused
"""What a request leads to: without an effect, what it asks for is so already."""


class RequestHandler(NamedTuple):
    """What requests of one ``kind`` lead to: ``handle`` returns effects, checked against now."""

    kind: type[RemoteRequest]
    handle: Callable[[Any, Scene, SceneContext], Reaction]


def handler(kind: type[R], handle: Callable[[R, Scene, SceneContext], Reaction]) -> RequestHandler:
    """Return what requests of this ``kind`` lead to, for :data:`REQUEST_HANDLERS`."""
    return RequestHandler(kind, handle)


def late_handler(
    kind: type[RemoteRequest], load: Callable[[], ModuleType], name: str
) -> RequestHandler:
    """Return the same for the function called ``name`` of a module that is loaded only then."""

    def handle(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
        reaction: Reaction = getattr(load(), name)(request, scene, context)
        return reaction

    return RequestHandler(kind, handle)


REQUEST_HANDLERS = Registry[RequestHandler]()
"""What the requests of features lead to."""


def effects_of(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    """Return what ``request`` leads to at a table that shows ``scene``."""
    kind = type(request)
    of_features = (each.handle for each in REQUEST_HANDLERS if each.kind is kind)
    handle = _HANDLERS.get(kind) or next(of_features, _nothing)
    return handle(request, scene, context)


def _nothing(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    return NOT_KNOWN


def _show_text(request: requests.ShowText, scene: Scene, context: SceneContext) -> Effects:
    text = Message.of("{text}", text=request.text[:LONGEST_TEXT])
    return (Explain(Message.of(FROM_THE_STAFF), text),)


def _end(request: requests.EndTable, scene: Scene, context: SceneContext) -> Reaction:
    ending = ENDINGS.get(request.ending)
    return NOT_KNOWN if ending is None else (EndProgram(ending),)


def _await_game(request: requests.AwaitGame, scene: Scene, context: SceneContext) -> Reaction:
    if scene.is_shut:
        return IS_CLOSED
    if context.is_public:
        return (EndVisit(),)
    known = request.game if request.game in context.catalogue.names() else ""
    return (*((LeaveGame("anew"),) if context.is_playing else ()), GoHome(known))


def _change_setting(
    request: requests.ChangeSetting, scene: Scene, context: SceneContext
) -> Reaction:
    effects = change(request.field, request.value, context)
    return NO_SETTING if effects is None else effects


_HANDLERS: Final[Mapping[type[RemoteRequest], Callable[[Any, Scene, SceneContext], Reaction]]] = {
    requests.ShowText: _show_text,
    requests.EndTable: _end,
    requests.AwaitGame: _await_game,
    requests.ChangeSetting: _change_setting,
}
