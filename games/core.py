"""The grammar that every game speaks: games, states and outcomes.

A :class:`Game` holds the facts (seats, board, dice, options). A :class:`State` is one immutable
position of a game. A :class:`~games.actions.Move` or a :class:`~games.actions.Throw` leads from one
state to the next. Screens, dice trays, hand steps and players use only these classes and those of
:mod:`games.equipment` and :mod:`games.actions`.

    >>> import games
    >>> game = games.load("thaayam", seats=2)
    >>> state = game.start().apply(game.throw((1, 0, 0, 0)))
    >>> str(state)
    '0 throw 0,0,0,0/0,0,0,0 - 1 -'

What the grammar itself does not need is in functions above it: :func:`games.why_not.why_not`
explains why a piece may not go to a place, :func:`games.arranging.rearrange` takes over the pieces
that were found on the real board.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol, Self

from games.actions import Action, Chance, Move, Throw
from games.budget import Budget
from games.equipment import PLAIN, Board, Die, Look, Piece, Seat
from games.message import IllegalMove, Message, msg
from games.options import PREFIX, Handicap, Option, OptionValue, checked
from games.text import quoted

NOTHING = re.compile(r"(?!)")
"""Matches no text: the throws of a game without any."""

Care = Mapping[int, tuple[float, ...]]
"""By the number of sides: how much care, from 0 to 1, the levels take between first and last."""

Attempt = tuple[str, str]
"""The text of a move, and the place where it would bring the piece that is asked about."""

GAME_OVER = msg("the game is over")
HOME = Message.of(msg("the pieces are home"))
REPETITION = Message.of(msg("the same position three times"))
TOO_LONG = Message.of(msg("the game took too long"))
NOBODY_WON = Message.of(msg("nobody won"))
"""Why a game ended, in sentences that several games use."""

FIRST_SEAT = msg("The first seat begins.")


class NewDefault(NamedTuple):
    """The default of an option was another value ``before`` it became the one of ``now``.

    Games that began before do not name the option, and go on with the value from ``before``.
    """

    before: OptionValue
    now: OptionValue


class About(NamedTuple):
    """What people are told about a game before they choose it: ``title`` and what it is.

    ``players`` are how many play, ``dice`` with which ones, and ``summary`` says what it is in a
    few words. ``description`` is the same in three sentences. ``minutes`` is how long most games
    take: the turns of four in five games between machines of the level champion, 15 seconds a turn,
    rounded to five minutes. ``new_defaults`` are those of options by their names. ``brief`` is for
    how many it is and with which dice, as short as a list shows it. ``board`` is a sketch of the
    board at the start, row by row from the top: a dot is a point, a plus a marked one, an ``o`` one
    with a piece.
    """

    title: str
    players: str
    dice: str
    summary: str
    description: str = ""
    minutes: tuple[int, int] | None = None
    new_defaults: Mapping[str, NewDefault] = {}
    brief: str = ""
    board: tuple[str, ...] = ()


class Begins(NamedTuple):
    """Who begins a game by its rules: whoever the lot falls on if ``by_lot``, else the first seat.

    ``rule`` says it in a sentence, and whether the rules say so or we do.
    """

    by_lot: bool
    rule: str


class Danger(NamedTuple):
    """How likely a capture is, from 0 to 1: ``least`` and ``most`` are equal where it is exact."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that share the point, and why.

    ``reason`` is one word for records. ``message`` tells people the same in a sentence: screens
    show it as it is, so a game can explain a winner that the board does not show.
    """

    winners: tuple[int, ...]
    reason: str
    is_draw: bool = False
    message: Message = field(default=Message(""), compare=False, repr=False)

    def score(self, seat: int) -> float:
        """Return what the end is worth to ``seat``: 1 for a win, 0 for a draw, -1 for a loss."""
        return 0.0 if self.is_draw else 1.0 if seat in self.winners else -1.0

    def sides(self, seats: Sequence[Seat]) -> frozenset[int]:
        """Return the sides that share the point, each by the ``team`` of its ``seats``."""
        return frozenset(seats[winner].team for winner in self.winners)


class State(ABC):
    """A position of a game: an immutable value that knows whose turn it is and what may be done.

    ``game`` is the game that the state belongs to. ``turn`` is the index of the seat that acts,
    None when the game is over. Two states are equal when their games and position texts are equal.
    Every method takes any action that equals a legal one, whatever its class: it may have been
    read, pickled, or made by another state.
    """

    __slots__ = ()

    game: Game
    turn: int | None

    @property
    def is_chance(self) -> bool:
        """True while a throw comes next, not a choice; never in a game without throws, as here."""
        return False

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws still to be played, in the order in which a screen shows them."""
        return ()

    @property
    def is_terminal(self) -> bool:
        """True when the game is over."""
        return self.turn is None

    @property
    def mover(self) -> int | None:
        """The seat whose pieces move: the one that acts, unless it plays for another."""
        return self.turn

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        """Return every distinct throw with its probability; nothing unless a throw comes next."""
        return ()

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Return every legal move once, in a stable order; nothing unless a choice comes next."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    @abstractmethod
    def pieces(self) -> tuple[Piece, ...]:
        """Return what stands where, sorted; pieces in hand, in reserve and off the board too."""

    @abstractmethod
    def evaluate(self, seat: int) -> float:
        """Return how well ``seat`` stands in the view of the game, from -1 (lost) to 1 (won)."""

    def expects(self, seat: int) -> float:
        """Return the score, from -1 to 1, that ``seat`` may expect against the best other side.

        This is the best that the game knows without looking ahead. It equals :meth:`evaluate`
        unless the game knows something that is too slow for a search or not a score.
        """
        return self.evaluate(seat)

    def material(self, seat: int) -> float:
        """Return how much more the side of ``seat`` has than the best other side.

        This judges a game that is cut short. It equals :meth:`evaluate` unless the game's view of
        a position weighs more than what can be counted on the board.
        """
        return self.evaluate(seat)

    @abstractmethod
    def __str__(self) -> str:
        """Return the position text."""

    @abstractmethod
    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        """Return this state with ``pieces`` standing instead.

        Called by :func:`games.arranging.rearrange`, which has checked that each piece may be on its
        place, that none is missing and that something differs. Raise WrongPieces if they break
        another rule.
        """

    @abstractmethod
    def refusal(self, text: str) -> IllegalMove:
        """Return why the action written ``text`` is not legal here."""

    def attempts(self, origin: str, target: str) -> Iterable[Attempt]:
        """Yield the ways in which a piece of the mover at ``origin`` might try to move.

        Each attempt is the text of a move that claims to end at ``target``, with the place where it
        really ends. People are told the refusal of the first one that does end at ``target``.
        A game without attempts only says that no move goes there.
        """
        return ()

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        """Return how likely a piece of ``seat`` on one of ``places`` is captured before its turn.

        What counts is all that the other seats may throw and play, one after another, until
        ``seat`` acts again, if they all want a capture. While ``seat`` itself is to act, this is
        what would happen if it left its pieces where they are. None, as here, where the game does
        not work it out: then nobody is told anything about danger.
        """
        return None

    def achievement(self, move: Move) -> Message | None:
        """Return what people can see on the board that ``move`` does, None if nothing special.

        It is a fact of the position after the move. Captures, and pieces that are brought in or
        home, are not among them: they are the same in all games.
        """
        return None

    def proof(self, move: Move) -> Message | None:
        """Return what ``move`` is worth if that is known for certain, to the end of the game."""
        return None

    def headway(self, move: Move) -> Message | None:
        """Return how ``move`` gets on, if there is nothing better to say for it, else None."""
        return None

    def points_won(self) -> tuple[int, ...]:
        """Return the points of each seat in a row of games for points; nothing, as here, else."""
        return ()

    def stakes(self) -> tuple[int, ...]:
        """Return by how much each seat has raised what the game is worth, 1 if it has not.

        Nothing, as here, where that cannot be raised.
        """
        return ()

    def stake(self) -> Message | None:
        """Return in words what the game is worth, and who may raise it; None where nobody may."""
        return None

    def skipped(self) -> Self | None:
        """Return the state after the seat to act, which nobody plays for any more, did nothing.

        Its pieces stay and can be captured, a throw that was not played is lost, and the turn
        counts as one. None where a seat cannot be left out: only two play, the end needs all
        seats, or no seat has to decide anything (a lot is drawn, the game is over).
        """
        return None

    def actions(self) -> Sequence[Action]:
        """Return everything that may happen next: the distinct throws, or the legal moves."""
        if self.is_chance:
            return tuple(throw for throw, _ in self.chance_outcomes())
        return self.legal_moves()

    def leaves(self, depth: int) -> int:
        """Count the leaves as :func:`perft` does; a game may count the last plies faster."""
        if depth == 0:
            return 1
        actions = self.actions()
        if depth == 1:
            return len(actions)
        return sum(self.apply(action).leaves(depth - 1) for action in actions)

    def parse(self, text: str) -> Action:
        """Return the throw or move written ``text``; raise IllegalMove with the reason if none."""
        for action in self.actions():
            if action.text == text:
                return action
        raise self.refusal(quoted(text))

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; raise IllegalMove if it is not legal here."""
        for known in self.actions():
            if known is action or known == action:
                return self._after(known)
        raise self.refusal(str(action))

    @abstractmethod
    def _after(self, action: Action) -> Self:
        """Return the state after ``action``, which is known to be legal."""


class Game(ABC):
    """The facts of a game under chosen options. Games are equal when class and options are equal.

    ``badges`` says in a word or two what a badge of a piece on the board means.
    ``THROW_TEXT`` and ``MOVE_TEXT`` match every throw and move as the game writes them, whether
    or not it is legal anywhere. ``about`` is for people who choose a game, ``begins`` says who
    begins. ``SEATS_OPTION`` is the option that says how many seats there are, empty if there is
    none. ``HANDICAPS`` are what a seat may begin with; ``OPTIONS`` choose them for each seat.
    ``SEARCH_NODES`` is how many nodes the strongest search looks at: no more than take 2 s on
    the slowest table, which is 0.13 s on the reference core. It may depend on the options.
    ``CLOSE_MOVES`` is how many moves a review looks at as closely as usual, so that it takes 10 s
    on the reference core at most.
    ``TABLES`` are the files that the game looks for and plays better with.
    ``HASTE`` and ``CARE``, by the number of sides, say how the levels of machine players err
    (:mod:`games.players.levels`). ``DOUBT`` is the part of the point by which the values of two
    moves beside each other may be wrong; docs/review.md says how it was measured.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[About] = About("", "", "", "")
    begins: ClassVar[Begins] = Begins(by_lot=False, rule=FIRST_SEAT)
    badges: ClassVar[Mapping[str, str]] = {}
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    HANDICAPS: ClassVar[tuple[Handicap, ...]] = ()
    SEATS_OPTION: ClassVar[str] = ""
    THROW_TEXT: ClassVar[re.Pattern[str]] = NOTHING
    MOVE_TEXT: ClassVar[re.Pattern[str]]
    SEARCH_NODES: int = 500
    CLOSE_MOVES: ClassVar[int] = 500
    TABLES: ClassVar[Sequence[Path]] = ()
    HASTE: ClassVar[float] = 0.3
    CARE: ClassVar[Care] = {}
    DOUBT: float = 0.01

    seats: tuple[Seat, ...]
    board: Board
    dice: tuple[Die, ...] = ()

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        self.options: Mapping[str, OptionValue] = checked(self.OPTIONS, options, self.name)

    @abstractmethod
    def start(self, first: int = 0) -> State:
        """Return the state before the first turn; ``first`` is the index of the first seat."""

    @abstractmethod
    def state(self, text: str) -> State:
        """Return the state written ``text``; ValueError says what is wrong with it."""

    @abstractmethod
    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        """Return the ways in which one piece like ``piece`` may be at ``place``.

        There may be several: which way it points, how often it has come round, who holds it. The
        first is the one nearest to ``piece`` as it stands now. Nothing if it can never be there.
        """

    @classmethod  # noqa: B027 - most games have none
    def open_tables(cls) -> None:
        """Read what there is of ``TABLES``, before a table has to wait for it: it may take long."""

    @property
    def look(self) -> Look:
        """How board and pieces look in colour."""
        return PLAIN

    @property
    def care(self) -> tuple[float, ...]:
        """How much care, from 0 to 1, each level takes that is neither the weakest nor the best."""
        return self.CARE.get(len({seat.team for seat in self.seats}), (0.25, 0.5, 0.75))

    def handicap(self, seat: int) -> Handicap | None:
        """Return the handicap of ``seat``; None if it begins as usual."""
        chosen = self.options.get(PREFIX + self.seats[seat].colour)
        return next((each for each in self.HANDICAPS if each.name == chosen), None)

    def begun(self, usual: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Return what each seat begins with: what is ``usual``, or what its handicap says."""
        found = (self.handicap(seat.index) for seat in self.seats)
        return tuple(usual if each is None else each.start for each in found)

    def owner(self, piece: Piece) -> int | None:
        """Return the seat whose set ``piece`` belongs to, whoever holds it; None if neutral."""
        return piece.seat

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw that ``faces`` make, one face a die, in any order for equal dice."""
        raise ValueError(f"{self.name} is played without dice, not with {tuple(faces)}")

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end and return the outcome.

        Throws are drawn by their probabilities, legal moves evenly.
        """
        while (outcome := state.outcome()) is None:
            state = state.apply(random_action(state, rng))
        return outcome

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        """Return every legal move of ``state``, the best first, as far as ``budget`` reaches.

        A game overrides this when it can look further on plainer data than its states. None, as
        here, leaves it to a search over the grammar (:mod:`games.players.levels`). ``rng``
        decides between moves of equal value.
        """
        return None

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float] | None:
        """Return what the mover's side may expect of each move, as :meth:`State.expects` says it.

        All legal moves of ``state`` are there, judged by equal depth, as deep as about ``nodes``
        positions reach; at the end of the turn if that is 0. A game overrides this when it can look
        further on plainer data than its states, or knows exact values. None, as here, leaves it to
        :mod:`games.valuation`, which works over the grammar.
        """
        return None

    def doubt(self, state: State) -> float:
        """Return by how much what the moves of ``state`` are worth may differ wrongly.

        That is 0 where all of it is exact.
        """
        return self.DOUBT

    def outlook(self, state: State, nodes: int) -> Mapping[Move, tuple[float, ...]] | None:
        """Return the part of the point that every seat may expect of each move of ``state``.

        As :meth:`prospects`, for games in which the score of one side does not tell what the others
        may expect. All parts of the sides add up to 1. None, as here, leaves it to that method.
        """
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return _load_again, (type(self), dict(self.options))

    def _check_first(self, first: int) -> int:
        if type(first) is not int or first not in range(len(self.seats)):
            raise ValueError(
                f"first: expected a seat from 0 to {len(self.seats) - 1}, not {first!r}"
            )
        return first


def _load_again(kind: type[Game], options: Mapping[str, OptionValue]) -> Game:
    return kind(**options)


def random_action(state: State, rng: random.Random) -> Action:
    """Return a throw drawn by its probability, or a legal move drawn evenly, with ``rng``."""
    if state.is_chance:
        throws, chances = zip(*state.chance_outcomes(), strict=True)
        thrown: Throw = rng.choices(throws, chances)[0]
        return thrown
    return rng.choice(state.legal_moves())


def perft(state: State, depth: int) -> int:
    """Count the leaves of the tree of throws and moves ``depth`` plies below ``state``.

    Every distinct throw counts once, whatever its probability. A game that is over sooner adds 0.
    """
    return state.leaves(depth)


class Catalogue(Protocol):
    """Where games come from; the package ``games`` is one."""

    def names(self) -> tuple[str, ...]:
        """Return the ids of the games, as a menu lists them."""

    def kind(self, name: str) -> type[Game]:
        """Return the class of a game; ValueError if there is none called ``name``."""

    def about(self, name: str) -> About:
        """Return what people are told of a game; ValueError if there is none called ``name``."""

    def load(self, name: str, /, **options: OptionValue) -> Game:
        """Return the game under ``options``; ValueError says what is wrong with them."""
