"""The screens of linked tables, in positions of real games."""

from collections.abc import Iterator

from firmware_host.features.linked.acts import LinkHere
from firmware_host.features.linked.scenes import (
    AGREES,
    ASKED,
    HAS_TO_ANSWER,
    REFUSES,
    AskedByOther,
    FarTurnView,
    RecordsDiffer,
)
from firmware_host.screens.view import Frame
from firmware_host.session.seats import taking_back
from firmware_host.table.context import layout
from firmware_host.table.scene import Show
from tests.firmware_host.screens.gallery import played_by_machine
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage


def linked_tables(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    seat = stage.table.game.playing.seat_to_act
    board = played_by_machine(layout(stage.table.context), seat)
    yield "other-table", Frame(FarTurnView(board, seat, state.pending))
    stage.table.parts.note(LinkHere("choose", 1, 127, 128))
    stage.table.run(Show(RecordsDiffer()))
    yield "link-choose", stage.frame
    stage.table.run(Show(AskedByOther(taking_back(2))))
    yield "link-asked", stage.frame


SHOWS = (linked_tables,)
NOTICES = (HAS_TO_ANSWER, ASKED, AGREES, REFUSES)
