"""The board is told to people who ask: where pieces stand, row by row, and what may move.

Each :class:`Told` is one thing to hear. Squares are told from the top of the board to the bottom
and from left to right, as they are drawn. Nothing here changes the game.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.speech.facts import BOARD, SayAgain
from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.sheet import MAIN, Sheet, TextLine
from firmware_host.screens.view import View, sentences
from firmware_host.session import names
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Explain
from firmware_host.table.scene import Close, Cover, Effects, Scene, Show, Stop
from firmware_host.table.scenes.base import EntriesOverGame, Entry
from firmware_host.text.translator import Language
from games.actions import Choice, Move
from games.core import Game
from games.equipment import NEUTRAL, Piece, Point, Seat, has_kinds, seat_of
from games.message import Message, msg

EMPTY = msg("empty")
POINTING = msg(", pointing {side}")
SEVERAL = msg("{place} with {count} pieces")
ENDS = msg("{first} to {last}")
ON = "{place}, {what}"
MAY_GO = msg("{piece}, may go to {places}")
CAPTURING = msg("{place} with a capture")


class Told(Struct, frozen=True):
    """One thing that is told of a board.

    ``about`` says in a word or two what it is, ``sentence`` all of it for the ear. ``points`` are
    the places of the board that it is about, the main one first. ``parts`` can be told one by one.
    """

    about: Message
    sentence: Message
    points: tuple[str, ...] = ()
    parts: tuple["Told", ...] = ()


class BoardTeller:
    """Tells how the ``pieces`` of ``game`` stand.

    >>> import games
    >>> game = games.load("squadro")
    >>> teller = BoardTeller(game, game.start().pieces())
    >>> str(teller.all_pieces()[0].sentence)
    'white: b1, c1, d1, e1, f1'
    >>> str(teller.rows()[1].sentence)
    'a6 to g6: a6, black, pointing right'
    """

    def __init__(self, game: Game, pieces: Sequence[Piece]) -> None:
        self._game, self._pieces = game, pieces
        self._is_named = has_kinds(pieces)
        self._points = sorted(game.board.points, key=lambda point: (-point.y, point.x))
        self._counts_marks = any(len(point.marks) > 1 for point in self._points)
        self._order = {point.name: number for number, point in enumerate(self._points)}

    def owners(self) -> tuple[Seat, ...]:
        """Return the seats that have pieces, the neutral one last if it has any."""
        having = {seat_of(piece, self._game.seats) for piece in self._pieces}
        return tuple(seat for seat in (*self._game.seats, NEUTRAL) if seat in having)

    def all_pieces(self) -> tuple[Told, ...]:
        """Return where all pieces are: a sentence for each seat and kind, its pieces as parts."""
        return tuple(told for seat in self.owners() for told in self._by_kind(seat))

    def pieces_of(self, seat: Seat) -> tuple[Told, ...]:
        """Return where each piece of ``seat`` is."""
        return tuple(self._piece(each) for each in self._own(seat))

    def rows(self) -> tuple[Told, ...]:
        """Return what stands in each row of the board, its squares as parts."""
        return tuple(self._row(list(row)) for _, row in groupby(self._points, lambda each: each.y))

    def movable(self, moves: Sequence[Move]) -> tuple[Told, ...]:
        """Return which pieces ``moves`` pick up first, and where each may go."""
        ways: dict[Choice, dict[str, bool]] = {}
        for move in moves:
            for picked, end in _first_ways(move):
                ways.setdefault(picked, {})[end] = bool(move.captures)
        by_place = sorted(ways, key=lambda picked: self._order.get(picked.value, len(self._order)))
        return tuple(self._way(picked, ways[picked]) for picked in by_place)

    def _own(self, seat: Seat) -> list[Piece]:
        own = [each for each in self._pieces if seat_of(each, self._game.seats) == seat]
        return sorted(own, key=lambda each: self._order.get(each.place, len(self._order)))

    def _by_kind(self, seat: Seat) -> Iterator[Told]:
        kinds: dict[str, list[Piece]] = {}
        for piece in self._own(seat):
            kinds.setdefault(piece.kind, []).append(piece)
        for own in kinds.values():
            name = names.piece(own[0], self._game.seats, self._is_named)
            where = names.join([_place(each) for each in own])
            points = tuple(each.place for each in own if each.place in self._order)
            parts = tuple(map(self._piece, own))
            yield Told(name, Message.of(names.AT, place=name, what=where), points, parts)

    def _row(self, row: Sequence[Point]) -> Told:
        there = [
            Message.of(ON, what=what, place=names.place(point.name))
            for point in row
            for what in self._standing(point.name)
        ]
        what = names.join(there, between="; ") if there else Message.of(EMPTY)
        first, last = names.place(row[0].name), names.place(row[-1].name)
        about = Message.of(ENDS, first=first, last=last)
        points = tuple(point.name for point in row)
        parts = tuple(map(self._square, row))
        return Told(about, Message.of(names.AT, place=about, what=what), points, parts)

    def _square(self, point: Point) -> Told:
        here = [each for each in self._pieces if each.place == point.name]
        seen = [self._counted(each) for each in here] or [Message.of(EMPTY)]
        what = [self._named(each) for each in here] or [Message.of(EMPTY)]
        what += [self._mark(name, count) for name, count in _marks(point).items()]
        return _at(point.name, names.join(seen), names.join(what), (point.name,))

    def _mark(self, name: str, count: int) -> Message:
        if not self._counts_marks:
            return Message.of(name)
        return Message.of("{mark}, {count}", mark=Message.of(name), count=count)

    def _piece(self, piece: Piece) -> Told:
        points = (piece.place,) if piece.place in self._order else ()
        return _at(piece.place, self._counted(piece), self._named(piece), points)

    def _way(self, picked: Choice, ends: dict[str, bool]) -> Told:
        here = [each for each in self._pieces if each.place == picked.value]
        piece = self._piece(here[0]).sentence if here else names.choice(picked)
        ways = [
            Message.of(CAPTURING, place=names.place(end)) if captures else names.place(end)
            for end, captures in ends.items()
        ]
        sentence = Message.of(MAY_GO, piece=piece, places=names.join(ways))
        points = tuple(each for each in (picked.value, *ends) if each in self._order)
        return Told(piece, sentence, points)

    def _standing(self, place: str) -> list[Message]:
        return [self._named(piece) for piece in self._pieces if piece.place == place]

    def _named(self, piece: Piece) -> Message:
        """Return how many pieces these are, whose, of which kind, and what sets them apart."""
        parts = [self._counted(piece)]
        if piece.facing and piece.place in self._order:
            parts.append(Message.of(POINTING, side=names.direction(piece.facing)))
        if piece.badge in self._game.badges:
            meaning = Message.of(self._game.badges[piece.badge])
            parts.append(Message.of(", {meaning}", meaning=meaning))
        return names.join(parts, between="")

    def _counted(self, piece: Piece) -> Message:
        named = names.piece(piece, self._game.seats, self._is_named)
        return names.counted(named, piece.count)


def _first_ways(move: Move) -> Iterator[tuple[Choice, str]]:
    """Yield the piece that ``move`` picks up first, and where that goes; nothing for a pass."""
    split = names.split_by_piece(move.choices)
    parts = [part for part in split if part[0].kind in ("piece", "drop")]
    if parts:
        picked, *further = parts[0]
        ends = [each.value for each in further if each.kind == "target"] or move.path[-1:]
        yield from ((picked, end) for end in ends[:1])


def _marks(point: Point) -> Mapping[str, int]:
    """Return how often each mark is drawn on ``point``, by its name."""
    return Counter(mark.name for mark in point.marks)


def _at(place: str, seen: Message, what: Message, points: tuple[str, ...]) -> Told:
    """Return what is at ``place``: as ``seen`` on the display, and all of it for the ear."""
    here = names.place(place)
    about, sentence = (Message.of(names.AT, place=here, what=each) for each in (seen, what))
    return Told(about, sentence, points)


def _place(piece: Piece) -> Message:
    place = names.place(piece.place)
    return place if piece.count == 1 else Message.of(SEVERAL, place=place, count=piece.count)


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


MAY_MOVE: Final = msg("What may move")
MAY_MOVE_HELP: Final = msg("Each piece that may move now, and where it may go.")
NOTHING_MOVES: Final = msg("No piece can be moved now.")
ALL_PIECES: Final = msg("All pieces")
ALL_PIECES_HELP: Final = msg("Where the pieces of each seat stand.")
ROWS: Final = msg("Row by row")
ROWS_HELP: Final = msg("What stands in each row, from the top. OK goes through its squares.")
SEAT_HELP: Final = msg("Each piece of this seat, from the top of the board to the bottom.")
AGAIN: Final = msg("Switch: say again")
EACH: Final = msg("Switch: one by one")
STEPS: Final = {"up": -1, "left": -1, "down": 1, "right": 1}
Tell = Callable[[BoardTeller], tuple[Told, ...]]


class BoardTour(EntriesOverGame, frozen=True):
    """The list of what is told of the board."""

    help = msg("Up and down: choose a line. OK: hear it. Hint: what it is. Back: done.")
    back: ClassVar[str] = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(BOARD)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        moves = context.playing.state.legal_moves()
        seats = (
            _entry(names.seat(seat), SEAT_HELP, _told_of(seat))
            for seat in _teller(context).owners()
        )
        return (
            _entry(Message.of(MAY_MOVE), MAY_MOVE_HELP, lambda teller: teller.movable(moves)),
            _entry(Message.of(ALL_PIECES), ALL_PIECES_HELP, BoardTeller.all_pieces),
            *seats,
            _entry(Message.of(ROWS), ROWS_HELP, BoardTeller.rows),
        )


class BoardWalk(Scene, frozen=True):
    """One thing after the other that is ``told`` of the board; ``number`` counts from 0."""

    help = msg("Up and down: the next one. OK: say it again, or go into a row. Back: the list.")
    is_overlay = True
    times_out = True
    title: Message
    told: tuple[Told, ...]
    number: int = 0

    @property
    def here(self) -> Told:
        """What is told now."""
        return self.told[self.number]

    def view(self, context: SceneContext) -> View:
        return BoardTourView(
            layout(context), self.title, self.here, self.number + 1, len(self.told)
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            return (Show(replace(self, number=(self.number + STEPS[key]) % len(self.told))),)
        if key == "ok":
            return (_walk(self.here.about, self.here.parts),) if self.here.parts else (SayAgain(),)
        return (Close(),) if key == "back" else None

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        return tuple(
            Stop(replace(self, number=number), says=EACH if told.parts else AGAIN)
            for number, told in enumerate(self.told)
        )


def _teller(context: SceneContext) -> BoardTeller:
    session = context.playing
    return BoardTeller(session.game, session.pieces_to_show())


def _told_of(seat: Seat) -> Tell:
    return lambda teller: teller.pieces_of(seat)


def _entry(label: Message, about: str, tell: Tell) -> Entry:
    def hear(context: SceneContext) -> Effects:
        told = tell(_teller(context))
        if not told:
            return (Explain(label, Message.of(NOTHING_MOVES)),)
        return (_walk(label, told),)

    return Entry(label, Message.of(about), hear)


def _walk(title: Message, told: tuple[Told, ...]) -> Cover:
    return Cover(BoardWalk(title, told))
