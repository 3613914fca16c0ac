"""Putting the pieces on the board before the first turn."""

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from firmware_host.screens.hand_steps import SetUpView
from firmware_host.screens.view import View
from firmware_host.table.scenes.base import SETTLED_SECONDS, Due, Question
from games.core import State
from games.equipment import Board, Piece, seat_of
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

Groups = tuple[tuple[Piece, ...], ...]


def groups(state: State, board: Board) -> Groups:
    """What stands on ``board`` in ``state``, grouped as hands take it up: by seat, then by kind.

    In each group from left to right, and upwards.
    """
    standing = [piece for piece in state.pieces() if piece.place in board]
    spots = {point.name: (point.x, point.y) for point in board.points}
    taken_up = groupby(standing, lambda piece: (piece.seat, piece.kind))
    return tuple(tuple(sorted(group, key=lambda p: spots[p.place])) for _, group in taken_up)


@dataclass(frozen=True)
class SetUp(Question):
    """One group of pieces after the other is put on the board; back skips the rest."""

    help = msg("Put these pieces on the board, then press OK. Back: everything stands already.")
    groups: Groups
    done: int = 0

    def view(self, table: "Table") -> View:
        group = self.groups[self.done]
        placed = tuple(piece for each in self.groups[: self.done + 1] for piece in each)
        seat = seat_of(group[0], table.playing.game.seats)
        number, total = self.done + 1, len(self.groups)
        return SetUpView(table.layout(), seat, group, placed, number, total)

    def confirm(self, table: "Table") -> None:
        if self.done + 1 < len(self.groups):
            table.show(SetUp(self.groups, self.done + 1))
        else:
            table.go_on()

    def leave(self, table: "Table") -> None:
        table.go_on()

    def due(self, table: "Table") -> Due | None:
        """The group is done when all of it is seen to stand."""
        sight = table.sight
        placed = frozenset(piece.place for group in self.groups[: self.done + 1] for piece in group)
        if not placed & sight.sensed or not placed & sight.sensed <= sight.observation.occupied:
            return None
        return Due(sight.changed_at + SETTLED_SECONDS, lambda: self.confirm(table))

    def lit(self, table: "Table") -> frozenset[str]:
        return frozenset(piece.place for piece in self.groups[self.done])
