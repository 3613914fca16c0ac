"""Names, points, clocks and the score sheet on the pages, to be looked at: ``make screenshots``."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

import games
from firmware_host.features.clocks.counting import ClocksChosen
from firmware_host.features.evening.remote import Evening, KeptNames
from firmware_host.remote.requests import ChangeSetting
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import outcome_record
from firmware_host.table.device import Preferences
from firmware_host.table.effects import BeginGame, PlaceGroups
from firmware_host.table.scene import Resume
from firmware_host.web.doorway import Admission, ServedTable
from firmware_host.web.visitor import PageVisitor
from games.core import Outcome
from tests.browser.conftest import Open
from tests.browser.looking import open_part
from tests.browser.screenshots import play
from tests.browser.served_sites import SharedTable
from tests.browser.shots import Look, each_look, shoot
from tests.table import Begin, do, set_context

NAMES = dict(enumerate(("Anna", "Boris", "Маргарит", "Zoë"), start=1))
MATCH = "1f3a 5"


class At(Admission):
    """Lets whoever comes in as ``guest``."""

    def __init__(self, guest: PageVisitor, served: ServedTable) -> None:
        super().__init__(served.client)
        self._guest = guest

    def visitor(self, visit: HTTPConnection) -> PageVisitor:
        """Return who is at the browser of ``visit``."""
        return self._guest


Serve = Callable[[str, PageVisitor], SharedTable]


@pytest.fixture
def serve(begin: Begin, tmp_path: Path, others_give_way: None) -> Iterator[Serve]:
    """Serve a table where people with names play a match with clocks."""
    opened: list[SharedTable] = []

    def served(game: str, guest: PageVisitor) -> SharedTable:
        hands = begin()
        hands.follow()
        table = hands.world.app.table
        colours = [seat.colour for seat in games.load(game).seats]
        table.parts.note(KeptNames(NAMES, lambda kept: None))
        table.parts.note(Evening(dict(zip(colours, NAMES, strict=False)), MATCH))
        preferences = Preferences().with_facts([ClocksChosen(clock="seat", clock_zero="loss")])
        set_context(table, preferences=preferences)
        setup = Setup(game, first=0)
        do(hands, BeginGame(setup), PlaceGroups(None), Resume())
        won = outcome_record(Outcome((0,), "resigned"))
        begun = table.game.playing.setup.record()
        played = (SavedGame(key, (begun, {"do": "1"}, won)) for key in "12")
        set_context(table, history=tuple(played))
        opened.append(SharedTable(hands, tmp_path, partial(At, guest)))
        return opened[-1]

    yield served
    for each in opened:
        each.close()


@each_look
@pytest.mark.parametrize("game", ["squadro", "xiangqi4", "ludo"])
@pytest.mark.parametrize("role", ["observer", "seat"])
def test_an_evening_with_names(role: str, game: str, look: Look, serve: Serve, visit: Open) -> None:
    table = serve(game, PageVisitor("seat", 0) if role == "seat" else PageVisitor())
    play(table, most=9)
    table.hands.world.app.requests.put(ChangeSetting("brightness", "full"))  # it looks up
    table.hands.world.run_for(1)
    page = visit(table, language=look.language, size=look.sizes[0])
    page.locator("#seats .note").first.wait_for(state="attached")
    shoot(page, look, f"evening-{role}-{game}-1")
    open_part(page, "evening")
    shoot(page, look, f"evening-{role}-{game}-2-score")
    if role == "observer":
        page.goto(f"{table.address}?screen")
        page.locator("#seats .note").first.wait_for(state="attached")
        shoot(page, look, f"evening-screen-{game}")
