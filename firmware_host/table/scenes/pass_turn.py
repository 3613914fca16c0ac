"""A turn in which nothing can be moved."""

from dataclasses import dataclass

from firmware_host.screens.view import View
from firmware_host.screens.why_not import PassView
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Explain
from firmware_host.table.explain_pass import WHY, why_stuck
from firmware_host.table.scene import Effects, Resume
from firmware_host.table.scenes.base import ConfirmScene
from games.actions import PASS
from games.message import Message, msg

EXPLAIN_KEYS = ("hint", "up", "down")


@dataclass(frozen=True)
class Pass(ConfirmScene):
    """Nothing can be moved, which the people acknowledge."""

    help = msg("No move is possible. OK: continue. Hint: why. Back: menu. Hold left: take back.")

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in EXPLAIN_KEYS:
            return (Explain(Message.of(WHY), why_stuck(context.playing.state)),)
        return super().press(key, context)

    def view(self, context: SceneContext) -> View:
        session = context.playing
        has_thrown = bool(session.game.dice)
        return PassView(layout(context), session.seat_to_act, session.state.pending, has_thrown)

    def confirm(self, context: SceneContext) -> Effects:
        return (Apply({"do": str(PASS)}), Resume())

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)
