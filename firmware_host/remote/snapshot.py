"""The whole table as one value that another process can show in any language."""

from msgspec import Struct

from firmware_host.base.facts import NOTHING_KNOWN, Fact, KnownFacts
from firmware_host.base.registry import Registry
from firmware_host.remote.controls import NO_CONTROLS, TableControls
from firmware_host.remote.reviewed import SharedReview
from firmware_host.storage.records import JournalRecord
from games.message import Message

SHARED_FACTS = Registry[type[Fact]]("remote")
"""The kinds of facts that features share with the web server of a table."""


class PanelPicture(Struct, frozen=True):
    """The picture on the display: ``width`` x ``height`` pixels, and its ``rows``.

    A row is whole bytes, a pixel one bit, the leftmost first; a 1 is lit.
    """

    width: int
    height: int
    rows: bytes


class Snapshot(Struct, frozen=True):
    """What a table shows at one moment, complete in itself.

    ``number`` grows with every snapshot of a run of the program. ``records`` are those of the game
    on the table, empty between games. ``awaited``, ``actor`` (a seat by its index), ``prompt``,
    ``marked``, ``problem`` and ``notice`` are those of the view that the table shows; ``words`` are
    what a person reads on the ``panel``, in the language of the device. ``controls`` are what
    its staff can set. ``review`` is that of a game that is over, None before it is worked out.
    ``shared`` are facts of features. If the table ``is_public``, everybody may look.
    ``is_unattended`` means that nobody is at the table, ``is_last`` that the program ends.
    """

    number: int
    awaited: str = "nothing"
    actor: int | None = None
    prompt: Message | None = None
    marked: tuple[Message, ...] = ()
    problem: str | None = None
    notice: Message | None = None
    words: str = ""
    panel: PanelPicture | None = None
    records: tuple[JournalRecord, ...] = ()
    controls: TableControls = NO_CONTROLS
    review: SharedReview | None = None
    shared: KnownFacts = NOTHING_KNOWN
    is_public: bool = False
    is_unattended: bool = False
    is_last: bool = False
