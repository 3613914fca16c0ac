"""The program throws for a machine, if people have chosen that in the settings."""

from dataclasses import dataclass
from typing import Self

from firmware_host.screens.throw import ProgramThrowsView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import ShowMenu
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.throw import ThrowAtRandom
from games.message import msg

WAIT_SECONDS = 0.8
"""People see first whose turn it is, then the throw."""


@dataclass(frozen=True)
class ProgramThrows(Scene):
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
