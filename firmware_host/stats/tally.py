"""Count what the records of games say, for each kind of game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from firmware_host.storage.record_files import LocatedRecord, ReplayError
from games.actions import Throw
from games.record import Record, RecordError
from games.replay import Catalogue, Moment, ended, replay

Odds = tuple[tuple[str, float], ...]
"""Every possible throw as text, with its probability."""


@dataclass
class Throws:
    """The throws of one kind of dice: how often each was observed, and how often expected."""

    observed: Counter[str] = field(default_factory=Counter)
    expected: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, text: str, odds: Odds) -> None:
        """Count the throw ``text``, one of the throws in ``odds``."""
        self.observed[text] += 1
        for each, probability in odds:
            self.expected[each] += probability


@dataclass
class Tally:
    """The statistics of the games of one kind.

    ``games`` and ``finished`` are numbers of games; ``turns`` are the lengths of the finished ones.
    ``points`` are those of each seat (a shared game gives each winner a part of a point);
    ``throws`` are the throws by their odds.
    """

    title: str
    games: int = 0
    finished: int = 0
    turns: list[int] = field(default_factory=list)
    points: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    throws: dict[Odds, Throws] = field(default_factory=dict)

    def add(self, record: Record, moments: Sequence[Moment]) -> None:
        """Count the game of ``record``, which was replayed as ``moments``."""
        self.games += 1
        for before, after in pairwise(moments):
            if isinstance(after.action, Throw):
                self._throw(before, after.action)
        if record.result:
            self._end(record, moments[-1])

    @property
    def median_turns(self) -> float | None:
        """The median length of finished games in turns; None if there is none."""
        return median(self.turns) if self.turns else None

    def _throw(self, before: Moment, throw: Throw) -> None:
        odds = tuple((str(each), float(p)) for each, p in before.state.chance_outcomes())
        self.throws.setdefault(odds, Throws()).add(str(throw), odds)

    def _end(self, record: Record, last: Moment) -> None:
        self.finished += 1
        self.turns.append(last.turn)
        outcome, sharing = ended(record, last.state), last.state.game.seats
        if outcome is not None and not outcome.is_draw:
            sharing = tuple(sharing[winner] for winner in outcome.winners)
        for seat in sharing:
            self.points[seat.colour] += 1 / len(sharing)


def tallies(found: Iterable[LocatedRecord], catalogue: Catalogue) -> Mapping[str, Tally]:
    """Return the tally of each kind of game among the records ``found``, by the game's id.

    Raise ReplayError at the first record that cannot have been played: where it is, and why.
    """
    counted: dict[str, Tally] = {}
    for where, record in found:
        try:
            moments = tuple(replay(record, catalogue))
        except RecordError as error:
            raise ReplayError(f"{where}: {error}") from None
        title = moments[0].state.game.title
        counted.setdefault(record.game, Tally(title)).add(record, moments)
    return counted
