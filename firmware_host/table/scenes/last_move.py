"""The last move again, for anybody who looked away."""

from dataclasses import dataclass
from typing import Self

from msgspec import Struct

from firmware_host.screens.moves import LastMoveView
from firmware_host.screens.view import Layout, View
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Close, Cover, Effects, Notify, Scene, TableParts
from firmware_host.thinking.advice import action_reason
from games.actions import Move
from games.message import Message, msg

NO_MOVE_YET = msg("No move has been made yet")


@dataclass(frozen=True)
class LastMove(Scene):
    """The move that is the action ``index`` of the game."""

    help = ""
    is_overlay = True
    times_out = True
    index: int

    @classmethod
    def of(cls, session: Session) -> Self | None:
        """Return the last move of ``session``; None if there was none."""
        actions = session.actions
        moves = [index for index, action in enumerate(actions) if isinstance(action, Move)]
        return cls(moves[-1]) if moves else None

    def view(self, context: SceneContext) -> View:
        session = context.playing
        before, move = session.states[self.index], session.actions[self.index]
        assert isinstance(move, Move), "only a move leads here"
        assert before.turn is not None, "somebody has moved"
        board = Layout(session.game.board, session.game.seats, before.pieces())
        seat = session.game.seats[before.turn]
        return LastMoveView(board, seat, move, action_reason(session, self.index))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),)


class ShowLastMove(Struct, frozen=True):
    """Show the last move again."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.game.in_game or isinstance(table.scenes.shown, LastMove):
            return ()
        scene = LastMove.of(table.game.playing)
        return (Notify(Message.of(NO_MOVE_YET)) if scene is None else Cover(scene),)
