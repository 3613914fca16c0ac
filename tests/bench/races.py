"""Games that are written by hand beside the same games as files describe them."""

import time
from collections.abc import Iterator, Sequence

import games
from games.core import About, Game
from games.options import OptionValue
from tests.bench.report import report
from tests.games.race import files

DESCRIBED = ", described"
BOTH = ("thaayam", "tshupu")
"""The games that there are in both ways."""


class BothWays:
    """A catalogue of the games that are written by hand, and of the same as files."""

    def names(self) -> tuple[str, ...]:
        return tuple(f"{name}{way}" for name in BOTH for way in ("", DESCRIBED))

    def kind(self, name: str) -> type[Game]:
        by_hand = name.removesuffix(DESCRIBED)
        return games.kind(name) if name == by_hand else files.kind(by_hand)

    def about(self, name: str) -> About:
        return self.kind(name).about

    def load(self, name: str, /, **options: OptionValue) -> Game:
        return self.kind(name)(**options)


def rows(seconds: float = 2.0) -> Iterator[Sequence[str]]:
    """The head, and a row for each game in each way, measured in turns."""
    catalogue = BothWays()
    wanted = {"", *catalogue.names()}
    found = report(catalogue, catalogue.names(), seconds, time.process_time)
    return (row for row in found if row[0] in wanted)
