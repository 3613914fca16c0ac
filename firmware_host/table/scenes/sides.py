"""Asks which is right, the board or the position, once all differences are known."""

from dataclasses import dataclass, field

from firmware_host.screens.lists import Row
from firmware_host.session import names
from firmware_host.session.board_check import BoardCheck
from firmware_host.session.hand_steps import pieces_text
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Apply, Explain
from firmware_host.table.scene import Effects, Resume, Scene, Show
from firmware_host.table.scenes.base import ListScene
from games.arranging import rearrange
from games.errors import WrongPieces
from games.message import Message, msg

PUT_RIGHT = msg("Change the pieces")
BOARD_IS_RIGHT = msg("Change the display")
LOOK_AGAIN = msg("Check again")
ROWS = (PUT_RIGHT, BOARD_IS_RIGHT, LOOK_AGAIN)
CANNOT_BE = msg("Not possible")


@dataclass(frozen=True)
class Sides(ListScene):
    """``found`` is what stands on the board, ``compared`` the scene in which it was entered."""

    help = msg(
        "Change the pieces: the display guides you. Change the display: the game continues as"
        " your board stands. Back: check again."
    )
    is_overlay = True
    back = msg("Back: check")
    found: BoardCheck = field(kw_only=True)
    compared: Scene = field(kw_only=True)

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("What should change?"))

    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        return tuple(Row(Message.of(row)) for row in _rows(context))

    def is_edited(self, context: SceneContext) -> bool:
        return True

    def choose(self, context: SceneContext) -> Effects:
        row = _rows(context)[self.cursor]
        if row == PUT_RIGHT:
            return (Apply({"repair": pieces_text(self.found.pieces)}), Resume())
        if row == BOARD_IS_RIGHT:
            return self._correct_position(context)
        return (Show(self.compared),)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Show(self.compared),)

    def _correct_position(self, context: SceneContext) -> Effects:
        """Set the position to what the board shows; where it cannot be, say why and ask again."""
        try:
            rearrange(context.playing.state, self.found.pieces)
        except WrongPieces as refused:
            return (Explain(Message.of(CANNOT_BE), names.refusal(refused)),)
        return (Apply({"set": pieces_text(self.found.pieces)}), Resume())


def _rows(context: SceneContext) -> tuple[str, ...]:
    """Return what can be chosen: positions of exercises and of linked games stay as they are."""
    is_fixed = context.is_interlude or context.playing.is_linked
    return tuple(row for row in ROWS if not (is_fixed and row == BOARD_IS_RIGHT))
