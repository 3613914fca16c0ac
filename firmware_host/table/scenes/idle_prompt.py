"""Asks whether anybody is there, with a count-down, before the table is cleared for others."""

from typing import Final

from msgspec.structs import replace

from firmware_host.screens.posters import CountdownView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import EndVisit
from firmware_host.table.scene import Close, Effects, Show, Waiting

SECONDS: Final = 30


class IdlePrompt(Waiting, frozen=True):
    """So many seconds are ``left``; any key, throw or piece leads back to what is beneath."""

    is_overlay = True
    deadline: float
    left: int = SECONDS

    def view(self, context: SceneContext) -> View:
        return CountdownView(self.left, SECONDS)

    def tick(self, context: SceneContext) -> Effects:
        if self.left == 1:
            return (EndVisit(),)
        return (Show(replace(self, left=self.left - 1, deadline=self.deadline + 1.0)),)

    def wake(self, context: SceneContext) -> Effects:
        return (Close(),)
