"""Mistakes in a hand step that the screen asks for, on a board without sensors.

Unlike an accident, a slip goes unnoticed for a while: the real board differs from the position
until people compare them.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from firmware_host.session.board_check import shares_points
from games.actions import Step, carry_out
from games.core import Game
from games.equipment import OFF, PLACES_BESIDE, Piece
from tests.people.accidents import neighbours

Pieces = tuple[Piece, ...]


@dataclass(frozen=True)
class Doing:
    """A ``step`` that people do; before it the ``pieces`` stand on the real board of ``game``.

    ``rng`` chooses what goes wrong.
    """

    game: Game
    pieces: Pieces
    step: Step
    rng: random.Random

    def done(self) -> Pieces:
        """Return the pieces after the step; raise ValueError if its piece is not at its origin.

        What is still in the way, where only one piece has room, is put aside.
        """
        after, step = self.pieces, self.step
        if step.target not in PLACES_BESIDE and step.origin != step.target:
            after = self.cleared(after, step.target)
        return carry_out(after, (step,))

    def cleared(self, pieces: Pieces, point: str) -> Pieces:
        """Return ``pieces`` with room for one more on ``point``."""
        if shares_points(self.game):
            return pieces
        for piece in [each for each in pieces if each.place == point]:
            pieces = carry_out(pieces, (self.carried(piece, self.fallen(piece)),))
        return pieces

    def fallen(self, piece: Piece) -> Piece:
        """Return ``piece`` as it lies beside the board."""
        ways = (way for place in PLACES_BESIDE for way in self.game.standings(piece, place))
        return next(ways, replace(piece, place=OFF, count=1))

    def carried(self, piece: Piece, way: Piece) -> Step:
        """Return the step that takes one of ``piece`` to where and how ``way`` stands."""
        return Step("move", replace(piece, count=1), piece.place, way.place, way)

    def standing(self) -> list[Piece]:
        """Return the pieces on the points of the board."""
        return [piece for piece in self.pieces if piece.place in self.game.board]

    def beside(self, piece: Piece, point: str) -> Iterator[Piece]:
        """Yield how ``piece`` may stand on the empty neighbours of ``point``."""
        taken = {each.place for each in self.pieces}
        for name in neighbours(self.game.board, point):
            if name not in taken:
                plain = replace(piece, place=name, count=1)
                yield next(iter(self.game.standings(piece, name)), plain)


def leave_undone(doing: Doing) -> Pieces | None:
    """Press OK without doing anything."""
    return doing.pieces


def forget_the_captured(doing: Doing) -> Pieces | None:
    """Leave a piece that should be taken off; None for other steps."""
    return doing.pieces if doing.step.verb == "take_off" else None


def put_beside(doing: Doing) -> Pieces | None:
    """Put the piece on a neighbour of its target; None if none is free."""
    step = doing.step
    if step.target in PLACES_BESIDE or step.origin == step.target:
        return None
    ways = list(doing.beside(step.result, step.target))
    if not ways:
        return None
    return carry_out(
        doing.pieces, (replace(step, target=(way := doing.rng.choice(ways)).place, becomes=way),)
    )


def take_another(doing: Doing) -> Pieces | None:
    """Move another piece to the target; None if none can stand there."""
    step = doing.step
    if step.verb != "move" or step.origin == step.target:
        return None
    ways = [
        (piece, way)
        for piece in doing.standing()
        if piece.place not in (step.origin, step.target)
        for way in doing.game.standings(piece, step.target)[:1]
    ]
    if not ways:
        return None
    cleared = doing.cleared(doing.pieces, step.target)
    return carry_out(cleared, (doing.carried(*doing.rng.choice(ways)),))


def knock_over(doing: Doing) -> Pieces | None:
    """Do the step, but knock another piece to a neighbouring point or off the board."""
    after = replace(doing, pieces=doing.done())
    standing = after.standing()
    if not standing:
        return None
    piece = doing.rng.choice(standing)
    ways = [after.fallen(piece), *after.beside(piece, piece.place)]
    return carry_out(after.pieces, (doing.carried(piece, doing.rng.choice(ways)),))


KINDS: Mapping[str, Callable[[Doing], Pieces | None]] = {
    "step not done": leave_undone,
    "captured piece forgotten": forget_the_captured,
    "wrong point": put_beside,
    "wrong piece": take_another,
    "knocked over": knock_over,
}


class Slips:
    """Slips that happen with probability ``rate`` at each step, counted in :attr:`happened`."""

    def __init__(self, rate: float, rng: random.Random) -> None:
        self._rate, self._rng = rate, rng
        self.happened: Counter[str] = Counter()

    def after(self, game: Game, pieces: Pieces, step: Step) -> Pieces:
        """Return ``pieces`` after people did ``step``, correctly or not.

        ValueError if they cannot: the piece is not where it should be.
        """
        doing = Doing(game, pieces, step, self._rng)
        right = doing.done()
        if self._rng.random() >= self._rate:
            return right
        kind = self._rng.choice(tuple(KINDS))
        wrong = KINDS[kind](doing)
        if wrong is None or wrong == right:
            return right
        self.happened[kind] += 1
        return wrong
