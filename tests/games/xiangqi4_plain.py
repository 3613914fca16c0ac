"""Who goes out in xiangqi for four and who wins its army, found the long way, point by point.

Only for play each against all, with the usual options: written from the rule sheet alone, and slow.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, NamedTuple

Point = tuple[int, int]
Board = dict[Point, str]
"""By file and rank, the colour and the kind of what stands there."""
Reserves = dict[str, int]
"""By holder, kind and origin, as in ``rRb``."""

COLOURS = "rbyg"
FILES = "abcdefghijklmnopqrs"
FORWARD: Final[Mapping[str, Point]] = {"r": (0, 1), "b": (-1, 0), "y": (0, -1), "g": (1, 0)}
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
SET_UP = {"R": 2, "H": 2, "C": 2, "S": 5}


class Position(NamedTuple):
    """A position text, taken apart."""

    board: Board
    turn: str
    living: str
    reserves: Reserves

    @classmethod
    def of(cls, text: str) -> "Position":
        rows, turn, living, reserves, *_ = text.split(" ")
        board: Board = {}
        for number, row in enumerate(rows.split("/")):
            rank = 19 - number
            x = 0 if 6 <= rank <= 14 else 5
            for part in re.findall(r"[0-9]+|[a-z][A-Z]", row):
                if not part.isdecimal():
                    board[x, rank] = part
                x += int(part) if part.isdecimal() else 1
        held = [] if reserves == "-" else reserves.split(",")
        kept = {each[:3]: int(each[3:]) for each in held}
        return cls(board, COLOURS[int(turn)] if turn.isdecimal() else "", living, kept)


def camp(x: int, y: int) -> str:
    """Whose camp a point is in, "m" in the middle, "" beside the board."""
    across, up = 5 <= x <= 13, 6 <= y <= 14
    if across and up:
        return "m"
    if across and 1 <= y <= 19:
        return "r" if y < 6 else "y"
    if up and 0 <= x <= 18:
        return "g" if x < 5 else "b"
    return ""


def in_palace(colour: str, x: int, y: int) -> bool:
    depth = {"r": y - 1, "y": 19 - y, "g": x, "b": 18 - x}[colour]
    aside = x - 9 if colour in "ry" else y - 10
    return 0 <= depth <= 2 and abs(aside) <= 1


def ways(position: Position, x: int, y: int) -> Iterator[Point]:
    """Where the piece on a point may go: empty points, and points of enemies."""
    board = position.board
    colour, kind = board[x, y][0], board[x, y][1]
    for target in STEPS[kind](position, colour, x, y):
        if camp(*target) and not board.get(target, " ").startswith(colour):
            yield target


def general(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    yield from (to for to in beside(x, y, STRAIGHT) if in_palace(colour, *to))


def advisor(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    yield from (to for to in beside(x, y, DIAGONAL) if in_palace(colour, *to))


def elephant(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    for dx, dy in DIAGONAL:
        if (x + dx, y + dy) not in position.board and camp(x + 2 * dx, y + 2 * dy) == colour:
            yield x + 2 * dx, y + 2 * dy


def rook(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    for dx, dy in STRAIGHT:
        to = x + dx, y + dy
        while camp(*to) and to not in position.board:
            yield to
            to = to[0] + dx, to[1] + dy
        yield to


def cannon(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    for dx, dy in STRAIGHT:
        to, met = (x + dx, y + dy), 0
        while camp(*to) and met < 2:
            met += to in position.board
            if met == 0 or (met == 2 and to in position.board):
                yield to
            to = to[0] + dx, to[1] + dy


def horse(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    for dx, dy in STRAIGHT:
        for ex, ey in ((dy, dx), (-dy, -dx)):
            if is_empty(position, (x + dx, y + dy)):
                yield x + 2 * dx + ex, y + 2 * dy + ey
            over = [(1, 0), (1, 1), (2, 1), (3, 1)]
            route = [(x + a * dx + b * ex, y + a * dy + b * ey) for a, b in over]
            if camp(x, y) == "m" and all(is_empty(position, each) for each in route):
                yield x + 4 * dx + 2 * ex, y + 4 * dy + 2 * ey


def soldier(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    yield from ((x + dx, y + dy) for dx, dy in soldier_ways(position, colour, "S", x, y))


def veteran(position: Position, colour: str, x: int, y: int) -> Iterator[Point]:
    for dx, dy in soldier_ways(position, colour, "V", x, y):
        middle = x + dx, y + dy
        yield middle
        if is_empty(position, middle) and (dx, dy) in soldier_ways(position, colour, "V", *middle):
            yield x + 2 * dx, y + 2 * dy


def soldier_ways(position: Position, colour: str, kind: str, x: int, y: int) -> list[Point]:
    where, ahead = camp(x, y), FORWARD[colour]
    if where == colour:
        back = (-ahead[0], -ahead[1])
        return [ahead] if kind == "S" else [way for way in STRAIGHT if way != back]
    if where == "m" or where not in position.living:
        return list(STRAIGHT)
    return [way for way in STRAIGHT if way != FORWARD[where]]


STEPS = {
    "G": general,
    "A": advisor,
    "E": elephant,
    "R": rook,
    "C": cannon,
    "H": horse,
    "S": soldier,
    "V": veteran,
}


def beside(x: int, y: int, steps: tuple[Point, ...]) -> Iterator[Point]:
    return ((x + dx, y + dy) for dx, dy in steps)


def is_empty(position: Position, point: Point) -> bool:
    return bool(camp(*point)) and point not in position.board


def attackers(position: Position, colour: str) -> set[str]:
    """The colours that attack the general of ``colour``."""
    board = position.board
    at = next(point for point, piece in board.items() if piece == f"{colour}G")
    enemies = [point for point, piece in board.items() if piece[0] != colour]
    return {board[point][0] for point in enemies if at in ways(position, *point)}


def moved(position: Position, start: Point, end: Point) -> Position:
    """The position after a move of whoever stands on ``start``, before anybody is judged."""
    board, living = dict(position.board), position.living
    piece, taken = board.pop(start), board.get(end, "  ")
    if piece[1] == "S" and camp(*end) == "m":
        piece = f"{piece[0]}V"
    board[end] = piece
    after = position._replace(board=board)
    return put_out(after, taken[0], piece[0]) if taken[1] == "G" and taken[0] in living else after


def dropped(position: Position, colour: str, held: str, end: Point) -> Position:
    kind = "V" if held[1] == "S" else held[1]
    reserves = {each: n - (each == held) for each, n in position.reserves.items()}
    kept = {each: n for each, n in reserves.items() if n}
    return position._replace(board={**position.board, end: f"{colour}{kind}"}, reserves=kept)


def put_out(position: Position, loser: str, winner: str) -> Position:
    """The position without ``loser``, whose spoils ``winner`` has; "" for nobody."""
    army = [piece for piece in position.board.values() if piece[0] == loser]
    board = {point: piece for point, piece in position.board.items() if piece[0] != loser}
    kept = {each: n for each, n in position.reserves.items() if each[0] != loser}
    for piece in army if winner else ():
        kind = "S" if piece[1] == "V" else piece[1]
        if kind in SET_UP:
            key = f"{winner}{kind}{loser}"
            kept[key] = kept.get(key, 0) + 1
    return Position(board, position.turn, position.living.replace(loser, ""), kept)


def can_act(position: Position, colour: str) -> bool:
    """Whether ``colour`` has a legal move or drop."""
    return any(not attackers(after, colour) for after in choices(position, colour))


def choices(position: Position, colour: str) -> Iterator[Position]:
    board = position.board
    for start in [point for point, piece in board.items() if piece[0] == colour]:
        yield from (moved(position, start, end) for end in ways(position, *start))
    for held in position.reserves:
        kinds = ("S", "V") if held[1] == "S" else (held[1],)
        count = sum(piece[0] == colour and piece[1] in kinds for piece in board.values())
        if held[0] == colour and count < SET_UP[held[1]]:
            yield from drops(position, colour, held)


def drops(position: Position, colour: str, held: str) -> Iterator[Position]:
    for x, y in product(range(19), range(1, 20)):
        if camp(x, y) == held[2] and (x, y) not in position.board:
            done = dropped(position, colour, held, (x, y))
            if not any(to in position.board for to in ways(done, x, y)):
                yield done


def is_mated(position: Position, colour: str) -> bool:
    return bool(attackers(position, colour)) and not can_act(position, colour)


def point(name: str) -> Point:
    return FILES.index(name[0]), int(name[1:])


def acted(before: Position, action: str) -> Position:
    """The position after ``action``, before anybody is judged."""
    if "@" in action:
        kind, end = action.split("@")
        held = f"{before.turn}{kind}{camp(*point(end))}"
        return dropped(before, before.turn, held, point(end))
    start, end = action.replace("x", "-").split("-")
    return moved(before, point(start), point(end))


def after(before: Position, action: str) -> Position:
    """The position after ``action`` with all who go out, and the spoils of whoever gave mate."""
    mover, now = before.turn, acted(before, action)
    seat = following(now, mover)
    while len(now.living) > 1 and not can_act(now, seat):
        owners = attackers(now, seat)
        is_new = bool(owners) and not is_mated(before, seat)
        nearest = max(owners, key=lambda each: turns_since(each, seat), default="")
        now = put_out(now, seat, mover if is_new else nearest)
        seat = following(now, seat)
    return now._replace(turn=seat)


def turns_since(owner: str, loser: str) -> int:
    """A number that is larger for whoever is nearer before ``loser`` in the order of turns."""
    return -((COLOURS.index(loser) - COLOURS.index(owner)) % 4)


def following(position: Position, colour: str) -> str:
    order = COLOURS[COLOURS.index(colour) + 1 :] + COLOURS[: COLOURS.index(colour) + 1]
    return next(each for each in order if each in position.living)
