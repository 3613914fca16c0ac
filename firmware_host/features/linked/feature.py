"""What linked tables add to the core; their scenes are loaded where a table is linked."""

from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.features.linked.acts import FarAct, FollowLink, JoinGame, LinkHere
from firmware_host.session.seats import DRAW
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import INSTEAD_OF_UNDO
from firmware_host.table.remote_effects import REQUEST_HANDLERS, late_handler
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.additions import FOLLOWING, INSTEAD_OF_DRAW, MAY_ACT

_scenes: Final = partial(import_module, "firmware_host.features.linked.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _is_agreed(context: SceneContext) -> bool:
    return not context.playing.is_linked or context.fact(LinkHere).standing == "agreed"


def _ask_for_undo(context: SceneContext) -> Effects:
    """Return what follows where the other table has what people want to take back."""
    session = context.playing
    if not session.is_linked or (session.can_undo and _is_agreed(context)):
        return ()
    effects: Effects = _scenes().cannot_undo(context)
    return effects


def _ask_for_draw(context: SceneContext) -> Effects:
    if not context.playing.is_linked:
        return ()
    effects: Effects = _scenes().ask_for(DRAW)
    return effects


def _far_turn(context: SceneContext) -> Scene | None:
    if not context.playing.is_linked:
        return None
    scene: Scene | None = _scenes().far_turn(context)
    return scene


OFFERS: Final = (
    FOLLOWING.offer(_far_turn),
    INSTEAD_OF_DRAW.offer(_ask_for_draw),
    INSTEAD_OF_UNDO.offer(_ask_for_undo),
    MAY_ACT.offer(_is_agreed),
    REQUEST_HANDLERS.offer(
        late_handler(FollowLink, _scenes, "follow_link"),
        late_handler(FarAct, _scenes, "do_far_act"),
        late_handler(JoinGame, _scenes, "join_game"),
    ),
)
