"""What the games together tell, as lines for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware_host.stats.chisquare import Fit, fit
from firmware_host.stats.tally import Tally, Throws

BAR: Final = 40
"""Columns of the longest bar."""


def report(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """The lines about every game, parted by empty ones."""
    for tally in tallies.values():
        yield from (tally.title, *_games(tally))
        for throws in tally.throws.values():
            yield from ("", *_throws(throws))
        yield ""


def _games(tally: Tally) -> Iterator[str]:
    yield f"  games: {tally.games}, of them finished: {tally.finished}"
    if tally.turns:
        lengths = f"{min(tally.turns)} to {max(tally.turns)}, median {tally.median_turns:g}"
        yield f"  turns of a finished game: {lengths}"
    for side, points in sorted(tally.points.items()):
        yield f"  {side:5}  {points:g} of {tally.finished} points ({points / tally.finished:.0%})"


def _throws(throws: Throws) -> Iterator[str]:
    """A line for each throw: how often it came, was to be expected, and a bar of that."""
    total, widest = throws.came.total(), max(len(text) for text in throws.expected)
    most = max(*throws.came.values(), *throws.expected.values())
    yield f"  {total} throws: came, expected"
    for text, expected in throws.expected.items():
        came = throws.came[text]
        bar = _bar(came / most, expected / most)
        yield f"  {text:>{widest}} {came:6} {expected:8.1f}  {bar}".rstrip()
    yield f"  {_judged(fit(throws.came, throws.expected))}"


def _bar(came: float, expected: float) -> str:
    """What came as ``#``, and the end of what was expected as ``|``."""
    drawn = ("#" * round(came * BAR)).ljust(BAR + 1)
    end = round(expected * BAR)
    return f"{drawn[:end]}|{drawn[end + 1 :]}"


def _judged(found: Fit | None) -> str:
    if found is None:
        return "too few throws to say whether the dice are fair"
    chi_square = f"chi-square {found.chi_square:.2f}, {found.freedom} degrees of freedom"
    return f"{chi_square}: fair dice differ as much or more in {found.chance:.1%} of such series"
