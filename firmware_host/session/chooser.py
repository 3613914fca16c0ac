"""Choose one of the legal moves step by step: which piece, then where to.

Each step narrows the legal moves to those that begin with what was picked, so the chooser serves
every game. It is an immutable value: pressing a key returns a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Self

from msgspec import Struct

from firmware_host.session.cursor import Spot, middle_spot, next_spot, spots_of
from games.actions import Choice, Move
from games.equipment import Board


class ChoiceLevel(Struct, frozen=True):
    """What can be picked after ``picked``, the choices settled so far.

    ``candidates`` are those of all ``moves`` that begin with ``picked``. ``options`` are what can
    be picked next, row by row from the top of the board, then what lies beside the board;
    ``spots`` says where each of them lies.
    """

    moves: tuple[Move, ...]
    board: Board
    picked: tuple[Choice, ...]
    candidates: tuple[Move, ...]
    options: tuple[Choice, ...]
    spots: tuple[Spot, ...]

    @classmethod
    def of(cls, moves: tuple[Move, ...], board: Board, picked: tuple[Choice, ...] = ()) -> Self:
        """Return the level that ``picked`` leads to."""
        depth = len(picked)
        candidates = tuple(move for move in moves if move.choices[:depth] == picked)
        offered = {move.choices[depth] for move in candidates if len(move.choices) > depth}
        options = sorted(offered, key=lambda option: option.value)
        places = [option.points[-1] if option.points else None for option in options]
        in_order = sorted(zip(spots_of(board, places), options, strict=True), key=itemgetter(0))
        return cls(
            moves,
            board,
            picked,
            candidates,
            options=tuple(option for _, option in in_order),
            spots=tuple(spot for spot, _ in in_order),
        )


@dataclass(frozen=True)
class Chooser:
    """A ``cursor`` on one of the options of a ``level``.

    ``cursor`` is an index into :attr:`options`. It starts on the option in the middle, and arrows
    move it as :mod:`firmware_host.session.cursor` describes.

        >>> from games.actions import PlainMove
        >>> moves = [PlainMove("a1", (Choice("drop", "stone"), Choice("target", "a1"))),
        ...          PlainMove("b1", (Choice("drop", "stone"), Choice("target", "b1")))]
        >>> chooser = Chooser.of(moves, Board(()))
        >>> [option.value for option in chooser.options]
        ['a1', 'b1']
        >>> chooser.pressed("right").confirmed().chosen.text
        'b1'
    """

    level: ChoiceLevel
    cursor: int

    @classmethod
    def of(cls, moves: Sequence[Move], board: Board) -> Self:
        """Start to choose among ``moves``; skip steps with a single option."""
        chooser = cls._centred(ChoiceLevel.of(tuple(moves), board))
        return chooser if len(moves) == 1 else chooser._settled()

    @classmethod
    def at(
        cls, moves: Sequence[Move], board: Board, picked: tuple[Choice, ...], cursor: int
    ) -> Self:
        """Return the chooser that has already ``picked`` so much, with its cursor there."""
        return cls(ChoiceLevel.of(tuple(moves), board, picked), cursor)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves that there were to choose from."""
        return self.level.moves

    @property
    def board(self) -> Board:
        """The board that the options lie on or beside."""
        return self.level.board

    @property
    def picked(self) -> tuple[Choice, ...]:
        """The choices settled so far."""
        return self.level.picked

    @property
    def candidates(self) -> tuple[Move, ...]:
        """The moves that begin with what was picked."""
        return self.level.candidates

    @property
    def options(self) -> tuple[Choice, ...]:
        """What can be picked next."""
        return self.level.options

    @property
    def option(self) -> Choice:
        """The option under the cursor."""
        return self.options[self.cursor]

    @cached_property
    def preview(self) -> tuple[Move, ...]:
        """The moves that remain if the option under the cursor is picked."""
        depth = len(self.picked)
        return tuple(move for move in self.candidates if move.choices[depth] == self.option)

    @property
    def chosen(self) -> Move | None:
        """The move that was chosen; None while there is something left to pick."""
        if self.picked and len(self.candidates) == 1:
            return self.candidates[0]
        return None

    def pressed(self, arrow: str) -> Self:
        """Move the cursor in the direction of ``arrow``."""
        return replace(self, cursor=next_spot(self.level.spots, self.cursor, arrow))

    def everywhere(self) -> tuple[Self, ...]:
        """Return the same with the cursor on each of the options."""
        return tuple(replace(self, cursor=number) for number in range(len(self.options)))

    def confirmed(self) -> Self:
        """Pick the option under the cursor, and every later step that has a single option."""
        return self._with_picked(self.option)._settled()

    def towards(self, move: Move) -> Self:
        """Put the cursor on the option that leads to ``move``, one of the candidates."""
        return replace(self, cursor=self.options.index(move.choices[len(self.picked)]))

    def back(self) -> Self | None:
        """Take back the last step that had several options; None if there was none."""
        for depth in range(len(self.picked) - 1, -1, -1):
            earlier = ChoiceLevel.of(self.moves, self.board, self.picked[:depth])
            if len(earlier.options) > 1:
                return replace(
                    self, level=earlier, cursor=earlier.options.index(self.picked[depth])
                )
        return None

    @classmethod
    def _centred(cls, level: ChoiceLevel) -> Self:
        """Return the chooser on ``level`` with its cursor in the middle of the options."""
        return cls(level, middle_spot(level.spots) if level.options else 0)

    def _with_picked(self, option: Choice) -> Self:
        return self._centred(ChoiceLevel.of(self.moves, self.board, (*self.picked, option)))

    def _settled(self) -> Self:
        """Pick every step that has a single option, as long as several moves remain."""
        chooser = self
        while len(chooser.candidates) > 1 and len(chooser.options) == 1:
            chooser = chooser._with_picked(chooser.options[0])
        return chooser
