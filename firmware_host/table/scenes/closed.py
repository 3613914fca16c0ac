"""A table that its museum has closed for now: dark and silent until it is opened from elsewhere."""

from typing import Final

from msgspec.structs import replace

from firmware_host.screens.posters import ClosedView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginAskedGame, EndVisit
from firmware_host.table.scene import Effects, Scene, Show, Waiting
from firmware_host.table.scenes.home import Home

ASKED_SECONDS: Final = 10.0
"""Enough to read one sentence twice."""


class Closed(Waiting, frozen=True):
    """The table ``opens`` again at a time that is written like this; empty if nobody knows when.

    A key shows that sentence up to ``deadline``.
    """

    is_unattended = True
    opens: str = ""
    deadline: float | None = None

    def view(self, context: SceneContext) -> View:
        return ClosedView(self.opens, is_asked=self.deadline is not None)

    def wake(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=context.now + ASKED_SECONDS)),)

    def tick(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=None)),)


def close(opens: str, scene: Scene, context: SceneContext) -> Effects:
    """Close the table that shows ``scene``, unless somebody is there; it ``opens`` later."""
    if isinstance(scene, Closed):
        return () if scene.opens == opens else (Show(replace(scene, opens=opens)),)
    is_free = isinstance(scene, Home) and not context.device.is_kiosk
    return (Show(Closed(opens)),) if scene.is_unattended or is_free else ()


def reopen(scene: Scene, context: SceneContext) -> Effects:
    """Open the table if it is closed."""
    if not isinstance(scene, Closed):
        return ()
    return (EndVisit(),) if context.device.is_kiosk else (BeginAskedGame(),)
