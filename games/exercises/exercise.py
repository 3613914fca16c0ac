"""A position in which exactly one move is clearly best, and what every other move gives away."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.actions import Move
from games.core import Game, State
from games.digest import digest
from games.players import why
from games.players.why import (
    ALL_SAFE,
    COMES_IN,
    GETS_HOME,
    JUMPS,
    LESS_RISK,
    PUTS_OUT,
    SAVES,
    TAKES,
    TAKES_KIND,
    WINS,
)

Valuation = Callable[[State, int], Mapping[Move, float]]
"""Returns for each legal move of a state the expected score of the mover's side after it.

The score is a part of the point, from 0 to 1; the number says how many nodes may be looked at. It
is the same on every computer.
"""

LEVELS: Final = (1, 2, 3)
"""How hard an exercise is: a third of a set each, the easy ones first."""

DIGITS: Final = 8
"""How many digits tell the exercises of a set apart, and those of all sets."""

THEMES: Final[Mapping[str, str]] = {
    WINS: "win",
    PUTS_OUT: "win",
    TAKES: "capture",
    TAKES_KIND: "capture",
    JUMPS: "capture",
    GETS_HOME: "home",
    COMES_IN: "entry",
    SAVES: "safety",
    ALL_SAFE: "safety",
    LESS_RISK: "safety",
}
"""What an exercise is about, by the text of the reason for its best move."""

PLAN: Final = "plan"
"""The theme of an exercise whose best move has another reason, or none that people could see."""

EVERY_THEME: Final = tuple(dict.fromkeys((*THEMES.values(), PLAN)))
"""What an exercise may be about."""


@dataclass(frozen=True)
class Exercise:
    """A ``position`` of ``game`` in which one move is best.

    ``gives_away`` says for each legal move by its text which part of the point it gives away beside
    the best, which is the first and gives away 0; several moves that lead to the same position are
    all best. ``level`` is one of LEVELS. ``found_by`` is how many of the answers of weak machine
    players were right, from 0 to 1. ``nodes`` are how many were looked at to find and to confirm
    the move, ``source`` says where the position comes from.
    """

    game: Game
    position: str
    gives_away: Mapping[str, float]
    theme: str
    level: int
    found_by: float
    nodes: tuple[int, int]
    source: str

    @property
    def best(self) -> str:
        """The text of the best move."""
        return next(iter(self.gives_away))

    @property
    def margin(self) -> float:
        """What the second best move gives away."""
        return min(each for each in self.gives_away.values() if each)

    @cached_property
    def state(self) -> State:
        """The position, with its seat and its throw."""
        return self.game.state(self.position)

    @cached_property
    def best_move(self) -> Move:
        """The best move."""
        return self.move(self.best)

    @property
    def key(self) -> str:
        """What tells this exercise apart from all others, also when a set is made again."""
        text = f"{self.game.name} {sorted(self.game.options.items())} {self.position} {self.best}"
        return digest(text.encode(), DIGITS)

    def move(self, text: str) -> Move:
        """Return the move written ``text``; IllegalMove says why there is none."""
        action = self.state.parse(text)
        assert isinstance(action, Move), "a position in which a choice is awaited"
        return action

    def is_right(self, move: Move) -> bool:
        """Return whether ``move`` is the best one, or leads to the same position."""
        return not self.gives_away[move.text]


def theme_of(state: State, move: Move) -> str:
    """Return what an exercise is about in which ``move`` is best.

    >>> import games
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> theme_of(state, state.parse("A5:7-9xB4"))
    'capture'
    """
    reason = why(state, move)
    return PLAN if reason is None else THEMES.get(reason.text, PLAN)


def graded(exercises: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """Return ``exercises`` in three levels, from those that most weak players get right on."""
    in_order = sorted(exercises, key=lambda each: (-each.found_by, -each.margin, each.key))
    size = len(in_order)
    return tuple(
        replace(each, level=LEVELS[place * len(LEVELS) // size])
        for place, each in enumerate(in_order)
    )
