"""Comments while people play, to be looked at: ``make screenshots``."""

from firmware_host.remote.requests import ChangeSetting
from firmware_host.session.setup import Setup
from games.message import Message
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows_actions
from tests.browser.screenshots import play
from tests.browser.shots import Look, each_look, shoot
from tests.firmware_host.features.review.test_comments import answer, do, ordered, seated


@each_look
def test_a_comment_on_a_move(look: Look, share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, language=look.language, size=look.sizes[0])
    shows_actions(page, count)
    app = table.hands.world.app
    app.table.notify(comment_on_a_move(), app.table.context.now)
    app.requests.put(ChangeSetting("brightness", "full"))  # the table looks up, and shows it
    table.hands.world.run_for(0.2)
    page.locator("#notice:not(:empty)").wait_for()
    shoot(page, look, "table-comment")


def comment_on_a_move() -> Message:
    """Return what a table says in full of a move that gives much away."""
    stage = seated(size="full")
    do(stage, ordered(stage.table.game.playing.state)[0])
    answer(stage)
    said = stage.table.frame.notice
    assert said is not None
    return said
