"""T'shu-p'u under chosen options."""

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from games.actions import Move, Throw
from games.budget import Budget
from games.core import Begins, Care, Outcome, State
from games.equipment import Piece
from games.message import msg
from games.options import OptionValue
from games.tshupu import ABOUT, arranging
from games.tshupu.playout import play_out
from games.tshupu.position import TshupuPosition
from games.tshupu.rules import (
    DIE,
    HOMEWARD,
    MOVE_TEXT,
    OPTIONS,
    PIECES,
    SEATS,
    START,
    THROW_TEXT,
    THROWS,
    board,
)
from games.tshupu.search import expectations, searched
from games.tshupu.tables import Race, TshupuGame
from games.tshupu.text import read


class Tshupu(TshupuGame):
    """The game under chosen options; its tables are made once.

    >>> game = Tshupu()
    >>> state = game.start().apply(game.throw((4, 3)))
    >>> [str(move) for move in state.legal_moves()]
    ['3+4:e1-i5x', '3:e1-f3,4:e1-g4']
    """

    name = "tshupu"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(by_lot=True, rule=msg("You agree on who begins, or draw lots."))
    badges: ClassVar[Mapping[str, str]] = {HOMEWARD: msg("has come all the way round")}
    OPTIONS = OPTIONS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 24_000
    HASTE = 0.3
    CARE: ClassVar[Care] = {2: (0.32, 0.38, 0.44)}
    seats = SEATS
    dice = (DIE, DIE)

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.board = board(self.options["safe_start"])
        self.race = Race(self.options)

    def start(self, first: int = 0) -> TshupuPosition:
        """Return the state with all pieces on their starts, ``first`` to throw."""
        return TshupuPosition(self, self._check_first(first), ((START,) * PIECES,) * len(SEATS))

    def state(self, text: str) -> TshupuPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return TshupuPosition(self, *read(self.race, text))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw of two dice that are alike, in any order."""
        if len(faces) != len(self.dice) or any(face not in DIE.faces for face in faces):
            raise ValueError(f"expected 2 faces, each 1, 3, 4 or 6, not {tuple(faces)}")
        return THROWS[tuple(sorted(faces))]

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        return play_out(cast("TshupuPosition", state), rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        """Look three turns ahead on progress numbers (:mod:`games.tshupu.search`)."""
        return searched(cast("TshupuPosition", state), budget, rng)

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float]:
        """Look at the end of each move, and one turn further if ``nodes`` reach it."""
        return expectations(cast("TshupuPosition", state), nodes)
