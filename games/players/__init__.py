"""Who can sit at a seat besides people, over the grammar of the games alone.

Three kinds and three levels: a level is a kind with a measure of its strength.

>>> import random
>>> import games
>>> from games import players
>>> players.names()
('random', 'greedy', 'searcher', 'beginner', 'friend', 'champion')
>>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
>>> move = players.load("greedy").choose(state, random.Random(1))
>>> str(move), str(players.why(state, move))
('A5:7-9xB4', 'takes 1')
"""

from collections.abc import Mapping

from games.players.chance import ByChance
from games.players.greedy import Greedy
from games.players.levels import LEVELS, Level
from games.players.player import Player
from games.players.reasons import Reason, why
from games.players.searcher import Searcher

__all__ = ["LEVELS", "Level", "Player", "Reason", "load", "names", "why"]

_PLAYERS: Mapping[str, Player] = {
    "random": ByChance(),
    "greedy": Greedy(),
    "searcher": Searcher(),
    **{level.name: level.player for level in LEVELS},
}


def names() -> tuple[str, ...]:
    """The names of all players: the kinds, then the levels, each the weakest first."""
    return tuple(_PLAYERS)


def load(name: str) -> Player:
    """Return the player called ``name``; ValueError names those there are."""
    if name not in _PLAYERS:
        raise ValueError(f"no player is called {name!r}; the players are: {', '.join(names())}")
    return _PLAYERS[name]
