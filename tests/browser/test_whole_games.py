"""Every game from its set-up to its end in a browser: each is watched.

Whole games are deep tests where they are long; elsewhere the players resign after some actions.
"""

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

import games
from firmware_host.screens.lists import ListView
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.simulator.hands import Hands
from firmware_host.text.translator import Language
from games.actions import Throw
from games.core import State
from games.message import Refusal
from games.why_not import why_not
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import shows, shows_actions, touch_point
from tests.browser.served_sites import SharedTable
from tests.table import take, take_in_menu, words

if TYPE_CHECKING:
    from playwright.sync_api import Page

WHOLE = None
SHORT = 16
"""Actions until the players resign."""

MY_TURN = {"ru": "^Ваш ход", "en": "^It is your turn"}
ENDS = {"ru": "победа|Ничья|побед", "en": "wins? |Draw"}
PHONE, DESK = (390, 844), (1280, 800)


def each_game(*short: str) -> pytest.MarkDecorator:
    """Parametrize a test with every game: whole if it is ``short``, else also shortened."""
    whole = pytest.mark.deep
    return pytest.mark.parametrize(
        ("game", "most"),
        [
            *(pytest.param(game, SHORT, id=game) for game in games.names() if game not in short),
            *(
                pytest.param(game, WHOLE, id=f"{game}-whole", marks=() if game in short else whole)
                for game in games.names()
            ),
        ],
    )


def place_of(game: str, role: int) -> tuple[str, tuple[int, int]]:
    """The language and the size of the screen: they change with games and roles."""
    number = games.names().index(game) + role
    return ("en", "ru")[number % 2], (PHONE, DESK)[number // 2 % 2]


class Attempt(NamedTuple):
    """A move that is not legal, and why."""

    origin: str
    target: str
    refusal: Refusal


class Player:
    """A visitor whose ``page`` shows a game, in a ``language``."""

    def __init__(self, page: "Page", language: str) -> None:
        self.page, self.language = page, language
        self.is_refused, self.has_chosen = False, False

    def try_what_is_illegal(self, state: State) -> None:
        """Make a move that is not legal, once in a game; the page says why."""
        attempt = None if self.is_refused else _illegal(state)
        points = {point.name for point in state.game.board.points}
        starts = {choice.value for move in state.legal_moves() for choice in move.choices[:1]}
        self.has_chosen |= bool(starts & points)  # from the hand or a pass, nothing is illegal
        if attempt is None:
            return
        self.is_refused = True
        for point in dict.fromkeys((attempt.origin, attempt.target)):
            touch_point(self.page, point)
        said = Language(self.language).heading(names.refusal(attempt.refusal))
        self.page.locator("#answer").get_by_text(said, exact=True).wait_for()

    def sees_the_end(self) -> None:
        assert self.is_refused or not self.has_chosen
        shows(self.page, "#prompt", ENDS[self.language])
        self.page.locator("#actions button").first.wait_for(state="detached")


def _illegal(state: State) -> Attempt | None:
    """Return from where to where a piece cannot be moved, and why; None if none is to move."""
    moves, points = state.legal_moves(), {point.name for point in state.game.board.points}
    first = {move.choices[0].value for move in moves} & points
    chosen = {choice.value for move in moves for choice in move.choices}
    stuck = {piece.place for piece in state.pieces()} & points - first
    tries = [*product(sorted(first), sorted(points - chosen)), *((each, each) for each in stuck)]
    for origin, target in tries if moves else ():
        refusal = why_not(state, origin, target)
        if refusal is not None:
            return Attempt(origin, target, refusal)
    return None


def begin_at_the_table(table: SharedTable, game: str) -> None:
    """Choose ``game`` on the keys for as many people as it has seats, and set up the board."""
    hands = table.hands
    take(hands, games.kind(game).title)
    while f"[{len(games.load(game).seats)}]" not in words(hands):
        hands.press("left")  # down to one person, and round to as many as there are seats
    hands.press("ok")
    hands.follow()
    assert len(table.hands.world.app.table.game.playing.seats.persons) > 1


def do_at_the_table(hands: Hands, action: object) -> None:
    if isinstance(action, Throw):
        hands.throw(str(action))
    else:
        hands.play(str(action))


def resign_at_the_table(table: SharedTable) -> None:
    """Let one person after the other resign until the game is over."""
    session = table.hands.world.app.table.game.playing
    while not session.is_over:
        table.hands.look_up()
        take_in_menu(table.hands, "Resign")
        while isinstance(table.hands.world.view, ListView):
            table.hands.press("ok")
        table.hands.press("ok")
    table.hands.world.run_for(5)


def has_had(session: Session, count: int) -> bool:
    return len(session.actions) >= count


@each_game()
def test_a_game_is_watched(game: str, most: int | None, share: Share, visit: Open) -> None:
    language, size = place_of(game, 0)
    table = share()
    page = visit(table, language=language, size=size)
    begin_at_the_table(table, game)
    watcher = Player(page, language)
    for number, before, action in course(table.hands.state, most):
        if number % 8 == 0 or not watcher.is_refused:
            shows_actions(page, number)
            table.hands.look_up()
            watcher.try_what_is_illegal(before)
        do_at_the_table(table.hands, action)
    resign_at_the_table(table)
    watcher.sees_the_end()
