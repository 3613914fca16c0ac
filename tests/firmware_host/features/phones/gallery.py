"""The screens of phones, in positions of real games."""

from collections.abc import Iterator

import games
from firmware_host.features.phones.remote import PairedPhone, PhonesHere, ShowPairing
from firmware_host.features.phones.scenes import (
    BEING_MADE,
    PhoneList,
    PhoneRoles,
    PhoneTurnView,
    pairing_view,
)
from firmware_host.screens.view import Frame
from firmware_host.table.context import layout
from firmware_host.table.scene import Show
from firmware_host.web.listening import Signpost
from tests.firmware_host.screens.gallery import played_by_machine
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage


def turn(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    seat = stage.table.game.playing.seat_to_act
    board = played_by_machine(layout(stage.table.context), seat)
    yield "phone", Frame(PhoneTurnView(board, seat, state.pending))


def pairing(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield the screens that are the same in every game, for one game only."""
    if game != games.names()[0]:
        return
    stage = Stage(game, choice(game))
    table = stage.table
    table.parts.note(PhonesHere(True, (PairedPhone("1f2e3d4c", "seat", 0, "2026-11-22"),)))
    table.run(Show(PhoneRoles()))
    yield "phone-roles", stage.frame
    table.run(Show(PhoneList()))
    yield "phone-list", stage.frame
    post = Signpost("192.168.178.100:8080", "tableside.local:8080")
    made = ShowPairing(0, "ABCDEFGH", post.address, post.name, post.qr_code("ABCDEFGH"))
    shown = pairing_view(made)
    assert shown is not None
    yield "pairing", Frame(shown)
    yield "pairing-asked", Frame(BEING_MADE)


SHOWS = (turn, pairing)
