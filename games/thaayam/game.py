"""Thaayam under chosen options."""

import random
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from games.actions import Throw
from games.core import Begins, Care, Outcome, State
from games.equipment import Piece
from games.message import msg
from games.options import OptionValue
from games.thaayam import ABOUT, arranging
from games.thaayam.playout import RandomPlay, Tables
from games.thaayam.position import ThaayamPosition
from games.thaayam.rules import (
    CHANCES,
    IN_HAND,
    LOT,
    LOTS,
    MOVE_TEXT,
    OPTIONS,
    PIECES,
    THROW_TEXT,
    ThaayamGame,
    board,
    rules_of,
)
from games.thaayam.text import read

SEARCH_NODES = {2: 6000, 3: 6000, 4: 5000}
"""By the number of seats: a position takes longer to judge with more of them."""


class Thaayam(ThaayamGame):
    """The game under chosen options; its tables of squares and meetings are made once.

    >>> Thaayam(seats=2).start().game.seats[1].side
    'north'
    """

    name = "thaayam"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(
        by_lot=True,
        rule=msg("The old rules do not say who begins. We draw lots."),
    )
    OPTIONS = OPTIONS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEATS_OPTION = "seats"
    HASTE = 0.3
    CARE: ClassVar[Care] = {2: (0.32, 0.42, 0.48), 3: (0.36, 0.45, 0.68), 4: (0.36, 0.48, 0.8)}
    dice = (LOT,) * LOTS

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        self.rules = rules_of(self.options)
        self.seats = self.rules.seats
        self.SEARCH_NODES = SEARCH_NODES[len(self.seats)]
        self.board = board()

    @cached_property
    def tables(self) -> Tables:
        """The tables of games that are played on at random."""
        return Tables(self.rules)

    def start(self, first: int = 0) -> ThaayamPosition:
        """Return the state with all pieces in hand, ``first`` to throw."""
        hands = ((IN_HAND,) * PIECES,) * len(self.seats)
        capturers = (False,) * len(self.seats) if self.rules.captures_first else ()
        first = self._check_first(first)
        return ThaayamPosition(self, first, "throw", hands, (), (), capturers)

    def state(self, text: str) -> ThaayamPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return ThaayamPosition(self, *read(self.rules, text))

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on plain lists; return the outcome."""
        if not isinstance(state, ThaayamPosition) or state.turn is None:
            return super().playout(state, rng)
        return RandomPlay(state, self.tables, rng.random).play_out(
            state.turn, awaits_throw=state.is_chance
        )

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(self.rules, piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw by the number of white faces (1); none is 8 (seed, table of points)."""
        if len(faces) != LOTS or any(face not in LOT.faces for face in faces):
            raise ValueError(f"expected {LOTS} faces, each 0 or 1, not {tuple(faces)}")
        return CHANCES[sum(faces) or 8][0]
