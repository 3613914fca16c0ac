"""Putting a table together: what was asked for, the journal it goes on from, the hardware."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from firmware_host.app import App
from firmware_host.inputs import Inputs, OpenLink
from firmware_host.journal import Journal
from firmware_host.language import Language
from firmware_host.session import Catalogue, Setup
from firmware_host.table import Table
from hardware.wiring import Wiring


@dataclass(frozen=True)
class Request:
    """What a table is to be: its games, wiring, language and state folder (a path, held).

    ``setup`` is the game that was asked for; None asks on the screen.
    """

    catalogue: Catalogue
    wiring: Wiring
    language: str
    folder: Path
    setup: Setup | None = None


def open_app(
    request: Request,
    factory: Any,
    rng: random.Random,
    bus: Any = None,
    clock: Callable[[], float] = time.monotonic,
    open_link: OpenLink | None = None,
) -> App:
    """Return the table that ``request`` describes, going on with the game that was left there.

    ``factory`` is the gpiozero pin factory, ``rng`` the machine's chance, ``bus`` an open I2C bus
    (None: that of the wiring), ``clock`` tells the seconds, ``open_link`` makes the serial link
    (None: there is none). HardwareError if a part is missing.
    """
    journal = Journal(request.folder, program=metadata.version("tableside"))
    records = journal.open()
    inputs = Inputs(request.wiring, factory, clock, open_link)
    table = Table(request.catalogue, rng, inputs.reads, request.setup, records)
    say = Language(request.language)
    return App(table, inputs, request.wiring, factory, journal, say, bus, clock)
