"""Write the counters to a USB stick, for the staff."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_host.base.errors import reason
from firmware_host.setup.paths import USB_DEVICE, USB_FOLDER, USB_LABEL
from firmware_host.storage.counters import Day, csv_text
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from games.message import Message, msg

FILE: Final = "tableside-counters.csv"

PLUG_IN = msg("Plug in a USB stick named {name} and try again.")
WRITTEN = msg("The counters are on the stick. You can unplug it now.")
NOT_WRITTEN = msg("Cannot write to this stick. Try another one, with FAT32 or exFAT.")

log = logging.getLogger(__name__)


class UsbStick(Struct, frozen=True):
    """A USB stick: the ``folder`` with its files, and the ``device`` that exists while it is in.

    Without the device the folder is not touched: systemd would wait for the stick to mount it.
    """

    folder: Path
    device: Path
    storage: Storage = OS_STORAGE


DEFAULT_STICK: Final = UsbStick(Path(USB_FOLDER), Path(USB_DEVICE))


def export(days: Iterable[Day], stick: UsbStick = DEFAULT_STICK) -> Message:
    """Write ``days`` to ``stick`` as CSV; return a message that says what was done, or what to do.

    On return the file is on the stick. A file of an earlier export is replaced.
    """
    if not stick.device.exists():
        return Message.of(PLUG_IN, name=USB_LABEL)
    try:
        replace_file(stick.storage, stick.folder, FILE, csv_text(days).encode("ascii"))
    except OSError as error:
        log.warning("%s cannot be written: %s", stick.folder / FILE, reason(error))
        return Message.of(NOT_WRITTEN)
    return Message.of(WRITTEN)
