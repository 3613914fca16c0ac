"""The sentences of an example turn in a rule sheet, and what the rules say about each.

A phrase is a sentence with gaps, ``{seat}`` or ``{move}``, and the claims that it makes. A claim is
a function of :class:`Telling` that asks the rules of the game. What a gap holds is in :data:`GAPS`,
what colours and numbers are called in the words of a language.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.actions import Move, Throw
from games.core import State
from games.equipment import HAND, Piece, Seat

GAPS: Mapping[str, str] = {
    "code": r"`([^`]+)`",
    "codes": r"(`[^`]+`(?:(?:,| and| or| nor|, and| и| или)? `[^`]+`)*)",
    "square": r"`?([a-s]?\d+)`?",
    "seat": r"(\w+)",
    "number": r"(\w+)",
    "mark": r"([\w ]+)",
}
GAP = re.compile(r"\{([a-z]+)\d?\}")
CODE = re.compile(r"`([^`]+)`")


class Words(NamedTuple):
    """How a language begins the names of colours, and what it calls numbers."""

    colours: Mapping[str, str]
    numbers: Mapping[str, int]


def gaps_of(phrase: str, sentence: str) -> Sequence[str] | None:
    """Return what fills the gaps of ``phrase`` in ``sentence``, None if that is another one."""
    parts = GAP.split(phrase)
    texts, gaps = parts[::2], parts[1::2]
    pattern = re.escape(texts[0])
    for gap, text in zip(gaps, texts[1:], strict=True):
        pattern += GAPS[gap] + re.escape(text)
    found = re.fullmatch(pattern, sentence)
    return found.groups() if found else None


@dataclass
class Telling:
    """An example as far as it is told: the states that were reached, and the language's words."""

    words: Words
    states: list[State]
    moves: list[Move] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)
    """What the seat of the last throw threw in its turn."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def seats(self) -> Sequence[Seat]:
        return self.state.game.seats

    def seat(self, word: str | Seat) -> Seat:
        """Return the seat whose colour ``word`` names; a seat is returned unchanged."""
        if isinstance(word, Seat):
            return word
        stem = next(stem for stem in self.words.colours if word.lower().startswith(stem))
        return next(seat for seat in self.seats if seat.colour == self.words.colours[stem])

    def number(self, word: str) -> int:
        return int(word) if word.isdigit() else self.words.numbers[word.lower()]

    def play(self, text: str) -> None:
        action = self._by_squares(text) or self.state.parse(text)
        self.states.append(self.state.apply(action))
        if isinstance(action, Move):
            self.moves.append(action)
        else:
            self.thrown.append(text)

    def _by_squares(self, text: str) -> Move | None:
        """Return the move that is named by its squares, as on screens; None if it is written."""
        moves = () if self.state.is_chance else self.state.legal_moves()
        squares = {"-".join(each.value for each in move.choices): move for move in moves}
        return squares.get(text)

    def at(self, square: str, state: State | None = None) -> Sequence[Piece]:
        return [piece for piece in (state or self.state).pieces() if piece.place == square]

    def count(self, seat: Seat, square: str, state: State | None = None) -> int:
        return sum(p.count for p in self.at(square, state) if p.seat == seat.index)

    def marks(self, square: str) -> list[str]:
        return [mark.name for mark in self.state.game.board[square].marks]


Claim = Callable[..., None]


def codes(text: str) -> list[str]:
    return CODE.findall(text)


def begins(telling: Telling, seat: str | Seat) -> None:
    assert telling.state == telling.state.game.start(telling.seat(seat).index)


def acts(telling: Telling, seat: str | Seat, *rest: str) -> None:
    assert telling.state.turn == telling.seat(seat).index


def throws(telling: Telling, seat: str | Seat, thrown: str) -> None:
    acts(telling, seat)
    telling.thrown.clear()
    for text in codes(thrown):
        assert telling.state.is_chance
        telling.play(text)
    assert not telling.state.is_chance


def plays(telling: Telling, seat: str | Seat, *moves: str) -> None:
    for text in moves:
        acts(telling, seat)
        telling.play(text)


def plays_on(telling: Telling, *moves: str) -> None:
    for text in moves:
        telling.play(text)


def passes(telling: Telling, text: str) -> None:
    assert [str(move) for move in telling.state.legal_moves()] == [text]
    telling.play(text)


def turn_is_over(telling: Telling, seat: str | Seat) -> None:
    assert telling.state.turn != telling.seat(seat).index == telling.states[-2].turn


def moved_last(telling: Telling, seat: str | Seat) -> None:
    before = next(state for state in reversed(telling.states[:-1]) if state != telling.state)
    assert before.turn == telling.seat(seat).index


def order(telling: Telling, *seats: str) -> None:
    assert telling.state.turn is not None
    after = [(telling.state.turn + i) % len(telling.seats) for i in range(len(seats))]
    assert [telling.seat(seat).index for seat in seats] == after


def comes_after(telling: Telling, seat: str | Seat, turns: int) -> None:
    """``seat`` has its turn when so many seats from the one to act have had theirs."""
    assert telling.state.turn is not None
    assert telling.seat(seat).index == (telling.state.turn + turns) % len(telling.seats)


def one_piece_could_go(telling: Telling, number: str, square: str) -> None:
    steps = telling.number(number)
    moves = [m for m in telling.state.legal_moves() if m.path[-1:] == (square,)]
    assert any(sum(map(int, str(m).partition(":")[0].split("+"))) == steps for m in moves)


def captures_with(telling: Telling, seat: str | Seat, pairs: Sequence[tuple[str, str]]) -> None:
    """``seat`` to throw would capture with each of these throws on the square beside it."""
    acts(telling, seat)
    for thrown, square in pairs:
        after = telling.state.apply(telling.state.parse(thrown))
        taken = {piece.place for move in after.legal_moves() for piece in move.captures}
        assert square in taken, (thrown, square)


def is_unmarked(telling: Telling, *squares: str) -> None:
    assert all(telling.marks(square) == [] for square in squares)


def can_be_captured(telling: Telling, *squares: str) -> None:
    """The seat to throw next captures on each square with some throw."""
    taken = {
        piece.place
        for throw, _ in telling.state.chance_outcomes()
        for move in telling.state.apply(throw).legal_moves()
        for piece in move.captures
    }
    assert taken >= set(squares)


def captured(telling: Telling, number: int, seat: str | Seat) -> None:
    pieces = telling.moves[-1].captures
    assert sum(piece.count for piece in pieces) == number
    assert {piece.seat for piece in pieces} == {telling.seat(seat).index}


def to_hand(telling: Telling, number: int, seat: str | Seat) -> None:
    who = telling.seat(seat)
    before = telling.count(who, HAND, telling.states[-2])
    assert telling.count(who, HAND) - before == number


def distance(telling: Telling, number: str, origin: str, square: str) -> None:
    """The seat to act may go from ``origin`` to ``square`` with the sum of its throw."""
    (thrown,) = telling.state.pending or (Throw(str(telling.state).rpartition(" ")[2]),)
    assert sum(map(int, thrown.text.split("+"))) == telling.number(number)
    assert any(
        str(m).startswith(f"{thrown}:{origin}-{square}") for m in telling.state.legal_moves()
    )


def stand(telling: Telling, number: int, seat: str | Seat, *squares: str) -> None:
    assert [telling.count(telling.seat(seat), square) for square in squares] == [number] * len(
        squares
    )


def starts_hold(telling: Telling, number: int, seat: str | Seat) -> None:
    """So many pieces of ``seat`` stand where all of them stood when the game began."""
    who, start = telling.seat(seat), telling.state.game.start()
    (place,) = {piece.place for piece in start.pieces() if piece.seat == who.index}
    assert telling.count(who, place) == number


def enters_and_captures(
    telling: Telling, seat: str | Seat, number: str, square: str, enemy: str | Seat
) -> None:
    """If ``seat`` threw that number now, it could enter on ``square`` and capture ``enemy``."""
    text = str(telling.state).split(" ")
    who, number = telling.seat(seat), str(telling.number(number))
    state = telling.state.game.state(" ".join((str(who.index), *text[1:])))
    throws = [throw for throw, _ in state.chance_outcomes() if number in throw.text.split("+")]
    assert throws
    for throw in throws:
        moves = state.apply(throw).legal_moves()
        assert any(f"{number}:{HAND}-{square}x" in str(move) for move in moves), throw
    assert {p.seat for p in telling.at(square)} == {telling.seat(enemy).index}


def series_ends_with(telling: Telling, number: str) -> None:
    assert telling.thrown[-1] == str(telling.number(number))
    assert not telling.state.is_chance


def nothing_on_course(telling: Telling, seat: str | Seat) -> None:
    who = telling.seat(seat)
    assert all(p.place == HAND for p in telling.states[0].pieces() if p.seat == who.index)


def are_left(telling: Telling, *numbers: str) -> None:
    assert sorted(numbers) == sorted(throw.text for throw in telling.state.pending)


def first_are_void(telling: Telling, *numbers: str) -> None:
    """The throws before the first 1 were these, and only the others are left to play."""
    values = [str(telling.number(number)) for number in numbers]
    first = telling.thrown.index("1")
    assert telling.thrown[:first] == values
    are_left(telling, *telling.thrown[first:])


def is_void_without(telling: Telling, number: str, seat: str | Seat, text: str) -> None:
    """Nothing can be played, but with ``number`` and the throw after it something could."""
    acts(telling, seat)
    other = telling.states[-2]
    for thrown in (str(telling.number(number)), *telling.thrown):
        other = other.apply(other.parse(thrown))
    assert text not in map(str, other.legal_moves())
    passes(telling, text)


def enters_palace(telling: Telling, number: str, move: str) -> None:
    telling.play(move)
    assert telling.moves[-1].text == f"{telling.number(number)}:{HAND}-{telling.moves[-1].path[-1]}"
    assert telling.marks(telling.moves[-1].path[-1]) == ["palace"]


def is_palace(telling: Telling, seat: str | Seat, square: str) -> None:
    """Pieces of ``seat`` enter on ``square``, which shelters."""
    assert telling.marks(square) == ["palace"]
    state = telling.state.game.start(telling.seat(seat).index)
    for thrown in ("1", "3"):
        state = state.apply(state.parse(thrown))
    assert f"1:{HAND}-{square}" in map(str, state.legal_moves())


def other_order(telling: Telling, move: str, square: str) -> None:
    """The last two moves could have been played the other way round, beginning with ``move``."""
    state = telling.states[-3]
    first = state.apply(state.parse(move))
    assert [m.path[-1] for m in first.legal_moves()] == [square]


def is_safe_in_palaces(telling: Telling, enemy: str | Seat, seat: str | Seat) -> None:
    """No throw of ``enemy`` captures a piece of ``seat`` on any palace."""
    game, who, other = telling.state.game, telling.seat(enemy), telling.seat(seat)
    squares = [point.name for point in game.board.points if "palace" in telling.marks(point.name)]
    assert len(squares) == len(game.seats)
    for square in squares:
        for state in _meeting(game.start(who.index), who, other, square):
            assert all(not move.captures for move in state.legal_moves())
            assert any(move.path[-1:] == (square,) for move in state.legal_moves())


def _meeting(start: State, who: Seat, other: Seat, square: str) -> Iterator[State]:
    """Yield positions in which ``who`` can play a throw onto ``square``, where ``other`` stands."""
    groups = [["0"] * 4 for _ in start.game.seats]
    for there in range(1, 17):
        groups[other.index][0] = str(there)
        for here in range(1, 17):
            groups[who.index][0] = str(here)
            pieces = "/".join(",".join(group) for group in groups)
            for throw in (2, 3, 4, 8):
                state = start.game.state(f"{who.index} move {pieces} {throw} - -")
                onto = [move for move in state.legal_moves() if move.path[-1:] == (square,)]
                stands = any(p.place == square and p.seat == other.index for p in state.pieces())
                if onto and stands:
                    yield state


def is_corner(telling: Telling, square: str) -> None:
    point, points = telling.state.game.board[square], telling.state.game.board.points
    assert point.x in (min(p.x for p in points), max(p.x for p in points))
    assert point.y in (min(p.y for p in points), max(p.y for p in points))
