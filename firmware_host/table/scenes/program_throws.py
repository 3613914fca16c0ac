"""A machine is at turn: the program throws for it if people have chosen that, or it thinks.

Keys, dice and board stay live meanwhile.
"""

from typing import Self

from msgspec.structs import replace

from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.throw import ProgramThrowsView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, ShowMenu
from firmware_host.table.scene import Effects, Resume, Scene, Show
from firmware_host.table.scenes.throw import ThrowAtRandom
from firmware_host.thinking.inline import Answer, Question
from games.message import msg


class MachineTurn(Scene, frozen=True):
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


WAIT_SECONDS = 0.8
"""People see first whose turn it is, then the throw."""


class ProgramThrows(Scene, frozen=True):
    """The machine at the seat to act gets its throw at ``deadline``, or at once by OK."""

    help = msg(
        "The program throws for the machine. OK: throw now. Back: menu. Hold left: take back."
    )
    deadline: float

    @classmethod
    def begin(cls, context: SceneContext) -> Self | None:
        """Begin to wait; None if people make this throw."""
        session = context.playing
        is_machine = session.game.dice and session.state.turn in session.seats.machines
        if not (is_machine and context.preferences.throws_for_machines):
            return None
        return cls(context.now + WAIT_SECONDS)

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return ProgramThrowsView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return self.tick(context)
            case "back":
                return (ShowMenu(),)
        return None

    def tick(self, context: SceneContext) -> Effects:
        return (ThrowAtRandom(of_machine=True),)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)
