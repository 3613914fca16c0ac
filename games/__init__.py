"""The rules of the games: one grammar, and one module or folder for each game.

Only the standard library is used; there is no clock, no thread and no chance of its own. The only
files that are read are tables and outlines that lie with the games or were built for them. Each of
these modules imports only modules above it in this list:

- ``message``: a text for people, with the facts that fill it; what the rules refuse, with such a
  text
- ``text``: reading and writing position text, and keys of texts
- ``equipment``, ``options``, ``budget``: boards, seats, dice and pieces, how they look, and dice
  from a shop in place of a game's own; rules and handicaps that people choose; how much a search
  may look at
- ``actions``: throws and moves, and the hand steps that carry them out
- ``core``: ``Game``, ``State`` and ``Outcome``, the grammar that every game speaks
- ``arranging``, ``why_not``: take over pieces found on the board; explain why a piece cannot go
- ``course``: what race games share
- ``repeats``: games in which a handicap lets a seat repeat a throw
- ``record``, ``replay``: a played game as text or JSON, and played again
- ``players``: who can sit at a seat besides people
- ``valuation``: the share that each seat may expect in a position; ``match``: games between
  players; ``review``: what luck and choices did in a played game
- ``exercises``, ``exercise_making``: positions in which one move is clearly best, and how they are
  found
- ``race``: races that a file describes; ``ur``, ``ludo``, ``pachisi`` and ``holes`` ship
- ``tshupu``, ``thaayam``, ``squadro``, ``xiangqi4``: the other games

The folder of a game has the same files in every game:

- ``rules``: facts and options; ``tables``: what is worked out from them once
- ``moves``: which moves there are, and what hands do for them, unless ``rules`` has them
- ``notation``: position text, written and read; found pieces, read; why an action is refused
- ``evaluate``: how well a seat stands, what may be captured, and what a move is seen to do
- ``search``: looking further ahead than states do
- ``game``: the class that ties them together, its states, and random play on from them

``xiangqi4`` also has ``terrain`` (how pieces step), ``armies``, ``battlefield`` and ``battle`` (all
that changes in place).

>>> import games
>>> "thaayam" in games.names()
True
>>> games.load("thaayam").title
'Thaayam'
"""

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from games.core import About, Game, NewDefault, perft
from games.options import OptionValue
from games.text import quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "about",
    "files",
    "installed",
    "kind",
    "load",
    "names",
    "new_defaults",
    "perft",
    "shipped",
    "take_in",
]

log = logging.getLogger(__name__)

ENTRY_POINTS: Final = "tableside.games"
"""The group of entry points by which a package says which games it has."""

_CLASSES = {
    "tshupu": "games.tshupu.game:Tshupu",
    "thaayam": "games.thaayam.game:Thaayam",
    "squadro": "games.squadro.game:Squadro",
    "xiangqi4": "games.xiangqi4.game:Xiangqi4",
    "backgammon": "games.backgammon.game:Backgammon",
}
_RACES = ("ur", "ludo", "pachisi", "holes")
"""The races that a file beside these games describes (:mod:`games.race`)."""
_SHIPPED = (*_CLASSES, *_RACES)

_TAKEN_IN: dict[str, type[Game]] = {}
"""The games of this table, which do not ship."""


def names() -> tuple[str, ...]:
    """Return the ids of all games, in the order in which a menu lists them."""
    return (*_SHIPPED, *installed(), *_TAKEN_IN)


def shipped() -> tuple[str, ...]:
    """Return the ids of the games that ship."""
    return _SHIPPED


@cache
def installed() -> Mapping[str, type[Game]]:
    """Return the games of installed packages by their ids; what is none is named in the log."""
    if not any(map(_has_games, sys.path)):
        return {}
    from importlib.metadata import entry_points  # a MiB, with all of email and zip

    entries = entry_points(group=ENTRY_POINTS)
    if entries:
        _forget_placeholders()
    return {kind.name: kind for entry in entries for kind in _in(entry)}


def _has_games(path: str) -> bool:
    """Return whether an installed package below ``path`` may say that it has games."""
    folder = Path(path)
    if not folder.is_dir():
        return folder.exists()  # an archive
    described = folder.glob("*-info/entry_points.txt")
    return any(ENTRY_POINTS in each.read_text("utf-8", "replace") for each in described)


def _forget_placeholders() -> None:
    """Let packages import what the program keeps out of memory, as it has no use for it itself."""
    for name, module in [*sys.modules.items()]:
        if getattr(type(module), "stands_in", False):
            del sys.modules[name]


def _in(entry: "EntryPoint") -> Iterator[type[Game]]:
    """Yield the game that ``entry`` names, if it is one."""
    try:
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Game) and kind.name == entry.name):
            raise TypeError(f"expected a class of games.core.Game with the name {entry.name!r}")
        if entry.name in _SHIPPED:
            raise ValueError("expected another name than that of a game that ships")
    except Exception as error:  # noqa: BLE001 - a package from elsewhere may raise anything
        where = entry.dist.name if entry.dist else entry.value
        log.warning("left out: the game %s of %s: %s", entry.name, where, error)
    else:
        yield kind


def take_in(kinds: Iterable[type[Game]]) -> None:
    """List ``kinds`` after the games that ship, in the place of those that were taken in before.

    ValueError if one of them has the name of another game.
    """
    found = {kind.name: kind for kind in kinds}
    if taken := {*found} & {*_SHIPPED, *installed()}:
        raise ValueError(f"expected other names than those of games there are: {sorted(taken)}")
    _TAKEN_IN.clear()
    _TAKEN_IN.update(found)


def load(name: str, /, **options: OptionValue) -> Game:
    """Return the game called ``name`` under ``options``; ValueError names the games."""
    return kind(name)(**options)


def kind(name: str) -> type[Game]:
    """Return the class of the game called ``name``, which has its title and its options."""
    brought = _brought(name)
    if brought is not None:
        return brought
    if name in _RACES:
        race: type[Game] = resolve_name("games.race.game:shipped")(name)
        return race
    found: type[Game] = resolve_name(_CLASSES[_known(name)])
    return found


def about(name: str) -> About:
    """Return what people are told of the game called ``name``, without loading its rules."""
    brought = _brought(name)
    if brought is not None:
        return brought.about
    if name in _RACES:
        race: About = import_module("games.race").ABOUTS[name]
        return race
    told: About = import_module(f"games.{_known(name)}").ABOUT
    return told


def new_defaults(name: str) -> Mapping[str, NewDefault]:
    """Return the options of the game called ``name`` whose defaults are new; none if unknown."""
    return about(name).new_defaults if name in names() else {}


def files(name: str) -> Path:
    """Return the folder where rule sheets, lesson and exercises of the game ``name`` are.

    They are ``rules/NAME.en.md``, ``lessons/NAME.toml`` and ``NAME/exercises.json`` in it.
    """
    brought = _brought(name)
    package = "games" if brought is None else brought.__module__.partition(".")[0]
    return Path(str(sys.modules[package].__file__)).parent


def _brought(name: str) -> type[Game] | None:
    """Return the class of the game called ``name`` if it does not ship, else None."""
    if name in _SHIPPED:
        return None
    return _TAKEN_IN.get(name) or installed().get(name)


def _known(name: str) -> str:
    if name not in names():
        from difflib import get_close_matches

        near = get_close_matches(name, names(), 1)
        meant = f": did you mean '{near[0]}'?" if near else f"; the games are: {', '.join(names())}"
        raise ValueError(f"no game is called '{quoted(name)}'{meant}")
    return name
