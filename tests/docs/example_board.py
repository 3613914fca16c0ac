"""Claims of example turns about tracks, lines and kinds of pieces: what a person sees on the board.

Each gets the telling so far and what fills the gaps of its phrase.
"""

from collections.abc import Sequence

from games.core import State
from games.equipment import Seat
from tests.docs.example_turn import Telling, acts, stand


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
