"""The screens of a table in public, in positions of real games."""

from collections.abc import Iterator

from msgspec.structs import replace

import games
from firmware_host.features.kiosk.scenes import (
    ROUND,
    Attract,
    ClosedView,
    CountdownView,
    DemoGame,
    DemonstrationView,
    IdlePrompt,
    PosterView,
    Welcome,
)
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Show
from tests.firmware_host.screens.positions import choice, shown_move
from tests.firmware_host.screens.stage import Stage


def attracting(game: str) -> Iterator[tuple[str, Frame]]:
    table = Stage(game).table
    attract = Attract.begin(table.context)
    yield "closed", Frame(ClosedView("10:00", is_asked=True))
    for name, turn in (("attract-title", 0), ("attract-rule", ROUND), ("attract-invitation", 1)):
        yield name, Frame(replace(attract, turn=turn).view(table.context))
    before = choice(game)
    move = shown_move(before)
    shown = DemoGame(before.game, before.apply(move), before, move)
    yield "attract-move", Frame(replace(attract, turn=2, demo=shown).view(table.context))


def visitors(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield the screens that are the same in every game, for one game only."""
    if game != games.names()[0]:
        return
    stage = Stage(game, choice(game))
    context = stage.table.context
    stage.table.run(Show(Welcome.begin(context)))
    yield "language", stage.frame
    stage.table.run(Show(IdlePrompt.begin(context)))
    yield "still-there", stage.frame


SHOWS = (attracting, visitors)
EMPTY_ROOM = (ClosedView, PosterView, CountdownView, DemonstrationView)
