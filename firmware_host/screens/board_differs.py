"""The screen that says how the real board differs from the position."""

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.sheet import MAIN, Line, Sheet
from firmware_host.screens.views import AstrayView
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.message import msg

MISSING = msg("Missing: {points}")
EXTRA = msg("Extra: {points}")
LISTED = 3


def astray_sheet(view: AstrayView, say: Language) -> Sheet:
    """What is said of ``view``: the way back, or else which points are wrong."""
    lit = Highlights(targets=view.missing, surplus=view.surplus)
    feet = "\n".join((say(msg("OK: ignore")), say(msg("Back: check"))))
    return Sheet(say(msg("Not so")), _astray_lines(view, say), feet, lit=lit)


def _astray_lines(view: AstrayView, say: Language) -> tuple[Line, ...]:
    if view.is_between:
        return (
            Line(say(msg("Put it in the middle of one point"))),
            _listed(EXTRA, view.surplus, say),
        )
    if view.back is not None:
        return (Line(say.heading(names.way_back(view.back)), MAIN),)
    return _listed(MISSING, view.missing, say), _listed(EXTRA, view.surplus, say)


def _listed(template: str, points: tuple[str, ...], say: Language) -> Line:
    """The first of ``points``, and how many more there are."""
    more = f" +{len(points) - LISTED}" if len(points) > LISTED else ""
    return Line(say(template, points=" ".join(points[:LISTED]) + more) if points else "")
