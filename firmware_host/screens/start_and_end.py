"""The screens around a game: one that was interrupted can go on, one is over, one was kept."""

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.moves import captures
from firmware_host.screens.sheet import BACK_TO_MENU, MAIN, Sheet, TextLine, seat_name
from firmware_host.screens.view import sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Move
from games.core import Outcome
from games.equipment import Seat, has_kinds
from games.message import Message, msg

BEGINNING, OF, DONE = msg("Beginning"), msg("{number} of {total}"), msg("{seat}: {action}")


STEPS_OR_PLAY_ON = msg(
    "`left right`: one step; `up down`: ten steps; `ok`: play on from here; `back`: leave"
)


class ReplayView(BoardView, frozen=True):
    """Moment ``number`` of ``total`` of a kept game: ``seat`` did ``action``.

    At the beginning nobody has done anything; ``last`` says how the game ended, once all is shown.
    ``back`` says where the back key leads, ``ok`` what OK does here; empty: the same.
    """

    number: int
    total: int
    seat: Seat | None
    action: Message
    move: Move | None
    last: Message | None
    back: str
    ok: str = ""

    is_on_table = False

    @property
    def prompt(self) -> Message:
        if self.ok:
            return Message.of(STEPS_OR_PLAY_ON)
        return Message.of(msg("`left right`: one step; `up down`: ten steps; `back`: leave"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        place = Message.of(OF, number=self.number, total=self.total)
        whose = names.seat(self.seat) if self.seat else Message.of(BEGINNING)
        done = Message.of(DONE, seat=whose, action=self.action) if self.action.text else whose
        taken = captures(self.layout, (self.move,)) if self.move else ()
        told = names.join([place, done, *taken])
        return sentences(told, self.last, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        head = seat_name(self.seat, say) if self.seat else say(BEGINNING)
        number = say(OF, number=self.number, total=self.total)
        last = TextLine(say.heading(self.last) if self.last else "")
        what = (say.heading if has_kinds(self.layout.pieces) else say)(self.action)
        lines = (TextLine(number), TextLine(what, MAIN), last)
        foot = (say(msg("◀▶: step")), *((say(self.ok),) if self.ok else ()), say(self.back))
        return Sheet(head, lines, foot, self.seat, way(self.move))


def way(move: Move | None) -> Highlights:
    """Return what marks ``move`` on the board; nothing without one."""
    if move is None or not move.path:
        return Highlights()
    *before, target = move.path
    captures = tuple(piece.place for piece in move.captures)
    return Highlights(target=target, path=(*before, target), captures=captures)


RESUME = msg("Resume?")
TURN = msg("Turn: {seat}")
OVER = msg("Game over")


class ResumeView(BoardView, frozen=True):
    """The game called ``title`` was interrupted and can go on with the turn of ``seat``."""

    title: Message
    seat: Seat | None

    prompt = Message.of(msg("`ok`: resume this game; `back`: leave it"))

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

    awaited = "next game"
    prompt = Message.of(
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
