"""Games that are not on the table: one played before, one that the machine plays by itself."""

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.sheet import MAIN, Line, Sheet
from firmware_host.screens.views import DemonstrationView, ReplayView
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.message import msg


def replay_sheet(view: ReplayView, say: Language) -> Sheet:
    """What is said of ``view``: who did what, how far the game has come, and how it ended."""
    head = say.heading(names.seat(view.seat)) if view.seat else say(msg("Beginning"))
    number = say(msg("{number} of {total}"), number=view.number, total=view.total)
    last = Line(say.heading(view.last) if view.last else "")
    lines = (Line(number), Line(say(view.action), MAIN), last)
    return Sheet(head, lines, say(msg("◀▶: step")), view.seat, _lights(view))


def demonstration_sheet(view: DemonstrationView, say: Language) -> Sheet:
    """What is said of ``view``: who did what in which game, and that anybody may play."""
    head = say.heading(names.seat(view.seat)) if view.seat else ""
    lines = (Line(say.heading(view.title)), Line(say(view.action), MAIN))
    lit = _lights(view)
    return Sheet(head, lines, say(msg("Key: play")), view.seat, lit, has_bar=False)


def _lights(view: ReplayView | DemonstrationView) -> Highlights:
    if view.move is None or not view.move.path:
        return Highlights()
    *before, target = view.move.path
    captures = tuple(piece.place for piece in view.move.captures)
    return Highlights(target=target, path=(*before, target), captures=captures)
