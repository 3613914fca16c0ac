"""What features can add to the scenes of the core: lines of lists, settings, what comes next.

The scenes that read it are loaded when they are first shown, and this module with the table.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from firmware_host.base.registry import Registry
from firmware_host.session.setup import Order, Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Preferences
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.base import Act, Entries, Entry
from games.core import State
from games.message import Message

HOME_LINES = Registry[Entries]()
"""What features add to the list of games, above the settings."""

SETUP_LINES = Registry[Callable[[Setup, SceneContext], tuple[Entry, ...]]]()
"""Lines of features about the game that is set up, before it begins."""

STAFF_LINES = Registry[Entries]()
"""What features add to the staff menu, above the lines that end the program."""

NEXT_GAME_LINES = Registry[Entries]()
"""What features offer as the first thing after a game: how what was begun goes on."""

AFTER_GAME_LINES = Registry[Entries]()
"""What features add to what people may do after a game, above its figures."""

ON_SWAP = Registry[Callable[[SceneContext, Order], Effects]]()
"""What features do when people change seats."""

PAGES_AT = Registry[Callable[[SceneContext], str]]()
"""Where phones find the pages of the table, as features know it: host and port, or nothing."""

FOLLOWING = Registry[Callable[[SceneContext], Scene | None]]()
"""Scenes of features that the game on the table awaits; the first that is not None comes next.

They are asked after the board is set up and the hands have done their steps; in an interlude at
once.
"""

KEPT_GAME_LINES = Registry[Callable[[SavedGame], tuple[Entry, ...]]]()
"""What features add to what people may do with a game that is kept."""

MAY_ACT = Registry[Callable[[SceneContext], bool]]()
"""Whether people here may do what concerns all seats: where one says no, they may not."""

INSTEAD_OF_DRAW = Registry[Callable[[SceneContext], Effects]]()
"""What follows where all here agree to a draw; the first that is not empty counts."""

PLAYED_ON = Registry[Callable[[State, SceneContext], Effects]]()
"""What follows where people want to play on from a position that they look at."""


def play_on(state: State, context: SceneContext) -> Effects:
    """Return what the first feature that can do that leads to; nothing without one."""
    return next(filter(None, (each(state, context) for each in PLAYED_ON)), ())


Condition = Callable[[SceneContext], bool]


class MenuLine(Struct, frozen=True):
    """A line of the menu: what it does, and whether that makes sense now.

    A feature names the title of the ``group`` in which its line stands, and the label of the line
    ``before`` which it stands; at the end if there is no such line.
    """

    label: str
    help: str
    act: Act
    makes_sense: Condition
    group: str = ""
    before: str = ""


MENU_LINES = Registry[MenuLine]()
"""The lines of features."""


class MenuGroup(NamedTuple):
    """Lines of the menu that belong together, and the ``title`` they have in common.

    A group of a feature stands ``before`` the one with this title.
    """

    title: str
    lines: tuple[MenuLine, ...]
    before: str = ""

    def shown(self, context: SceneContext) -> tuple[MenuLine, ...]:
        """Return the lines that make sense now, those of features among them."""
        lines = list(self.lines)
        for line in MENU_LINES:
            if line.group == self.title:
                lines.insert(place_before(line.before, [each.label for each in lines]), line)
        return tuple(line for line in lines if line.makes_sense(context))


MENU_GROUPS = Registry[MenuGroup]()
"""The groups of features."""

INTERLUDE_MENUS = Registry[Callable[[SceneContext], Scene | None]]()
"""Menus of features over what is on the table instead of a game; None if it is not theirs."""

IS_WITHOUT_HOLDS = Registry[Condition]()
"""Whether people play by ear or cannot hold a key; then lines do what holding a key does."""


def place_before(name: str, names: Sequence[str]) -> int:
    """Return the place of ``name`` among ``names``; the end if it is not there.

    >>> place_before("help", ["move", "help"]), place_before("other", ["move", "help"])
    (1, 2)
    """
    return names.index(name) if name in names else len(names)


class SettingLine(Struct, frozen=True):
    """A line of the settings: a ``field`` of the preferences, and how its values are named."""

    field: str
    label: str
    help: str
    value_name: Callable[[Any], Message]


class OfferedSetting(NamedTuple):
    """A ``line`` of the settings with its present ``value`` and all ``choices``."""

    line: SettingLine
    value: str | bool
    choices: tuple[str | bool, ...]


class FeatureSettings(NamedTuple):
    """The ``lines`` of a feature, and what is ``offered`` of them by what is chosen now.

    They stand behind the line of the field ``after``; at the end if that is not offered. ``hides``
    returns the fields that it would make no sense to set then.
    """

    lines: tuple[SettingLine, ...]
    offered: Callable[[Preferences, SceneContext], tuple[OfferedSetting, ...]]
    after: str = ""
    hides: Callable[[Preferences], tuple[str, ...]] = lambda chosen: ()


SETTINGS = Registry[FeatureSettings]()
"""What features offer to set."""

DEVICE_ENTRIES = Registry[Entries]()
"""What features let people look after, below the settings."""

OUT_OF_REACH = Registry[Callable[[SceneContext], Message | None]]()
"""What features say to the staff elsewhere where a table cannot be seen; None: all is well."""


class ReadElsewhere(NamedTuple):
    """What dice that a feature reads mean for a throw.

    ``help`` returns how they are thrown, None where there are none; ``away`` the places of those
    that are out of reach.
    """

    help: Callable[[SceneContext], Message | None]
    away: Callable[[SceneContext], tuple[int, ...]]


READ_ELSEWHERE = Registry[ReadElsewhere]()
"""The dice that features read."""
