"""The grammar that every game speaks.

A :class:`Game` holds the facts (seats, board, dice, options); a :class:`State` is one immutable
position of it; a :class:`~games.actions.Move` or a :class:`~games.actions.Throw` leads from one
state to the next. Screens, dice trays, guidance and players are written against these names and
those of :mod:`games.equipment` and :mod:`games.actions` alone.

    >>> import games
    >>> game = games.load("thaayam", seats=2)
    >>> state = game.start().apply(game.throw((1, 0, 0, 0)))
    >>> str(state)
    '0 throw 0,0,0,0/0,0,0,0 - 1 -'

Whoever has put a piece somewhere is told why it may not go there: :meth:`State.why_not`.

    >>> print(state.why_not("hand", "c1"))
    a throw comes first, then the move
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

from games.actions import Action, Move, Throw
from games.equipment import Board, Die, Piece, Seat
from games.errors import IllegalMove, WrongPieces
from games.message import msg
from games.options import Option, OptionValue, checked
from games.text import told

if TYPE_CHECKING:
    from games.players.budget import Budget

NOTHING = re.compile(r"(?!)")
"""Matches no text: the throws of a game without any."""

Attempt = tuple[str, str]
"""A move as it is written, and the place where it would bring the piece that is asked about."""


GAME_OVER = msg("the game is over")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who shares the point, one word for why, and whether it is a draw."""

    winners: tuple[int, ...]
    reason: str
    is_draw: bool = False

    def score(self, seat: int) -> float:
        """What the end is worth to ``seat``: 1 won, 0 drawn, -1 lost."""
        return 0.0 if self.is_draw else 1.0 if seat in self.winners else -1.0


class State(ABC):
    """A position of a game: an immutable value that knows whose turn it is and what may be done.

    ``game`` is the game it is a state of, ``turn`` the index of the seat that acts (None when the
    game is over). Two states are equal when their game and their position text are.
    """

    __slots__ = ()

    game: Game
    turn: int | None

    @property
    @abstractmethod
    def is_chance(self) -> bool:
        """True while a throw is awaited, not a choice."""

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws still to be played, in the order a screen shows them."""
        return ()

    @property
    def is_terminal(self) -> bool:
        """True when the game is over."""
        return self.turn is None

    @property
    def mover(self) -> int | None:
        """The seat whose pieces are moved: the one that acts, unless it plays for another."""
        return self.turn

    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """Every distinct throw with its probability; empty unless a throw is awaited."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move once, in a stable order; empty unless a choice is awaited."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """What stands where, hand and reserve included, sorted."""

    @abstractmethod
    def evaluate(self, seat: int) -> float:
        """How well ``seat`` stands, from -1 (lost) to 1 (won), by the game's own view."""

    def material(self, seat: int) -> float:
        """How much more the side of ``seat`` has than the best other: what a game cut short tells.

        As :meth:`evaluate` where that is nothing but counted; a game whose view of a position
        weighs more than what stands on the board counts again here.
        """
        return self.evaluate(seat)

    @abstractmethod
    def __str__(self) -> str:
        """The position text."""

    @abstractmethod
    def _after(self, action: Action) -> Self:
        """The state after ``action``, which is known to be legal."""

    @abstractmethod
    def _rearranged(self, pieces: tuple[Piece, ...]) -> Self:
        """As :meth:`rearranged`, for pieces that are complete and not those that stand now."""

    @abstractmethod
    def _refusal(self, text: str) -> IllegalMove:
        """Why the action written ``text`` is not legal here."""

    def _attempts(self, origin: str, target: str) -> Iterable[Attempt]:
        """How a piece of the mover at ``origin`` would be moved if nothing forbade it.

        Each attempt is written as if it ended at ``target``, and says where it really ends. The
        refusal of the first one that does end there is what people are told. Without attempts they
        hear only that no move goes there.
        """
        return ()

    def rearranged(self, pieces: Iterable[Piece]) -> Self:
        """This state with ``pieces`` standing instead: the board is right, not the program.

        ``pieces`` are all there are, told as :meth:`pieces` tells them, those beside the board
        too; :meth:`Game.standings` gives the ways in which one may stand. Turn and throws stay as
        they are, while what only the past of the game tells (turns counted, positions that might
        come back) begins anew, as after :meth:`Game.state`. Pieces as they stand change nothing.

        WrongPieces says why they cannot stand so. A game neither ends by this nor goes on after
        its end: that is refused too.
        """
        from games.arranging import WOULD_END, check_set, gathered

        given = gathered(pieces)
        if given == self.pieces():
            return self
        check_set(self, given)
        found = self._rearranged(given)
        if found.is_terminal:
            raise WrongPieces(WOULD_END)
        return found

    def skipped(self) -> Self | None:
        """The state after the seat to act, which nobody plays for any more, did nothing.

        Its pieces stay and can be captured, a throw not played is lost, and the turn counts as one.
        None where a seat cannot be left out: only two play, the end needs all seats, or nothing is
        to be decided by a seat (a lot is drawn, the game is over).
        """
        return None

    def actions(self) -> tuple[Action, ...]:
        """Everything that may happen next: the distinct throws, or the legal moves."""
        if self.is_chance:
            return tuple(throw for throw, _ in self.chance_outcomes())
        return self.legal_moves()

    def leaves(self, depth: int) -> int:
        """Count the leaves as :func:`perft` does; a game may count its last plies unplayed."""
        if depth == 0:
            return 1
        actions = self.actions()
        if depth == 1:
            return len(actions)
        return sum(self.apply(action).leaves(depth - 1) for action in actions)

    def parse(self, text: str) -> Action:
        """Return the throw or move written ``text``; IllegalMove says why it is none."""
        for action in self.actions():
            if action.text == text:
                return action
        raise self._refusal(told(text))

    def why_not(self, origin: str, target: str) -> IllegalMove | None:
        """Why no piece of the mover can be brought from ``origin`` to ``target`` now.

        Both are points of the board, ``hand``, ``off`` or ``reserve``. None if a legal move has an
        act that does so; it is not enough that a move passes ``target``. From the reserve goes a
        drop to its point, though the hands swap the piece for one of another colour.
        """
        from games.why_not import reason

        tried = ((self._refusal(text), end) for text, end in self._attempts(origin, target))
        return reason(self, origin, target, tried)

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        for known in self.actions():
            if known is action or known == action:
                return self._after(known)
        raise self._refusal(str(action))


class Game(ABC):
    """The facts of a game under chosen options. Games are equal when their kind and options are.

    ``THROW_TEXT`` and ``MOVE_TEXT`` match every throw and move as the game writes them, whether
    or not they are legal anywhere. ``SEARCH_NODES`` is how many nodes a search looks at where it is
    strongest: no more than take 2 s on the slowest table, which is 0.13 s on the reference core.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    THROW_TEXT: ClassVar[re.Pattern[str]] = NOTHING
    MOVE_TEXT: ClassVar[re.Pattern[str]]
    SEARCH_NODES: ClassVar[int] = 500

    seats: tuple[Seat, ...]
    board: Board
    dice: tuple[Die, ...] = ()

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        self.options: Mapping[str, OptionValue] = checked(self.OPTIONS, options, self.name)

    @abstractmethod
    def start(self, first: int = 0) -> State:
        """The state before the first turn; ``first`` is the index of the seat that begins."""

    @abstractmethod
    def state(self, text: str) -> State:
        """The state written ``text``; ValueError says what is wrong with it."""

    @abstractmethod
    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        """The ways in which one piece like ``piece`` may be at ``place``.

        Of several (which way it points, how often it has come round, who holds it) that comes
        first which is nearest to ``piece`` as it stands; none if it can never be there.
        """

    def owner(self, piece: Piece) -> int:
        """The seat whose set ``piece`` belongs to, whoever holds it."""
        return piece.seat

    def throw(self, faces: Sequence[int]) -> Throw:
        """The throw that ``faces`` make, one a die, in any order where dice are alike."""
        raise ValueError(f"{self.name} is played without dice, not with {tuple(faces)}")

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        while (outcome := state.outcome()) is None:
            state = state.apply(random_action(state, rng))
        return outcome

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Every legal move of ``state``, the best first, as far as ``budget`` lets it be found out.

        Here over the grammar alone; a game may look further on plainer data. ``rng`` decides
        between moves that are as good.
        """
        from games.players.searcher import suited

        return suited(self)(state, budget, rng)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return _load_again, (type(self), dict(self.options))

    def _check_first(self, first: int) -> int:
        if first not in range(len(self.seats)):
            raise ValueError(
                f"first: expected a seat from 0 to {len(self.seats) - 1}, not {first!r}"
            )
        return first


def _load_again(kind: type[Game], options: Mapping[str, OptionValue]) -> Game:
    return kind(**options)


def random_action(state: State, rng: random.Random) -> Action:
    """A throw drawn by its probability, or a legal move drawn evenly, with ``rng``."""
    if state.is_chance:
        outcomes = state.chance_outcomes()
        return rng.choices([throw for throw, _ in outcomes], [float(p) for _, p in outcomes])[0]
    return rng.choice(state.legal_moves())


def perft(state: State, depth: int) -> int:
    """Count the leaves of the tree of throws and moves ``depth`` plies below ``state``.

    Every distinct throw counts once, whatever its probability; a game that is over sooner adds 0.
    """
    return state.leaves(depth)
