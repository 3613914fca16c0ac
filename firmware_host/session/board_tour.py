"""What the table tells of its board to people who ask: pieces, rows, squares, and what may move.

Each :class:`Told` is one thing to hear. Squares are told from the top of the board to the bottom
and from left to right, as they are drawn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from firmware_host.session import names
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
