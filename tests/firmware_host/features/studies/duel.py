"""Duel, a game for the tests of studies: chance alone decides, and every figure is known.

The two seats throw in turn. A throw wins with probability 1/3; with the option ``draws`` it ends
the game in a draw with 1/6. A game of four turns at most therefore has the :data:`TRUTH`. The
module is a catalogue too: it has ``names``, ``kind`` and ``load`` as ``games`` has.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from games.actions import Action, Chance, Move, Throw
from games.core import About, Game, Outcome, State
from games.equipment import Board, Piece, Point, Seat
from games.message import IllegalMove
from games.options import Option, OptionValue

TURNS = 4
TRUTH = {
    # 1/3 + 1/4 * 1/3 won, and half of the games that are drawn (5/16) or cut (1/16)
    "first": 5 / 12 + 3 / 16 - 1 / 2,
    "turns": 1 + 1 / 2 + 1 / 4 + 1 / 8,
    "minutes": (1 + 1 / 2 + 1 / 4 + 1 / 8) / 4,
    "shared": 1 / 6 * (1 + 1 / 2 + 1 / 4 + 1 / 8),
    "cut": 1 / 16,
    # whoever throws next leads: one change less than positions
    "lead_changes": 1 / 8 * 1 + 1 / 16 * 2 + 1 / 16 * 3,
}
WIN, DRAW, ON = (Throw(text) for text in ("win", "draw", "on"))
THROWS = {
    True: ((WIN, Chance(1, 3)), (DRAW, Chance(1, 6)), (ON, Chance(1, 2))),
    False: ((WIN, Chance(1, 3)), (ON, Chance(2, 3))),
}


class Duel(Game):
    name = "duel"
    title = "Duel"
    about = About(title, "2", "", "")
    THROW_TEXT = re.compile("win|draw|on")
    MOVE_TEXT = re.compile(r"(?!)")
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("draws", "Draws", True, (False,), "Whether there are draws."),
        Option("sign", "Sign", "a", ("b", "c"), "Changes nothing.", only_with=("draws", False)),
    )
    seats = (Seat(0, "red", "south", 0, "red"), Seat(1, "black", "north", 1, "black"))
    board = Board((Point("a1", 0, 0),))

    def start(self, first: int = 0) -> "Facing":
        return Facing(self, first)

    def state(self, text: str) -> "Facing":
        raise ValueError(text)

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Facing(State):
    game: Duel
    turn: int | None
    end: Outcome | None = None

    @property
    def is_chance(self) -> bool:
        return self.turn is not None

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        return THROWS[bool(self.game.options["draws"])]

    def legal_moves(self) -> tuple[Move, ...]:
        return ()

    def outcome(self) -> Outcome | None:
        return self.end

    def pieces(self) -> tuple[Piece, ...]:
        return ()

    def evaluate(self, seat: int) -> float:
        return 0.5 if seat == self.turn else -0.5

    def material(self, seat: int) -> float:
        return 0.0

    def __str__(self) -> str:
        return f"{self.turn}"

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        return self

    def refusal(self, text: str) -> IllegalMove:
        return IllegalMove("{given} is no throw", given=text)

    def _after(self, action: Action) -> Self:
        assert self.turn is not None
        if action == ON:
            return replace(self, turn=1 - self.turn)
        seats = (self.turn,) if action == WIN else (0, 1)
        return replace(self, turn=None, end=Outcome(seats, "thrown", is_draw=action == DRAW))


def names() -> tuple[str, ...]:
    return (Duel.name,)


def kind(name: str) -> type[Game]:
    if name != Duel.name:
        raise ValueError(f"no game is called {name!r}; the games are: {Duel.name}")
    return Duel


def about(name: str) -> About:
    return kind(name).about


def load(name: str, /, **options: OptionValue) -> Game:
    return kind(name)(**options)
