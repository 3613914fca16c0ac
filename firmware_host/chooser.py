"""Picking one of the legal moves step by step: which piece, then where to.

The legal moves are narrowed by the common prefixes of their choices, nothing else, so the chooser
serves every game. It is a value: pressing a key gives a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.core import Board, Choice, Move

ARROWS = ("up", "down", "left", "right")
BESIDE = (float("inf"), 0.0)


@dataclass(frozen=True)
class Chooser:
    """Legal ``moves`` of which one is being picked; ``picked`` is the prefix settled so far.

    ``cursor`` is an index into :attr:`options`.

        >>> moves = [Move("a1", (Choice("drop", "stone"), Choice("target", "a1"))),
        ...          Move("b1", (Choice("drop", "stone"), Choice("target", "b1")))]
        >>> chooser = Chooser.of(moves, Board(()))
        >>> [option.value for option in chooser.options]
        ['a1', 'b1']
        >>> chooser.pressed("right").confirmed().chosen.text
        'b1'
    """

    moves: tuple[Move, ...]
    board: Board
    picked: tuple[Choice, ...] = ()
    cursor: int = 0

    @classmethod
    def of(cls, moves: Sequence[Move], board: Board) -> "Chooser":
        """Start choosing among ``moves``: steps at which there is nothing to choose are skipped."""
        chooser = cls(tuple(moves), board)
        return chooser if len(moves) == 1 else chooser._settled()

    @cached_property
    def candidates(self) -> tuple[Move, ...]:
        """The moves that begin with what was picked."""
        depth = len(self.picked)
        return tuple(move for move in self.moves if move.choices[:depth] == self.picked)

    @cached_property
    def options(self) -> tuple[Choice, ...]:
        """What can be picked next: row by row from the top of the board, then what is beside."""
        depth = len(self.picked)
        found = {move.choices[depth] for move in self.candidates if len(move.choices) > depth}
        return tuple(sorted(found, key=lambda option: (*self._spot(option), option.value)))

    @property
    def option(self) -> Choice:
        """What is under the cursor."""
        return self.options[self.cursor]

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that are left when the option under the cursor is picked."""
        depth = len(self.picked)
        return tuple(move for move in self.candidates if move.choices[depth] == self.option)

    @property
    def chosen(self) -> Move | None:
        """The one move that everything picked leads to; None while there is something to pick."""
        if self.picked and len(self.candidates) == 1:
            return self.candidates[0]
        return None

    def pressed(self, arrow: str) -> "Chooser":
        """Move the cursor: left and right along all options, up and down between rows, around."""
        if arrow in ("left", "right"):
            step = 1 if arrow == "right" else -1
            return replace(self, cursor=(self.cursor + step) % len(self.options))
        return replace(self, cursor=self._in_next_row(1 if arrow == "down" else -1))

    def confirmed(self) -> "Chooser":
        """Pick what is under the cursor, and every following step that leaves no choice."""
        return replace(self, picked=(*self.picked, self.option), cursor=0)._settled()

    def towards(self, move: Move) -> "Chooser":
        """Put the cursor on the option that leads to ``move``, which is a candidate."""
        return replace(self, cursor=self.options.index(move.choices[len(self.picked)]))

    def back(self) -> "Chooser | None":
        """Take back the last real choice, the cursor on it; None when there was none."""
        for depth in range(len(self.picked) - 1, -1, -1):
            earlier = replace(self, picked=self.picked[:depth], cursor=0)
            if len(earlier.options) > 1:
                return replace(earlier, cursor=earlier.options.index(self.picked[depth]))
        return None

    def _settled(self) -> "Chooser":
        chooser = self
        while len(chooser.candidates) > 1 and len(chooser.options) == 1:
            chooser = replace(chooser, picked=(*chooser.picked, chooser.options[0]), cursor=0)
        return chooser

    def _spot(self, option: Choice) -> tuple[float, float]:
        """Row and column as people read them: from the top, from the left; what is beside last."""
        if not option.points or option.points[-1] not in self.board:
            return BESIDE
        point = self.board[option.points[-1]]
        return (-point.y, point.x)

    def _in_next_row(self, step: int) -> int:
        rows = sorted({self._spot(option)[0] for option in self.options})
        here, column = self._spot(self.option)
        row = rows[(rows.index(here) + step) % len(rows)]
        there = [i for i, option in enumerate(self.options) if self._spot(option)[0] == row]
        return min(there, key=lambda i: abs(self._spot(self.options[i])[1] - column))
