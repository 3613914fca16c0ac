"""What updates add to the core; their scenes are loaded when somebody asks for one."""

import os
from typing import Final

from firmware_host.app.build import OPENING_FACTS, OPENING_TASKS
from firmware_host.app.request import Request
from firmware_host.base.errors import try_or_log
from firmware_host.features.update.facts import UpdatesHere
from firmware_host.remote.requests import IS_ASKING, NO_UPDATER, LookForUpdate
from firmware_host.table.context import SceneContext
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import Effects, FileTask, Scene
from firmware_host.table.scenes.base import Entry, plain_entry
from firmware_host.table.scenes.notes import Confirmation, WaitPage
from firmware_host.table.scenes.staff import STAFF_LINES
from games.message import msg

LABEL: Final = msg("Update")
HELP: Final = msg("Look for another version of the program on a USB stick.")


def _opening(request: Request) -> UpdatesHere | None:
    """Return what finds other versions at a table that systemd has started; None elsewhere."""
    if not os.environ.get("STATE_DIRECTORY"):
        return None
    from firmware_host.setup.update.at_table import table_updates

    return UpdatesHere(table_updates(os.environ))


def _news(request: Request) -> FileTask | None:
    """Tell people at the start of the program how the last update is, once."""
    updates = _opening(request)
    found = None if updates is None else updates.updates
    if found is None:
        return None

    def tell() -> Effects:
        record = try_or_log("asking for news of an update", found.news)
        if record is None:
            return ()
        from firmware_host.features.update.scenes import news

        return news(record)

    return tell


def _line(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that looks for an update; none where the program is not from a package."""
    if context.fact(UpdatesHere).updates is None:
        return ()
    return (plain_entry(LABEL, HELP, _look),)


def _look(context: SceneContext) -> Effects:
    from firmware_host.features.update.scenes import look_for_update

    return look_for_update(context)


def _look_for_update(request: LookForUpdate, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.features.update.scenes import UpdateProgress

    # asked once is enough
    if isinstance(scene, (Confirmation, UpdateProgress, WaitPage)):
        return IS_ASKING
    return _look(context) or NO_UPDATER


OFFERS: Final = (
    OPENING_FACTS.offer(_opening),
    OPENING_TASKS.offer(_news),
    STAFF_LINES.offer(_line),
    REQUEST_HANDLERS.offer(handler(LookForUpdate, _look_for_update)),
)
