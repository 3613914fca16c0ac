"""Every game from its set-up to its end in a browser: watched, played from a seat, and practised.

Whole games are deep tests where they are long; elsewhere the players resign after some actions.
"""

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

import games
from firmware_host.remote.access import PhonesHere
from firmware_host.screens.lists import ListView
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.simulator.hands import Hands
from firmware_host.text.translator import Language
from games.actions import PASS, Move, Throw
from games.core import State
from games.errors import Refusal
from games.why_not import why_not
from tests.browser.conftest import Open, Share
from tests.browser.courses import course
from tests.browser.looking import choose, shows, shows_actions, start_practice, touch, touch_point
from tests.browser.pairing import pair
from tests.browser.served_sites import PracticeClass, SharedTable, wait_until
from tests.table import label_of, take, take_in_menu, way_to

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
        self.is_refused = False

    def try_what_is_illegal(self, state: State) -> None:
        """Make a move that is not legal, once in a game; the page says why."""
        attempt = None if self.is_refused else _illegal(state)
        if attempt is None:
            return
        self.is_refused = True
        for point in dict.fromkeys((attempt.origin, attempt.target)):
            touch_point(self.page, point)
        said = Language(self.language).heading(names.refusal(attempt.refusal))
        self.page.locator("#answer").get_by_text(said, exact=True).wait_for()

    def sees_the_end(self) -> None:
        assert self.is_refused
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
    # a web server that comes adds a line to the list of games
    table.pass_time(lambda: hands.world.app.table.context.fact(PhonesHere).is_connected)
    take(hands, games.kind(game).title)
    hands.press("ok")
    hands.follow()


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
    page = visit(table, language=language, size=size, is_paired=False)
    pair(page, table, "Follow the game")
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


@each_game("squadro")
def test_a_game_is_played_from_a_seat_elsewhere(
    game: str, most: int | None, share: Share, visit: Open
) -> None:
    language, size = place_of(game, 1)
    table = share()
    page = visit(table, language=language, size=size, is_paired=False)
    begin_at_the_table(table, game)
    session, mine = table.hands.world.app.table.game.playing, table.hands.state.turn
    assert mine is not None
    pair(page, table, f"Play {Language('en')(names.seat(session.game.seats[mine]))}")
    player = Player(page, language)
    for number, before, action in course(table.hands.state, most):
        table.hands.look_up()
        if table.hands.world.view.awaited != "phone":
            do_at_the_table(table.hands, action)
            continue
        shows_actions(page, number)
        shows(page, "#prompt", MY_TURN[language])
        player.try_what_is_illegal(before)
        assert isinstance(action, Move)
        choose(page, action)
        table.pass_time(partial(has_had, session, number + 1))
        assert str(session.actions[-1]) == str(action)
        table.hands.follow()
    if not session.is_over:
        page.on("dialog", lambda dialog: dialog.accept())
        touch(page, page.get_by_role("button", name=Language(language)("Resign")))
        table.pass_time(lambda: mine not in session.seats.persons or session.is_over)
    resign_at_the_table(table)
    player.sees_the_end()


@each_game()
def test_a_game_is_played_at_a_practice_table(
    game: str, most: int | None, practice_class: PracticeClass, visit: Open
) -> None:
    language, size = place_of(game, 2)
    page = visit(practice_class, language=language, size=size)
    player = Player(page, language)
    start_practice(page, game)
    at = practice_class
    wait_until(lambda: at.is_awaiting(0), "the board is not set up")
    acts = [*course(at.session.state, most)]
    for number, before, action in acts:
        wait_until(partial(at.is_awaiting, number), at.words)
        shows_actions(page, number)
        if isinstance(action, Throw):
            page.locator("#tray select").select_option(str(action))
            touch(page, page.locator("#tray button"))
        else:
            if action != PASS:
                shows(page, "#prompt", MY_TURN[language])
            player.try_what_is_illegal(before)
            choose(page, action)
    wait_until(partial(at.is_awaiting, len(acts)), at.words)
    resign_with_keys(page, at)
    player.sees_the_end()


def resign_with_keys(page: "Page", at: PracticeClass) -> None:
    """Let one person after the other resign with the keys of the page until the game is over."""

    def press(key: str) -> None:
        before = at.view
        touch(page, page.locator(f"#keys .{key}"))
        wait_until(lambda: at.view != before and at.is_idle, at.words)

    while at.shown.awaited != "next game":
        records = len(at.shown.records)
        press("menu")
        while "Resign" not in (label_of(row.label) for row in at.list.rows):
            press("right")
        for key in way_to("Resign", at.list):
            press(key)
        while isinstance(at.view, ListView):
            press("ok")
        press("ok")
        wait_until(partial(at.has_gone_on, records), at.words)
