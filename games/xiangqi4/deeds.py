"""Moves and lots as people see them, worked out only when somebody looks.

Whether a move puts an army out is known only once it is played, so a move remembers the position
that it is a move of.
"""

from games.actions import PASS, Choice, Move, Step, Throw
from games.equipment import Piece
from games.xiangqi4 import hands
from games.xiangqi4.board import COLOUR_LETTERS, NAMES
from games.xiangqi4.match import FIRST_DROP, FROM_RESERVE, PASSING, Match
from games.xiangqi4.movement import TARGET
from games.xiangqi4.pieces import LETTERS, WORDS
from games.xiangqi4.spoils import Lot
from games.xiangqi4.stepping import ORIGIN_SHIFT

# a screen asks for the choices of every move at every press
DROPS = tuple(Choice("drop", kind) for kind in WORDS)
PIECES = tuple(Choice("piece", name, (name,)) for name in NAMES)
TARGETS = tuple(Choice("target", name, (name,)) for name in NAMES)


class Deed(Move):
    """The move ``code`` of the position ``match``; equal to any move with its text."""

    __slots__ = ("code", "match")

    match: Match
    code: int

    def __init__(self, match: Match, code: int) -> None:
        object.__setattr__(self, "match", match)
        object.__setattr__(self, "code", code)

    @property
    def text(self) -> str:
        if self.code == PASSING:
            return PASS.text
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        if self.code >= FIRST_DROP:
            return f"{LETTERS[origin - FROM_RESERVE]}@{NAMES[target]}"
        return f"{NAMES[origin]}{'x' if self.match.board[target] else '-'}{NAMES[target]}"

    @property
    def choices(self) -> tuple[Choice, ...]:
        if self.code == PASSING:
            return PASS.choices
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        is_drop = self.code >= FIRST_DROP
        first = DROPS[origin - FROM_RESERVE] if is_drop else PIECES[origin]
        return (first, TARGETS[target])

    @property
    def path(self) -> tuple[str, ...]:
        if self.code == PASSING:
            return ()
        origin, target = self.code >> ORIGIN_SHIFT, self.code & TARGET
        if self.code >= FIRST_DROP:
            return (NAMES[target],)
        match = self.match
        passed = match.movement.passed(match.board[origin], origin, target, match.living)
        return (*(NAMES[point] for point in passed), NAMES[target])

    @property
    def captures(self) -> tuple[Piece, ...]:
        target = self.code & TARGET
        if self.code == PASSING or not self.match.board[target]:
            return ()
        return (hands.standing(self.match.board[target], target),)

    @property
    def steps(self) -> tuple[Step, ...]:
        return hands.steps(self.match, self.code)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.text,))

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.text, self.choices, self.path, self.captures, self.steps)


class Drawing(Throw):
    """The lot by which ``claimant`` wins a piece; equal to any throw with its text."""

    __slots__ = ("claimant", "lot")

    lot: Lot
    claimant: int

    def __init__(self, lot: Lot, claimant: int) -> None:
        object.__setattr__(self, "text", f"lot:{COLOUR_LETTERS[claimant]}")
        object.__setattr__(self, "faces", ())
        object.__setattr__(self, "lot", lot)
        object.__setattr__(self, "claimant", claimant)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the hands do: the piece goes to the claimant's reserve."""
        return hands.lot_steps(self.lot, self.claimant)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Throw) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.text,))

    def __reduce__(self) -> tuple[object, ...]:
        return Drawing, (self.lot, self.claimant)
