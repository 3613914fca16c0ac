"""The board differs from the position, and all of it is known: which of the two is right?"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware_host.screens.lists import Row
from firmware_host.session import names
from firmware_host.session.board_check import BoardCheck
from firmware_host.session.hand_steps import pieces_text
from firmware_host.table.scenes.base import ListScene, Scene
from games.errors import WrongPieces
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

PUT_RIGHT = msg("Put the board right")
BOARD_IS_RIGHT = msg("The board is right")
LOOK_AGAIN = msg("Look again")
ROWS = (PUT_RIGHT, BOARD_IS_RIGHT, LOOK_AGAIN)
CANNOT_BE = msg("Cannot be right")


@dataclass(frozen=True)
class Sides(ListScene):
    """``found`` is what stands on the board, ``compared`` where it was told."""

    help = msg("Put right: the screen leads you. Is right: the game goes on as the board stands.")
    is_overlay = True
    found: BoardCheck = field(kw_only=True)
    compared: Scene = field(kw_only=True)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("What now?"))

    def rows(self, table: "Table") -> tuple[Row, ...]:
        return tuple(Row(Message.of(row)) for row in ROWS)

    def choose(self, table: "Table") -> None:
        row = ROWS[self.cursor]
        if row == PUT_RIGHT:
            table.record({"repair": pieces_text(self.found.pieces)})
            table.go_on()
        elif row == BOARD_IS_RIGHT:
            self._correct(table)
        else:
            self.leave(table)

    def leave(self, table: "Table") -> bool:
        table.show(self.compared)
        return True

    def _correct(self, table: "Table") -> None:
        """Let the position be as the board; where it cannot be, say why and ask again."""
        try:
            table.record({"set": pieces_text(self.found.pieces)})
        except WrongPieces as refused:
            table.explain(Message.of(CANNOT_BE), names.refusal(refused))
        else:
            table.go_on()
