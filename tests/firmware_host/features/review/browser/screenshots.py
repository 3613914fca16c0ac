"""Comments while people play, to be looked at: ``make screenshots``."""

from firmware_host.features.review.report import comment
from firmware_host.features.review.store import CommentQuestion
from firmware_host.session.setup import Setup
from firmware_host.thinking.inline import find_answer
from games.budget import never
from games.message import Message
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows_actions
from tests.browser.screenshots import play
from tests.browser.served_sites import SharedTable
from tests.browser.shots import Look, each_look, shoot


@each_look
def test_a_comment_on_a_move(look: Look, share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, language=look.language, size=look.sizes[0])
    shows_actions(page, count)
    table.hands.world.app.table.parts.notify(comment_on_a_move(table))
    table.hands.world.run_for(0.1)
    page.locator("#notice:not(:empty)").wait_for()
    shoot(page, look, "table-comment")


def comment_on_a_move(table: SharedTable) -> Message:
    """Return what is said of the worst move of the game of ``table``."""
    session = table.hands.world.app.table.game.playing
    for index in range(len(session.actions)):
        question = CommentQuestion.about(session, index, in_full=True)
        if question is None:
            continue
        found = question.turn(find_answer(question, never))
        words = None if found is None else comment(found, in_full=True)
        if words is not None:
            return words
    raise AssertionError("no move of the game gave anything away")
