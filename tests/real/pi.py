"""The installed program on simulated pins: ``python pi.py DESCRIPTOR play ...``.

It runs beside nothing of the sources. The pins, the bus and the panel are those of the simulated
Pi; everything else is the program as people start it, in real time: its loop, threads, card, child
processes and log. Who started it moves the contacts and reads what the table shows, through the
socket that DESCRIPTOR is.
"""

import random
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Any, Final

from msgspec.structs import replace

from firmware_host.app import run_on_pi
from firmware_host.app.loop import TableHardware
from firmware_host.base.registry import NOTHING_KNOWN
from firmware_host.cli.main import main
from firmware_host.table.observers import TableStep
from hardware.simulated import SimulatedPi
from hardware.wiring.wiring import load

LOOK: Final = 0.002
"""Seconds between two looks at what hands have planned."""


class Bench:
    """The simulated Pi, whose hands are at the other end of ``outside``."""

    def __init__(self, outside: "Connection[Any, Any]") -> None:
        self._outside = outside
        self._pi = SimulatedPi(load("generic"), time.monotonic, random.Random(1))
        for work in (self._take, self._move):
            threading.Thread(target=work, daemon=True).start()

    def open_hardware(self, factory: Any, **options: Any) -> TableHardware:
        """Return what the table runs on, and tell the outside whatever it shows."""
        hardware = TableHardware(factory, self._pi.bus, self._pi.clock, **options)
        hardware.observers.watch(self._tell, "outside")
        return hardware

    def _tell(self, step: TableStep) -> None:
        """Tell the outside what is shown; what features know may only make sense in here."""
        self._outside.send(replace(step, facts=NOTHING_KNOWN))

    def factory(self, chip: int | None = None) -> Any:
        """Return the factory of the pins."""
        return self._pi.factory

    def _take(self) -> None:
        """Do what the outside asks for: the name of something done to the Pi, and arguments."""
        while True:
            try:
                what, arguments = self._outside.recv()
            except (EOFError, OSError):
                return
            getattr(self._pi, what)(*arguments)

    def _move(self) -> None:
        while True:
            self._pi.timeline.run_due(time.monotonic())
            time.sleep(LOOK)


if __name__ == "__main__":
    descriptor, *words = sys.argv[1:]
    bench = Bench(Connection(int(descriptor)))
    vars(run_on_pi).update(real_factory=bench.factory, TableHardware=bench.open_hardware)
    sys.exit(main(words))
