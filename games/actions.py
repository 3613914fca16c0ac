"""What may happen in a game, a throw or a move, with what people choose and their hands do."""

from dataclasses import dataclass, field, replace
from typing import Literal

from games.equipment import Piece

Verb = Literal["move", "take_off", "put_on", "turn"]
"""To another place, off the board, onto it, turned where it stands."""
ChoiceKind = Literal["die", "piece", "target", "drop", "pass"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One step by which a person picks a move: its kind, its value and the points it lights up."""

    kind: ChoiceKind
    value: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One act of the hands: ``piece`` as it stands before, taken from ``origin`` to ``target``.

    ``becomes`` is the piece afterwards where more than its place changes (turned, promoted).
    """

    verb: Verb
    piece: Piece
    origin: str
    target: str
    becomes: Piece | None = None

    @property
    def result(self) -> Piece:
        """The piece as it stands at ``target``."""
        return replace(self.becomes or self.piece, place=self.target)


@dataclass(frozen=True, slots=True)
class Throw:
    """What chance brought, in the game's notation; ``faces`` is one picture of it on the dice.

    ``steps`` are what the hands do, where a lot moves pieces. Throws with equal text are one throw.
    """

    text: str
    faces: tuple[int, ...] = field(default=(), compare=False)
    steps: tuple[Step, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Move:
    """A decision of a seat, in the game's notation, with what a screen and a pair of hands need.

    ``choices`` are the steps by which it is picked, ``path`` the points passed and reached,
    ``captures`` the pieces that leave or go back, ``steps`` the acts of the hands in order.
    Moves with equal text are one move.
    """

    text: str
    choices: tuple[Choice, ...] = field(compare=False)
    path: tuple[str, ...] = field(default=(), compare=False)
    captures: tuple[Piece, ...] = field(default=(), compare=False)
    steps: tuple[Step, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.text


PASS = Move("pass", (Choice("pass", "pass"),))

Action = Move | Throw
