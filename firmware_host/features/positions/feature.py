"""What positions add to the table; their scenes are loaded when people come to them."""

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.features.positions.remote import (
    ChangePosition,
    KeptPositions,
    OpenMoment,
    OpenPosition,
    PositionHere,
    PositionShelf,
)
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, late_handler
from firmware_host.table.scene import ATTENDANTS, Effects, Scene, TableParts
from firmware_host.table.scenes.additions import PLAYED_ON, SETUP_LINES
from firmware_host.table.scenes.base import Entry, plain_entry
from games.core import State
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.session.board_check import MadePosition

ANY_POSITION: Final = (
    msg("Any position"),
    msg("Set up any position, then play on, solve it or keep it."),
)

scenes: Final = partial(import_module, "firmware_host.features.positions.scenes")
"""Returns the scenes, which are loaded when people come to them."""

_requests: Final = partial(import_module, "firmware_host.features.positions.requests")
"""Returns what fulfils requests, which is loaded with the first."""


class OverPosition(Scene, frozen=True):
    """A scene in which people make a position, or do something with it."""


def made_position(context: SceneContext) -> "MadePosition":
    """Return what people have made so far."""
    return context.fact(PositionHere).arrangement(context.catalogue)


def changed(made: "MadePosition") -> Effects:
    """Return what lets ``made`` be the position that people make."""
    return (Remember(PositionHere.of(made)),)


def _shelf(request: Request) -> PositionShelf | None:
    """Return where positions are kept; visitors of a public table keep none."""
    if request.is_public:
        return None
    return PositionShelf(KeptPositions(request.catalogue, Path(request.folder)))


class PositionWatch:
    """Forgets the position of a ``table`` once no scene shows it any more."""

    deadline = None
    strip = None

    def __init__(self, table: TableParts) -> None:
        self._table = table

    def attend(self, now: float) -> None:
        """Look whether people still are at the position."""
        is_open = self._table.context.fact(PositionHere).game
        if is_open and not any(isinstance(each, OverPosition) for each in self._table.scenes.all):
            self._table.note(PositionHere())


def _setup_lines(draft: Setup, context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(*ANY_POSITION, lambda then: _begin(draft.game, then)),)


def _begin(game: str, context: SceneContext) -> Effects:
    effects: Effects = scenes().begin(game, context)
    return effects


def _play_on(state: State, context: SceneContext) -> Effects:
    effects: Effects = scenes().opened(state)
    return effects


OFFERS: Final = (
    OPENING_FACTS.offer(_shelf),
    ATTENDANTS.offer(PositionWatch),
    SETUP_LINES.offer(_setup_lines),
    PLAYED_ON.offer(_play_on),
    REQUEST_HANDLERS.offer(
        late_handler(OpenPosition, _requests, "open_position"),
        late_handler(OpenMoment, _requests, "open_moment"),
        late_handler(ChangePosition, _requests, "change_position"),
    ),
)
