"""What a peer reports of the sensors under its dice tray, and what to do about it.

>>> sensors = read_sensors(["uncalibrated", "dead=0000000000100000", "later"], (8, 8))
>>> for what, advice in sensors.told:
...     print(what, advice, sep=": ")
the tray is not calibrated: calibrate it while it is empty (docs/builders/hall-tray.md)
sensor 20 (row 2, column 4) is dead: check its supply, its solder joints and its wire
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from hardware.firmware.protocol import read_bits
from hardware.firmware.sensors import DEAD, NOISY, STUCK, UNCALIBRATED

Size = tuple[int, int]
"""Columns and rows."""

IS_UNCALIBRATED = (
    "the tray is not calibrated",
    "calibrate it while it is empty (docs/builders/hall-tray.md)",
)
IS_WHAT: Mapping[str, tuple[str, str]] = {
    DEAD: ("dead", "check its supply, its solder joints and its wire"),
    STUCK: ("stuck at one reading", "replace it"),
    NOISY: ("noisy", "check its capacitor and its solder joints, and keep cables away from it"),
}
"""In the order in which faults are told: what a sensor is, and what to do."""

NAMED = 4
"""The most sensors that are named for one fault."""


class TraySensors(Struct, frozen=True):
    """Sensors under a tray in columns and rows of ``size``, and what is wrong with them.

    ``faults`` has the numbers of the sensors by fault: dead, stuck or noisy.
    """

    size: Size
    is_calibrated: bool
    faults: Mapping[str, tuple[int, ...]]

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """What is wrong and what to do, in pairs."""
        uncalibrated = () if self.is_calibrated else (IS_UNCALIBRATED,)
        return uncalibrated + tuple(
            (f"{self._named(places)} {IS_WHAT[fault][0]}", IS_WHAT[fault][1])
            for fault, places in self.faults.items()
        )

    def place(self, number: int) -> tuple[int, int]:
        """Return the row and the column of a sensor, counted from 0."""
        return divmod(number, self.size[0])

    def _named(self, places: Sequence[int]) -> str:
        names = [
            "{0} (row {1[0]}, column {1[1]})".format(each, self.place(each))
            for each in places[:NAMED]
        ]
        more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        if len(places) == 1:
            return f"sensor {names[0]} is"
        return f"sensors {', '.join(names)}{more} are"


def read_sensors(words: Sequence[str], size: Size) -> TraySensors:
    """Return what a state with ``words`` says of sensors in columns and rows of ``size``.

    Faults that are not known are left out. ValueError if the bits of one are wrong.
    """
    count = size[0] * size[1]
    found = dict(word.split("=", 1) for word in words if "=" in word)
    bits = {fault: read_bits(found[fault], count) for fault in IS_WHAT if fault in found}
    faults = {
        fault: tuple(place for place in range(count) if value >> place & 1)
        for fault, value in bits.items()
        if value
    }
    return TraySensors(size, UNCALIBRATED not in words, faults)
