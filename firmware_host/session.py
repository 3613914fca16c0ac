"""A game being played at this table, as the records of its journal tell it.

What people do becomes a record first (a mapping of plain values); the record is written down and
then taken. So a session that was cut off is the same session once its records are taken again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, Self

from firmware_host.records import Record
from games.core import Action, Game, Piece, State, Step
from games.options import OptionValue
from games.steps import carry_out, take_back

Player = Literal["person", "machine"]
PLAYERS: tuple[Player, ...] = ("person", "machine")
OPTION_PREFIX = "option."


class Catalogue(Protocol):
    """Where games come from; the package ``games`` is one."""

    def names(self) -> tuple[str, ...]:
        """The ids of the games, as a menu lists them."""

    def kind(self, name: str) -> type[Game]:
        """The class of a game; ValueError if there is none called ``name``."""

    def load(self, name: str, **options: OptionValue) -> Game:
        """The game under ``options``; ValueError says what is wrong with them."""


@dataclass(frozen=True)
class Setup:
    """How a game is to be played: its options, who begins and who sits where (in seat order).

    Seats that ``players`` does not name are persons; ``first`` is None when it is still to be
    drawn.
    """

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first: int | None = 0
    players: tuple[Player, ...] = ()

    def record(self) -> Record:
        """The flat record that begins a session so set up."""
        options = {OPTION_PREFIX + name: value for name, value in self.options.items()}
        return {
            "begin": self.game,
            "first": self.first,
            "players": " ".join(self.players),
            **options,
        }

    @classmethod
    def read(cls, record: Record) -> Self:
        """The setup that :meth:`record` wrote; ValueError if it is none."""
        match dict(record):
            case {"begin": str(game), "first": int(first), "players": str(text), **rest}:
                players = tuple(player_called(name) for name in text.split())
                return cls(game, dict(_read_options(rest)), first, players)
        raise ValueError(f"expected the record of a beginning: {dict(record)!r}")


def _read_options(fields: Record) -> Iterator[tuple[str, OptionValue]]:
    for name, value in fields.items():
        if not name.startswith(OPTION_PREFIX) or not isinstance(value, bool | int | str):
            raise ValueError(f"expected options of a game: {name!r}: {value!r}")
        yield name.removeprefix(OPTION_PREFIX), value


def player_called(name: str) -> Player:
    """Return ``name`` as a player; ValueError names the choices if it is none."""
    for player in PLAYERS:
        if player == name:
            return player
    raise ValueError(f"expected one of {', '.join(PLAYERS)}, not {name!r}")


@dataclass(frozen=True)
class Acts:
    """What the hands have to do, and how many of the steps they have confirmed.

    ``forward`` is true while the steps are those of the last action, not of taking one back.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    forward: bool = True

    @property
    def left(self) -> tuple[Step, ...]:
        """The steps still to be done."""
        return self.steps[self.done :]

    def taken_back(self) -> tuple[Step, ...]:
        """The acts that undo what was done of the last action, or go on taking back."""
        return take_back(self.steps[: self.done]) if self.forward else self.left


class Session:
    """The states and actions of one game, from its beginning to now."""

    def __init__(self, game: Game, setup: Setup) -> None:
        """Begin ``game``; ValueError if the setup's first seat or number of players is wrong."""
        if len(setup.players) > len(game.seats):
            raise ValueError(f"{len(setup.players)} players for {len(game.seats)} seats")
        self.game = game
        self.setup = setup
        self.states: list[State] = [game.start(setup.first or 0)]
        self.actions: list[Action] = []
        self.acts = Acts()

    @classmethod
    def begin(cls, record: Record, catalogue: Catalogue) -> Self:
        """Begin the session that ``record`` describes; ValueError if it cannot be played."""
        setup = Setup.read(record)
        return cls(catalogue.load(setup.game, **setup.options), setup)

    @classmethod
    def resume(cls, records: Sequence[Record], catalogue: Catalogue) -> Self:
        """Take a session's records again from the first; ValueError names the one that is wrong."""
        session = cls.begin(records[0], catalogue)
        for number, record in enumerate(records[1:], start=2):
            try:
                session.take(record)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"record {number}: {error}") from error
        return session

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """True when the game has ended and the hands are done."""
        return self.state.is_terminal and not self.acts.left

    def player(self, seat: int) -> Player:
        """Who sits at ``seat``."""
        return self.setup.players[seat] if seat < len(self.setup.players) else "person"

    def is_machines_choice(self, state: State) -> bool:
        """True when a machine seat has to decide in ``state`` (throws are made by people)."""
        if state.turn is None or state.is_chance:
            return False
        return self.player(state.turn) == "machine"

    def standing(self) -> tuple[Piece, ...]:
        """What stands where on the real board, as far as the hands have confirmed."""
        return carry_out(self.state.pieces(), take_back(self.acts.left))

    def undo_size(self) -> int:
        """How many actions one undo takes back: the last, and what a machine would do again."""
        for size in range(1, len(self.actions) + 1):
            if not self.is_machines_choice(self.states[-1 - size]):
                return size
        return 0

    def take(self, record: Record) -> None:
        """Carry out one record: ``do`` an action, ``act`` (steps done) or ``undo`` (actions).

        ValueError if it does not fit the present position.
        """
        match dict(record):
            case {"do": str(text)} if not self.acts.left:
                self._do(text)
            case {"act": int(done)} if 0 < done <= len(self.acts.steps):
                self.acts = Acts(self.acts.steps, done, self.acts.forward)
            case {"undo": int(size)} if 0 < size <= len(self.actions):
                self._undo(size)
            case other:
                raise ValueError(f"expected do, act or undo that fits: {other!r}")

    def _do(self, text: str) -> None:
        action = self.state.parse(text)
        self.states.append(self.state.apply(action))
        self.actions.append(action)
        self.acts = Acts(action.steps)

    def _undo(self, size: int) -> None:
        undone = self.actions[-size:]
        first = self.acts.taken_back()
        if not self.acts.forward:
            first += _backwards(undone[-1:])
        self.acts = Acts((*first, *_backwards(undone[:-1])), 0, forward=False)
        del self.states[-size:], self.actions[-size:]


def _backwards(actions: Iterable[Action]) -> tuple[Step, ...]:
    steps = [step for action in actions for step in action.steps]
    return take_back(steps)
