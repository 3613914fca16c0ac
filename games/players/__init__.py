"""Who can sit at a seat besides people, over the grammar of the games alone.

>>> import random
>>> import games
>>> from games import players
>>> players.names()
('random', 'greedy')
>>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
>>> move = players.load("greedy").choose(state, random.Random(1))
>>> str(move), str(players.why(state, move))
('A5:7-9xB4', 'takes 1')
"""

from games.players.chance import ByChance
from games.players.greedy import Greedy
from games.players.player import Player
from games.players.reasons import Reason, why

__all__ = ["Player", "Reason", "load", "names", "why"]

_KINDS: dict[str, type[Player]] = {"random": ByChance, "greedy": Greedy}


def names() -> tuple[str, ...]:
    """The names of all players, the weakest first."""
    return tuple(_KINDS)


def load(name: str) -> Player:
    """Return the player called ``name``; ValueError names those there are."""
    if name not in _KINDS:
        raise ValueError(f"no player is called {name!r}; the players are: {', '.join(names())}")
    return _KINDS[name]()
