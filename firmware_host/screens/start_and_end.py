"""The screens around a game: a game that was interrupted can go on, or a game is over."""

from dataclasses import dataclass

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import BACK_TO_MENU, MAIN, Sheet, TextLine
from firmware_host.screens.view import Awaited
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.core import Outcome
from games.equipment import Seat
from games.message import Message, msg


@dataclass(frozen=True)
class ResumeView(BoardView):
    """The game called ``title`` was interrupted and can go on with the turn of ``seat``."""

    title: Message
    seat: Seat | None

    @property
    def prompt(self) -> Message:
        return Message.of(msg("`ok` resumes this game, `back` leaves it"))

    def sheet(self, say: Language) -> Sheet:
        lines = [TextLine(say.heading(self.title), MAIN)]
        if self.seat is not None:
            lines.append(TextLine(say(msg("Turn: {seat}"), seat=names.seat(self.seat))))
        feet = (say(msg("OK: yes")), say(msg("Back: no")))
        return Sheet(say(msg("Resume?")), tuple(lines), "\n".join(feet))


@dataclass(frozen=True)
class GameOverView(BoardView):
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

    def sheet(self, say: Language) -> Sheet:
        won = say.heading(names.result(self.outcome, self.layout.seats))
        lines = (TextLine(won, MAIN), TextLine(say.heading(names.end_reason(self.outcome))))
        figures = tuple(TextLine(say(figure)) for figure in self.figures)
        feet = "\n".join((say(msg("OK: next")), say(BACK_TO_MENU)))
        return Sheet(say(msg("Game over")), lines, feet, optional=figures)
