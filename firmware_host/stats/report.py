"""Write the statistics as lines for a terminal, or as JSON for other programs."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from firmware_host.stats.chisquare import Fit, fit
from firmware_host.stats.tally import Tally, Throws

BAR: Final = 40
"""The longest bar in characters."""


def report(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Yield the lines about every game, with empty lines between the games."""
    for tally in tallies.values():
        yield from (tally.title, *_games(tally))
        for throws in tally.throws.values():
            yield from ("", *_throws(throws))
        yield ""


def to_json(tallies: Mapping[str, Tally]) -> str:
    """Return the figures of every game, by its id, as one JSON object."""
    figures = {
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
    return json.dumps(figures, ensure_ascii=False)


def _games(tally: Tally) -> Iterator[str]:
    yield f"  games: {tally.games}, finished: {tally.finished}"
    if tally.turns:
        lengths = f"{min(tally.turns)} to {max(tally.turns)}, median {tally.median_turns:g}"
        yield f"  turns of a finished game: {lengths}"
    for seat, points in sorted(tally.points.items()):
        yield f"  {seat:6}  {points:g} of {tally.finished} points ({points / tally.finished:.0%})"


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
