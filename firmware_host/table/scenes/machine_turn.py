"""The machine chooses for its seat; keys, dice and board stay live meanwhile."""

from dataclasses import dataclass, replace

from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, ShowMenu
from firmware_host.table.scene import Effects, Resume, Scene, Show
from firmware_host.thinking.inline import Answer, Question
from games.message import msg


@dataclass(frozen=True)
class MachineTurn(Scene):
    """The seat to act thinks about the ``question``."""

    help = msg("The machine is thinking. Right: move now. Back: menu. Hold left: take back.")
    question: Question
    is_hurried: bool = False

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return ThinkingView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "right":
                return (Show(replace(self, is_hurried=True)),)
            case "back":
                return (ShowMenu(),)
            case "ok":
                return ()  # pressed once more after a hand step, or out of impatience
        return None

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        return (Apply({"do": str(answer.ranked[0])}), Resume())

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)
