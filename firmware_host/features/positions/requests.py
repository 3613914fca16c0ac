"""What people ask elsewhere of a position: to show one, to change it, to do something with it."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from firmware_host.features.positions.feature import changed, made_position, scenes
from firmware_host.features.positions.remote import (
    ChangePosition,
    OpenMoment,
    OpenPosition,
    PositionHere,
    PositionShelf,
)
from firmware_host.remote.requests import GONE_ON, NO_GAME, NOT_NOW, RequestRefused
from firmware_host.session import names
from firmware_host.session.board_check import MadePosition
from firmware_host.session.seats import parse_player
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import GoHome
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Effects, Scene
from games.message import Message, Refusal


def open_position(request: OpenPosition, scene: Scene, context: SceneContext) -> Reaction:
    """Show the position that somebody elsewhere asks for."""
    if refused := _refused(request.leaves_game, scene, context):
        return refused
    try:
        setup = replace(Setup(request.game), options=request.options)
        game = context.catalogue.load(setup.game, **setup.options)
        state = game.state(request.text) if request.text else game.start()
    except (TypeError, ValueError) as error:
        return RequestRefused(_reason(error))
    return scenes().opened(state) if not state.is_terminal else GONE_ON


def open_moment(request: OpenMoment, scene: Scene, context: SceneContext) -> Reaction:
    """Show the position of a moment that somebody looks at."""
    session = context.session
    if session is None:
        return NO_GAME
    is_there = request.after in range(len(session.states))
    if not is_there or session.states[request.after].is_terminal:
        return GONE_ON
    refused = _refused(request.leaves_game or session.is_over, scene, context)
    return refused or scenes().opened(session.states[request.after])


def _refused(leaves_game: bool, scene: Scene, context: SceneContext) -> RequestRefused | None:
    is_free = leaves_game or not context.in_game or not context.is_playing
    return None if is_free and not scene.is_shut else NOT_NOW


def _reason(error: Exception) -> Message:
    """Return in words why something is no position."""
    if isinstance(error, Refusal):
        return names.refusal(error)
    return Message.of("{reason}", reason=str(error))


def change_position(request: ChangePosition, scene: Scene, context: SceneContext) -> Reaction:
    """Change the position as somebody elsewhere asks, or do with it what they ask."""
    if not context.fact(PositionHere).game:
        return NOT_NOW
    change = CHANGES.get(request.act)
    if change is None:
        return _used(request, context)
    try:
        return changed(change(made_position(context), request.value))
    except (IndexError, ValueError) as error:
        return RequestRefused(_reason(error))


def _thrown(made: MadePosition, value: str) -> MadePosition:
    after = replace(made, throws=())
    for number, throw in enumerate(value.split("\n") if value else ()):
        if throw not in after.possible_throws(number):
            raise ValueError(value)
        after = after.thrown(number, throw)
    return after


def _put(made: MadePosition, value: str) -> MadePosition:
    origin, target = value.split("\n")
    return made.put(origin, target)


def _at_turn(made: MadePosition, value: str) -> MadePosition:
    return made.at_turn(range(len(made.base.game.seats))[int(value)])


CHANGES: Final[Mapping[str, Callable[[MadePosition, str], MadePosition]]] = {
    "put": _put,
    "clear": lambda made, _: made.cleared(),
    "start": lambda made, _: scenes().reset(made),
    "seat": _at_turn,
    "throw": _thrown,
    "text": lambda made, text: MadePosition.of(made.base.game.state(text)),
}
"""What becomes of a position by what is asked, with its value."""


def _used(request: ChangePosition, context: SceneContext) -> Reaction:
    here = context.fact(PositionHere)
    if request.act == "leave":
        return (GoHome(here.game),)
    if here.problem is not None:
        return RequestRefused(here.problem)
    if request.act == "keep":
        return NOT_NOW if context.fact(PositionShelf).kept is None else scenes().keep(context)
    try:
        begun: Effects = scenes().against(parse_player(request.value, ()), context)
    except ValueError as error:
        return RequestRefused(_reason(error))
    return begun
