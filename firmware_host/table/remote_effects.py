"""What requests from elsewhere lead to: each is checked against the table as it is now."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from firmware_host.base.registry import Registry
from firmware_host.remote import requests
from firmware_host.remote.requests import (
    GONE_ON,
    IS_CLOSED,
    LONGEST_TEXT,
    NO_SETTING,
    NO_THROW,
    NOT_INSTALLED,
    NOT_KNOWN,
    NOT_NOW,
    RemoteRequest,
    RequestRefused,
)
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Ending
from firmware_host.table.effects import (
    Apply,
    BeginGame,
    EndProgram,
    EndVisit,
    Explain,
    GoHome,
    LeaveGame,
)
from firmware_host.table.scene import Effects, Resume, Scene
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


def _enter_throw(request: requests.EnterThrow, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.throw import AwaitThrow, ThrowAtRandom, count

    if not isinstance(scene, AwaitThrow):
        return NOT_NOW
    if len(context.playing.actions) != request.after:
        return GONE_ON
    if not request.throw:
        return (ThrowAtRandom(),)
    possible = (throw for throw, _ in context.playing.state.chance_outcomes())
    found = next((throw for throw in possible if str(throw) == request.throw), None)
    return NO_THROW if found is None else count(found, context)


def _make_move(request: requests.MakeMove, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.choose import Choose
    from firmware_host.table.scenes.why_not import Pass

    if not isinstance(scene, Choose | Pass):
        return NOT_NOW
    is_now = len(context.playing.actions) == request.after
    if not is_now or request.move not in map(str, context.playing.state.legal_moves()):
        return GONE_ON
    return (Apply({"do": request.move}), Resume())


def _begin_play(request: requests.BeginPlay, scene: Scene, context: SceneContext) -> Reaction:
    if scene.is_shut:
        return IS_CLOSED
    if request.game not in context.catalogue.names():
        return NOT_INSTALLED
    left = (LeaveGame("anew"),) if context.is_playing else ()
    return (*left, BeginGame(Setup(request.game)))


def _change_setting(
    request: requests.ChangeSetting, scene: Scene, context: SceneContext
) -> Reaction:
    effects = change(request.field, request.value, context)
    return NO_SETTING if effects is None else effects


_HANDLERS: Final[Mapping[type[RemoteRequest], Callable[[Any, Scene, SceneContext], Reaction]]] = {
    requests.ShowText: _show_text,
    requests.EndTable: _end,
    requests.AwaitGame: _await_game,
    requests.BeginPlay: _begin_play,
    requests.EnterThrow: _enter_throw,
    requests.MakeMove: _make_move,
    requests.ChangeSetting: _change_setting,
}
