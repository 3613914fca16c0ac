"""A table in public for the tests, and situations at it."""

from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.table.device import Visitors
from games.core import Catalogue
from hardware.wiring import wiring
from tests.table import OneGame, take, take_in_menu

DUEL = OneGame("squadro")
IDLE, COUNTED = 90.0, 120.0
MARGIN = 0.5
PUBLIC = KnownFacts().with_fact(Visitors(come_and_go=True))


def opened(
    folder: Path,
    setup: Setup | None = None,
    catalogue: Catalogue = DUEL,
    is_kiosk: bool = True,
    language: str | None = "en",
) -> Hands:
    """Hands at a table with its games in ``folder``."""
    facts = PUBLIC if is_kiosk else KnownFacts()
    request = Request(catalogue, wiring.load("generic"), language, folder, setup, facts=facts)
    return Hands(World(request, seed=1))


def is_resting(hands: Hands) -> bool:
    return hands.world.app.table.scene.is_unattended


def at_home(folder: Path) -> Hands:
    """A visitor has come and sees the list of games."""
    hands = opened(folder)
    if is_resting(hands):
        hands.press("down")
        take(hands, "English")
    return hands


def at_game(folder: Path) -> Hands:
    """A visitor has begun a game and made a move."""
    hands = at_home(folder)
    take(hands, "Squadro")
    hands.press("ok")
    hands.follow()
    move = hands.state.legal_moves()[0]
    hands.play(str(move))
    return hands


def in_menu(folder: Path) -> Hands:
    hands = at_game(folder)
    hands.press("menu")
    return hands


def asked_to_resume(folder: Path) -> Hands:
    """The power failed in the middle of a game, and is back."""
    at_game(folder)
    return opened(folder)


def at_the_end(folder: Path) -> Hands:
    """A game has ended: somebody has resigned."""
    hands = at_game(folder)
    take_in_menu(hands, "Resign")
    hands.press("ok")
    hands.press("ok")
    return hands


SITUATIONS: Mapping[str, Callable[[Path], Hands]] = {
    "games": at_home,
    "game": at_game,
    "menu": in_menu,
    "resume": asked_to_resume,
    "end": at_the_end,
}


def last_record(folder: Path) -> JournalRecord:
    """The newest record on the card."""
    newest = next(Journal(folder).sessions())
    return newest[-1]
