"""The last move once more, for whoever looked away."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from firmware_host.screens.moves import LastMoveView
from firmware_host.screens.view import Layout, View
from firmware_host.session.session import Session
from firmware_host.table.scenes.base import Scene
from firmware_host.thinking.advice import action_reason
from games.actions import Move
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

NO_MOVE_YET = msg("Nothing has been moved yet")


@dataclass(frozen=True)
class LastMove(Scene):
    """The move that is the action ``index`` of the game, over the scene ``beneath``."""

    help = ""
    is_overlay = True
    times_out = True
    index: int
    beneath: Scene

    @classmethod
    def of(cls, session: Session, beneath: Scene) -> Self | None:
        """The last move of ``session``; None if there was none."""
        actions = session.actions
        moves = [index for index, action in enumerate(actions) if isinstance(action, Move)]
        return cls(moves[-1], beneath) if moves else None

    def view(self, table: "Table") -> View:
        session = table.playing
        before, move = session.states[self.index], session.actions[self.index]
        assert isinstance(move, Move), "only a move leads here"
        assert before.turn is not None, "somebody has moved"
        layout = Layout(session.game.board, session.game.seats, before.pieces())
        seat = session.game.seats[before.turn]
        return LastMoveView(layout, seat, move, action_reason(session, self.index))

    def press(self, key: str, table: "Table") -> bool:
        table.uncover(self.beneath)
        return True
