"""What linked tables add to the core."""

from typing import Final

from firmware_host.features.linked.remote import FarAct, FollowLink, JoinGame, LinkHere
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import INSTEAD_OF_UNDO
from firmware_host.table.remote_effects import REQUEST_HANDLERS, handler
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.next_scene import FOLLOWING
from firmware_host.table.scenes.resign_draw_leave import INSTEAD_OF_DRAW, MAY_ACT


def _is_agreed(context: SceneContext) -> bool:
    return not context.playing.is_linked or context.fact(LinkHere).standing == "agreed"


def _ask_for_undo(context: SceneContext) -> Effects:
    """Return what follows where the other table has what people want to take back."""
    session = context.playing
    if not session.is_linked or (session.can_undo and _is_agreed(context)):
        return ()
    from firmware_host.features.linked.scenes import cannot_undo

    return cannot_undo(context)


def _ask_for_draw(context: SceneContext) -> Effects:
    if not context.playing.is_linked:
        return ()
    from firmware_host.features.linked.scenes import ask_for
    from firmware_host.session.talk import DRAW

    return ask_for(DRAW)


def _far_turn(context: SceneContext) -> Scene | None:
    if not context.playing.is_linked:
        return None
    from firmware_host.features.linked.scenes import far_turn

    return far_turn(context)


def _follow_link(request: FollowLink, scene: Scene, context: SceneContext) -> Effects:
    from firmware_host.features.linked.scenes import follow_link

    return follow_link(request, scene, context)


def _do_far_act(request: FarAct, scene: Scene, context: SceneContext) -> Effects:
    from firmware_host.features.linked.scenes import do_far_act

    return do_far_act(request, scene, context)


def _join_game(request: JoinGame, scene: Scene, context: SceneContext) -> Effects:
    from firmware_host.features.linked.scenes import join_game

    return join_game(request, scene, context)


OFFERS: Final = (
    FOLLOWING.offer(_far_turn),
    INSTEAD_OF_DRAW.offer(_ask_for_draw),
    INSTEAD_OF_UNDO.offer(_ask_for_undo),
    MAY_ACT.offer(_is_agreed),
    REQUEST_HANDLERS.offer(
        handler(FollowLink, _follow_link),
        handler(FarAct, _do_far_act),
        handler(JoinGame, _join_game),
    ),
)
