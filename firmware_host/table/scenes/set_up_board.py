"""Putting the pieces on the board before the first turn."""

from collections.abc import Mapping
from typing import Self

from firmware_host.screens.hand_steps import SetUpView
from firmware_host.screens.view import View
from firmware_host.session.hand_steps import Groups, groups
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import PlaceGroups
from firmware_host.table.scene import SETTLED_SECONDS, Due, Effects, Resume
from firmware_host.table.scenes.base import ConfirmScene
from games.equipment import seat_of
from games.message import msg
from hardware.link.hello import Meaning


def _placed(count: int | None) -> Effects:
    return (PlaceGroups(count), Resume())


class SetUpBoard(ConfirmScene, frozen=True):
    """One group of pieces after the other is put on the board; right says that all stand there."""

    help = msg(
        "Put these pieces on your board, then press OK. Right: all pieces are in place already."
        " Back: the pieces before, then menu. Squares: letters go right, numbers go up."
    )
    groups: Groups
    done: int

    @classmethod
    def begin(cls, context: SceneContext) -> Self | None:
        """Continue where people were; None if all groups are on the board."""
        done, session = context.groups_placed, context.playing
        standing = groups(session.state, session.game.board)
        return None if done is None or done >= len(standing) else cls(standing, done)

    def view(self, context: SceneContext) -> View:
        group = self.groups[self.done]
        placed = tuple(piece for each in self.groups[: self.done + 1] for piece in each)
        seat = seat_of(group[0], context.playing.game.seats)
        number, total = self.done + 1, len(self.groups)
        return SetUpView(layout(context), seat, group, placed, number, total)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return _placed(None) if key == "right" else super().press(key, context)

    def confirm(self, context: SceneContext) -> Effects:
        is_last = self.done + 1 == len(self.groups)
        return _placed(None if is_last else self.done + 1)

    def leave(self, context: SceneContext) -> Effects:
        return _placed(self.done - 1) if self.done else super().leave(context)

    def due(self, context: SceneContext) -> Due | None:
        """Go to the next group when all of this one is seen to stand."""
        sight = context.sight
        placed = frozenset(piece.place for group in self.groups[: self.done + 1] for piece in group)
        if not placed & sight.sensed or not placed & sight.sensed <= sight.observation.occupied:
            return None
        return Due(sight.changed_at + SETTLED_SECONDS, self.confirm)

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        return {piece.place: "to" for piece in self.groups[self.done]}
