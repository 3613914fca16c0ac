"""What the sentences of lessons claim, asked of the rules.

A claim gets what was :class:`Taught`, and what fills the gaps of its sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from games.actions import Action, Move, sent_back
from games.core import State
from games.equipment import HAND, OFF, RESERVE, Piece, Seat
from tests.docs.example_turn import Telling

Claim = Callable[..., None]
Wanted = Callable[..., bool]


@dataclass(frozen=True)
class Taught:
    """A task in the middle of which something is said.

    ``done`` are the actions to which it is said, ``right`` those that do the task.
    """

    telling: Telling
    right: Sequence[Action]
    done: Sequence[Action]

    @property
    def state(self) -> State:
        return self.telling.state

    @property
    def moves(self) -> Sequence[Move]:
        return [each for each in self.done if isinstance(each, Move)]

    def number(self, word: str) -> int:
        return self.telling.number(word)

    def seat(self, word: str) -> Seat:
        return self.telling.seat(word)

    def after(self, action: Action) -> State:
        return self.state.apply(action)


def asks(wanted: Wanted) -> Claim:
    """Return the claim that exactly those actions do the task for which ``wanted`` is true."""

    def claim(taught: Taught, *gaps: str) -> None:
        found = {each.text for each in taught.state.actions() if wanted(taught, each, *gaps)}
        assert found == {each.text for each in taught.right} != set()

    return claim


def each(true: Wanted) -> Claim:
    """Return the claim that ``true`` is so of every action to which the sentence is said."""

    def claim(taught: Taught, *gaps: str) -> None:
        assert taught.done
        wrong = [str(action) for action in taught.done if not true(taught, action, *gaps)]
        assert not wrong

    return claim


def right(true: Wanted) -> Claim:
    """Return the claim that ``true`` is so of every action that does the task."""

    def claim(taught: Taught, *gaps: str) -> None:
        assert all(true(taught, action, *gaps) for action in taught.right)

    return claim


def origins(taught: Taught, move: Move) -> list[str]:
    """Return where the pieces of the mover stood that ``move`` moves."""
    return [
        step.origin
        for step in move.steps
        if step.piece.seat == taught.state.mover and step.verb != "turn"
    ]


def ends(move: Move) -> list[str]:
    return [choice.value for choice in move.choices if choice.kind == "target"]


def starts_at(taught: Taught, move: Move, square: str) -> bool:
    return origins(taught, move)[0] == square


def try_(taught: Taught, square: str) -> None:
    """A right move begins at ``square``."""
    assert square in {origins(taught, m)[0] for m in taught.right if isinstance(m, Move)}


def lead_to(taught: Taught, square: str) -> None:
    assert {ends(move)[0] for move in taught.right if isinstance(move, Move)} == {square}


def from_to(taught: Taught, origin: str, square: str) -> None:
    try_(taught, origin)
    lead_to(taught, square)


def pieces_of(state: State, seat: int, place: str) -> int:
    return sum(p.count for p in state.pieces() if (p.seat, p.place) == (seat, place))


def captured(move: Move) -> int:
    return sum(piece.count for piece in move.captures)


def takes_from(taught: Taught, move: Move, colour: str) -> bool:
    return {piece.seat for piece in move.captures} == {taught.seat(colour).index}


def to_hand(taught: Taught, move: Move, colour: str) -> bool:
    """What ``move`` captures is in the hand of ``colour`` afterwards."""
    seat, count = taught.seat(colour).index, captured(move)
    more = pieces_of(taught.after(move), seat, HAND) - pieces_of(taught.state, seat, HAND)
    return more == count > 0


def wins(taught: Taught, move: Action, *colours: str) -> bool:
    outcome = taught.after(move).outcome()
    winners = {taught.seat(colour).index for colour in colours}
    return outcome is not None and set(outcome.winners) == winners


def by_other(state: State, seat: int) -> State:
    """Return the position of ``state`` with ``seat`` at turn."""
    head, *rest = str(state).split(" ")
    if head == str(state.turn):
        return state.game.state(" ".join((str(seat), *rest)))
    return state.game.state(" ".join((head, str(seat), *rest[1:])))


# Squadro


def line(taught: Taught, move: Move) -> tuple[int, int, int]:
    """Return the dots on the edge behind the piece of ``move``, and its rank before and after."""
    square, (piece,) = origins(taught, move)[0], moved(taught, move)
    ahead = piece.facing in ("north", "east")
    behind = next(
        point
        for point in taught.state.game.board.points
        if point.marks and point.name[0] == square[0] and (point.y == 0) == ahead
    )
    return len(behind.marks), int(square[1:]), int(move.path[-1][1:])


def moved(taught: Taught, move: Move) -> list[Piece]:
    start = origins(taught, move)[0]
    return [p for p in taught.state.pieces() if (p.seat, p.place) == (taught.state.turn, start)]


def steps(taught: Taught, move: Move) -> int:
    _, before, after = line(taught, move)
    return abs(after - before)


def dots(taught: Taught, move: Move) -> int:
    return line(taught, move)[0]


def goes(taught: Taught, move: Move, number: str) -> bool:
    return steps(taught, move) == taught.number(number)


def dots_and_steps(taught: Taught, move: Move, number: str, same: str) -> bool:
    return dots(taught, move) == taught.number(number) and goes(taught, move, same)


def is_far(move: Move) -> bool:
    return move.path[-1].endswith("7")


def turns_home(taught: Taught, move: Move) -> bool:
    (piece,) = [
        p
        for p in taught.after(move).pieces()
        if (p.seat, p.place) == (taught.state.turn, move.path[-1])
    ]
    return piece.facing == "south"


def is_cut_short(taught: Taught, move: Move, number: str) -> bool:
    return dots(taught, move) == taught.number(number) > steps(taught, move)


def steps_are_dots(taught: Taught) -> None:
    free = [move for move in taught.state.legal_moves() if not move.captures]
    assert free
    assert all(steps(taught, move) == dots(taught, move) for move in free)


def stops_and_turns(taught: Taught) -> None:
    (move,) = taught.right
    assert isinstance(move, Move)
    assert steps(taught, move) < dots(taught, move)
    assert turns_home(taught, move)


def is_fast_home(taught: Taught, move: Move, number: str) -> bool:
    out = next(p for p in taught.state.game.board.points if p.name == move.path[0][0] + "1")
    return len(out.marks) < dots(taught, move) == taught.number(number)


def goes_home_faster(taught: Taught, move: Move) -> bool:
    home = [m for m in taught.state.legal_moves() if moved(taught, m)[0].facing == "south"]
    return move in home and steps(taught, move) == max(steps(taught, m) for m in home)


def behind_the_last(taught: Taught, move: Move) -> bool:
    """``move`` ends right behind the last piece that it jumped over."""
    if not move.captures:
        return True
    _, _, end = line(taught, move)
    return end == max(int(piece.place[1:]) for piece in move.captures) + 1


def jumps_end(taught: Taught) -> None:
    assert any(move.captures for move in taught.state.legal_moves())
    assert all(behind_the_last(taught, move) for move in taught.state.legal_moves())


def meets(taught: Taught, move: Move, number: str) -> bool:
    (victim,) = move.captures
    _, before, _ = line(taught, move)
    return int(victim.place[1:]) - before == taught.number(number)


def one_further(taught: Taught, move: Move, square: str) -> bool:
    return ends(move) == [square] and steps(taught, move) == dots(taught, move) + 1


def sent_to(taught: Taught, move: Move) -> dict[str, str]:
    return {p.facing: to for p, to in sent_back(move, taught.state.game.board).items()}


def go_back(taught: Taught) -> None:
    """Pieces on the way out go to the left edge, those on the way home to the right one."""
    found = {k: v for m in taught.state.legal_moves() for k, v in sent_to(taught, m).items()}
    assert {facing: to[0] for facing, to in found.items()} == {"east": "a", "west": "g"}


def back_at(facing: str) -> Wanted:
    return lambda taught, move, square: sent_to(taught, move) == {facing: square}


def never_on_an_edge(taught: Taught) -> None:
    """No piece on any edge point can be jumped over, wherever the enemy comes from."""
    for number, step in product(range(5), (0, 6)):
        for other, there in product(range(5), range(12)):
            black, white = ["0"] * 5, ["0"] * 5
            black[number], white[other] = str(step), str(there)
            state = taught.state.game.state(f"0 {','.join(white)}/{','.join(black)}")
            victims = {p.place for move in state.legal_moves() for p in move.captures}
            edges = {p.name for p in state.game.board.points if p.marks}
            assert not victims & edges


def enemy_takes(state: State) -> set[tuple[str, str]]:
    """Return from where to where the seat at turn captures."""
    return {
        (move.choices[0].value, piece.place)
        for move in state.legal_moves()
        for piece in move.captures
    }


def is_safe(taught: Taught, move: Move) -> bool:
    return not enemy_takes(taught.after(move))


def saves(taught: Taught, move: Move, square: str) -> bool:
    """The enemy could take what stands on ``square``, and nothing after ``move``."""
    enemy = by_other(taught.state, 1 - (taught.state.turn or 0))
    return square in {place for _, place in enemy_takes(enemy)} and is_safe(taught, move)


def home_pieces(taught: Taught, state: State) -> int:
    return pieces_of(state, taught.state.turn or 0, OFF)


def four_win(taught: Taught, four: str, five: str) -> None:
    (move,) = taught.right
    outcome = taught.after(move).outcome()
    assert outcome is not None
    assert outcome.reason == "home"
    assert home_pieces(taught, taught.after(move)) == taught.number(four)
    assert sum(p.count for p in taught.state.pieces() if p.seat == 0) == taught.number(five)


def other_wins_next(taught: Taught, move: Move, colour: str) -> bool:
    state = taught.after(move)
    ends_now = [state.apply(reply).outcome() for reply in state.legal_moves()]
    who = taught.seat(colour).index
    return not wins(
        taught, move, "white" if "white" in taught.telling.words.colours else "бел"
    ) and any(end is not None and end.winners == (who,) for end in ends_now)


# Thaayam and T'shu-p'u


def faces_are_counted(taught: Taught, one: str, other: str) -> None:
    game = taught.state.game
    for faces in product((0, 1), repeat=4):
        assert game.throw(faces).text == str(sum(faces) or 8)
    ending = {t.text for t, _ in taught.state.chance_outcomes() if not taught.after(t).is_chance}
    assert ending == {one, other}


def goes_on(taught: Taught, throw: Action) -> bool:
    after = taught.after(throw)
    return after.is_chance and after.turn == taught.state.turn


def pending_after(taught: Taught, *throws: str) -> list[str]:
    state = taught.state
    for text in throws:
        state = state.apply(state.parse(text))
    return sorted(throw.text for throw in state.pending)


def counts(taught: Taught, throw: Action) -> bool:
    rest = (
        pending_after(taught, throw.text, "2")
        if goes_on(taught, throw)
        else pending_after(taught, throw.text)
    )
    return throw.text in rest


def void_before_one(taught: Taught) -> None:
    for early in ("4", "8"):
        assert pending_after(taught, early, "1", "2") == ["1", "2"]
    assert all(p.place == HAND for p in taught.state.pieces() if p.seat == taught.state.turn)


def later_count(taught: Taught, throw: Action) -> bool:
    return pending_after(taught, throw.text, "4", "2") == sorted((throw.text, "4", "2"))


def nothing_counted(taught: Taught, throw: Action) -> bool:
    after = taught.after(throw)
    return not after.is_chance and [m.text for m in after.legal_moves()] == ["pass"]


def only_by(taught: Taught, number: str) -> None:
    """Pieces come in only by that throw, and onto the palace."""
    entering = [m for m in taught.state.legal_moves() if origins(taught, m) == [HAND]]
    assert {die(m) for m in entering} == {str(taught.number(number))}
    assert all("palace" in taught.telling.marks(ends(m)[0]) for m in entering)
    assert len({die(m) for m in taught.state.legal_moves()}) > 1


def die(move: Move) -> str:
    return move.text.partition(":")[0]


def comes_in(taught: Taught, move: Move) -> bool:
    return HAND in origins(taught, move)


def ends_on_enemy(taught: Taught) -> None:
    for move in (each for each in taught.state.legal_moves() if each.path):
        last = move.path[-1]
        there = sum(pieces_of(taught.state, seat.index, last) for seat in taught.telling.seats[1:])
        assert captured(move) == there


def distance(taught: Taught, origin: str, number: str) -> None:
    """A right move goes from ``origin`` so many squares."""
    try_(taught, origin)
    for move in taught.right:
        assert isinstance(move, Move)
        assert len(move.path) == taught.number(number)
        assert sum(map(int, die(move).split("+"))) == taught.number(number)


def distance_to(taught: Taught, origin: str, number: str, square: str) -> None:
    distance(taught, origin, number)
    lead_to(taught, square)


def marked(taught: Taught, name: str) -> set[str]:
    return {p.name for p in taught.state.game.board.points if name in [m.name for m in p.marks]}


def palaces(taught: Taught, *squares: str) -> None:
    from tests.docs.example_turn import is_safe_in_palaces

    assert marked(taught, "palace") == set(squares)
    seats = taught.telling.seats
    is_safe_in_palaces(taught.telling, seats[1], seats[0])


def onto(name: str) -> Wanted:
    return lambda taught, move: ends(move)[0] in marked(taught, name)


def inner(taught: Taught) -> set[str]:
    """Return the inner ring: the squares around the fortress."""
    board, (middle,) = taught.state.game.board, marked(taught, "fortress")
    x, y = board[middle].x, board[middle].y
    return {p.name for p in board.points if max(abs(p.x - x), abs(p.y - y)) == 1}


def turns_in(taught: Taught) -> None:
    """From the square before the own palace, the next one is in the inner ring."""
    start = taught.state.game.state(str(taught.state).replace(" 3 ", " 1,3 "))
    (step,) = [m for m in start.legal_moves() if m.text.startswith("1:a1-")]
    assert step.path == ("b1",)
    state = start.apply(step)
    (on,) = [m for m in state.legal_moves() if m.text.startswith("3:b1-")]
    assert set(on.path) <= inner(taught)


def goes_by(taught: Taught, move: Move, one: str, other: str, end: str) -> bool:
    return move.path[:3] == (one, other, end) and ends(move)[0] == end


def is_exact(taught: Taught, place: str) -> None:
    """A throw that would lead beyond ``place`` cannot be played."""
    head, phase, pieces, _ = str(taught.state).split(" ")[:4]
    tail = str(taught.state).split(" ")[4:]
    for throw in ("1", "3", "4", "8"):
        state = taught.state.game.state(" ".join((head, phase, pieces, throw, *tail)))
        onto = [m.text for m in state.legal_moves() if m.path and m.path[-1] == place]
        assert bool(onto) == (throw in ("1", "3") and any(int(throw) == left for left in (2, 3)))


def taken_off_when_all_are_in(taught: Taught) -> None:
    (move,) = taught.state.legal_moves()
    assert die(move) == "1"
    assert ends(move) == [OFF]
    early = taught.state.game.state(str(taught.state).replace("26,26,26,25", "26,26,25,24"))
    assert not any(OFF in ends(m) for m in early.legal_moves())


def last_goes_off(taught: Taught, move: Move) -> bool:
    return OFF in ends(move) and taught.after(move).is_terminal


def is_sum(move: Move) -> bool:
    return "+" in die(move) and "," not in move.text


def two_by_a_die(taught: Taught) -> None:
    two = [m for m in taught.state.legal_moves() if "," in m.text]
    thrown = str(taught.state).rpartition(" ")[2].split("+")
    assert two
    for move in two:
        assert sorted(part.partition(":")[0] for part in move.text.split(",")) == sorted(thrown)


def sum_by_one(taught: Taught) -> None:
    thrown = str(taught.state).rpartition(" ")[2]
    whole = [m for m in taught.state.legal_moves() if is_sum(m)]
    assert whole
    assert all(die(m) == thrown and len(m.path) == sum(map(int, thrown.split("+"))) for m in whole)


def you_threw(taught: Taught, one: str, other: str) -> None:
    assert str(taught.state).rpartition(" ")[2] == f"{one}+{other}"


def goes_squares(taught: Taught, move: Move, number: str) -> bool:
    return is_sum(move) and len(move.path) == taught.number(number)


def sums_up(taught: Taught, move: Move, one: str, other: str, total: str, square: str) -> bool:
    added = taught.number(one) + taught.number(other)
    return added == taught.number(total) == len(move.path) and ends(move) == [square]


def on_cross_cuts(taught: Taught, state: State) -> bool:
    mine = {p.place for p in state.pieces() if p.seat == taught.state.turn}
    return mine - {OFF, HAND} <= marked(taught, "cross-cut")


def all_captured(taught: Taught) -> None:
    """Three enemies together are all captured."""
    state = taught.state.game.state(str(taught.state).replace("18,0,0,0", "18,18,18,0"))
    assert max(captured(move) for move in state.legal_moves()) == 3


def safe_on_cross_cuts(taught: Taught) -> None:
    """No enemy captures on a cross-cut, and any enemy does so on the squares beside it."""
    crosses, taken = marked(taught, "cross-cut"), set[str]()
    for here in range(1, 29):
        pieces = f"33,33,{5},{2}/{here},0,0,0/0,0,0,0/0,0,0,0"
        for yellow in ("6,3", "5,2"):
            text = f"1 move {pieces.replace('5,2', yellow)} 1+4"
            taken |= {
                p.place for m in taught.state.game.state(text).legal_moves() for p in m.captures
            }
    assert taken
    assert not taken & crosses


def only_one_is_marked(taught: Taught, move: Move, one: str, other: str) -> bool:
    here = {p.place for p in taught.after(move).pieces() if p.seat == taught.state.turn}
    crosses = marked(taught, "cross-cut")
    return {one, other} <= here and one in crosses and other not in crosses


def neither_is_marked(taught: Taught, move: Move, one: str, other: str) -> bool:
    here = {p.place for p in taught.after(move).pieces() if p.seat == taught.state.turn}
    return {one, other} <= here and not {one, other} & marked(taught, "cross-cut")


def both_on(taught: Taught, move: Move, square: str) -> bool:
    return pieces_of(taught.after(move), 0, square) == 2 and square in marked(taught, "cross-cut")


def any_brings_in(taught: Taught, number: str, square: str) -> None:
    """Every throw can bring a piece in; a die that shows ``number`` puts it on ``square``."""
    tried = set[str]()
    for one, other in product((1, 3, 4, 6), repeat=2):
        text = str(taught.state).rpartition(" ")[0] + f" {min(one, other)}+{max(one, other)}"
        moves = taught.state.game.state(text).legal_moves()
        assert any(f":{HAND}-" in m.text for m in moves)
        tried |= {part for m in moves for part in m.text.split(",") if f":{HAND}-" in part}
    assert f"{taught.number(number)}:{HAND}-{square}" in tried


def enters_by(taught: Taught, move: Move, number: str, *way: str) -> bool:
    part = next(p for p in move.text.split(",") if f":{HAND}-" in p)
    return part == f"{number}:{HAND}-{way[-1]}" and move.path[: len(way)] == way


def leads_to(taught: Taught, move: Move, number: str, square: str) -> bool:
    return f"{number}:{HAND}-{square}" in move.text.split(",")


def sum_leads_to(taught: Taught, move: Move, square: str) -> bool:
    return is_sum(move) and move.text.endswith(f"{HAND}-{square}")


def by_the(taught: Taught, number: str) -> None:
    assert all(
        any(part.startswith(f"{number}:{HAND}") for part in m.text.split(",")) for m in taught.right
    )


def centre_is_exact(taught: Taught) -> None:
    """From four squares before the centre, no throw but four enters."""
    for one, other in product((1, 3, 4, 6), repeat=2):
        text = str(taught.state).rpartition(" ")[0] + f" {min(one, other)}+{max(one, other)}"
        enters = {m.text for m in taught.state.game.state(text).legal_moves() if "d1-e5" in m.text}
        assert bool(enters) == (4 in (one, other, one + other))


def exactly_up(taught: Taught, move: Move, number: str, origin: str) -> bool:
    column = {"e1", "e2", "e3"}
    return (
        len(move.path) == taught.number(number)
        and origins(taught, move) == [origin]
        and set(move.path[:-1]) <= column
        and ends(move) == ["e5"]
    )


def die_takes_off(taught: Taught) -> None:
    off = [m for m in taught.state.legal_moves() if f"-{OFF}" in m.text]
    assert off
    assert all(f"1:e5-{OFF}" in m.text.split(",") for m in off)


def one_and_other(taught: Taught, move: Move, one: str, other: str) -> bool:
    first, second = move.text.split(",")
    return first == f"{one}:e5-{OFF}" and second.startswith(f"{other}:")


def partner_moves(taught: Taught) -> None:
    (move,) = taught.state.legal_moves()
    assert {step.piece.seat for step in move.steps} == {2}
    assert pieces_of(taught.state, 0, OFF) == 4
    assert taught.telling.seats[0].team == taught.telling.seats[2].team


# Xiangqi for four


def kind_of(taught: Taught, move: Move) -> tuple[str, str]:
    start = origins(taught, move)[0]
    (piece,) = [p for p in taught.state.pieces() if p.place == start and start != RESERVE] or [
        Piece(0, "drop", RESERVE)
    ]
    return piece.kind, piece.badge


def captures_with(kind: str, badge: str = "") -> Wanted:
    return lambda taught, move: bool(move.captures) and kind_of(taught, move) == (kind, badge)


def straight(taught: Taught, move: Move) -> tuple[int, int]:
    board = taught.state.game.board
    one, other = board[origins(taught, move)[0]], board[ends(move)[0]]
    return other.x - one.x, other.y - one.y


def between(taught: Taught, move: Move) -> list[str]:
    """Return the pieces that stand strictly between the ends of a straight ``move``."""
    board, (across, up) = taught.state.game.board, straight(taught, move)
    assert not (across and up)
    one, far = board[origins(taught, move)[0]], max(abs(across), abs(up))
    way = [(one.x + across * n // far, one.y + up * n // far) for n in range(1, far)]
    return [
        p.place
        for p in taught.state.pieces()
        if p.place in board and (board[p.place].x, board[p.place].y) in way
    ]


def of_kind(taught: Taught, kind: str) -> list[Move]:
    found = [m for m in taught.state.legal_moves() if kind_of(taught, m)[0] == kind]
    assert found
    return found


def rook_is_straight(taught: Taught) -> None:
    moves = of_kind(taught, "rook")
    assert all(0 in straight(taught, m) and not between(taught, m) for m in moves)
    assert len({abs(sum(straight(taught, m))) for m in moves}) > 5


def cannon_needs_one(taught: Taught) -> None:
    for move in of_kind(taught, "cannon"):
        assert len(between(taught, move)) == (1 if move.captures else 0)


def over(taught: Taught, move: Move, square: str) -> bool:
    return between(taught, move) == [square]


def look_past(taught: Taught, origin: str, square: str) -> None:
    (move,) = taught.right
    assert isinstance(move, Move)
    assert starts_at(taught, move, origin)
    assert over(taught, move, square)


def stands_there(taught: Taught, move: Move) -> bool:
    return ends(move)[0] == move.captures[0].place


def go(taught: Taught, origin: str, across: int, up: int) -> None:
    """A right move from ``origin`` goes in that direction, as far as it goes."""
    (move,) = taught.right
    assert isinstance(move, Move)
    assert starts_at(taught, move, origin)
    x, y = straight(taught, move)
    assert (x * across > 0 and abs(x) >= abs(y)) or (y * up > 0 and abs(y) >= abs(x))


def is_empty(taught: Taught, square: str) -> bool:
    return all(p.place != square for p in taught.state.pieces())


def leg(taught: Taught, origin: str, target: str) -> str:
    board = taught.state.game.board
    one, other = board[origin], board[target]
    x, y = other.x - one.x, other.y - one.y
    step = (one.x + x // 2, one.y) if abs(x) == 2 else (one.x, one.y + y // 2)
    return next(p.name for p in board.points if (p.x, p.y) == step)


def horse_needs_its_way(taught: Taught) -> None:
    for move in of_kind(taught, "horse"):
        assert sorted(map(abs, straight(taught, move))) == [1, 2]
        assert is_empty(taught, leg(taught, origins(taught, move)[0], ends(move)[0]))


def by_empty(taught: Taught, move: Move, square: str) -> bool:
    way = leg(taught, origins(taught, move)[0], ends(move)[0])
    return way == square and is_empty(taught, square)


def bars(taught: Taught, square: str, target: str) -> None:
    horse = next(p.place for p in taught.state.pieces() if p.kind == "horse" and p.place != OFF)
    assert leg(taught, horse, target) == square
    assert not is_empty(taught, square)
    assert f"{horse}x{target}" not in [m.text for m in taught.state.legal_moves()]


def is_leap(taught: Taught, move: Move) -> bool:
    return kind_of(taught, move)[0] == "horse" and sorted(map(abs, straight(taught, move))) == [
        2,
        4,
    ]


def horses_leap(taught: Taught) -> None:
    start = next(p.place for p in taught.state.pieces() if p.kind == "horse" and p.place != OFF)
    assert 6 <= int(start[1:]) <= 14
    assert any(is_leap(taught, move) for move in of_kind(taught, "horse"))


def free_way(taught: Taught, move: Move, origin: str, target: str) -> bool:
    return (
        is_leap(taught, move)
        and move.text == f"{origin}x{target}"
        and all(is_empty(taught, square) for square in move.path[:-1])
    )


def veteran_at(taught: Taught, state: State, square: str) -> bool:
    return any((p.place, p.kind, p.badge) == (square, "soldier", "V") for p in state.pieces())


def makes_veteran(taught: Taught, move: Move) -> bool:
    return kind_of(taught, move) == ("soldier", "") and veteran_at(
        taught, taught.after(move), ends(move)[0]
    )


def soldiers_go_forward(taught: Taught) -> None:
    for move in of_kind(taught, "soldier"):
        assert straight(taught, move) == (0, 1)
        assert makes_veteran(taught, move) == (6 <= int(ends(move)[0][1:]) <= 14)


def goes_all_ways(taught: Taught, move: Move) -> bool:
    state, square = by_other(taught.after(move), 0), ends(move)[0]
    there = Taught(Telling(taught.telling.words, [state]), (), ())
    return all(
        any(m.text.startswith(f"{square}-{to}") for m in state.legal_moves())
        for to in neighbours(there, square)
    )


def neighbours(taught: Taught, square: str) -> list[str]:
    board, here = taught.state.game.board, taught.state.game.board[square]
    return [p.name for p in board.points if abs(p.x - here.x) + abs(p.y - here.y) == 1]


def veteran_goes(taught: Taught, one: str, two: str) -> None:
    reached = {straight(taught, m) for m in of_kind(taught, "soldier")}
    numbers = (taught.number(one), taught.number(two))
    wanted = {(x * n, y * n) for n in numbers for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert reached == wanted


def right_by(taught: Taught, move: Move, number: str) -> bool:
    return straight(taught, move) == (taught.number(number), 0)


def go_right_by(taught: Taught, origin: str, number: str) -> None:
    (move,) = taught.right
    assert isinstance(move, Move)
    assert starts_at(taught, move, origin)
    assert right_by(taught, move, number)


def attacks_general(taught: Taught, move: Action, colour: str, square: str = "") -> bool:
    """After ``move`` its seat could capture the general of ``colour``, on ``square`` if given."""
    seat, after = taught.seat(colour).index, taught.after(move)
    standing = [
        p.place
        for p in after.pieces()
        if (p.seat, p.kind) == (seat, "general") and p.place in after.game.board
    ]
    if not standing or (square and standing != [square]):
        return False
    again = by_other(after, taught.state.turn or 0)
    return any(p.place in standing for m in again.legal_moves() for p in m.captures)


def nobody_stays_attacked(taught: Taught) -> None:
    """Where the general is attacked, every legal move ends that."""
    for move in taught.right:
        attacked = taught.after(move)
        for reply in attacked.legal_moves():
            again = by_other(attacked.apply(reply), taught.state.turn or 0)
            assert not any(p.kind == "general" for m in again.legal_moves() for p in m.captures)


def with_rook(taught: Taught, move: Action, colour: str) -> bool:
    return (
        isinstance(move, Move)
        and kind_of(taught, move)[0] == "rook"
        and attacks_general(taught, move, colour)
        and bool(taught.after(move).legal_moves())
    )


def on_a_line(taught: Taught, square: str) -> None:
    board = taught.state.game.board
    for move in taught.right:
        assert isinstance(move, Move)
        end = board[ends(move)[0]]
        assert board[square].x == end.x or board[square].y == end.y


def was_attacked(taught: Taught, move: Action, colour: str) -> bool:
    """Whether the general of ``colour`` is attacked once ``move`` is made.

    It may have left the board with its army: then what attacks its point is looked at.
    """
    assert isinstance(move, Move)
    seat = taught.seat(colour).index
    place = next(
        p.place
        for p in taught.state.pieces()
        if (p.seat, p.kind) == (seat, "general") and p.place != OFF
    )
    board, general = taught.state.game.board, taught.state.game.board[place]
    rooks = [p.place for p in taught.state.pieces() if p.kind == "rook" and p.place in board]
    rooks = [ends(move)[0] if each == origins(taught, move)[0] else each for each in rooks]
    lines = [board[each] for each in rooks]
    return any(point.x == general.x or point.y == general.y for point in lines)


def is_out(taught: Taught, move: Action, colour: str) -> bool:
    living = str(taught.after(move)).split(" ")[2]
    return colour_letter(taught, colour) not in living


def colour_letter(taught: Taught, colour: str) -> str:
    return taught.seat(colour).colour[0]


def is_mate(taught: Taught, move: Action, colour: str) -> bool:
    return is_out(taught, move, colour) and was_attacked(taught, move, colour)


def mate_is_out(taught: Taught) -> None:
    (move,) = taught.right
    outcome = taught.after(move).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def holds(taught: Taught, move: Move, square: str) -> bool:
    """Another rook than the moved one stands on a line with ``square``, beside the general."""
    board = taught.state.game.board
    rooks = {p.place for p in taught.state.pieces() if p.kind == "rook" and p.place in board}
    (other,) = rooks - {origins(taught, move)[0]}
    return board[other].y == board[square].y and is_mate(taught, move, taught_colour(taught, 2))


def taught_colour(taught: Taught, seat: int) -> str:
    words, colour = taught.telling.words.colours, taught.telling.seats[seat].colour
    return next(stem for stem, name in words.items() if name == colour)


def is_right_text(taught: Taught, origin: str, target: str) -> None:
    assert [str(action) for action in taught.right] == [f"{origin}-{target}"]


def drops(taught: Taught, move: Move) -> bool:
    return move.choices[0].kind == "drop"


def dropped_where_it_began(taught: Taught) -> None:
    found = [m for m in taught.state.legal_moves() if drops(taught, m)]
    board = taught.state.game.board
    start = taught.state.game.start()
    camp = {board[p.place].region for p in start.pieces() if p.seat == 1 and p.place in board}
    assert found
    assert {board[ends(m)[0]].region for m in found} == camp


def drop_in_camp(taught: Taught, move: Move, colour: str) -> bool:
    if not drops(taught, move):
        return False
    board, start = taught.state.game.board, taught.state.game.start()
    home = {board[p.place].region for p in start.pieces() if p.seat == taught.seat(colour).index}
    return move.choices[0].value == "rook" and board[ends(move)[0]].region in home


def is_rook_of(taught: Taught, move: Move, colour: str) -> bool:
    there = [p for p in taught.after(move).pieces() if p.place == ends(move)[0]]
    return [(p.kind, p.seat) for p in there] == [("rook", taught.seat(colour).index)]


def fortress_is_safe(taught: Taught) -> None:
    """Nobody who ends in the fortress captures who stands there."""
    state = taught.state.game.state(str(taught.state).replace("/0,0,0,0", "/25,0,0,0", 1))
    entering = [m for m in state.legal_moves() if onto("fortress")(taught, m)]
    assert entering
    assert not any(move.captures for move in entering)


def is_one_before(taught: Taught, move: Move) -> bool:
    """From where ``move`` ends, one square more leads into the fortress."""
    pieces = str(taught.after(move)).split(" ")[2]
    again = taught.state.game.state(f"0 move {pieces} 1,2 - -")
    return any(m.text == f"1:{ends(move)[0]}-c3" for m in again.legal_moves())


def are_off(taught: Taught, move: Move, number: str, *colours: str) -> bool:
    after, seats = taught.after(move), [taught.seat(colour).index for colour in colours]
    return sum(pieces_of(after, seat, OFF) for seat in seats) == taught.number(number)
