"""Count what the records of games say, for each kind of game.

Pearson's chi-square test says whether counts differ from the expected ones by more than chance. The
statistics are written as lines for a terminal, or as JSON for other programs; the throws beside the
expected ones are drawn as a PNG by Matplotlib.

A sum of all that decides how games are played and judged tells results of different programs apart.
The records come from files or from the games saved on this table
(:mod:`firmware_host.session.replay`).
"""

import io
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

from msgspec import Struct

import games
from firmware_host.base.errors import HostError, UsageError, how_to_install, reason
from firmware_host.session.replay import LocatedRecord, ReplayError
from firmware_host.storage.filesystem import NewFile
from games.actions import Throw
from games.core import Catalogue, Outcome
from games.record import Record, RecordError
from games.replay import Moment, ended, replay

MIN_EXPECTED: Final = 5.0
"""Results that are expected less often are put together: the usual rule for this test."""

MIN_TOGETHER: Final = 1.0
"""If even these together are expected less often, there is no result (Cochran, 1954)."""


class Fit(Struct, frozen=True):
    """The result of a test: ``chi_square``, its degrees of ``freedom``, and the ``chance``.

    The chance is that of a chi-square as large or larger. With fair dice it is below 0.05 in one
    of twenty tests.
    """

    chi_square: float
    freedom: int
    chance: float


def fit(observed: Mapping[str, int], expected: Mapping[str, float]) -> Fit | None:
    """Test whether the ``observed`` counts are as ``expected``; return None if they are too few.

    >>> fit({"1": 40, "2": 60}, {"1": 50.0, "2": 50.0})
    Fit(chi_square=4.0, freedom=1, chance=0.0455...)
    """
    cells = [(observed.get(name, 0), count) for name, count in expected.items()]
    large = [cell for cell in cells if cell[1] >= MIN_EXPECTED]
    small = [cell for cell in cells if cell[1] < MIN_EXPECTED]
    rest = (sum(seen for seen, _ in small), sum(count for _, count in small))
    if rest[1] > 0:
        large.append(rest)
    if len(large) < 2 or min(count for _, count in large) < MIN_TOGETHER:
        return None
    total = sum((seen - count) ** 2 / count for seen, count in large)
    freedom = len(large) - 1
    return Fit(total, freedom, exceedance(total, freedom))


def exceedance(chi_square: float, freedom: int) -> float:
    """Return the chance of a chi-square as large or larger with these degrees of ``freedom``.

    Use the recurrence of the upper incomplete gamma function, Q(a + 1, x) = Q(a, x) + x^a e^-x /
    gamma(a + 1) (NIST Digital Library of Mathematical Functions, 8.8.6).

    >>> round(exceedance(3.841, 1), 3), round(exceedance(18.307, 10), 3)
    (0.05, 0.05)
    """
    if chi_square <= 0:
        return 1.0
    half = chi_square / 2
    order = 0.5 if freedom % 2 else 1.0
    chance = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while order < freedom / 2:
        chance += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return min(chance, 1.0)


GameFacts = Mapping[str, Any]
"""The facts of a game by their names."""

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

    def include(self, other: "Throws") -> None:
        """Count the throws of ``other`` too."""
        self.observed.update(other.observed)
        for each, expected in other.expected.items():
            self.expected[each] += expected


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

    def include(self, other: "Tally") -> None:
        """Count the games of ``other`` too."""
        self.games += other.games
        self.finished += other.finished
        self.turns += other.turns
        for colour, points in other.points.items():
            self.points[colour] += points
        for odds, throws in other.throws.items():
            self.throws.setdefault(odds, Throws()).include(throws)

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
        seats = last.state.game.seats
        sharing = _sharing(ended(record, last.state), len(seats))
        for seat in sharing:
            self.points[seats[seat].colour] += 1 / len(sharing)


def merged(parts: Iterable[Mapping[str, Tally]]) -> Mapping[str, Tally]:
    """Return the tallies of all ``parts`` together."""
    together: dict[str, Tally] = {}
    for part in parts:
        for game, tally in part.items():
            together.setdefault(game, Tally(tally.title)).include(tally)
    return together


def tallies(found: Iterable[LocatedRecord], catalogue: Catalogue) -> Mapping[str, Tally]:
    """Return the tally of each kind of game among the records ``found``, by the game's id.

    Raise ReplayError at the first record that cannot have been played: where it is, and why.
    """
    counted: dict[str, Tally] = {}
    for record, moments in _replayed(found, catalogue):
        title = moments[0].state.game.title
        counted.setdefault(record.game, Tally(title)).add(record, moments)
    return counted


def facts(found: Iterable[LocatedRecord], catalogue: Catalogue) -> Iterator[GameFacts]:
    """Yield the facts of each game among the records ``found``; docs/records.md explains them.

    Raise ReplayError at the first record that cannot have been played: where it is, and why.
    """
    return (_facts(record, moments) for record, moments in _replayed(found, catalogue))


def _replayed(
    found: Iterable[LocatedRecord], catalogue: Catalogue
) -> Iterator[tuple[Record, Sequence[Moment]]]:
    for where, record in found:
        try:
            yield record, tuple(replay(record, catalogue))
        except RecordError as error:
            raise ReplayError(f"{where}: {error}") from None


def _facts(record: Record, moments: Sequence[Moment]) -> GameFacts:
    last, kinds = moments[-1], Counter(type(moment.action) for moment in moments)
    seats, outcome = last.state.game.seats, ended(record, last.state)
    throws = kinds.pop(Throw, 0)
    return {
        "game": record.game,
        "date": record.date or None,
        "first": record.first,
        "is_finished": outcome is not None,
        "reason": outcome.reason if outcome else None,
        "turns": last.turn,
        "throws": throws,
        "moves": kinds.total() - kinds[type(None)],
        **{f"option_{name}": value for name, value in last.state.game.options.items()},
        **{f"player_{seat.colour}": record.players.get(seat.colour) for seat in seats},
        **{f"points_{seat.colour}": _points(outcome, seat.index, len(seats)) for seat in seats},
    }


def _points(outcome: Outcome | None, seat: int, seats: int) -> float | None:
    """Return what part of the point ``seat`` got; None while the game goes on."""
    sharing = _sharing(outcome, seats)
    return None if outcome is None else (seat in sharing) / len(sharing)


def _sharing(outcome: Outcome | None, seats: int) -> tuple[int, ...]:
    """Return which of so many ``seats`` share the point: the winners, all after a draw."""
    return tuple(range(seats)) if outcome is None or outcome.is_draw else outcome.winners


BAR: Final = 40
"""The longest bar in characters."""


def report(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Yield the lines about every game, with empty lines between the games."""
    for tally in tallies.values():
        yield from (tally.title, *_games(tally))
        for throws in tally.throws.values():
            yield from ("", *_throws(throws))
        yield ""


def to_json(tallies: Mapping[str, Tally], tray: Mapping[str, Any]) -> str:
    """Return the figures of every game, by its id, as one JSON object.

    Those of the dice that a ``tray`` has read come last, under ``tray``, if there are any.
    """
    figures: dict[str, Any] = {
        game: {
            "title": tally.title,
            "games": tally.games,
            "finished": tally.finished,
            "median turns": tally.median_turns,
            "points": dict(tally.points),
            "throws": [
                {"observed": dict(throws.observed), "expected": dict(throws.expected)}
                for throws in tally.throws.values()
            ],
        }
        for game, tally in tallies.items()
    }
    if tray:
        figures["tray"] = tray
    return json.dumps(figures, ensure_ascii=False)


def _games(tally: Tally) -> Iterator[str]:
    yield f"  games: {tally.games}, finished: {tally.finished}"
    if tally.turns:
        yield f"  {_lengths(tally)}"
    for seat, points in sorted(tally.points.items()):
        yield f"  {seat:6}  {points:g} of {tally.finished} points ({points / tally.finished:.0%})"


def _lengths(tally: Tally) -> str:
    """Return how many turns the finished games took."""
    shortest, longest = min(tally.turns), max(tally.turns)
    if len(tally.turns) == 1:
        return f"turns: {shortest}"
    return f"turns of a finished game: {shortest} to {longest}, median {tally.median_turns:g}"


def _throws(throws: Throws) -> Iterator[str]:
    """Yield a line for each throw: how often it was observed and expected, and a bar."""
    total, widest = throws.observed.total(), max(len(text) for text in throws.expected)
    most = max(*throws.observed.values(), *throws.expected.values())
    yield f"  {total} throws: observed, expected"
    for text, expected in throws.expected.items():
        observed = throws.observed[text]
        bar = _bar(observed / most, expected / most)
        yield f"  {text:>{widest}} {observed:6} {expected:8.1f}  {bar}".rstrip()
    yield f"  {_judgement(fit(throws.observed, throws.expected))}"


def _bar(observed: float, expected: float) -> str:
    """Draw the ``observed`` share as ``#``, and the end of the ``expected`` one as ``|``."""
    drawn = ("#" * round(observed * BAR)).ljust(BAR + 1)
    end = round(expected * BAR)
    return f"{drawn[:end]}|{drawn[end + 1 :]}"


def _judgement(found: Fit | None) -> str:
    if found is None:
        return "too few throws to say whether the dice are fair"
    chi_square = f"chi-square {found.chi_square:.2f}, {found.freedom} degrees of freedom"
    return f"{chi_square}: fair dice differ as much or more in {found.chance:.1%} of such series"


MISSING = f"a plot needs Matplotlib: {how_to_install('plots')}"

WIDTH: Final = 8.0
HEIGHT: Final = 3.0
"""Inches of one plot; several are drawn one above the other."""
BAR_WIDTH: Final = 0.4
"""The width of a bar; each throw has two bars and a width of 1."""


class PlotError(HostError):
    """A plot that cannot be drawn: why, and what to do."""


def plot(tallies: Mapping[str, Tally], picture: NewFile) -> None:
    """Draw the throws of every game in the file ``picture``.

    Raise PlotError if Matplotlib is missing or no dice were thrown, UsageError if it cannot be
    written.
    """
    drawn = [(tally.title, each) for tally in tallies.values() for each in tally.throws.values()]
    if not drawn:
        raise PlotError("expected games with dice to plot, but no dice were thrown in these games")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    figure = Figure(figsize=(WIDTH, HEIGHT * len(drawn)), layout="constrained")
    for axes, (title, throws) in zip(
        figure.subplots(len(drawn), squeeze=False).flat, drawn, strict=True
    ):
        _bars(axes, title, throws)
    save(figure, picture, "png")


def save(figure: Any, picture: NewFile, form: str) -> None:
    """Write ``figure`` into the file ``picture``; raise UsageError if that is not possible."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format=form)
    try:
        picture.write(drawn.getvalue())
    except OSError as error:
        raise UsageError(f"{picture.path}: cannot be written: {reason(error)}") from None


def _bars(axes: Any, title: str, throws: Throws) -> None:
    """Draw two bars side by side for each throw."""
    names = list(throws.expected)
    places = range(len(names))
    axes.bar(
        [x - BAR_WIDTH / 2 for x in places], [throws.observed[name] for name in names], BAR_WIDTH
    )
    axes.bar([x + BAR_WIDTH / 2 for x in places], list(throws.expected.values()), BAR_WIDTH)
    axes.set_xticks(places, names)
    axes.set_title(f"{title}: {throws.observed.total()} throws")
    axes.legend(["observed", "expected"])


DIGITS: Final = 12
"""How much of the sum is kept."""


def game_code(folder: Path | None = None) -> str:
    """Return a sum of the rules and the players in ``folder``, by default those of this program.

    The tables that they read are part of it, whether they ship or were built on this computer.
    """
    from hashlib import file_digest, sha256  # OpenSSL comes with it: 3.5 MiB

    total = sha256()
    for path in _files(folder or Path(games.__file__).parent):
        with path.open("rb") as file:
            total.update(file_digest(file, "sha256").digest())
    return total.hexdigest()[:DIGITS]


def _files(folder: Path) -> Iterator[Path]:
    for pattern in ("*.py", "race.toml", "*.table"):
        yield from sorted(folder.rglob(pattern))
    outside = {path for name in games.names() for path in games.kind(name).TABLES}
    yield from sorted(path for path in outside if folder not in path.parents and path.is_file())
