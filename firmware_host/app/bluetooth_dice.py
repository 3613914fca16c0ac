"""Bluetooth dice at a real table: kept in its folder, heard by its radio.

Without bleak there can be none. An adapter may come later: it is looked for again as long as people
want dice. bleak is not imported before a table has such dice, or people look for some.
"""

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.storage.dice_file import DiceFile
from hardware.dice.bluetooth.news import KnownDie

if TYPE_CHECKING:
    from hardware.dice.bluetooth.dice_set import BluetoothDice, OpenRadio
    from hardware.dice.bluetooth.radio import Post, Radio

OpenDice = Callable[[Callable[[], None]], "BluetoothDice"]
"""Opens the dice of a table; it gets what wakes the table when they have news."""

log = logging.getLogger(__name__)


def bluetooth_dice(folder: Path) -> OpenDice | None:
    """Return what opens the dice that are kept in ``folder``; None where there can be none."""
    if find_spec("bleak") is None:
        return None
    return partial(open_dice, folder, _open_radio)


def open_dice(
    folder: Path,
    open_radio: "OpenRadio",
    wake: Callable[[], None],
    usual: Sequence[KnownDie] = (),
) -> "BluetoothDice":
    """Return the dice kept in ``folder``, or the ``usual`` ones if none are; changes are kept."""
    from hardware.dice.bluetooth.dice_set import BluetoothDice

    file = DiceFile(folder)
    known = file.read() or tuple(usual)
    if file.fault is not None:
        log.warning(file.fault)

    def keep(dice: Sequence[KnownDie]) -> None:
        file.write(dice)
        if file.fault is not None:
            log.warning(file.fault)

    return BluetoothDice(open_radio, known, wake, keep)


def _open_radio(post: "Post") -> "Radio":
    from hardware.dice.bluetooth.bleak_radio import RadioThread  # asyncio and ssl take 3 MiB

    return RadioThread(post, time.monotonic, explain=_trouble)


def _trouble() -> str:
    """Return what the doctor finds wrong with Bluetooth and what to do; empty if nothing is."""
    from hardware.doctor.bluetooth import trouble
    from hardware.doctor.system import ThisSystem

    found = trouble(ThisSystem())
    return "" if found is None else f"{found.text}: {found.advice}"
