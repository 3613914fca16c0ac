"""Every game is played from a seat elsewhere, in a browser, once its phone was let in."""

from functools import partial
from typing import TYPE_CHECKING, cast

import games
from firmware_host.features.phones.remote import PhonesHere, TakeSeat
from firmware_host.session import names
from firmware_host.session.seats import PHONE as ELSEWHERE
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from firmware_host.web.visitor import PageVisitor
from games.actions import Move
from tests.browser.conftest import Open, Share
from tests.browser.courses import course, is_forced
from tests.browser.looking import PHONE, choose, open_part, shows, shows_actions, touch
from tests.browser.served_sites import SharedTable
from tests.browser.test_whole_games import (
    ENDS,
    MY_TURN,
    Player,
    begin_at_the_table,
    do_at_the_table,
    each_game,
    has_had,
    place_of,
    resign_at_the_table,
)
from tests.firmware_host.features.phones.browser.pairing import pair

if TYPE_CHECKING:
    from tests.firmware_host.features.phones.browser.conftest import PairedTable


def until_a_server_is_there(table: SharedTable) -> None:
    """Wait for the line that a web server adds to the list of games."""
    context = table.hands.world.app.table.parts
    table.pass_time(lambda: context.context.fact(PhonesHere).is_connected)


def test_a_phone_that_follows_a_game_is_let_in_between_games(share: Share, visit: Open) -> None:
    table = share()
    page = visit(table, is_paired=False)
    pair(page, table, "Follow the game")
    begin_at_the_table(table, games.names()[0])
    shows_actions(page, 0)


@each_game("squadro")
def test_a_game_is_played_from_a_seat_elsewhere(
    game: str, most: int | None, share: Share, visit: Open
) -> None:
    language, size = place_of(game, 1)
    table = share()
    page = visit(table, language=language, size=size, is_paired=False)
    until_a_server_is_there(table)
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
        open_part(page, "about")
        touch(page, page.get_by_role("button", name=Language(language)("Resign")))
        table.pass_time(lambda: mine not in session.seats.persons or session.is_over)
    resign_at_the_table(table)
    player.sees_the_end()


@each_game()
def test_a_game_is_played_from_a_phone_at_every_seat(
    game: str, most: int | None, share: Share, visit: Open
) -> None:
    seats = range(len(games.load(game).seats))
    first, *others = (PageVisitor("seat", seat) for seat in seats)
    shared = share(Setup(game, first=0), visitor=first, others=others)
    table = cast("PairedTable", shared)
    table.hands.follow()
    for seat in seats:
        table.hands.world.app.requests.put(TakeSeat(seat))
    session = table.hands.world.app.table.game.playing
    table.pass_time(lambda: all(session.player(seat) == ELSEWHERE for seat in seats))
    pages = [visit(phone, size=PHONE) for phone in table.phones]
    for number, before, action in course(table.hands.state, most):
        table.hands.look_up()
        if before.is_chance or is_forced(before, action):
            do_at_the_table(table.hands, action)
            continue
        assert isinstance(action, Move)
        assert before.turn is not None
        page = pages[before.turn]
        shows_actions(page, number)
        shows(page, "#prompt", MY_TURN["en"])
        choose(page, action)
        table.pass_time(partial(has_had, session, number + 1))
        assert str(session.actions[-1]) == str(action)
        table.hands.follow()
    for page in pages:
        shows_actions(page, len(session.actions))
        if session.is_over:
            shows(page, "#prompt", ENDS["en"])
