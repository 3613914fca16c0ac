"""Reviews on pages in a browser: what visitors see, touch and are told."""

from functools import partial

import pytest

from firmware_host.features.review import reviewing
from firmware_host.features.review.remote import ReviewHere
from firmware_host.features.review.reviewing import WAIT_SECONDS, GameReviews
from firmware_host.features.review.scenes import begin_review
from firmware_host.session.setup import Setup
from firmware_host.table.effects import Apply
from firmware_host.table.scene import Resume
from tests.browser.conftest import Open, Share
from tests.browser.looking import (
    PATIENCE,
    PHONE,
    expect,
    open_part,
    shows,
    shows_actions,
    touch,
    violations,
)
from tests.browser.served_sites import wait_until
from tests.firmware_host.features.review.review_worker import Worker
from tests.table import take_in_menu

SQUADRO = Setup("squadro", first=0)


def test_a_review_so_far_goes_when_the_game_ends_by_agreement(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table)
    shows_actions(page, 1)
    open_part(page, "review")
    page.locator("#workOut").click()
    shows(page, "#reviewed", "^The game goes on")
    take_in_menu(table.hands, "Offer a draw")
    for _ in table.hands.world.app.table.game.playing.seats.persons:
        table.hands.press("ok")
    shows(page, "#prompt", "^Draw")
    shows(page, "#reviewed", "^$")
    shows(page, "#workOut", "^Work out luck and skill")


def test_a_review_is_stopped_and_goes_on_where_it_was(
    share: Share, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, now = Worker(hangs=4), [0.0]
    monkeypatch.setattr(reviewing, "GameReviews", partial(GameReviews, clock=lambda: now[0]))
    monkeypatch.setattr(reviewing, "reviewer", lambda _: lambda: worker)
    monkeypatch.setattr(reviewing, "LOOK_SECONDS", 0.01)
    table = share(SQUADRO)
    table.hands.follow()
    for _ in range(6):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table)
    shows_actions(page, 6)
    open_part(page, "review")
    begin, stop = page.locator("#workOut"), page.locator("#stop")
    begin.click()
    expect(stop).to_be_focused()
    expect(page.locator("#progress")).to_have_js_property("value", 4, timeout=PATIENCE)
    stop.click()
    expect(begin).to_be_focused()
    expect(stop).to_be_hidden()
    assert not worker.is_stopped, "somebody else may be waiting"
    now[0], worker.hangs = WAIT_SECONDS, None
    wait_until(lambda: worker.is_stopped, "the work goes on")
    begin.click()
    expect(page.locator("#review")).to_be_focused(timeout=PATIENCE)
    assert page.locator("#reviewed table").count()
    assert worker.asked == [*range(5), 4, 5, 6]


@pytest.mark.parametrize(
    ("game", "language", "colours"), [("squadro", "en", "light"), ("xiangqi4", "ru", "dark")]
)
def test_a_game_that_was_reviewed(
    game: str, language: str, colours: str, share: Share, visit: Open, axe: str
) -> None:
    table = share(Setup(game, first=0))
    app = table.hands.world.app
    page = visit(table, size=PHONE, language=language, colours=colours)
    table.hands.follow()
    for _ in range(6):
        table.hands.play(str(table.hands.state.legal_moves()[-1]))
    app.table.run(Apply({"drawn": True}), Resume())
    app.table.run(*begin_review(app.table.game.playing, app.table.context))
    table.pass_time(lambda: app.table.context.fact(ReviewHere).review is not None)
    open_part(page, "review")
    button = page.locator("#reviewed button").first
    button.wait_for()
    assert violations(page, axe) == []
    assert page.evaluate("document.body.scrollWidth <= innerWidth")
    touch(page, button)
    page.locator("#board.past").wait_for()


def test_a_game_that_was_kept_is_reviewed(share: Share, visit: Open, axe: str) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games", size=PHONE)
    page.locator(".games a").first.click()
    shows_actions(page, 2)
    open_part(page, "review")
    page.locator("#workOut").click()
    page.locator("#reviewed summary").click()
    assert violations(page, axe) == []
    assert page.evaluate("document.body.scrollWidth <= innerWidth")
