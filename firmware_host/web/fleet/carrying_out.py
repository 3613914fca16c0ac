"""What an order asks of the table, and how one sees that it was done."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from firmware_host.remote.controls import TableControls
from firmware_host.remote.requests import (
    LONGEST_TEXT,
    AwaitGame,
    ChangeSetting,
    EndTable,
    LookForUpdate,
    RemoteRequest,
    ShowText,
)
from firmware_host.web.fleet.orders import Order, OrderRefusedError
from firmware_host.web.mirror import TableMirror
from hardware.untrusted_text import written

QUICK_SECONDS: Final = 10.0
RESTART_SECONDS: Final = 90.0
"""A Pi Zero 2 W has its program back in a third of this."""

IsDone = Callable[[TableMirror], bool]


class Task(Struct, frozen=True):
    """A ``request`` to the table. It is done as soon as ``is_done`` says so, within ``seconds``."""

    request: RemoteRequest
    is_done: IsDone
    seconds: float = QUICK_SECONDS


def task_of(order: Order, table: TableMirror) -> Task:
    """Return what ``order`` asks of ``table`` now; OrderRefusedError says what was expected."""
    return TASKS[order.name](order.value, table)


def _message(text: str, table: TableMirror) -> Task:
    if not 0 < len(text) <= LONGEST_TEXT or not text.isprintable():
        raise OrderRefusedError(
            f"message: expected 1 to {LONGEST_TEXT} letters, got {written(text)}"
        )
    words = "".join(text.split())
    return Task(ShowText(text), lambda shown: words in "".join(shown.snapshot.words.split()))


def _language(code: str, table: TableMirror) -> Task:
    known = _choices("language", table)
    if code not in known:
        raise OrderRefusedError(
            f"language: expected one of {', '.join(known)}, got {written(code)}"
        )
    return Task(ChangeSetting("language", code), lambda shown: _value("language", shown) == code)


def _new_game(game: str, table: TableMirror) -> Task:
    return Task(AwaitGame(game), lambda shown: not _is_playing(shown))


def _restart(value: str, table: TableMirror) -> Task:
    return Task(EndTable("restart"), HasComeBack(), RESTART_SECONDS)


def _update(value: str, table: TableMirror) -> Task:
    words = table.snapshot.words
    return Task(LookForUpdate(), lambda shown: shown.snapshot.words != words)


class HasComeBack:
    """Whether a table was away, and is there again."""

    def __init__(self) -> None:
        self._was_away = False

    def __call__(self, table: TableMirror) -> bool:
        """Look at ``table`` once more."""
        self._was_away |= not table.is_connected
        return self._was_away and table.is_connected


TASKS: Final[Mapping[str, Callable[[str, TableMirror], Task]]] = {
    "message": _message,
    "language": _language,
    "new-game": _new_game,
    "restart": _restart,
    "update": _update,
}
"""What the orders to the table itself ask; its hours are kept beside it."""


def _choices(setting: str, table: TableMirror) -> tuple[str, ...]:
    settings = table.snapshot.fact(TableControls).settings
    found = (each.choices for each in settings if each.field == setting)
    return tuple(value for value, _ in next(found, ()))


def _value(setting: str, table: TableMirror) -> str | None:
    settings = table.snapshot.fact(TableControls).settings
    return next((each.value for each in settings if each.field == setting), None)


def _is_playing(table: TableMirror) -> bool:
    session = table.session
    return session is not None and table.snapshot.awaited not in ("answer", "anybody")
