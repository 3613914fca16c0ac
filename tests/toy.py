"""Tongs, a game for the tests: lines instead of squares, no dice, drops, several captures a move.

Four by four points joined by lines; two seats with five stones in hand. A turn drops a stone on an
empty point or slides one along a line; every enemy stone that this takes between two of the
mover's is captured. Who captures ``goal`` stones first wins; sixty plies without that are a draw.
The module is a catalogue too: it has ``names``, ``kind`` and ``load`` as ``games`` has.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from games.actions import PASS, Action, Choice, Move, PlainMove, Step
from games.arranging import check_alone
from games.core import TOO_LONG, About, Game, Outcome, State
from games.equipment import HAND, OFF, Board, Mark, Piece, Point, Seat, sorted_pieces
from games.message import IllegalMove
from games.options import Option, OptionValue

FILES, SIZE, STONES, LIMIT = "abcd", 4, 5, 60
POINTS = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)


def _at(x: int, y: int) -> str | None:
    return POINTS[y * SIZE + x] if 0 <= x < SIZE and 0 <= y < SIZE else None


def _next(point: str, dx: int, dy: int) -> str | None:
    return _at(FILES.index(point[0]) + dx, int(point[1]) - 1 + dy)


WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
LINES = tuple(
    (point, end) for point in POINTS for way in WAYS[:2] if (end := _next(point, *way)) is not None
)


class Tongs(Game):
    name = "tongs"
    title = "Tongs"
    about = About(title, "2", "", "")
    MOVE_TEXT = re.compile(r"pass|(@|[a-d][1-4]-)[a-d][1-4](x[a-d][1-4])*")
    OPTIONS = (Option("goal", "Goal", 3, (1, 2), "How many stones to capture."),)
    seats = (Seat(0, "red", "south", 0, "red"), Seat(1, "black", "north", 1, "black"))
    board = Board(
        tuple(
            Point(name, i % SIZE, i // SIZE, (Mark("corner", "dot"),) if name == "a1" else ())
            for i, name in enumerate(POINTS)
        ),
        LINES,
    )

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        known = place in self.board or place in (HAND, OFF)
        return (Piece(piece.seat, "stone", place),) if known else ()

    def start(self, first: int = 0) -> "Stand":
        return Stand(self, self._check_first(first), "." * len(POINTS), (STONES,) * 2, (0, 0), 0)

    def state(self, text: str) -> "Stand":
        try:
            turn, stones, hands, taken, ply = text.split(" ")
            stand = Stand(
                self,
                None if turn == "-" else int(turn),
                stones,
                (int(hands[0]), int(hands[2])),
                (int(taken[0]), int(taken[2])),
                int(ply),
            )
        except (ValueError, IndexError):
            raise ValueError(f"expected turn, points, hands, taken and ply: {text!r}") from None
        if str(stand) != text or len(stones) != len(POINTS) or set(stones) - set(".01"):
            raise ValueError(f"expected 16 points of . 0 1 and plain numbers: {text!r}")
        return stand


@dataclass(frozen=True, slots=True)
class Stand(State):
    game: Tongs
    turn: int | None
    stones: str
    hands: tuple[int, int]
    taken: tuple[int, int]
    ply: int

    def legal_moves(self) -> tuple[Move, ...]:
        if self.turn is None:
            return ()
        return tuple(self._drops(self.turn)) + tuple(self._slides(self.turn)) or (PASS,)

    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        for seat in (0, 1):
            if self.taken[seat] >= int(self.game.options["goal"]):
                return Outcome((seat,), "captured")
        return Outcome((0, 1), "limit", is_draw=True, message=TOO_LONG)

    def pieces(self) -> tuple[Piece, ...]:
        standing = [
            Piece(int(stone), "stone", point)
            for point, stone in zip(POINTS, self.stones, strict=True)
            if stone != "."
        ]
        hands = [Piece(s, "stone", HAND, count=n) for s, n in enumerate(self.hands) if n]
        lost = [Piece(1 - s, "stone", OFF, count=n) for s, n in enumerate(self.taken) if n]
        return sorted_pieces(standing + hands + lost)

    def evaluate(self, seat: int) -> float:
        outcome = self.outcome()
        if outcome is not None:
            return outcome.score(seat)
        return (self.taken[seat] - self.taken[1 - seat]) / STONES

    def __str__(self) -> str:
        turn = "-" if self.turn is None else self.turn
        hands, taken = ("/".join(map(str, pair)) for pair in (self.hands, self.taken))
        return f"{turn} {self.stones} {hands} {taken} {self.ply}"

    def _drops(self, seat: int) -> Iterator[Move]:
        if self.hands[seat]:
            for point, stone in zip(POINTS, self.stones, strict=True):
                if stone == ".":
                    yield self._move(seat, HAND, point, Choice("drop", "stone"))

    def _slides(self, seat: int) -> Iterator[Move]:
        for point, stone in zip(POINTS, self.stones, strict=True):
            for way in WAYS if stone == str(seat) else ():
                end = _next(point, *way)
                if end is not None and self._stone(end) == ".":
                    yield self._move(seat, point, end, Choice("piece", point, (point,)))

    def _stone(self, point: str) -> str:
        return self.stones[POINTS.index(point)]

    def _squeezed(self, seat: int, origin: str, target: str) -> Iterator[str]:
        for dx, dy in WAYS:
            middle, far = _next(target, dx, dy), _next(target, 2 * dx, 2 * dy)
            if not middle or not far or far == origin:
                continue
            if self._stone(far) == str(seat) and self._stone(middle) == str(1 - seat):
                yield middle

    def _move(self, seat: int, origin: str, target: str, first: Choice) -> Move:
        victims = tuple(
            Piece(1 - seat, "stone", point) for point in self._squeezed(seat, origin, target)
        )
        stone = Piece(seat, "stone", origin)
        act = Step("put_on" if origin == HAND else "move", stone, origin, target)
        marks = "".join(f"x{victim.place}" for victim in victims)
        return PlainMove(
            f"{'' if origin == HAND else origin}{'@' if origin == HAND else '-'}{target}{marks}",
            (first, Choice("target", target, (target,))),
            (target,),
            victims,
            (act, *(Step("take_off", victim, victim.place, OFF) for victim in victims)),
        )

    def _after(self, action: Action) -> Self:
        seat = self.turn
        assert isinstance(action, Move)
        assert seat is not None
        points, hands, taken = (
            dict(zip(POINTS, self.stones, strict=True)),
            list(self.hands),
            list(self.taken),
        )
        for step in action.steps:
            points |= {place: "." for place in (step.origin,) if place != HAND}
            points |= {place: str(seat) for place in (step.target,) if place != OFF}
            hands[seat] -= step.origin == HAND
            taken[seat] += step.target == OFF
        over = taken[seat] >= int(self.game.options["goal"]) or self.ply + 1 >= LIMIT
        return replace(
            self,
            turn=None if over else 1 - seat,
            stones="".join(points.values()),
            hands=(hands[0], hands[1]),
            taken=(taken[0], taken[1]),
            ply=self.ply + 1,
        )

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        check_alone(pieces)
        counts = {(piece.seat, piece.place): piece.count for piece in pieces}
        standing = {piece.place: str(piece.seat) for piece in pieces}
        lost = [counts.get((seat, OFF), 0) for seat in (0, 1)]
        over = max(lost) >= int(self.game.options["goal"])
        return replace(
            self,
            turn=None if over else self.turn,
            stones="".join(standing.get(point, ".") for point in POINTS),
            hands=(counts.get((0, HAND), 0), counts.get((1, HAND), 0)),
            taken=(lost[1], lost[0]),
        )

    def refusal(self, text: str) -> IllegalMove:
        return IllegalMove("{given} is not a drop or slide that is possible now", given=text)


def names() -> tuple[str, ...]:
    return (Tongs.name,)


def kind(name: str) -> type[Game]:
    if name != Tongs.name:
        raise ValueError(f"no game is called {name!r}; the games are: {Tongs.name}")
    return Tongs


def about(name: str) -> About:
    return kind(name).about


def load(name: str, /, **options: OptionValue) -> Game:
    return kind(name)(**options)
