"""The screens that share a game."""

from collections.abc import Iterator

from firmware_host.features.evening.remote import EveningHere
from firmware_host.features.sharing.feature import ROOMS, ShownCodes, WithNames, drawn
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.table.effects import BeginGame, PlaceGroups
from firmware_host.table.scene import Cover, Resume
from tests.firmware_host.screens.stage import Stage


def sharing(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    stage.table.run(BeginGame(Setup(game, first=0)), PlaceGroups(None), Resume())
    codes = drawn(stage.table.context.playing, (), ROOMS[5])
    assert codes
    stage.table.run(Cover(ShownCodes(codes=codes)))
    yield "share-code", stage.frame
    stage.table.parts.note(EveningHere(("Anna", "Boris")))
    stage.table.run(Cover(WithNames()))
    yield "share-names", stage.frame


SHOWS = (sharing,)
