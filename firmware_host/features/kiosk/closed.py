"""A table that its museum has closed for now: dark and silent until it is opened from elsewhere."""

import re
from typing import Final

from msgspec.structs import replace

from firmware_host.features.kiosk.views import ClosedView
from firmware_host.remote.requests import RequestRefused, SetOpen
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginAskedGame, EndVisit
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Effects, Scene, Show, Waiting
from firmware_host.table.scenes.home import Home
from games.message import Message, msg

TIME: Final = re.compile(r"[0-2][0-9]:[0-5][0-9]")

IN_USE: Final = RequestRefused(Message.of(msg("Somebody is at the table.")))

ASKED_SECONDS: Final = 10.0
"""Enough to read one sentence twice."""


class Closed(Waiting, frozen=True):
    """The table ``opens`` again at a time that is written like this; empty if nobody knows when.

    A key shows that sentence up to ``deadline``.
    """

    is_unattended = True
    is_shut = True
    opens: str = ""
    deadline: float | None = None

    def view(self, context: SceneContext) -> View:
        return ClosedView(self.opens, is_asked=self.deadline is not None)

    def wake(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=context.now + ASKED_SECONDS)),)

    def tick(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=None)),)


def set_open(request: SetOpen, scene: Scene, context: SceneContext) -> Reaction:
    """Close or open the table as ``request`` says; nobody is sent away."""
    if request.is_open:
        return _reopen(scene, context)
    opens = request.opens if TIME.fullmatch(request.opens) else ""
    if isinstance(scene, Closed):
        return () if scene.opens == opens else (Show(replace(scene, opens=opens)),)
    is_free = isinstance(scene, Home) and not context.is_public
    return (Show(Closed(opens)),) if scene.is_unattended or is_free else IN_USE


def _reopen(scene: Scene, context: SceneContext) -> Effects:
    """Open the table if it is closed."""
    if not isinstance(scene, Closed):
        return ()
    return (EndVisit(),) if context.is_public else (BeginAskedGame(),)
