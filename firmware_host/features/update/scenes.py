"""An update from a stick: what was found, how far it is, and how it ended."""

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.features.update import UpdatesHere
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.setup.paths import USB_LABEL
from firmware_host.setup.update.record import (
    NOT_ASKED,
    NOT_READ,
    REASONS,
    UNPACKING,
    UPDATE,
    FoundUpdate,
    UpdateError,
    UpdateRecord,
    failure,
    told,
)
from firmware_host.storage.counters import PLUG_IN
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, GiveUp
from firmware_host.table.scene import (
    AwaitFiles,
    Close,
    Cover,
    Effects,
    Scene,
    Show,
    TableParts,
    Tell,
    UseFiles,
)
from firmware_host.table.scenes.base import Confirmation
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.setup.update.at_table import TableUpdates

NOTHING_FOUND: Final = msg("There is no other version of the program on the stick.")
FOUND: Final = msg("{before} → {version}. It takes some minutes. The games stay.")
FOUND_OLDER: Final = msg("{before} → {version}. This is an OLDER version. The games stay.")
LOOKING: Final = msg("The stick is being read.")
PREPARING: Final = msg("{version}: checking the file.")
STARTING: Final = msg("{version}: the program starts again.")
NOBODY: Final = msg("The update did not start. See the log.")
EVERY = 1.0
"""Seconds between two looks at the progress."""

LONGEST_WAIT = 30.0
"""Seconds after which an updater that does nothing is reported."""


class UpdateHere(Fact, frozen=True):
    """How far the last update is; None if there was none."""

    record: UpdateRecord | None = None


def look_for_update(context: SceneContext) -> Effects:
    """Look for an update on the stick, and ask whether it is wanted."""
    updates = context.fact(UpdatesHere).updates
    if updates is None:
        return ()
    return (AwaitFiles(Message.of(UPDATE), Message.of(LOOKING), partial(_look, updates)),)


def _look(updates: "TableUpdates") -> Effects:
    title = Message.of(UPDATE)
    try:
        found = updates.look() if updates.has_stick else None
        missing = Message.of(NOTHING_FOUND if updates.has_stick else PLUG_IN, name=USB_LABEL)
    except OSError:
        found, missing = None, Message.of(NOT_READ)
    except UpdateError as error:
        found, missing = None, Message.of(REASONS[error.obstacle])
    if found is None:
        return (Explain(title, missing),)
    text = FOUND_OLDER if found.is_older else FOUND
    question = Message.of(text, before=found.before, version=found.version)
    return (Cover(Confirmation(title, question, (Close(), AskForUpdate(found)))),)


class UpdateProgress(Scene, frozen=True):
    """How far the update is that was ``found``; it goes on if the scene is left.

    ``earlier`` is the id of the update before it. ``until`` is when an updater that does nothing
    is reported.
    """

    help = msg("The update goes on by itself. OK: close.")
    is_overlay = True
    found: FoundUpdate
    earlier: str
    until: float
    deadline: float
    record: UpdateRecord | None = None

    @classmethod
    def begin(
        cls, found: FoundUpdate, earlier: UpdateRecord | None, now: float
    ) -> "UpdateProgress":
        """Return the scene for an update that staff ask for at ``now``."""
        return cls(found, earlier.id if earlier else "", now + LONGEST_WAIT, now + EVERY)

    def view(self, context: SceneContext) -> View:
        record = self.record
        if record is None or record.percent == 0:
            text = PREPARING
        else:
            text = UNPACKING if record.state == "unpacking" else STARTING
        percent = 0 if record is None else record.percent
        words = Message.of(text, version=self.found.version, percent=percent)
        return NoteView(Message.of(UPDATE), words)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),) if key in ("ok", "back") else None

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())

    def tick(self, context: SceneContext) -> Effects:
        updates = context.fact(UpdatesHere).updates
        again = Show(replace(self, deadline=context.now + EVERY))
        return (again,) if updates is None else (again, UseFiles(LookAtProgress(updates)))

    def noted(self, fact: Fact, context: SceneContext) -> Effects:
        if not isinstance(fact, UpdateHere):
            return ()
        record = fact.record
        if record is None or record.id == self.earlier:
            if context.now >= self.until:
                return (Close(), Explain(Message.of(UPDATE), Message.of(NOBODY)))
            record = None
        elif record.state == "failed":
            return (Close(), Explain(Message.of(UPDATE), failure(record)))
        return (Show(replace(self, record=record)),)


class LookAtProgress(Struct, frozen=True):
    """Reads how far the last of the ``updates`` is."""

    updates: "TableUpdates"

    def __call__(self) -> Effects:
        return (Tell(UpdateHere(self.updates.record())),)


class AskForUpdate(Struct, frozen=True):
    """Ask for the update that was ``found``, and show how far it is."""

    found: FoundUpdate

    def carry_out(self, table: TableParts) -> Effects:
        updates = table.context.fact(UpdatesHere).updates
        if updates is None:
            return ()
        asking = Message.of(PREPARING, version=self.found.version)
        return (AwaitFiles(Message.of(UPDATE), asking, partial(_ask, updates, self.found)),)


def _ask(updates: "TableUpdates", found: FoundUpdate) -> Effects:
    earlier = updates.record()
    try:
        updates.ask(found)
    except OSError:
        return (Explain(Message.of(UPDATE), Message.of(NOT_ASKED)),)
    return (FollowUpdate(found, earlier),)


class FollowUpdate(Struct, frozen=True):
    """Show how far the update is that was ``found`` and asked for, after the ``earlier`` one."""

    found: FoundUpdate
    earlier: UpdateRecord | None

    def carry_out(self, table: TableParts) -> Effects:
        return (Cover(UpdateProgress.begin(self.found, self.earlier, table.context.now)),)


def news(record: UpdateRecord) -> Effects:
    """Tell people at the start of the program how the update in ``record`` is."""
    return (Explain(Message.of(UPDATE), told(record)),)
