"""Picking one of the legal moves step by step: which piece, then where to.

The legal moves are narrowed by the common prefixes of their choices, nothing else, so the chooser
serves every game. It is a value: pressing a key gives a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter

from firmware_host.session.cursor import Spot, middle_spot, next_spot, spots_of
from games.actions import Choice, Move
from games.equipment import Board


@dataclass(frozen=True)
class Chooser:
    """Legal ``moves`` of which one is being picked; ``picked`` is the prefix settled so far.

    ``cursor`` is an index into :attr:`options`. It starts on the one in their midst, and arrows
    move it by the rule of :mod:`firmware_host.session.cursor`.

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
        chooser = cls(tuple(moves), board)._centred()
        return chooser if len(moves) == 1 else chooser._settled()

    @cached_property
    def candidates(self) -> tuple[Move, ...]:
        """The moves that begin with what was picked."""
        depth = len(self.picked)
        return tuple(move for move in self.moves if move.choices[:depth] == self.picked)

    @cached_property
    def options(self) -> tuple[Choice, ...]:
        """What can be picked next: row by row from the top of the board, then what is beside."""
        return tuple(option for _, option in self._laid_out)

    @cached_property
    def _laid_out(self) -> tuple[tuple[Spot, Choice], ...]:
        """The options in reading order, each with its spot."""
        depth = len(self.picked)
        found = {move.choices[depth] for move in self.candidates if len(move.choices) > depth}
        options = sorted(found, key=lambda option: option.value)
        places = [option.points[-1] if option.points else None for option in options]
        laid_out = zip(spots_of(self.board, places), options, strict=True)
        return tuple(sorted(laid_out, key=itemgetter(0)))

    @property
    def _spots(self) -> tuple[Spot, ...]:
        return tuple(spot for spot, _ in self._laid_out)

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
        """Move the cursor to the option that lies in the direction of ``arrow``."""
        return self._on(next_spot(self._spots, self.cursor, arrow))

    def confirmed(self) -> "Chooser":
        """Pick what is under the cursor, and every following step that leaves no choice."""
        return replace(self, picked=(*self.picked, self.option))._centred()._settled()

    def towards(self, move: Move) -> "Chooser":
        """Put the cursor on the option that leads to ``move``, which is a candidate."""
        return self._on(self.options.index(move.choices[len(self.picked)]))

    def back(self) -> "Chooser | None":
        """Take back the last real choice, the cursor on it; None when there was none."""
        for depth in range(len(self.picked) - 1, -1, -1):
            earlier = replace(self, picked=self.picked[:depth])
            if len(earlier.options) > 1:
                return earlier._on(earlier.options.index(self.picked[depth]))
        return None

    def _settled(self) -> "Chooser":
        chooser = self
        while len(chooser.candidates) > 1 and len(chooser.options) == 1:
            chooser = replace(chooser, picked=(*chooser.picked, chooser.options[0]))._centred()
        return chooser

    def _centred(self) -> "Chooser":
        """The same with the cursor on the option in the midst of all."""
        return self._on(middle_spot(self._spots) if self.options else 0)

    def _on(self, cursor: int) -> "Chooser":
        moved = replace(self, cursor=cursor)
        # what is offered does not depend on the cursor, and takes long to find out
        vars(moved).update(candidates=self.candidates, _laid_out=self._laid_out)
        return moved
