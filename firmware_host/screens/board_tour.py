"""The screen of a board that is told to somebody: what is being told is lit on the board."""

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import MAIN, Sheet, TextLine
from firmware_host.screens.view import sentences
from firmware_host.session.board_tour import Told
from firmware_host.text.translator import Language
from games.message import Message, msg

NUMBER = msg("{number} of {total}")
NEXT = msg("▲▼: next")
BACK = msg("Back: done")


class BoardTourView(BoardView, frozen=True):
    """One thing that is ``told`` of the board, number ``number`` of ``total`` below ``title``."""

    title: Message
    told: Told
    number: int
    total: int

    @property
    def prompt(self) -> Message:
        if self.told.parts:
            return Message.of(msg("`up down`: the next one; `ok`: one by one; `back`: the list"))
        return Message.of(msg("`up down`: the next one; `ok`: say it again; `back`: the list"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        number = Message.of(NUMBER, number=self.number, total=self.total)
        return sentences(self.title, self.told.sentence, number, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        lines = (
            TextLine(say(self.told.about), MAIN),
            TextLine(say(NUMBER, number=self.number, total=self.total), is_minor=True),
        )
        foot = (say(NEXT), say(BACK))
        return Sheet(say.heading(self.title), lines, foot, lit=self._lit)

    @property
    def _lit(self) -> Highlights:
        if not self.told.points:
            return Highlights()
        first, *others = self.told.points
        return Highlights(cursor=first, targets=tuple(others))
