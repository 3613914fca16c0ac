"""What is studied: a grid of options, numbers of people, players and seeds; each point is a cell.

>>> import games
>>> plan = StudyPlan("Seats", "thaayam", people=(2, 3), players=(("greedy",),))
>>> [cell.label for cell in plan.cells(games)]
['seats=2', 'seats=3']
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from games.core import Game
from games.match import Match
from games.options import Option, OptionValue
from games.replay import Catalogue

Chosen = Mapping[str, OptionValue]

LEAST_BATCHES = 2
"""How many batches a cell plays at least: fewer games would say too little about their spread."""


class Cell(Struct, frozen=True):
    """Games under the same conditions: options, the players at the sides, and a seed.

    ``options`` are those that differ from the defaults, in the order of the game. A game is cut
    after so many ``turns``.
    """

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    players: tuple[str, ...]
    seed: int
    turns: int

    @property
    def label(self) -> str:
        """The options in a few words."""
        return ", ".join(f"{name}={value}" for name, value in self.options) or "defaults"

    @property
    def key(self) -> str:
        """The text that the random sources of the games are made from; no other cell has it."""
        players = ",".join(self.players)
        return f"{self.seed} {self.game} {self.label} {players} {self.turns} turns"

    def match(self, catalogue: Catalogue) -> Match:
        """Return the games of the cell."""
        game = catalogue.load(self.game, **dict(self.options))
        return Match(game, self.players, self.key, self.turns)


class StudyPlan(Struct, frozen=True):
    """A study of the game called ``game``.

    ``people`` are the numbers of seats, empty for the usual one. ``options`` are the values to
    study. With ``is_grid`` all of them are combined; otherwise each value is tried alone, all
    other options at their defaults. ``players`` are the pairings: one name for all sides, or the
    first player and those that it plays against. Every cell plays batches of ``batch`` games, the
    same for every seed in ``seeds``: until each metric in ``widths`` has an interval of that width
    at most, or ``most`` games are played. A game is cut after ``turns`` turns. People are assumed
    to need ``seconds`` for a turn, and ``lesson`` minutes are a lesson.
    """

    title: str
    game: str
    people: tuple[int, ...] = ()
    options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    is_grid: bool = False
    players: tuple[tuple[str, ...], ...] = (("greedy",),)
    seeds: tuple[int, ...] = (1,)
    most: int = 1000
    batch: int = 100
    widths: Mapping[str, float] = field(default_factory=dict)
    turns: int = 1000
    seconds: float = 15.0
    lesson: float = 45.0
    metrics: tuple[str, ...] = ()

    def cells(self, catalogue: Catalogue) -> tuple[Cell, ...]:
        """Return every cell once, in the order of seeds, players, people and options."""
        kind = catalogue.kind(self.game)
        seats = [{kind.SEATS_OPTION: count} if kind.SEATS_OPTION else {} for count in self.people]
        conditions = tuple(self._conditions(kind))
        return tuple(
            dict.fromkeys(
                Cell(self.game, _told(kind, {**count, **chosen}), players, seed, self.turns)
                for seed, players, count, chosen in product(
                    self.seeds, self.players, seats or [{}], conditions
                )
            )
        )

    def _conditions(self, kind: type[Game]) -> Iterator[Chosen]:
        """Yield the options of the cells: all combinations, or each value alone."""
        known = {option.name: option for option in kind.OPTIONS}
        if self.is_grid:
            for values in product(*self.options.values()):
                yield dict(zip(self.options, values, strict=True))
            return
        yield {}
        for name, values in self.options.items():
            needed = dict([known[name].only_with or (name, known[name].default)])
            yield needed
            yield from ({**needed, name: value} for value in values)


def _told(kind: type[Game], chosen: Chosen) -> tuple[tuple[str, OptionValue], ...]:
    """Return what ``chosen`` changes in the game: neither defaults nor options without meaning."""
    options = {option.name: chosen.get(option.name, option.default) for option in kind.OPTIONS}
    return tuple(
        (option.name, options[option.name])
        for option in kind.OPTIONS
        if option.matters(options) and _is_changed(option, options, kind.SEATS_OPTION)
    )


def _is_changed(option: Option, options: Chosen, seats: str) -> bool:
    """Return whether ``option`` is named in a cell; how many people play always is."""
    return option.name == seats or options[option.name] != option.default


def comparisons(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield each cell, another that differs by one option at its default, and what differs.

    Numbers of people and players are not compared.
    """
    known = set(cells)
    for cell in cells:
        for name, value in cell.options:
            rest = tuple(each for each in cell.options if each[0] != name)
            other = replace(cell, options=rest)
            if other in known:
                yield cell, other, f"{name}={value}"
