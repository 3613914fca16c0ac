"""What a table runs on, as far as people at it can tell."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.archive import Kept


@dataclass(frozen=True)
class Device:
    """The program's ``version`` and whether it is heard; ``kept`` reads the games played on it."""

    version: str = ""
    has_sound: bool = True
    kept: Callable[[], tuple[Kept, ...]] = tuple


UNKNOWN = Device()
