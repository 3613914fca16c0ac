"""The counters on a USB stick, for whoever looks after the table."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.errors import reason
from firmware_host.install.paths import STICK, STICK_DEVICE, STICK_NAME
from firmware_host.storage.counters import Day, csv_text
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from games.message import Message, msg

FILE: Final = "tableside-counters.csv"

PLUG_IN = msg("Plug in a stick named {name} and try again.")
WRITTEN = msg("The counters are on the stick. It may be pulled out.")
NOT_WRITTEN = msg("The stick takes no file. Try another one, FAT32 or exFAT.")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stick:
    """A stick: the ``folder`` in which its files are, and the ``device`` that is there with it.

    The folder is only touched with the device there: systemd mounts it then, and waits otherwise.
    """

    folder: Path
    device: Path
    storage: Storage = OS_STORAGE


USUAL_STICK: Final = Stick(Path(STICK), Path(STICK_DEVICE))


def export(days: Iterable[Day], stick: Stick = USUAL_STICK) -> Message:
    """Write ``days`` to ``stick``, where they are on return; tell what was done or is to be done.

    A file that was written before is replaced.
    """
    if not stick.device.exists():
        return Message.of(PLUG_IN, name=STICK_NAME)
    try:
        replace_file(stick.storage, stick.folder, FILE, csv_text(days).encode("ascii"))
    except OSError as error:
        log.warning("%s cannot be written: %s", stick.folder / FILE, reason(error))
        return Message.of(NOT_WRITTEN)
    return Message.of(WRITTEN)
