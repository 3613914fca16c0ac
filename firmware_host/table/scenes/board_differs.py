"""The real board differs from the position: what is wrong, why, and the way back."""

from collections.abc import Mapping

from msgspec.structs import replace

from firmware_host.screens.board_differs import BoardDiffersView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session import names
from firmware_host.session.cursor import ARROWS
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import IgnoreMismatch
from firmware_host.table.scene import Cover, Due, Effects, Resume, Scene, Show
from firmware_host.table.scenes.base import ConfirmScene
from firmware_host.table.scenes.repair import Compare
from games.message import msg
from hardware.link.hello import Meaning

REASON_SECONDS = 4.0
"""The reason is shown for this long before the board is."""


class BoardDiffers(ConfirmScene, frozen=True):
    """What is wrong, until it is right again or people say that it does not matter.

    ``finder`` is the scene that finds the board wrong. The reason, if there is one, is shown up
    to ``deadline``.
    """

    help = msg(
        "Fix the board and the game continues. OK: continue as it is. Arrows: compare the board"
        " with the display. Back: menu."
    )
    is_overlay = True
    seen: Mismatch
    finder: Scene
    deadline: float | None = None

    @classmethod
    def begin(cls, mismatch: Mismatch, finder: Scene, now: float) -> "BoardDiffers":
        """Begin with the reason for ``mismatch``, if there is one."""
        deadline = None if mismatch.reason is None else now + REASON_SECONDS
        return cls(mismatch, finder, deadline)

    def view(self, context: SceneContext) -> View:
        seen = self.seen
        if seen.reason is not None and seen.back is not None and self._shows_reason:
            return NoteView(names.way_back(seen.back), seen.reason, problem="board")
        return BoardDiffersView(
            layout(context), seen.missing, seen.surplus, seen.back, seen.is_between
        )

    @property
    def _shows_reason(self) -> bool:
        return self.deadline is not None

    def confirm(self, context: SceneContext) -> Effects:
        return (IgnoreMismatch(), Resume())

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if self._shows_reason and key in ("ok", "back"):
            return self.tick(context)
        if key == "hint" and self.seen.reason is not None:
            return (Show(replace(self, deadline=context.now + REASON_SECONDS)),)
        if key in ARROWS and not self._shows_reason:
            return (Cover(Compare.begin(context)),)
        return super().press(key, context)

    def tick(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=None)),)

    def board_changed(self, context: SceneContext) -> Effects:
        mismatch = self.finder.mismatch(context)
        if mismatch is None:
            return (Resume(),)
        if mismatch != self.seen:
            return (Show(replace(self, seen=mismatch, deadline=None)),)
        return ()

    def due(self, context: SceneContext) -> Due | None:
        return None

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        wrong: dict[str, Meaning] = dict.fromkeys((*self.seen.missing, *self.seen.surplus), "wrong")
        if self.seen.back is not None:
            wrong[self.seen.back[1]] = "to"
        return wrong
