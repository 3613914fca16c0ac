"""A move that was sent from a phone and does not arrive is told there."""

from firmware_host.session.setup import Setup
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import choose, shows, shows_actions
from tests.browser.test_guest import Cable

LATE = 4
"""Seconds after which a move that has not arrived is told."""


def test_a_move_that_does_not_arrive_is_told_and_can_be_chosen_again(
    share: Share, visit: Open
) -> None:
    setup = Setup("squadro", players=("phone", "phone"), first=0)
    table = share(setup, visitor=PageVisitor("seat", 0))
    table.hands.follow()
    page = visit(table)
    cable = Cable(page)
    shows(page, "#prompt", "^It is your turn")
    cable.is_cut = True
    move = table.hands.state.legal_moves()[0]
    choose(page, move)
    page.clock.fast_forward(1000 * LATE + 500)
    shows(page, "#answer", "^The table has not got this yet")
    cable.is_cut = False
    page.clock.fast_forward(26_000)
    shows(page, "#connection:not(.lost)", "You play")
    choose(page, move)
    table.pass_time(lambda: len(table.hands.world.app.table.game.playing.actions) == 1)
    table.hands.follow()
    shows_actions(page, 1)
