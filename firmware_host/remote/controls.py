"""What the staff can set and press at a table, with the words that the table itself has for it."""

from typing import Final

from msgspec import Struct

from firmware_host.base.facts import Fact
from games.message import Message


class SharedSetting(Struct, frozen=True):
    """A setting of the table: its ``field``, its ``label``, and a sentence of ``help``.

    ``value`` is what stays set, ``choices`` are all that can be chosen now: each as plain text, and
    as people read it.
    """

    field: str
    label: Message
    help: Message
    value: str
    choices: tuple[tuple[str, Message], ...]


class TableControls(Fact, frozen=True):
    """The ``settings`` of a table, and its ``keys``: the name of each, and its title.

    ``are_saved`` is false while the settings are in force but not on the card. Texts
    ``out_of_reach`` say who cannot see the table now, and why.
    """

    settings: tuple[SharedSetting, ...] = ()
    keys: tuple[tuple[str, Message], ...] = ()
    are_saved: bool = True
    out_of_reach: tuple[Message, ...] = ()


NO_CONTROLS: Final = TableControls()
