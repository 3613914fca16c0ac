"""The ways of playing in which machine players are measured: games under some options."""

from collections.abc import Mapping
from typing import NamedTuple

import games
from games.core import Game
from games.options import OptionValue

TURNS = 300
"""After so many turns who has most on the board wins."""


class Mode(NamedTuple):
    """The ``game`` of this name under ``options``."""

    game: str
    options: Mapping[str, OptionValue]

    def load(self) -> Game:
        """The game as it is played in this mode."""
        return games.load(self.game, **self.options)


MODES: Mapping[str, Mode] = {
    "squadro": Mode("squadro", {}),
    "tshupu": Mode("tshupu", {}),
    "thaayam, two seats": Mode("thaayam", {"seats": 2}),
    "thaayam, three seats": Mode("thaayam", {"seats": 3}),
    "thaayam, four seats": Mode("thaayam", {}),
    "ur": Mode("ur", {}),
    "backgammon": Mode("backgammon", {}),
    "ludo, two seats": Mode("ludo", {"seats": 2}),
    "ludo, four seats": Mode("ludo", {}),
    "pachisi": Mode("pachisi", {}),
    "holes": Mode("holes", {}),
    "xiangqi4, teams": Mode("xiangqi4", {"mode": "teams", "team_end": "first"}),
    "xiangqi4, each alone": Mode("xiangqi4", {}),
}
