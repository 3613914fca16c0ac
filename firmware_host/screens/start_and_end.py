"""The screens around a game: a game that was interrupted can go on, or a game is over."""

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import BACK_TO_MENU, MAIN, Sheet, TextLine
from firmware_host.screens.view import Awaited, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.core import Outcome
from games.equipment import Seat
from games.message import Message, msg

RESUME = msg("Resume?")
TURN = msg("Turn: {seat}")
OVER = msg("Game over")


class ResumeView(BoardView, frozen=True):
    """The game called ``title`` was interrupted and can go on with the turn of ``seat``."""

    title: Message
    seat: Seat | None

    @property
    def prompt(self) -> Message:
        return Message.of(msg("`ok` resumes this game, `back` leaves it"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        turn = None if self.seat is None else Message.of(TURN, seat=names.seat(self.seat))
        return sentences(Message.of(RESUME), self.title, turn, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        lines = [TextLine(say.heading(self.title), MAIN)]
        if self.seat is not None:
            lines.append(TextLine(say(TURN, seat=names.seat(self.seat))))
        foot = (say(msg("OK: yes")), say(msg("Back: no")))
        return Sheet(say(RESUME), tuple(lines), foot)


class GameOverView(BoardView, frozen=True):
    """The game has ended with ``outcome``; ``figures`` say what it was like."""

    outcome: Outcome
    figures: tuple[Message, ...] = ()

    @property
    def awaited(self) -> Awaited:
        return "next game"

    @property
    def prompt(self) -> Message:
        return Message.of(
            msg("The game is over: `ok` plays again, shows it once more, or leads to other games")
        )

    @property
    def spoken(self) -> tuple[Message, ...]:
        result = names.result(self.outcome, self.layout.seats)
        reason = names.end_reason(self.outcome)
        return sentences(Message.of(OVER), result, reason, *self.figures, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        won = say.heading(names.result(self.outcome, self.layout.seats))
        lines = (TextLine(won, MAIN), TextLine(say.heading(names.end_reason(self.outcome))))
        figures = tuple(TextLine(say(figure)) for figure in self.figures)
        foot = (say(msg("OK: next")), say(BACK_TO_MENU))
        return Sheet(say(OVER), lines, foot, optional=figures)
