"""What the games of a cell tell, each with its interval of 95 %.

>>> sorted(METRICS)
['captures', 'cut', 'drama', 'first', 'lead_changes', 'lesson', 'long', 'minutes', 'shared', ...]
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from firmware_host.stats.studies.intervals import Interval, of_mean, of_quantile, of_share
from firmware_host.stats.studies.measuring import MeasuredGame

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
