"""The screen that says how the real board differs from the position."""

from collections.abc import Iterator

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import BACK_TO_MENU, MAIN, Sheet, TextLine
from firmware_host.screens.view import Problem, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.message import Message, msg

MISSING = msg("Missing: {points}")
EXTRA = msg("Extra: {points}")
BETWEEN = msg("Put it in the middle of a square")
DIFFERS = msg("The board differs from the game")
LISTED = 3


class BoardDiffersView(BoardView, frozen=True):
    """The real board differs from the position.

    ``missing`` points are empty there and should not be, ``surplus`` points should be empty.
    ``back`` is the way back of a single piece: where it is seen and where it belongs.
    ``is_between`` is true if two fields see one piece.
    """

    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None
    is_between: bool

    @property
    def prompt(self) -> Message:
        return Message.of(msg("Fix the board, or press `ok` to continue as it is; arrows: check"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(Message.of(DIFFERS), *self._faults(), self.prompt)

    def _faults(self) -> Iterator[Message]:
        """Yield what to do if that is known, else which points are wrong."""
        if self.back is not None and not self.is_between:
            yield names.way_back(self.back)
            return
        if self.is_between:
            yield Message.of(BETWEEN)
        for template, points in ((MISSING, self.missing), (EXTRA, self.surplus)):
            if points and not (self.is_between and points is self.missing):
                yield Message.of(template, points=", ".join(points))

    @property
    def problem(self) -> Problem:
        return "board"

    def sheet(self, say: Language) -> Sheet:
        lit = Highlights(targets=self.missing, surplus=self.surplus)
        foot = (say(msg("OK: ignore")), say(msg("▲▼: check")), say(BACK_TO_MENU))
        return Sheet(say(msg("No match")), self._lines(say), foot, lit=lit, names_squares=True)

    def _lines(self, say: Language) -> tuple[TextLine, ...]:
        """Return what to do if that is known, else which points are wrong."""
        extra = _listed(EXTRA, self.surplus, say)
        if self.is_between:
            return TextLine(say(BETWEEN)), extra
        if self.back is not None:
            return (TextLine(say.heading(names.way_back(self.back)), MAIN),)
        return _listed(MISSING, self.missing, say), extra


def _listed(template: str, points: tuple[str, ...], say: Language) -> TextLine:
    """Return a line with the first of ``points``, and how many more there are."""
    more = f" +{len(points) - LISTED}" if len(points) > LISTED else ""
    return TextLine(say(template, points=" ".join(points[:LISTED]) + more) if points else "")
