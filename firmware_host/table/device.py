"""What a table runs on, as far as people at it can tell."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.storage.counters import Day
from firmware_host.storage.history import SavedGame
from games.message import Message, msg

NOWHERE = msg("This device has no place for a USB stick.")


def _nowhere() -> Message:
    return Message.of(NOWHERE)


@dataclass(frozen=True)
class Device:
    """The program's ``version`` and whether it is heard; ``kept`` reads the games played on it.

    ``is_kiosk`` tells that it stands in public, where people come and go. ``counters`` reads what
    it did day by day, the newest last; ``export`` takes that along and says what came of it.
    """

    version: str = ""
    has_sound: bool = True
    kept: Callable[[], tuple[SavedGame, ...]] = tuple
    is_kiosk: bool = False
    counters: Callable[[], tuple[Day, ...]] = tuple
    export: Callable[[], Message] = _nowhere


UNKNOWN = Device()
