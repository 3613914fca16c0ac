"""While a game is played: pass, and the end."""

from dataclasses import dataclass

from firmware_host.screens.start_and_end import GameOverView
from firmware_host.screens.view import View
from firmware_host.screens.why_not import PassView
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Effects, Explain, GoHome, Resume
from firmware_host.table.explain_pass import WHY, why_stuck
from firmware_host.table.scenes.base import ConfirmScene
from games.actions import PASS
from games.message import Message, msg

EXPLAIN_KEYS = ("hint", "up", "down")


@dataclass(frozen=True)
class Pass(ConfirmScene):
    """Nothing can be moved, which the people acknowledge."""

    help = msg("You have no move. OK: continue. Hint: why. Hold left: take back.")

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


@dataclass(frozen=True)
class Over(ConfirmScene):
    """The game has ended."""

    help = msg("OK: choose a game. Hold left: take the last move back.")

    def view(self, context: SceneContext) -> View:
        outcome = context.playing.outcome
        assert outcome is not None, "only a game that is over leads here"
        return GameOverView(layout(context), outcome)

    def confirm(self, context: SceneContext) -> Effects:
        return (GoHome(),)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        is_agreed = context.playing.seats.agreed is not None
        return None if is_agreed else context.sight.mismatch(context.playing)
