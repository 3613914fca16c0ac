"""What a table runs on, and who hears from it and asks things of it."""

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from firmware_host.app.file_worker import Files
from firmware_host.app.inputs import OpenDiceSource, OpenKeyboards, OpenLink
from firmware_host.app.systemd_notify import Notifier
from firmware_host.remote.inbox import RequestInbox
from firmware_host.table.observers import Observers


def _nobody() -> Notifier:
    return Notifier({})


class TableHardware(Struct, frozen=True):
    """What a table runs on; it stays the same when the table is opened again after a failure.

    ``factory`` is the gpiozero pin factory, ``bus`` an open I2C bus (None: the one of the wiring),
    and ``clock`` returns seconds. ``open_link`` opens the serial link (None: no link),
    ``open_keyboards`` begins to read keyboards (None: none is read), and ``dice_sources`` open the
    dice that features read. ``files`` reads and writes beside the loop (None: while everything
    waits). ``notifier`` tells systemd how the table is, ``observers`` watch it, and ``requests``
    come from people elsewhere.
    """

    factory: Any
    bus: Any = None
    clock: Callable[[], float] = time.monotonic
    open_link: OpenLink | None = None
    open_keyboards: OpenKeyboards | None = None
    dice_sources: tuple[OpenDiceSource, ...] = ()
    files: Files | None = None
    notifier: Notifier = field(default_factory=_nobody)
    observers: Observers = field(default_factory=Observers)
    requests: RequestInbox = field(default_factory=RequestInbox)
