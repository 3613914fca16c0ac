"""The screens of a game with clocks."""

from collections.abc import Iterator

from firmware_host.features.clocks.counting import ClocksChosen
from firmware_host.features.clocks.scenes import ChooseClock, Paused
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.table.device import Preferences
from firmware_host.table.effects import BeginGame, PlaceGroups
from firmware_host.table.scene import Cover, Resume
from tests.firmware_host.screens.stage import Stage
from tests.table import set_context


def clocks(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    chosen = ClocksChosen("seat", clock_minutes="10")
    set_context(stage.table, preferences=Preferences().with_facts([chosen]))
    stage.table.run(Cover(ChooseClock()))
    yield "clock-setup", stage.frame
    stage.table.run(BeginGame(Setup(game, first=0)), PlaceGroups(None), Resume())
    stage.table.tick(stage.now)
    stage.table.tick(stage.now + 65)
    yield "clock", stage.frame
    stage.table.run(Cover(Paused()))
    stage.table.tick(stage.now + 65)
    yield "clock-pause", stage.frame
    stage.table.run(Cover(Paused(is_cut=True)))
    yield "clock-cut", stage.frame


SHOWS = (clocks,)
