"""Orders to a table: what there is to order, what each asks, and when it counts as done.

Who may give one, and how it comes, is no matter of this module: an order is a name and a value.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from firmware_host.base.registry import Registry
from firmware_host.remote.requests import (
    LONGEST_TEXT,
    AwaitGame,
    ChangeSetting,
    EndTable,
    RemoteRequest,
    ShowText,
)
from firmware_host.remote.wire import TableControls
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from games.core import Catalogue
from games.message import msg
from hardware.untrusted_input import written

LONGEST_ORDER: Final = 2048
"""Bytes of an order with its signature."""

LONGEST_VALUE: Final = 400
"""Letters of any value: that of the address of a package, and its SHA-256."""

QUICK_SECONDS: Final = 10.0
RESTART_SECONDS: Final = 90.0
"""A Pi Zero 2 W has its program back in a third of this."""

USUAL_SECONDS: Final = 100.0
"""How long to wait for the answers of tables. A restart takes most of it."""

ANY_GAME: Final = msg("people choose the game")

Choices = Sequence[Sequence[str]]
"""Values between which people choose, each with its title."""


class OrderRefusedError(Exception):
    """An order that does not count; the text says why."""


class OrderFailedError(Exception):
    """An order that counts and could not be carried out; the text says why."""


def _at_once(table: TableMirror) -> bool:
    return True


class Task(Struct, frozen=True):
    """A ``request`` to the table.

    It is done when the table answers that it was fulfilled, and ``has_followed`` returns that what
    follows has happened, within ``seconds``.
    """

    request: RemoteRequest
    has_followed: Callable[[TableMirror], bool] = _at_once
    seconds: float = QUICK_SECONDS


class AtTable(Struct, frozen=True):
    """An order to the table that is seen: ``task`` returns what it asks of that table now.

    OrderRefusedError of ``task`` says what was expected.
    """

    task: Callable[[TableMirror], Task]


class StandingOrder(Struct, frozen=True):
    """An order that counts until the next one of its name.

    ``wish`` returns what it asks of a table at a time of the day; None: nothing.
    """

    wish: Callable[[datetime, TableMirror], RemoteRequest | None]


class BesideTable(Struct, frozen=True):
    """An order that is carried out beside the table, and only with a signature.

    ``do`` gets the order as it came, with its signature, and the state folder of who carries it
    out. It returns when that is done, which may be late: no event loop should wait for it.
    OrderRefusedError or OrderFailedError say why it is not done.
    """

    do: Callable[[bytes, Path], None]


class OrderControl(Struct, frozen=True):
    """How Home Assistant shows an order: as a ``button`` with a ``value``, or another ``kind``.

    People enter the value of those. ``shows`` is where the state of a table has it, and ``more``
    are further properties.
    """

    kind: str
    title: str
    value: str = ""
    shows: str = ""
    more: Mapping[str, Any] = {}


def _no_choices(catalogue: Catalogue, say: Language) -> Choices:
    return ()


def _usual_patience(value: str) -> float:
    return USUAL_SECONDS


class OrderKind(Struct, frozen=True):
    """An order called ``name``: its ``title``, and in ``help`` what its value is.

    ``begin`` returns what an order with a value leads to; OrderRefusedError says what was expected.
    People type a value of at most ``longest`` letters, such as the ``example``, or take one of the
    ``choices``. Orders that stand have a ``usual`` value, which counts before any was given. Tables
    may take the ``patience`` in seconds to answer. ``controls`` have names that no other order
    uses; ``reasons`` are texts of errors without facts, which can be translated.
    """

    name: str
    title: str
    help: str
    begin: Callable[[str], AtTable | StandingOrder | BesideTable]
    longest: int = 0
    example: str = ""
    usual: str | None = None
    is_value_needed: bool = True
    choices: Callable[[Catalogue, Language], Choices] = _no_choices
    patience: Callable[[str], float] = _usual_patience
    controls: Mapping[str, OrderControl] = {}
    reasons: tuple[str, ...] = ()


ORDERS = Registry[OrderKind]("orders")
"""The orders that features carry out."""

Prove = Callable[[str, bytes, Path, float], str]
"""Takes the order of a name from the bytes with its signature, and returns its value.

It counts once, as is noted in the folder, and so many seconds later than it says.
OrderRefusedError says why it does not count.
"""

PROOFS = Registry[Prove]("orders")
"""How features know that an order was given by those who may."""


@cache
def known_orders() -> Mapping[str, OrderKind]:
    """Return every order by its name, those of features among them."""
    return {kind.name: kind for kind in (*OWN, *ORDERS)}


class HasComeBack:
    """Whether a table was away, and is there again."""

    def __init__(self) -> None:
        self._was_away = False

    def __call__(self, table: TableMirror) -> bool:
        """Look at ``table`` once more."""
        self._was_away |= not table.is_connected
        return self._was_away and table.is_connected


def _message(text: str, table: TableMirror) -> Task:
    if not 0 < len(text) <= LONGEST_TEXT or not text.isprintable():
        raise OrderRefusedError(
            f"message: expected 1 to {LONGEST_TEXT} letters, got {written(text)}"
        )
    return Task(ShowText(text))


def _language(code: str, table: TableMirror) -> Task:
    known = _choices("language", table)
    if code not in known:
        raise OrderRefusedError(
            f"language: expected one of {', '.join(known)}, got {written(code)}"
        )
    return Task(ChangeSetting("language", code))


def _new_game(game: str, table: TableMirror) -> Task:
    return Task(AwaitGame(game))


def _restart(value: str, table: TableMirror) -> Task:
    return Task(EndTable("restart"), HasComeBack(), RESTART_SECONDS)


def _choices(setting: str, table: TableMirror) -> tuple[str, ...]:
    settings = table.snapshot.fact(TableControls).settings
    found = (each.choices for each in settings if each.field == setting)
    return tuple(value for value, _ in next(found, ()))


def _languages(catalogue: Catalogue, say: Language) -> Choices:
    return [[code, Language(code).name] for code in LANGUAGES]


def _games(catalogue: Catalogue, say: Language) -> Choices:
    games = [[each, say(catalogue.about(each).title)] for each in catalogue.names()]
    return [["", say(ANY_GAME)], *games]


def at_table(task: Callable[[str, TableMirror], Task]) -> Callable[[str], AtTable]:
    """Return what begins orders to a table that is seen: ``task`` gets the value, and the table."""
    return lambda value: AtTable(partial(task, value))


def button(title: str, icon: str, value: str = "") -> OrderControl:
    """Return what shows an order as a button with this ``title`` and ``icon``."""
    return OrderControl("button", title, value, more={"icon": icon})


OWN: Final = (
    OrderKind(
        "message",
        msg("Message on the display"),
        msg("a text for the panel, until somebody presses a key"),
        at_table(_message),
        longest=LONGEST_TEXT,
        controls={
            "message": OrderControl(
                "text", "Message", more={"max": LONGEST_TEXT, "icon": "mdi:message-text"}
            ),
            "notify": OrderControl(
                "notify", "Message to the panel", more={"icon": "mdi:message-text"}
            ),
        },
    ),
    OrderKind(
        "language",
        msg("Language"),
        msg("the language of the screens, such as en"),
        at_table(_language),
        choices=_languages,
        controls={
            "language": OrderControl(
                "select",
                "Language",
                shows="value_json.settings.language",
                more={"options": [*LANGUAGES], "icon": "mdi:translate"},
            )
        },
    ),
    OrderKind(
        "new-game",
        msg("New game"),
        msg("end the game on the table; the name of the game to offer first, or nothing"),
        at_table(_new_game),
        choices=_games,
        controls={"new-game": button("New game", "mdi:flag-checkered")},
    ),
    OrderKind(
        "restart",
        msg("Restart"),
        msg("start the program again; no value"),
        at_table(_restart),
        controls={"restart": button("Restart", "mdi:restart")},
    ),
)
"""The orders that every table carries out."""
