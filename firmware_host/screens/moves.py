"""The screens that show one whole move, advised or made, or why there is none; those around games.

A game that was interrupted can go on, one is over, one was kept. How a move is said and lit stands
here, too.
"""

from collections.abc import Iterable, Sequence

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView, TurnView, spoken_place
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    seat_name,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import Awaited, Layout, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Choice, Move, Step, Throw, sent_back
from games.core import Outcome
from games.equipment import PLACES_BESIDE, Piece, Seat, has_kinds
from games.message import Message, msg

STUCK = msg("No piece can play {throws}")
VOID = msg("No throw counts")
ASK_WHY = msg("`up down`: why?")
WHY_NOT, WHICH, WHERE = msg("Why not?"), msg("Which piece?"), msg("Where to?")


class PassView(TurnView, frozen=True):
    """``seat`` cannot move and confirms it, unless it is a machine.

    ``pending`` are the throws that are lost.

    ``has_thrown`` is false if there was no throw at all.
    """

    pending: tuple[Throw, ...]
    has_thrown: bool

    @property
    def awaited(self) -> Awaited:
        return "nothing" if self._is_machines else "choice"

    @property
    def _is_machines(self) -> bool:
        return self.seat.index in self.layout.machines

    @property
    def prompt(self) -> Message:
        if self._is_machines:
            words = msg("{seat} (machine) has no move and passes")
            return Message.of(words, seat=names.seat(self.seat))
        return Message.of(msg("You have no move. `ok`: pass"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        stuck = spoken_throws(STUCK, self.pending)
        is_void = self.has_thrown and not self.pending
        void = Message.of(VOID) if is_void else None
        return sentences(self.player, stuck, void, self.prompt, Message.of(ASK_WHY))

    def sheet(self, say: Language) -> Sheet:
        stuck = throws_line(STUCK, self.pending, say)
        is_void = self.has_thrown and not self.pending
        void = TextLine(say(VOID) if is_void else "")
        lines = (TextLine(say(msg("No move")), MAIN), stuck, void)
        foot = (say(msg("OK: continue")), say(msg("▲▼: why?")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


class WhyNotView(TurnView, frozen=True):
    """``seat`` asks why a piece may not go somewhere: ``place`` is under the cursor.

    ``origin`` is where the piece stands, None while it is being pointed at.
    """

    place: str
    origin: str | None

    prompt = Message.of(msg("Choose a piece, then a square with the arrows, and press `ok`"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        asked = Message.of(WHICH if self.origin is None else WHERE)
        here = spoken_place(self.place, self.layout)
        return sentences(Message.of(WHY_NOT), asked, here, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        place = say(names.place(self.place))
        asked = say(WHICH) if self.origin is None else say(WHERE)
        origin = "" if self.origin is None else f"{say(names.place(self.origin))} → "
        what = f"{origin}{place} {self._standing(say)}".strip()
        back = BACK_TO_MENU if self.origin is None else msg("Back: piece")
        foot = (say(msg("OK: choose")), say(back))
        lit = Highlights(cursor=self.place, origin=self.origin, target=self.place)
        lines = (TextLine(asked), TextLine(what, MAIN))
        return Sheet(say(WHY_NOT), lines, foot, self.seat, lit, needs_board=True)

    def _standing(self, say: Language) -> str:
        """Return in words what stands on the point under the cursor."""
        if self.place not in self.layout.board:
            return ""
        pieces, seats = self.layout.pieces, self.layout.seats
        here = [piece for piece in pieces if piece.place == self.place]
        named = has_kinds(pieces)
        return ", ".join(dict.fromkeys(say(names.piece(piece, seats, named)) for piece in here))


TAKE = msg("OK: choose")
BACK_TO = msg("{colour} back to {places}")
CAPTURES = msg("captures {count} {colour}")
OK_CLOSES = msg("`ok` closes this")
HINT, LAST = msg("Hint"), msg("Last move")


class SuggestView(TurnView, frozen=True):
    """``move`` is advised to ``seat``, for ``reason`` if there is one."""

    move: Move
    reason: Message | None

    awaited = "choice"
    prompt = Message.of(msg("`ok`: play this move; `back`: return"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        move = spoken_move(self.layout, self.move)
        return sentences(Message.of(HINT), move, self.reason, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        words = say.heading(self.reason) if self.reason else ""
        reason = TextLine(words, is_minor=True)
        lines = (reason, *move_lines(self.layout, self.move, say))
        foot = (say(TAKE), say(msg("Back: no")))
        return Sheet(say(HINT), lines, foot, self.seat, move_lights(self.move))


class LastMoveView(BoardView, frozen=True):
    """``move`` was the last one, made by ``seat``; ``layout`` is the board before it.

    ``reason`` is why a machine made it, None for a person or without a reason.
    """

    seat: Seat
    move: Move
    reason: Message | None = None

    is_on_table = False
    awaited = "key"
    prompt = Message.of(msg("This was the last move. `ok`: close"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        whose = names.occupied_seat(self.seat, self.layout.machines)
        move = spoken_move(self.layout, self.move)
        return sentences(Message.of(LAST), whose, move, self.reason, Message.of(OK_CLOSES))

    def sheet(self, say: Language) -> Sheet:
        first = self.reason or names.seat(self.seat)
        reason = TextLine(say.heading(first), is_minor=True)
        lines = (reason, *move_lines(self.layout, self.move, say))
        foot, lit = (say(msg("OK: continue")),), move_lights(self.move)
        return Sheet(say(LAST), lines, foot, self.seat, lit)


def capture_lines(layout: Layout, moves: Sequence[Move], say: Language) -> Iterable[TextLine]:
    """Yield a line for each seat that loses pieces by every one of ``moves``.

    It says how many are captured, or where they go back to if they stay on the board.
    """
    for words in captures(layout, moves, between=" "):
        is_back = words.text == BACK_TO
        yield TextLine(say.heading(words) if is_back else say(words), MAIN)


def captures(layout: Layout, moves: Sequence[Move], between: str = ", ") -> Iterable[Message]:
    """Yield what each seat loses by every one of ``moves``; ``between`` stands between places."""
    captured = certain_captures(moves)
    places = sent_back(moves[0], layout.board)
    for seat in layout.seats:
        pieces = [piece for piece in captured if piece.seat == seat.index]
        back = [names.place(places[piece]) for piece in pieces if piece in places]
        count = sum(piece.count for piece in pieces) - len(back)
        if back:
            goals = names.join(back, between)
            yield Message.of(BACK_TO, colour=names.seat(seat), places=goals)
        if count:
            yield Message.of(CAPTURES, count=count, colour=names.seat(seat))


def spoken_move(layout: Layout, move: Move) -> Message:
    """Return for the ear where the pieces of ``move`` go and what it captures."""
    way = names.path(move.choices, layout.pieces) if move.path else names.action(move)
    return names.join([way, *captures(layout, (move,))])


def move_words(choices: Sequence[Choice], layout: Layout, say: Language) -> str:
    """Return where pieces go by ``choices``, with their kinds in a game that has several."""
    path = names.path(choices, layout.pieces)
    return say.heading(path) if has_kinds(layout.pieces) else say(path)


def certain_captures(moves: Sequence[Move]) -> tuple[Piece, ...]:
    """Return what every one of ``moves`` captures."""
    first, *others = moves
    return tuple(each for each in first.captures if all(each in move.captures for move in others))


def lights(
    known: Sequence[Choice], picked: Sequence[Choice], moves: Sequence[Move], cursor: str | None
) -> Highlights:
    """Return what ``moves`` have in common: the way, of those ``known``, that was last ``picked``.

    A way is the choices for one piece; a move of several pieces has several.
    """
    ways = names.split_by_piece(known)
    present = len(names.split_by_piece(picked)) - 1
    ends = [choice.points[-1] for choice in ways[present] if choice.points]
    has_target = any(choice.kind == "target" for choice in ways[present])
    paths = {_path(move, present) for move in moves}
    return Highlights(
        cursor=cursor,
        origin=ends[0] if len(set(ends)) > 1 else None,
        target=ends[-1] if has_target and ends else None,
        path=paths.pop() if has_target and len(paths) == 1 else (),
        captures=tuple(piece.place for piece in certain_captures(moves)),
    )


def path_of_step(move: Move, step: Step) -> tuple[str, ...]:
    """Return the points that the piece of ``step`` passes and reaches in ``move``.

    There are none if another piece of ``move`` is moved, or one that it captures.
    """
    for number, way in enumerate(names.split_by_piece(move.choices)):
        path = _path(move, number)
        if path[-1:] == (step.target,) and way[0].points == _on_board(step):
            return path
    return ()


def _on_board(step: Step) -> tuple[str, ...]:
    return () if step.origin in PLACES_BESIDE else (step.origin,)


def move_lines(layout: Layout, move: Move, say: Language) -> Iterable[TextLine]:
    """Return ``move`` in words, and a line for each seat that loses pieces by it."""
    words = move_words(move.choices, layout, say) if move.path else say(names.action(move))
    return (TextLine(words, MAIN), *capture_lines(layout, (move,), say))


def move_lights(move: Move) -> Highlights:
    """Return the highlights of all of ``move``; of several ways, the last one is marked."""
    return lights(move.choices, move.choices, (move,), None)


def _path(move: Move, present: int) -> tuple[str, ...]:
    """Return the points that ``move`` passes in way number ``present``.

    The path of a move runs through all its ways, one after the other.
    """
    ways, path = names.split_by_piece(move.choices), move.path
    for number, way in enumerate(ways[:-1]):
        end = way[-1].points  # a piece that leaves the board does so from where it stands
        if not set(end) <= set(path):
            return ()
        length = path.index(end[-1]) + 1 if end else 0
        if number == present:
            return path[:length]
        path = path[length:]
    return path


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
