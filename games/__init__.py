"""The rules of the games: one grammar, a module a game, nothing but the standard library.

>>> import games
>>> "thaayam" in games.names()
True
>>> games.load("thaayam").title
'Thaayam'
"""

from importlib import import_module

from games.core import Game, perft
from games.options import OptionValue
from games.text import quoted

__all__ = ["kind", "load", "names", "perft"]

_CLASSES = {
    "tshupu": "Tshupu",
    "thaayam": "Thaayam",
    "squadro": "Squadro",
    "xiangqi4": "Xiangqi4",
}


def names() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which a menu lists them."""
    return tuple(_CLASSES)


def load(name: str, /, **options: OptionValue) -> Game:
    """Return the game called ``name`` under ``options``; ValueError names what there is."""
    return kind(name)(**options)


def kind(name: str) -> type[Game]:
    """Return the class of the game called ``name``, which tells its title and options unplayed."""
    if name not in _CLASSES:
        raise ValueError(f"no game is called '{quoted(name)}'; the games are: {', '.join(names())}")
    found: type[Game] = getattr(import_module(f"games.{name}"), _CLASSES[name])
    return found
