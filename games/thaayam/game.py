"""The game under chosen options: its tables, its states and its moves."""

import random
import re
from collections.abc import Sequence

from games.actions import Choice, Move, Step, Throw, Verb
from games.core import Game, Outcome, State
from games.course import Course
from games.equipment import HAND, OFF, Piece, Seat
from games.message import msg
from games.options import OptionValue
from games.thaayam import arranging
from games.thaayam.facts import (
    BORNE_OFF,
    CHANCES,
    COLOURS,
    FORTRESS,
    IN_HAND,
    LOT,
    LOTS,
    OPTIONS,
    PIECES,
    SIDES,
    SIZE,
    SOUTH_COURSE,
    Killed,
    board,
    meetings,
)
from games.thaayam.playout import RandomPlay, Tables
from games.thaayam.position import Position
from games.thaayam.reading import read


class Thaayam(Game):
    """The game under chosen options; its tables of squares and meetings are made once.

    >>> Thaayam(seats=2).start().game.seats[1].side
    'north'
    """

    name = "thaayam"
    title = msg("Thaayam")
    OPTIONS = OPTIONS
    THROW_TEXT = re.compile("[12348]")
    MOVE_TEXT = re.compile(r"pass|([12348]):([a-e][1-5]|hand)-([a-e][1-5]|off)x?")
    SEARCH_NODES = 3000
    dice = (LOT,) * LOTS

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        sides = SIDES[int(self.options["seats"])]
        self.seats = tuple(
            Seat(index, COLOURS[side], side, index, COLOURS[side])
            for index, side in enumerate(sides)
        )
        self.courses = tuple(Course.of(side, SOUTH_COURSE, SIZE) for side in sides)
        self.capture_throw = self.options["capture_throw"] is True
        self.capture_first = self.options["capture_first"] is True
        self.overshoot = self.options["finish"] == "overshoot"
        self.board = board()
        self.meetings = tuple(meetings(self.courses, seat) for seat in range(len(sides)))
        self._moves: dict[tuple[object, ...], Move] = {}
        self.tables = Tables(self)

    def start(self, first: int = 0) -> Position:
        """All pieces in hand, ``first`` to throw."""
        hands = ((IN_HAND,) * PIECES,) * len(self.seats)
        killers = (False,) * len(self.seats) if self.capture_first else ()
        return Position(self, self._check_first(first), "throw", hands, (), (), killers)

    def state(self, text: str) -> Position:
        """The state written ``text``; ValueError says what is wrong with it."""
        return read(self, text)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on plain lists."""
        if not isinstance(state, Position) or state.turn is None:
            return super().playout(state, rng)
        play = RandomPlay(state, self.tables, rng.random)
        return play.outcome(state.turn, awaits_throw=state.is_chance)

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(self, piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Count the white faces (1) up; none is 8 (seed, table of points)."""
        if len(faces) != LOTS or any(face not in LOT.faces for face in faces):
            raise ValueError(f"expected {LOTS} faces, each 0 or 1, not {tuple(faces)}")
        return CHANCES[sum(faces) or 8][0]

    def place(self, seat: int, progress: int) -> str:
        """Where a piece of ``seat`` at ``progress`` is: a square, ``hand`` or ``off``."""
        if progress == BORNE_OFF:
            return OFF
        return self.courses[seat].squares[progress] or HAND

    def progress(self, seat: int, place: str) -> int:
        """How far a piece of ``seat`` at ``place`` (a square, ``hand`` or ``off``) has come."""
        beside = {HAND: IN_HAND, OFF: BORNE_OFF}
        return beside[place] if place in beside else self.courses[seat].squares.index(place)

    def move(self, seat: int, throw: int, origin: int, target: int, killed: Killed) -> Move:
        """The move of ``seat`` by ``throw`` between two progresses that kills ``killed``."""
        key = (seat, throw, origin, target, killed)
        if key not in self._moves:
            self._moves[key] = self._make_move(seat, throw, origin, target, killed)
        return self._moves[key]

    def _make_move(self, seat: int, throw: int, origin: int, target: int, killed: Killed) -> Move:
        start, end = self.place(seat, origin), self.place(seat, target)
        victims = tuple(Piece(other, "piece", end, count=count) for other, count in killed)
        removals = tuple(Step("take_off", victim, end, HAND) for victim in victims)
        verb: Verb = "put_on" if start == HAND else "take_off" if end == OFF else "move"
        path = range(origin + 1, min(target, FORTRESS) + 1)
        return Move(
            text=f"{throw}:{start}-{end}{'x' if killed else ''}",
            choices=(
                Choice("piece", start, _on_board(start)),
                Choice("target", end, _on_board(end)),
                Choice("die", str(throw), _on_board(end)),
            ),
            path=tuple(self.place(seat, progress) for progress in path),
            captures=victims,
            steps=(*removals, Step(verb, Piece(seat, "piece", start), start, end)),
        )


def _on_board(place: str) -> tuple[str, ...]:
    return () if place in (HAND, OFF) else (place,)
