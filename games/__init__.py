"""The rules of the games: one grammar, and one module or folder for each game.

Only the standard library is used; there is no clock, no thread and no chance of its own. The only
files that are read are tables and outlines that lie with the games or were built for them. Each of
these modules imports only modules above it in this list:

- ``message``: a text for people, with the facts that fill it; what the rules refuse, with such a
  text
- ``text``: reading and writing position text, and keys of texts
- ``equipment``, ``options``, ``budget``: boards, seats and pieces; rules that people choose; how
  much a search may look at
- ``actions``: throws and moves, and the hand steps that carry them out; ``stand_in``: dice from a
  shop in place of a game's own
- ``look``: how a game looks in colour, all of it data
- ``core``: ``Game``, ``State`` and ``Outcome``, the grammar that every game speaks
- ``arranging``, ``why_not``: take over pieces found on the board; explain why a piece cannot go
- ``course``: what race games share
- ``record``, ``record_json``, ``replay``: a played game as text or JSON, and played again
- ``players``: who can sit at a seat besides people
- ``valuation``: the share that each seat may expect in a position; ``match``: games between
  players, and how strong they are by them; ``review``: what luck and choices did in a played game
- ``exercises``, ``exercise_making``: positions in which one move is clearly best, and how they are
  found
- ``race``: races that a file describes
- ``tshupu``, ``thaayam``, ``squadro``, ``xiangqi4``: the games

The folder of a game has the same files in every game:

- ``rules``: facts and options; ``tables``: what is worked out from them once
- ``moves``: which moves there are, and what hands do for them, unless ``rules`` has them
- ``notation``: position text, written and read; found pieces, read; why an action is refused
- ``evaluate``: how well a seat stands, what may be captured, and what a move is seen to do
- ``search``: looking further ahead than states do
- ``game``: the class that ties them together, its states, and random play on from them

``xiangqi4`` also has ``terrain`` (how pieces step), ``armies``, ``battlefield`` and ``battle`` (all
that changes in place) and ``spoils`` (who wins the pieces of a mated army).

>>> import games
>>> "thaayam" in games.names()
True
>>> games.load("thaayam").title
'Thaayam'
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import resolve_name

from games.core import About, Game, NewDefault, perft
from games.options import OptionValue
from games.text import quoted

__all__ = ["about", "kind", "load", "names", "new_defaults", "perft", "shipped", "take_in"]

_CLASSES = {
    "tshupu": "games.tshupu.game:Tshupu",
    "thaayam": "games.thaayam.game:Thaayam",
    "squadro": "games.squadro.game:Squadro",
    "xiangqi4": "games.xiangqi4.game:Xiangqi4",
}


_TAKEN_IN: dict[str, type[Game]] = {}
"""The games of this table, which do not ship."""


def names() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which a menu lists them."""
    return (*_CLASSES, *_TAKEN_IN)


def shipped() -> tuple[str, ...]:
    """Return the ids of the games that ship."""
    return tuple(_CLASSES)


def take_in(kinds: Iterable[type[Game]]) -> None:
    """List ``kinds`` after the games that ship, in the place of those that were taken in before.

    ValueError if one of them has the name of a game that ships.
    """
    found = {kind.name: kind for kind in kinds}
    if taken := {*found} & {*_CLASSES}:
        raise ValueError(f"expected other names than those of games that ship: {sorted(taken)}")
    _TAKEN_IN.clear()
    _TAKEN_IN.update(found)


def load(name: str, /, **options: OptionValue) -> Game:
    """Return the game called ``name`` under ``options``; ValueError names the games."""
    return kind(name)(**options)


def kind(name: str) -> type[Game]:
    """Return the class of the game called ``name``, which has its title and its options."""
    if name in _TAKEN_IN:
        return _TAKEN_IN[name]
    found: type[Game] = resolve_name(_CLASSES[_known(name)])
    return found


def about(name: str) -> About:
    """Return what people are told of the game called ``name``, without loading its rules."""
    if name in _TAKEN_IN:
        return _TAKEN_IN[name].about
    told: About = import_module(f"games.{_known(name)}").ABOUT
    return told


def new_defaults(name: str) -> Mapping[str, NewDefault]:
    """Return the options of the game called ``name`` whose defaults are new; none if unknown."""
    return about(name).new_defaults if name in names() else {}


def _known(name: str) -> str:
    if name not in names():
        from difflib import get_close_matches

        near = get_close_matches(name, names(), 1)
        meant = f": did you mean '{near[0]}'?" if near else f"; the games are: {', '.join(names())}"
        raise ValueError(f"no game is called '{quoted(name)}'{meant}")
    return name
