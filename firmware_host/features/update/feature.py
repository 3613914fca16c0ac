"""What updates add to the core; their scenes are loaded when somebody asks for one."""

import os
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from firmware_host.app.build import OPENING_TASKS
from firmware_host.app.request import Request
from firmware_host.app.systemd_notify import VERSION_TRIALS, StartWitness, VersionTrial
from firmware_host.base.errors import try_or_log
from firmware_host.features.update import UpdatesHere
from firmware_host.remote.requests import IS_ASKING, NO_UPDATER, LookForUpdate
from firmware_host.setup.paths import RECORD
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import Effects, FileTask, Scene
from firmware_host.table.scenes.additions import STAFF_LINES
from firmware_host.table.scenes.base import Confirmation, Entry, WaitPage, plain_entry
from games.message import msg

LABEL: Final = msg("Update")
HELP: Final = msg("Look for another version of the program on a USB stick.")

_scenes: Final = partial(import_module, "firmware_host.features.update.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _find_updates(request: Request) -> FileTask | None:
    """Find out whether there can be other versions, and tell people how the last update is, once.

    There can be none at a table that systemd has not started.
    """
    return _look_at_card if os.environ.get("STATE_DIRECTORY") else None


def _look_at_card() -> Effects:
    from firmware_host.setup.update.at_table import table_updates

    updates = table_updates(os.environ)
    if updates is None:
        return ()
    here = Remember(UpdatesHere(updates))
    record = try_or_log("asking for news of an update", updates.news)
    return (here,) if record is None else (here, *_scenes().news(record))


def _witness(environ: Mapping[str, str]) -> StartWitness | None:
    if not Path(RECORD).exists():
        return None
    from firmware_host.setup.update.releases import trial_answer

    return trial_answer(environ)


def _has_come_back() -> bool:
    if not Path(RECORD).exists():
        return False
    from firmware_host.setup.update.releases import has_come_back

    return has_come_back()


def _line(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that looks for an update; none where the program is not from a package."""
    if context.fact(UpdatesHere).updates is None:
        return ()
    return (plain_entry(LABEL, HELP, _look),)


def _look(context: SceneContext) -> Effects:
    effects: Effects = _scenes().look_for_update(context)
    return effects


def _look_for_update(request: LookForUpdate, scene: Scene, context: SceneContext) -> Reaction:
    # asked once is enough
    if isinstance(scene, (Confirmation, _scenes().UpdateProgress, WaitPage)):
        return IS_ASKING
    return _look(context) or NO_UPDATER


OFFERS: Final = (
    VERSION_TRIALS.offer(VersionTrial(_witness, _has_come_back)),
    OPENING_TASKS.offer(_find_updates),
    STAFF_LINES.offer(_line),
    REQUEST_HANDLERS.offer(handler(LookForUpdate, _look_for_update)),
)
