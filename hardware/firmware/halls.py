"""64 linear Hall sensors behind four multiplexers 74HC4067, read by the ADC of a Pico.

Sensor ``row * 8 + column`` is at the channel of that number of its multiplexer: the first has the
rows 0 and 1, the second 2 and 3, and so on. The outputs of the four are joined; a multiplexer whose
enable input is high is off. What the sensors read while the tray is empty is kept in a file.

>>> halls = Halls([lambda level: None] * 4, [lambda level: None] * 4, lambda: 2048 << 4)
>>> sums = [0] * COUNT
>>> halls.add_scan(sums), sums[0]
(None, 2048)
>>> complaints([2048] * 63 + [4095], [2048] * 64)
['sensor 63 (row 7, column 7) reads 4095: it is dead, or its wire is broken']
"""

from .fields import COUNT, SIDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Output = Callable[[int], object]

FILE = "halls.txt"
"""Where the readings of the empty tray are kept on the Pico."""

SCANS = 16
"""Scans that are summed: a sum has the readings in sixteenths of a step."""

CALIBRATION = 16
"""Sums that are averaged for a calibration."""

ORDER = (0, 1, 3, 2, 6, 7, 5, 4, 12, 13, 15, 14, 10, 11, 9, 8)
"""The channels in Gray code: from one to the next a single address line changes."""

LOWEST, HIGHEST = 1400, 2700
"""Steps between which a sensor reads that has no magnet near it: its output is half the supply."""

FIRST_LINE = "halls 1"


class Halls:
    """The sensors, on four ``address`` lines, four ``enables`` and one ``adc``.

    Calling an output sets its level; calling the ADC returns 16 bits, of which the upper 12 count.
    """

    def __init__(
        self, address: "list[Output]", enables: "list[Output]", adc: "Callable[[], int]"
    ) -> None:
        self._enables, self._adc = enables, adc
        for enable in enables:
            enable(1)
        for line in address:
            line(0)
        # channel, line that changes to reach it, and its new level
        self._steps: list[tuple[int, Output, int]] = []
        before = ORDER[-1]
        for channel in ORDER:
            bit = [1, 2, 4, 8].index(channel ^ before)
            self._steps.append((channel, address[bit], channel >> bit & 1))
            before = channel
        address[3](1)

    def add_scan(self, sums: "list[int]") -> None:
        """Read every sensor once, and add the readings to ``sums``."""
        adc, enables = self._adc, self._enables
        first, second, third, fourth = enables
        for channel, line, level in self._steps:
            line(level)
            first(0)
            sums[channel] += adc() >> 4
            first(1)
            second(0)
            sums[channel + 16] += adc() >> 4
            second(1)
            third(0)
            sums[channel + 32] += adc() >> 4
            third(1)
            fourth(0)
            sums[channel + 48] += adc() >> 4
            fourth(1)

    def averaged(self, rounds: int) -> "list[int]":
        """Return the average of ``rounds`` sums of scans, which takes some seconds."""
        sums = [0] * COUNT
        for _ in range(rounds * SCANS):
            self.add_scan(sums)
        return [each // rounds for each in sums]


class SummedHalls:
    """Sums the readings of ``halls``, a scan at a time."""

    def __init__(self, halls: Halls) -> None:
        self._halls, self._sums, self._scans = halls, [0] * COUNT, 0

    def read(self) -> "list[int] | None":
        """Read every sensor once; return the sums of SCANS readings each when they are complete."""
        self._halls.add_scan(self._sums)
        self._scans += 1
        if self._scans < SCANS:
            return None
        sums, self._sums, self._scans = self._sums, [0] * COUNT, 0
        return sums


def store_empty(halls: Halls, path: str = FILE) -> "list[str]":
    """Store what the sensors read now as the empty tray; return what is wrong, one line each.

    Nothing is stored if something is wrong.
    """
    empty = halls.averaged(CALIBRATION)
    again = halls.averaged(CALIBRATION)
    wrong = complaints([each // SCANS for each in empty], [each // SCANS for each in again])
    if not wrong:
        with open(path, "w") as file:  # noqa: PTH123 - MicroPython has no pathlib
            file.write(FIRST_LINE + "\n" + "\n".join([str(each) for each in empty]) + "\n")
    return wrong


def stored(path: str = FILE) -> "list[int] | None":
    """Return the calibration; None if there is none, or if the file is damaged."""
    try:
        with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
            lines = file.read().split("\n")
        values = [int(each) for each in lines[1 : COUNT + 1]]
    except (OSError, ValueError):
        return None
    is_whole = lines[0] == FIRST_LINE and len(values) == COUNT
    return values if is_whole else None


def complaints(readings: "list[int]", again: "list[int]") -> "list[str]":
    """Return what is wrong with the sensors of an empty tray, by two readings of each."""
    found = []
    for place in range(COUNT):
        name = f"sensor {place} (row {place // SIDE}, column {place % SIDE})"
        reading = readings[place]
        if not 8 < reading < 4087:
            found.append(f"{name} reads {reading}: it is dead, or its wire is broken")
        elif not LOWEST <= reading <= HIGHEST:
            found.append(f"{name} reads {reading}: take every magnet away from the tray")
        elif abs(reading - again[place]) > 3:
            found.append(f"{name} reads {reading}, then {again[place]}: check its solder joints")
    return found
