"""The screens of an exercise: its question, whether an answer is right, and the solution."""

from msgspec.structs import replace

from firmware_host.screens.board_screen import PastBoardView, TurnView
from firmware_host.screens.choose import LEFT
from firmware_host.screens.moves import move_lights, move_lines, spoken_move
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import Awaited, sentences
from firmware_host.text.translator import Language
from games.actions import Move, Throw
from games.equipment import Seat
from games.message import Message, msg

NEXT = msg("OK: next")
QUESTION = msg("Which move is best?")
GIVES_AWAY = msg("gives away {percent} %")
OTHERS = msg("others give away at least {percent} %")


class QuestionView(TurnView, frozen=True):
    """Exercise ``number`` of ``total``: which move of ``seat`` is best?

    ``pending`` are the throws to play.
    """

    number: int
    total: int
    pending: tuple[Throw, ...]

    @property
    def awaited(self) -> Awaited:
        return "choice"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("Find the best move, then press `ok` to enter it; `back`: menu"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        throws = spoken_throws(LEFT, self.pending)
        return sentences(self._counted, self.player, throws, Message.of(QUESTION), self.prompt)

    @property
    def _counted(self) -> Message:
        return Message.of(msg("Exercise {number}/{total}"), number=self.number, total=self.total)

    def sheet(self, say: Language) -> Sheet:
        lines = (
            TextLine(say(self._counted), is_minor=True),
            throws_line(LEFT, self.pending, say),
            TextLine(say(QUESTION), MAIN),
        )
        foot = (say(msg("OK: answer")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


class _MoveView(PastBoardView, frozen=True):
    """A view of ``move`` on the board before it, which ``seat`` makes for ``reason``."""

    seat: Seat
    move: Move
    reason: Message | None

    def _others(self, margin: int) -> Message:
        return Message.of(OTHERS, percent=margin)

    def _best(self, head: str, margin: int, keys: tuple[str, ...], say: Language) -> Sheet:
        """Return what is said of the best move: why it is best, and what all others give away."""
        reason = "" if self.reason is None else say.heading(self.reason)
        others = say.heading(self._others(margin))
        return Sheet(
            say(head),
            (TextLine(reason, is_minor=True), *move_lines(self.layout, self.move, say)),
            tuple(map(say, keys)),
            self.seat,
            move_lights(self.move),
            optional=(TextLine(others),),
        )


class AnswerView(_MoveView, frozen=True):
    """The answer ``move`` is right, or gives away ``percent`` of the point.

    ``margin`` is what all other moves give away at least, in per cent.
    """

    is_right: bool
    percent: int
    margin: int

    @property
    def verdict(self) -> bool:
        return self.is_right

    @property
    def prompt(self) -> Message:
        if self.is_right:
            return Message.of(msg("Right! `ok`: the next exercise"))
        return Message.of(msg("Not the best move. `ok`: try again; `right`: solution"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        move = spoken_move(self.layout, self.move)
        if self.is_right:
            return sentences(move, self.reason, self._others(self.margin), self.prompt)
        return sentences(move, Message.of(GIVES_AWAY, percent=self.percent), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        if self.is_right:
            return self._best(msg("Right!"), self.margin, (NEXT, BACK_TO_MENU), say)
        lost = say.heading(Message.of(GIVES_AWAY, percent=self.percent))
        foot = tuple(map(say, (msg("OK: retry"), msg("▶: solution"), BACK_TO_MENU)))
        move = (replace(line, is_minor=True) for line in move_lines(self.layout, self.move, say))
        lines, lit = (TextLine(lost, MAIN), *move), move_lights(self.move)
        return Sheet(say(msg("Not quite")), lines, foot, self.seat, lit)


class SolutionView(_MoveView, frozen=True):
    """The best ``move``; all others give away ``margin`` per cent or more."""

    margin: int

    @property
    def prompt(self) -> Message:
        return Message.of(msg("This move is best. `ok`: the next exercise; `back`: try it"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        move = spoken_move(self.layout, self.move)
        return sentences(move, self.reason, self._others(self.margin), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        return self._best(msg("Solution"), self.margin, (NEXT, msg("Back: try it")), say)
