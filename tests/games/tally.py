"""What many reviewed games add up to: how exact the accounts are, and how lucky each seat was."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from games.core import Game
from games.valuation import Judge, Shares
from tests.games.played import balance, random_points, reviewed


@dataclass(frozen=True)
class Tally:
    """The ``luck`` of each seat game by game, and the largest ``gap`` in the accounts of a seat."""

    luck: Sequence[Shares]
    gap: float

    @classmethod
    def of(cls, parts: Iterable["Tally"]) -> "Tally":
        """What ``parts`` of the games make together."""
        every = tuple(parts)
        return cls([game for each in every for game in each.luck], max(each.gap for each in every))

    def mean_luck(self, seat: int) -> tuple[float, float]:
        """The mean luck of ``seat`` and its standard error."""
        luck = [game[seat] for game in self.luck]
        return fmean(luck), stdev(luck) / sqrt(len(luck))


def tallied(game: Game, seeds: Sequence[int], judge: Judge) -> Tally:
    """Review a random game of each of ``seeds``, played to its end."""
    luck, gap = [], 0.0
    for seed in seeds:
        found = reviewed(random_points(game, seed), judge)
        gap = max(gap, *(abs(balance(found, seat.index)) for seat in game.seats))
        luck.append(tuple(found.sums(seat.index).luck for seat in game.seats))
    return Tally(luck, gap)
