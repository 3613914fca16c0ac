"""Putting a table together: what was asked for, the journal it goes on from, the hardware."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import games
from firmware_host import archive
from firmware_host.app import App
from firmware_host.device import Device
from firmware_host.inputs import Inputs, OpenLink
from firmware_host.journal import Journal
from firmware_host.preferences import PreferenceFile, Preferences
from firmware_host.service.notify import Notifier
from firmware_host.session import Catalogue, Setup
from firmware_host.settings import Asked
from firmware_host.table import Table
from hardware.wiring import Wiring


def _today() -> str:
    """The date at this place, as ISO 8601 writes it."""
    return datetime.now().astimezone().date().isoformat()


@dataclass(frozen=True)
class Request:
    """What a table is to be: its games, wiring, language and state folder (a path, held).

    ``language`` is the one that was asked for; None leaves it as people have chosen on the device,
    and as ``usual_language`` before they have. ``setup`` is the game that was asked for; None asks
    on the screen.
    """

    catalogue: Catalogue
    wiring: Wiring
    language: str | None
    folder: Path
    setup: Setup | None = None
    usual_language: str = "en"
    today: Callable[[], str] = _today


def request_of(asked: Asked, folder: Path) -> Request:
    """The table that was ``asked`` for on the command line, with its games kept in ``folder``."""
    language, usual = asked.language, asked.usual_language
    return Request(games, asked.wiring, language, folder, asked.setup, usual)


def open_app(
    request: Request,
    factory: Any,
    rng: random.Random,
    bus: Any = None,
    clock: Callable[[], float] = time.monotonic,
    open_link: OpenLink | None = None,
    notifier: Notifier | None = None,
) -> App:
    """Return the table that ``request`` describes, going on with the game that was left there.

    ``factory`` is the gpiozero pin factory, ``rng`` the machine's chance, ``bus`` an open I2C bus
    (None: that of the wiring), ``clock`` tells the seconds, ``open_link`` makes the serial link
    (None: there is none), ``notifier`` tells systemd how the table is. HardwareError if a
    part is missing.
    """
    version = metadata.version("tableside")
    journal = Journal(request.folder, program=version, today=request.today)
    records = journal.open()
    store = PreferenceFile(request.folder)
    preferences = _preferences(request, store)
    inputs = Inputs(request.wiring, factory, clock, open_link)
    has_sound = request.wiring.buzzer is not None
    device = Device(version, has_sound, lambda: archive.kept(journal.sessions()))
    table = Table(request.catalogue, rng, inputs.reads, request.setup, records, preferences, device)
    return App(table, inputs, request.wiring, factory, journal, store, bus, clock, notifier)


def _preferences(request: Request, store: PreferenceFile) -> Preferences:
    """What people have chosen on the device, and over it what was asked for."""
    kept = store.read(Preferences(language=request.usual_language))
    return kept if request.language is None else replace(kept, language=request.language)
