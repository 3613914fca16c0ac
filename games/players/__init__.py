"""Who can sit at a seat besides people, over the grammar of the games alone.

There are the levels at which the machine plays at a table, the kinds of players behind them, and
plain players to measure them against.

- ``player``: what a player can be asked; the random and the greedy player
- ``levels``: the player that looks ahead, the one that errs as people do, and the levels from the
  learner to the champion that they make
- ``alphabeta``: the search for two sides without chance
- ``expectimax``: the search for games with dice
- ``paranoid``: the search for several sides without chance, and what it plays on
- ``baselines``: plain progress, expectimax of two plies, and UCT, to measure others against
- ``why``: why a move is a good one, in a few words

>>> import random
>>> import games
>>> from games import players
>>> players.names()
('random', 'progress', 'greedy', 'expectimax', 'uct', 'searcher', 'first', 'beginner', ...)
>>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
>>> move = players.load("greedy").choose(state, random.Random(1))
>>> str(move), str(players.why(state, move))
('A5:7-9xB4', 'jumps over 1')
"""

from collections.abc import Callable, Mapping
from functools import partial
from pkgutil import resolve_name

from games.players.levels import ADAPTIVE, LEVELS, Following, Level, Searcher, adaptive_strength
from games.players.player import Greedy, Player, RandomPlayer
from games.players.why import why

__all__ = ["ADAPTIVE", "LEVELS", "Level", "Player", "load", "names", "why"]


def _baseline(name: str) -> Player:
    """Return the player of the class ``name`` that others are measured against."""
    player: Player = resolve_name(f"{__name__}.baselines:{name}")()
    return player


_KINDS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "progress": partial(_baseline, "Progress"),
    "greedy": Greedy,
    "expectimax": partial(_baseline, "TwoPlies"),
    "uct": partial(_baseline, "Uct"),
    "searcher": Searcher,
}
_LEVELS: Mapping[str, Player] = {level.name: level.player for level in (*LEVELS, ADAPTIVE)}


def names() -> tuple[str, ...]:
    """Return the names of all players: the kinds, then the levels, the weakest first."""
    return (*_KINDS, *_LEVELS)


def load(name: str) -> Player:
    """Return the player called ``name``; ValueError names the players there are.

    The player that follows people may have a strength in hundredths, as in ``adaptive-40``.
    """
    strength = adaptive_strength(name)
    if strength is not None:
        return Following(strength)
    if name in _KINDS:
        return _KINDS[name]()
    if name not in _LEVELS:
        raise ValueError(f"no player is called {name!r}; the players are: {', '.join(names())}")
    return _LEVELS[name]
