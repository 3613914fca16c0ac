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
    "square": r"`?([a-s]\d+)`?",
    "seat": r"(\w+)",
    "number": r"(\w+)",
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
        action = self.state.parse(text)
        self.states.append(self.state.apply(action))
        if isinstance(action, Move):
            self.moves.append(action)
        else:
            self.thrown.append(text)

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


def is_turn(telling: Telling, seat: str | Seat) -> None:
    acts(telling, seat)
    assert telling.moves


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


def dots_and_steps(telling: Telling, dots: str, steps: str, move: str) -> None:
    """The piece of ``move`` leaves a point with so many dots, and goes so many steps."""
    telling.play(move)
    origin = next(step.origin for step in telling.moves[-1].steps if step.verb == "move")
    assert len(telling.marks(origin)) == telling.number(dots)
    path = track(telling, origin)
    assert path.index(telling.moves[-1].path[-1]) == telling.number(steps)


def has_dots(telling: Telling, seat: str | Seat, piece: int, dots: str) -> None:
    """The ``piece``-th piece of ``seat``, which has not moved, stands on so many dots."""
    assert len(telling.marks(track_start(telling, seat, piece))) == telling.number(dots)


def track_start(telling: Telling, seat: str | Seat, piece: int) -> str:
    start, board, who = telling.state.game.start(), telling.state.game.board, telling.seat(seat)
    places = [each.place for each in start.pieces() if each.seat == who.index]
    return sorted(places, key=lambda name: (board[name].x, board[name].y))[piece - 1]


def track(telling: Telling, origin: str) -> Sequence[str]:
    """Return the points of the track that begins at ``origin`` on a lower or left edge."""
    points, first = telling.state.game.board.points, telling.state.game.board[origin]
    if first.y == min(point.y for point in points):
        return [name for _, name in sorted((p.y, p.name) for p in points if p.x == first.x)]
    return [name for _, name in sorted((p.x, p.name) for p in points if p.y == first.y)]


def on_track(telling: Telling, seat: str | Seat, piece: int, square: str) -> None:
    stand(telling, 1, seat, square)
    assert square in track(telling, track_start(telling, seat, piece))


def step_meets(
    telling: Telling, seat: str | Seat, piece: int, step: int, enemy: str | Seat
) -> None:
    """That step of the piece leads onto a crossing where ``enemy`` stands."""
    square = track(telling, track_start(telling, seat, piece))[step]
    assert telling.count(telling.seat(enemy), square) == 1


def jumps(telling: Telling, move: str) -> None:
    """``move`` jumps over one piece and stops right behind it."""
    telling.play(move)
    (victim,) = telling.moves[-1].captures
    origin = next(step.origin for step in telling.moves[-1].steps if step.verb == "move")
    path = track(telling, origin)
    assert path.index(telling.moves[-1].path[-1]) == path.index(victim.place) + 1


def back_to_start_line(telling: Telling, seat: str | Seat) -> None:
    (victim,) = telling.moves[-1].captures
    assert victim.seat == telling.seat(seat).index
    assert _places(telling.state, victim.seat) == _places(telling.state.game.start(), victim.seat)


def _places(state: State, seat: int) -> set[str]:
    return {piece.place for piece in state.pieces() if piece.seat == seat}


def lost_steps(telling: Telling, steps: str) -> None:
    (victim,) = telling.moves[-1].captures
    assert victim.seat is not None
    (origin,) = _places(telling.state, victim.seat) - _places(telling.states[-2], victim.seat)
    assert track(telling, origin).index(victim.place) == telling.number(steps)


def on_track_of_second(telling: Telling, enemy: str | Seat, seat: str | Seat) -> None:
    path = track(telling, track_start(telling, seat, 2))
    assert telling.moves[-1].path[-1] in path
    assert sum(telling.count(telling.seat(enemy), square) for square in path) == 1


def jumps_with_third_step(telling: Telling, enemy: str | Seat, seat: str | Seat) -> None:
    """If ``enemy`` stays, the piece of the last move jumps over it when it goes on from here."""
    name, who, state = telling.moves[-1].text[:2], telling.seat(seat), telling.state
    taken: list[bool] = []
    for _ in range(2):
        text = str(state).split(" ")
        state = state.game.state(" ".join((str(who.index), *text[1:])))
        (move,) = [each for each in state.legal_moves() if each.text.startswith(f"{name}:")]
        taken.append(any(piece.seat == telling.seat(enemy).index for piece in move.captures))
        state = state.apply(move)
    path = track(telling, track_start(telling, seat, 2))
    assert path.index(telling.moves[-1].path[-1]) == 1
    assert [telling.count(telling.seat(enemy), square) for square in path[2:4]] == [0, 1]
    assert taken == [False, True]


def stands_below(telling: Telling, square: str, enemy: str | Seat) -> None:
    board, point = telling.state.game.board, telling.state.game.board[square]
    above = [p.name for p in board.points if p.x == point.x and p.y > point.y]
    assert sum(telling.count(telling.seat(enemy), name) for name in above) == 1


def middle_of_front(telling: Telling, move: str) -> None:
    telling.play(move)
    board = telling.state.game.board
    assert board[telling.moves[-1].path[-1]].x * 2 == max(p.x for p in board.points)


def kind_on(telling: Telling, kind: str, seat: str | Seat, square: str) -> None:
    (piece,) = telling.at(square)
    assert (piece.kind, piece.seat) == (kind, telling.seat(seat).index)


def aims(telling: Telling, screen: str, target: str) -> None:
    """What moved last could capture on ``target`` if its seat moved again, over one ``screen``."""
    origin = telling.moves[-1].path[-1]
    (aimer,) = telling.at(origin)
    text = str(telling.state).split(" ")
    again = telling.state.game.state(" ".join((text[0], str(aimer.seat), *text[2:])))
    assert f"{origin}x{target}" in map(str, again.legal_moves())
    between = [
        p for p in telling.state.game.board.points if p.x == telling.state.game.board[origin].x
    ]
    low, high = sorted(telling.state.game.board[name].y for name in (origin, target))
    assert [p.name for p in between if low < p.y < high and telling.at(p.name)] == [screen]


def kind_moves(telling: Telling, kind: str, seat: str | Seat, move: str) -> None:
    acts(telling, seat)
    telling.play(move)
    kind_on(telling, kind, seat, telling.moves[-1].path[-1])


def guards(telling: Telling, target: str, attacker: str) -> None:
    """After ``attacker`` takes on ``target``, what moved last could take it back."""
    guard = telling.moves[-1].path[-1]
    (piece,), (taker,) = telling.at(guard), telling.at(attacker)
    text = str(telling.state).split(" ")
    attack = telling.state.game.state(" ".join((text[0], str(taker.seat), *text[2:])))
    taken = str(attack.apply(attack.parse(f"{attacker}x{target}"))).split(" ")
    reply = telling.state.game.state(" ".join((taken[0], str(piece.seat), *taken[2:])))
    assert f"{guard}x{target}" in map(str, reply.legal_moves())


def all_have_moved(telling: Telling, seat: str | Seat) -> None:
    assert len(telling.moves) == len(telling.seats)
    acts(telling, seat)


def kinds_stand(telling: Telling, kind: str, *squares: str) -> None:
    assert [[p.kind for p in telling.at(square)] for square in squares] == [[kind]] * len(squares)
