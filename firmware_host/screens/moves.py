"""The screens that show one whole move, advised or made, and how a move is said and lit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.board_screen import BoardView, TurnView
from firmware_host.screens.sheet import MAIN, Sheet, TextLine
from firmware_host.screens.view import Awaited, Layout
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Choice, Move
from games.equipment import Piece, Seat
from games.message import Message, msg

TAKE = msg("OK: choose")


@dataclass(frozen=True)
class SuggestView(TurnView):
    """``move`` is advised to ``seat``, for ``reason``."""

    move: Move
    reason: Message

    @property
    def awaited(self) -> Awaited:
        return "choice"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("`ok` plays this move, any other key returns"))

    def sheet(self, say: Language) -> Sheet:
        lines = (TextLine(say.heading(self.reason)), *_move_lines(self.layout, self.move, say))
        feet = "\n".join((say(TAKE), say(msg("Back: no"))))
        return Sheet(say(msg("Hint")), lines, feet, self.seat, _move_lights(self.move))


@dataclass(frozen=True)
class LastMoveView(BoardView):
    """``move`` was the last one, made by ``seat``; ``layout`` is the board before it.

    ``reason`` is why a machine made it, None for a person.
    """

    seat: Seat
    move: Move
    reason: Message | None = None

    @property
    def awaited(self) -> Awaited:
        return "key"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("This was the last move: press `ok`"))

    def sheet(self, say: Language) -> Sheet:
        first = self.reason or names.seat(self.seat)
        lines = (TextLine(say.heading(first)), *_move_lines(self.layout, self.move, say))
        foot, lit = say(msg("OK: continue")), _move_lights(self.move)
        return Sheet(say(msg("Last move")), lines, foot, self.seat, lit)


def capture_lines(layout: Layout, captures: Iterable[Piece], say: Language) -> Iterable[TextLine]:
    """Yield a line for each seat that loses pieces: how many."""
    captured = tuple(captures)
    for seat in layout.seats:
        count = sum(piece.count for piece in captured if piece.seat == seat.index)
        if count:
            words = say(msg("captures {count} {colour}"), count=count, colour=names.seat(seat))
            yield TextLine(words, MAIN)


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


def _move_lines(layout: Layout, move: Move, say: Language) -> Iterable[TextLine]:
    return (TextLine(say(names.action(move)), MAIN), *capture_lines(layout, move.captures, say))


def _move_lights(move: Move) -> Highlights:
    """Return the highlights of all of ``move``; of several ways, the last one is marked."""
    return lights(move.choices, move.choices, (move,), None)


def _path(move: Move, present: int) -> tuple[str, ...]:
    """Return the points that ``move`` passes in way number ``present``.

    The path of a move runs through all its ways, one after the other.
    """
    ways, path = names.split_by_piece(move.choices), move.path
    for number, way in enumerate(ways[:-1]):
        ends = [choice.points[-1] for choice in way if choice.points]
        if not ends or ends[-1] not in path:
            return ()
        length = path.index(ends[-1]) + 1
        if number == present:
            return path[:length]
        path = path[length:]
    return path
