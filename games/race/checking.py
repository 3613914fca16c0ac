"""What never happens in a race that a file describes, what is wrong, and how long games take."""

import random
from collections.abc import Iterable, Mapping, Sequence, Set
from statistics import quantiles
from typing import Final

from games.race.game import RaceGame
from games.race.rules import RaceRules

GAMES: Final = 40
"""So many random games say how long a game takes."""
NO_END: Final = "a random game does not end in {turns} turns"

Report = Mapping[str, frozenset[str]]
"""Sentences, and what each is said of, which fills it."""

UNVISITED: Final = "no track comes to {places}"
PASSED: Final = "no piece can ever stop on {places}"
USELESS: Final = "nobody can use these throws: {places}"
STUCK: Final = "a piece can never come home from {places}"
WRONG: Final = frozenset({STUCK})
"""What makes a game wrong; the rest never happens, and may be meant so."""


def report(games: Iterable[RaceGame]) -> Report:
    """Return what never happens in any of ``games``, and what is wrong with one of them."""
    found: dict[str, frozenset[str]] = {}
    for number, game in enumerate(games):
        for sentence, said_of in _report(game.rules).items():
            before = found.get(sentence, frozenset())
            both = before | said_of if sentence in WRONG or not number else before & said_of
            found[sentence] = both
    return {sentence: said_of for sentence, said_of in found.items() if said_of}


def told(found: Report) -> Sequence[str]:
    """Return the sentences of a report."""
    return [each.format(places=", ".join(sorted(places))) for each, places in found.items()]


def _report(rules: RaceRules) -> Report:
    reached = _reachable(rules)
    visited = {square for track in rules.tracks for square in track[1:]}
    stops = {_square(track, each) for track in rules.tracks for each in reached}
    starts = {track[start] for track in rules.tracks for start in rules.shortcuts}
    used = {value for each in reached for value in _steps(rules, each)}
    return {
        UNVISITED: frozenset(point.name for point in rules.board.points) - visited,
        PASSED: frozenset(visited - stops - starts),
        USELESS: frozenset(
            text for text, each in rules.throws.items() if _is_useless(each.values, used)
        ),
        STUCK: frozenset(rules.written(0, each) for each in _stuck(rules, reached)),
    }


def _square(track: Sequence[str], progress: int) -> str:
    return track[progress] if progress < len(track) else ""


def _is_useless(values: Sequence[int], used: Set[int]) -> bool:
    return any(values) and used.isdisjoint({*values, sum(values)})


def length(game: RaceGame, seed: int = 1) -> tuple[str, bool]:
    """Return how long random games of ``game`` are, in a sentence, and whether all of them end."""
    rng = random.Random(seed)
    lengths = list[int]()
    for number in range(GAMES):
        ended = game.played_out(game.start(number % len(game.seats)), rng)
        if not game.rules.winners(ended.groups):
            return NO_END.format(turns=ended.turns), False
        lengths.append(ended.turns + 1)
    low, *_, high = quantiles(lengths, n=10)
    return f"four in five random games take {low:.0f} to {high:.0f} turns", True


def _steps(rules: RaceRules, origin: int) -> dict[int, int]:
    """Return where each value leads a piece that is at ``origin``, all others being far enough."""
    values = {value for each in rules.throws.values() for value in each.values}
    if rules.is_together:
        values |= {sum(each.values) for each in rules.throws.values()}
    found = {}
    for value in values:
        end, obstacle = rules.reach((origin, rules.last), value, origin)
        if not obstacle and end != origin:
            found[value] = end
    return found


def _reachable(rules: RaceRules) -> frozenset[int]:
    """Return every progress to which a piece can come."""
    known, new = set[int](), {rules.begin, rules.back}
    while new:
        known |= new
        new = {end for each in new for end in _steps(rules, each).values()} - known
    return frozenset(known)


def _stuck(rules: RaceRules, reached: frozenset[int]) -> frozenset[int]:
    """Return from where no piece comes home, whatever is thrown."""
    home = frozenset({rules.goal})
    while more := {each for each in reached - home if home & {*_steps(rules, each).values()}}:
        home |= more
    return reached - home
