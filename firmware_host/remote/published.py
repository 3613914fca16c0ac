"""What a table publishes: the whole table as one value, which other processes get as it is.

That includes what the staff can set and press at it, in the words that the table itself has for it.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from firmware_host.base.registry import Fact, Registry
from firmware_host.storage.records import JournalRecord
from games.message import Message

F = TypeVar("F", bound=Fact)

PUBLISHED = Registry[type[Fact]]("remote")
"""The kinds of facts that features publish."""


def published_kinds() -> Mapping[str, type[Fact]]:
    """Return every kind of fact that is published, by its name in :class:`Published`."""
    kinds = (TableControls, *PUBLISHED)
    return {kind.__name__: kind for kind in kinds}


def named(*facts: Fact) -> Mapping[str, Fact]:
    """Return ``facts`` by the names of their types; what is true at first need not be said."""
    return {type(fact).__name__: fact for fact in facts if fact != type(fact)()}


class PanelPicture(Struct, frozen=True):
    """The picture on the display: ``width`` x ``height`` pixels, and its ``rows``.

    A row is whole bytes, a pixel one bit, the leftmost first; a 1 is lit.
    """

    width: int
    height: int
    rows: bytes


class Published(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table shows at one moment, complete in itself.

    ``number`` grows with everything that is sent. ``awaited``, ``actor`` (a seat by its index),
    ``prompt``, ``marked`` and ``problem`` are those of the view that the table shows: ``prompt`` is
    what people should do now, keys in backquotes, None if there is nothing to do; where they play
    with switches, it is what a stroke does. ``notice`` lies over the last line. ``words`` are what
    a person reads on the ``panel``, in the language of the device. ``records`` are those of the
    game on the table, empty between games. ``is_public`` means that everybody may look from
    elsewhere, ``is_overlay`` that the view lies over a game that
    continues beneath it, ``is_unattended`` that nobody is at the table and it plays by itself,
    ``is_last`` that the program ends. ``facts`` are what features publish: see :meth:`fact`.
    """

    number: int = 0
    awaited: str = "nothing"
    actor: int | None = None
    prompt: Message | None = None
    marked: tuple[Message, ...] = ()
    problem: str | None = None
    notice: Message | None = None
    words: str = ""
    panel: PanelPicture | None = None
    records: tuple[JournalRecord, ...] = ()
    facts: Mapping[str, Any] = {}
    is_public: bool = False
    is_overlay: bool = False
    is_unattended: bool = False
    is_last: bool = False

    def fact(self, kind: type[F]) -> F:
        """Return the fact of this ``kind``; its defaults if nothing else is published."""
        found = self.facts.get(kind.__name__)
        return found if isinstance(found, kind) else kind()


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
