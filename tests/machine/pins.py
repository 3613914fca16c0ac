"""The lines of the simulated header seen from outside: set an input, read an output."""

import os
import time
from collections.abc import Collection, Mapping
from pathlib import Path

DRIVER = Path("/sys/bus/platform/drivers/gpio-sim")
BOARD = "gpio-sim"
"""The chip of the device tree, as the kernel calls it; others are made beside it."""

A_MOMENT = 0.00002
"""Seconds that the driver of a line sleeps: on virtual time the kernel tells an edge with the next
alarm, and this is one."""

LEVELS = {True: b"pull-up", False: b"pull-down"}


class Pins:
    """The lines of the header, by their BCM numbers, through files of the kernel's own."""

    def __init__(self) -> None:
        (first,) = (DRIVER / BOARD).glob("gpiochip*/sim_gpio0")
        self._folder = first.parent
        self._files: dict[int, int] = {}

    @property
    def chip(self) -> int:
        """The number of the chip."""
        return int(self._folder.name.removeprefix("gpiochip"))

    def drive(self, pin: int, is_open: bool) -> None:
        """Open the contact between ``pin`` and ground, or close it."""
        if pin not in self._files:
            self._files[pin] = os.open(self._file(pin, "pull"), os.O_WRONLY)
        os.pwrite(self._files[pin], LEVELS[is_open], 0)
        time.sleep(A_MOMENT)

    def level(self, pin: int) -> bool:
        """The level of ``pin``, whoever drives it."""
        return self._file(pin, "value").read_text(encoding="ascii").strip() == "1"

    def bounce(self, pin: int, is_open: bool, bounces: int = 3, gap: float = 0.0005) -> int:
        """Drive ``pin`` as a contact does that bounces, ``gap`` seconds from edge to edge.

        Returns the time of the first edge, in nanoseconds of the monotonic clock.
        """
        begun = time.monotonic_ns()
        for _ in range(bounces):
            self.drive(pin, is_open)
            time.sleep(gap)
            self.drive(pin, not is_open)
            time.sleep(gap)
        self.drive(pin, is_open)
        return begun

    def close(self) -> None:
        """Close the files; the lines stay as they are."""
        while self._files:
            os.close(self._files.popitem()[1])

    def _file(self, pin: int, name: str) -> Path:
        return self._folder / f"sim_gpio{pin}" / name


def unplug_chip() -> None:
    """Take the chip of the header out of the machine."""
    (DRIVER / "unbind").write_text(BOARD, encoding="ascii")


def plug_chip() -> None:
    """Put it back; it gets the lowest number that is free."""
    (DRIVER / "bind").write_text(BOARD, encoding="ascii")


class OtherChip:
    """A GPIO chip that is not the header's, with a ``label`` and eight lines."""

    def __init__(self, label: str) -> None:
        self._folder = Path("/sys/kernel/config/gpio-sim/other")
        bank = self._folder / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text("8", encoding="ascii")
        (bank / "label").write_text(label, encoding="ascii")
        (self._folder / "live").write_text("1", encoding="ascii")

    def close(self) -> None:
        """Take it out again."""
        (self._folder / "live").write_text("0", encoding="ascii")
        (self._folder / "bank0").rmdir()
        self._folder.rmdir()


class Switches:
    """The contacts of a table whose ``lines`` are on pins, by their names."""

    def __init__(self, lines: Mapping[str, int], pins: Pins) -> None:
        self._lines, self._pins = lines, pins

    def drive(self, line: str, is_open: bool) -> None:
        """Open the contact of ``line`` or close it, if it is on a pin."""
        if line in self._lines:
            self._pins.drive(self._lines[line], is_open)

    def sense(self, fields: Collection[tuple[int, int]]) -> None:
        """Do nothing: pins sense no pieces."""
