"""What the games of a cell tell, each with an interval that holds the truth with 95 %.

The intervals are those of a share, a mean, a quantile and a difference.

>>> sorted(METRICS)
['captures', 'cut', 'drama', 'first', 'lead_changes', 'lesson', 'long', 'minutes', 'shared', ...]
>>> Interval(0.25, 0.125, 0.5).width
0.375
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import ceil, floor, fsum, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Final

from msgspec import Struct

from firmware_host import __version__
from firmware_host.base.errors import HostError
from firmware_host.stats import game_code
from games.actions import Move
from games.core import State
from games.match import Match, winners

Outlooks = tuple[float, ...]
"""How well each side stands, from 0 (lost) to 1 (won), the side that begins first."""


class OtherCodeError(HostError):
    """This process has another version of the games than the study."""


@cache
def program_code() -> str:
    """Return what tells this program from others that might play or measure games differently."""
    measuring = game_code(Path(__file__).parent)
    return f"{__version__}, games {game_code()}, studies {measuring}"


class MeasuredGame(Struct, frozen=True):
    """What is kept of game ``number``.

    ``winners`` are the sides that share the point, 0 for the one that began. ``is_cut`` says that
    the game was cut at its last turn; then those win who have most on the board. ``captures`` are
    the pieces captured, by whichever side.
    """

    number: int
    winners: tuple[int, ...]
    is_cut: bool
    turns: int
    lead_changes: int
    drama: float
    captures: int

    def share(self, side: int) -> float:
        """Return the part of the point that ``side`` has."""
        return (side in self.winners) / len(self.winners)


def measure(match: Match, number: int) -> MeasuredGame:
    """Play game ``number`` of ``match`` and return its measures."""
    state, turns, captures = match.game.start(), 0, 0
    seats = [match.teams.index(seat.team) for seat in match.game.seats]
    outlooks: list[Outlooks] = []
    for action, after, count in match.course(number):
        if isinstance(action, Move):
            captures += sum(piece.count for piece in action.captures)
        if count > turns and not after.is_terminal:
            outlooks.append(_outlooks(after, seats))
        state, turns = after, count
    won = tuple(sorted(match.teams.index(team) for team in winners(state)))
    changes, drama = lead_changes(outlooks), drama_of(outlooks, won)
    return MeasuredGame(number, won, not state.is_terminal, turns, changes, drama, captures)


def measure_all(match: Match, numbers: Sequence[int]) -> list[MeasuredGame]:
    """Play the games ``numbers`` of ``match``, one after the other."""
    return [measure(match, number) for number in numbers]


def measure_as(code: str, match: Match, numbers: Sequence[int]) -> list[MeasuredGame]:
    """Play the games ``numbers`` of ``match`` if this process has the same program ``code``.

    OtherCodeError if it has another one, which might play them differently.
    """
    if program_code() != code:
        raise OtherCodeError(f"a worker has other code: expected {code}, got {program_code()}")
    return measure_all(match, numbers)


def _outlooks(state: State, sides: Sequence[int]) -> Outlooks:
    """Return how well the sides stand by the game's view; ``sides`` has the side of each seat."""
    first = (sides.index(side) for side in range(max(sides) + 1))
    return tuple((state.evaluate(seat) + 1) / 2 for seat in first)


def lead_changes(outlooks: Sequence[Outlooks]) -> int:
    """Count how often another side takes the lead, in the positions after each turn.

    A side leads until another one stands better. This is the number of "lead changes" of Browne
    (Automatic Generation and Evaluation of Recombination Games, thesis, 2008), who divides
    it by the length of the game.

    >>> lead_changes([(0.5, 0.5), (0.6, 0.4), (0.5, 0.5), (0.4, 0.6), (0.7, 0.3)])
    2
    """
    changes, leader = 0, None
    for each in outlooks:
        best = max(each)
        if leader is None:
            leader = each.index(best) if each.count(best) == 1 else None
        elif each[leader] < best:
            changes, leader = changes + 1, each.index(best)
    return changes


def drama_of(outlooks: Sequence[Outlooks], won: Sequence[int]) -> float:
    """Return how far behind those who ``won`` were, on average over the turns when they were.

    This is the drama of Browne (2008, as above; also Browne and Maire, Evolutionary Game Design,
    IEEE Transactions on Computational Intelligence and AI in Games 2, 2010): the mean of
    sqrt(leader - winner) over the positions in which the later winner does not lead, 0 if there
    is none. Several who share the point count by their mean, as in Ludii.

    >>> drama_of([(0.5, 0.5), (0.75, 0.5), (0.25, 0.75)], won=[1])
    0.5
    """
    behind = [max(each) - fsum(each[side] for side in won) / len(won) for each in outlooks]
    roots = [sqrt(gap) for gap in behind if gap > 0]
    return fsum(roots) / len(roots) if roots else 0.0


CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(Struct, frozen=True):
    """An estimated ``value``, and the ends of the interval that holds the true one with 95 %."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How far the ends are apart."""
        return self.high - self.low

    def scaled(self, factor: float, shift: float = 0.0) -> "Interval":
        """Return the interval of what is estimated, times a positive ``factor``, plus ``shift``."""
        return Interval(*(factor * each + shift for each in (self.value, self.low, self.high)))

    def minus(self, other: "Interval") -> "Interval":
        """Return the difference to ``other``, which was estimated from other games.

        The distances to the ends are added as squares (Newcombe, Interval estimation for the
        difference between independent proportions, Statistics in Medicine 17, 1998, method 10; for
        any estimate: Zou and Donner, Statistics in Medicine 27, 2008).

        >>> Interval(0.5, 0.2, 0.8).minus(Interval(0.5, 0.1, 0.9))
        Interval(value=0.0, low=-0.5, high=0.5)
        """
        value = self.value - other.value
        down = sqrt((self.value - self.low) ** 2 + (other.high - other.value) ** 2)
        up = sqrt((self.high - self.value) ** 2 + (other.value - other.low) ** 2)
        return Interval(value, value - down, value + up)


def of_share(values: Sequence[float]) -> Interval:
    """Return the mean of ``values`` from 0 to 1, at least one, with Wilson's score interval.

    It stays between 0 and 1, and has a width also where all values are the same (Wilson, Probable
    inference, Journal of the American Statistical Association 22, 1927). Values between 0 and 1,
    such as shared points, vary less than zeros and ones: they count as more games, as many as
    would vary so little (the effective sample size of Korn and Graubard, Survey Methodology 24,
    1998).

    >>> interval = of_share([1.0] * 6 + [0.0] * 4)
    >>> round(interval.value, 2), round(interval.low, 2), round(interval.high, 2)
    (0.6, 0.31, 0.83)
    """
    count, mean = float(len(values)), _mean_of(values)
    variance = fsum((value - mean) ** 2 for value in values) / count
    if variance > 0:
        count = max(count, count * mean * (1 - mean) / variance)
    centre = (mean + Z**2 / (2 * count)) / (1 + Z**2 / count)
    half = Z / (1 + Z**2 / count) * sqrt(mean * (1 - mean) / count + Z**2 / (4 * count**2))
    return Interval(mean, max(0.0, centre - half), min(1.0, centre + half))


def of_mean(values: Sequence[float]) -> Interval:
    """Return the mean of ``values``, at least two, with Student's interval.

    >>> interval = of_mean([4.0, 5.0, 5.0, 6.0] * 25)
    >>> round(interval.value, 3), round(interval.low, 3), round(interval.high, 3)
    (5.0, 4.859, 5.141)
    """
    count, mean = len(values), _mean_of(values)
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1))
    half = student(count - 1) * deviation / sqrt(count)
    return Interval(mean, mean - half, mean + half)


def of_quantile(values: Sequence[float], part: float) -> Interval:
    """Return what the given ``part`` of ``values`` does not exceed, between two of the values.

    Which two, the binomial distribution says, whatever the distribution of the values (Conover,
    Practical Nonparametric Statistics, 1971, section 3.2).

    >>> of_quantile([float(each) for each in range(1, 101)], 0.8)
    Interval(value=80.0, low=72.0, high=89.0)
    """
    ordered, count = sorted(values), len(values)
    middle, half = count * part, Z * sqrt(count * part * (1 - part))
    places = (ceil(middle), floor(middle - half), ceil(middle + half) + 1)
    value, low, high = (ordered[min(count, max(1, place)) - 1] for place in places)
    return Interval(value, low, high)


def student(freedom: int) -> float:
    """Return how many standard errors Student's interval reaches to either side.

    The expansion about the normal distribution (Abramowitz and Stegun, Handbook of Mathematical
    Functions, 26.7.5) is exact to three digits from five degrees of ``freedom`` on.

    >>> round(student(5), 2), round(student(30), 3), round(student(1000), 3)
    (2.57, 2.042, 1.962)
    """
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def _mean_of(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


LONG: Final = 0.8
"""The part of the games that are over by the time that the metric "long" gives."""
PERCENT, PLAIN, ROUGH = "%", "", "1"
"""How figures are written: in percent, with two decimals, with one."""


class Sample(Struct, frozen=True):
    """The ``games`` of a cell between so many ``sides``, and what the plan assumes of people.

    ``is_match`` says that a player plays against others, ``seconds`` is how long a turn takes,
    ``lesson`` the minutes of a lesson.
    """

    games: Sequence[MeasuredGame]
    sides: int
    is_match: bool
    seconds: float
    lesson: float

    def minutes(self) -> list[float]:
        """Return how long people would need for each game."""
        return [game.turns * self.seconds / 60 for game in self.games]

    def share(self, side: int) -> Interval:
        """Return the part of the points that ``side`` gets."""
        return of_share([game.share(side) for game in self.games])


class Metric(Struct, frozen=True):
    """Something that is measured: its ``title``, what it ``means``, and how it is written.

    ``estimate`` works it out. It returns None if the games of a cell cannot tell.
    """

    title: str
    means: str
    form: str
    estimate: Callable[[Sample], Interval | None]

    def written(self, value: float, *, signed: bool = False) -> str:
        """Return ``value`` as people read it, with a sign where ``signed``.

        >>> METRICS["shared"].written(0.125), METRICS["turns"].written(-2.25, signed=True)
        ('12.5 %', '-2.2')
        """
        sign = "+" if signed else ""
        if self.form == PERCENT:
            return f"{100 * value:{sign}.1f} %"
        return f"{value:{sign}.{1 if self.form == ROUGH else 2}f}"


def _first(sample: Sample) -> Interval:
    return sample.share(0).scaled(1, -1 / sample.sides)


def _skill(sample: Sample) -> Interval | None:
    if not sample.is_match:
        return None
    return of_share([game.share(game.number % sample.sides) for game in sample.games])


def _lesson(sample: Sample) -> Interval:
    pairs = zip(sample.minutes(), sample.games, strict=True)
    return of_share([float(each <= sample.lesson and not game.is_cut) for each, game in pairs])


def _mean(of: Callable[[MeasuredGame], float]) -> Callable[[Sample], Interval]:
    return lambda sample: of_mean([of(game) for game in sample.games])


def _share(of: Callable[[MeasuredGame], bool]) -> Callable[[Sample], Interval]:
    return lambda sample: of_share([float(of(game)) for game in sample.games])


METRICS: Final[Mapping[str, Metric]] = {
    "first": Metric(
        "first-player advantage",
        "the points of the side that begins, less its fair share",
        PERCENT,
        _first,
    ),
    "skill": Metric(
        "skill",
        "the points of the player named first against the others, all sides in turn; with equal"
        " players it is the fair share",
        PERCENT,
        _skill,
    ),
    "turns": Metric(
        "turns", "the length of a game in turns", ROUGH, _mean(lambda game: game.turns)
    ),
    "minutes": Metric(
        "minutes",
        "the length of a game in minutes",
        ROUGH,
        lambda sample: of_mean(sample.minutes()),
    ),
    "long": Metric(
        "minutes of 80 %",
        "the time within which four in five games end",
        ROUGH,
        lambda sample: of_quantile(sample.minutes(), LONG),
    ),
    "lesson": Metric("in a lesson", "the games that end within a lesson", PERCENT, _lesson),
    "shared": Metric(
        "draws",
        "the games that end by the rules with the point shared",
        PERCENT,
        _share(lambda game: len(game.winners) > 1 and not game.is_cut),
    ),
    "cut": Metric(
        "time-outs",
        "the games that are cut at the last turn; then whoever has most wins",
        PERCENT,
        _share(lambda game: game.is_cut),
    ),
    "lead_changes": Metric(
        "lead changes",
        "how often the lead changes in a game, by the game's own view of each position",
        ROUGH,
        _mean(lambda game: game.lead_changes),
    ),
    "drama": Metric(
        "drama",
        "how far behind the winner was, on average over the turns when it was (Browne 2008): 0 if"
        " winners always lead, 1 if they win what is lost",
        PLAIN,
        _mean(lambda game: game.drama),
    ),
    "captures": Metric(
        "captures", "the pieces captured in a game", ROUGH, _mean(lambda game: game.captures)
    ),
}
