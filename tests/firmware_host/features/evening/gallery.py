"""The screens of an evening with names."""

from collections.abc import Iterator

from firmware_host.features.evening.feature import SCORE
from firmware_host.features.evening.remote import Evening, KeptNames
from firmware_host.features.evening.scenes import EnterName, EveningSetup
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import outcome_record
from firmware_host.table.effects import BeginGame, PlaceGroups
from firmware_host.table.scene import Cover, Resume
from games.core import Outcome
from tests.firmware_host.screens.stage import Stage
from tests.table import set_context

MATCH = "1f3a 3"


def evening(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    seats = stage.table.context.catalogue.load(game).seats
    names = dict(enumerate(("Anna", "Boris"), start=1))
    sitting = {seat.colour: number for seat, number in zip(seats, names, strict=False)}
    stage.table.parts.note(KeptNames(names, lambda kept: None))
    stage.table.parts.note(Evening(sitting, MATCH))
    stage.table.run(Cover(EveningSetup(draft=Setup(game))))
    yield "evening-setup", stage.frame
    stage.table.run(Cover(EnterName(colour=seats[0].colour, letters="An", at=13)))
    yield "evening-name", stage.frame
    setup = Setup(game, first=0)
    stage.table.run(BeginGame(setup), PlaceGroups(None), Resume())
    begun = stage.table.game.playing.setup.record()
    over = outcome_record(Outcome((0,), "resigned"))
    set_context(stage.table, history=(SavedGame("", (begun, {"do": "1"}, over)),))
    stage.table.tick(stage.now)
    yield "evening", stage.frame
    stage.press("menu", "right")
    while f"{SCORE[0]}" not in str(stage.frame.view):
        stage.press("right")
    yield "evening-score", stage.press("ok")


SHOWS = (evening,)
