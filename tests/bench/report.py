"""The figures of all games and of public packages, as a table."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean
from types import MappingProxyType

from games.core import Catalogue, Game
from tests.bench.machine import version
from tests.bench.measure import Clock, rates
from tests.bench.works import Work, chess_play, leaves, playouts, random_play, squadro_play

SEED = 1
PLAY, RATIO, PLAYOUT, PERFT = COLUMNS = ("random play", "x chess", "playout", "perft")
CHESS = "chess"
PACKAGES: Mapping[str, Callable[[random.Random], Work]] = MappingProxyType(
    {CHESS: chess_play, "squadro": squadro_play}
)

Cells = Mapping[tuple[str, str], float]


def report(
    catalogue: Catalogue, names: Sequence[str], seconds: float, clock: Clock
) -> Iterator[Sequence[str]]:
    """The head, the packages and the games called ``names``, ``seconds`` of ``clock`` a figure."""
    played = {name: catalogue.kind(name)() for name in names}
    packages = {name: version(name) for name in PACKAGES}
    found = _figures([name for name in packages if packages[name]], played, seconds, clock)
    yield ("", *COLUMNS)
    for package, there in packages.items():
        if there:
            yield _row(f"{package} {there}", found, _package(package))
        else:
            yield _row(f"{package}: not installed, pip install {package}", found, "")
    for name in names:
        yield _row(name, found, name)


def _figures(
    packages: Sequence[str], played: Mapping[str, Game], seconds: float, clock: Clock
) -> Cells:
    """A second's work by row and column; everything is measured in one run."""
    works: dict[tuple[str, str], Work] = {
        (_package(name), PLAY): PACKAGES[name](random.Random(SEED)) for name in packages
    }
    lengths: dict[str, list[int]] = {name: [] for name in played}
    for name, game in played.items():
        works[name, PLAY] = random_play(game, random.Random(SEED), lengths[name])
        works[name, PLAYOUT] = playouts(game, random.Random(SEED))
        works[name, PERFT] = leaves(game)
    found = rates(works, seconds, clock)
    for name in played:
        found[name, PLAYOUT] *= mean(lengths[name] or [0])
    chess = found.get((_package(CHESS), PLAY))
    if chess:
        found |= {(row, RATIO): rate / chess for (row, what), rate in found.items() if what == PLAY}
    return found


def _package(name: str) -> str:
    """The row of a public package, which may be called as a game is."""
    return f"package {name}"


def _row(label: str, found: Cells, row: str) -> Sequence[str]:
    return (label, *(_cell(found.get((row, column)), column) for column in COLUMNS))


def _cell(rate: float | None, column: str) -> str:
    if not rate:
        return "-"
    return f"{rate:.2f}" if column == RATIO else f"{rate:,.0f}/s"
