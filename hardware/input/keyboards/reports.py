"""What an input device reports: records of the kernel in, changes of contacts out.

The code is pure: bytes come in pieces of any length.

>>> reports = DeviceReports({})
>>> [
...     (change.line, change.is_down)
...     for change in reports.feed(record(KEY, 28, 1) + record(KEY, 28, 0))
... ]
[('take', True), ('take', False)]
"""

import struct
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from hardware.input.keyboards.codes import ABSOLUTE, AXES, KEY, LINES

RECORD: Final = struct.Struct("@LLHHi")
"""A struct input_event: seconds, microseconds, type, code, value."""

SYNCHRONISE, DROPPED = 0, 3
"""EV_SYN and SYN_DROPPED: the kernel could not keep all that the device said."""

REPEATED: Final = 2
"""The value of a key that the kernel repeats; the table repeats keys itself."""


PRESSES, LETS_GO = 1 / 4, 3 / 8
"""A stick presses in the outer quarters of its way, and lets go when it is so far from the end: one
that is held at the border of a quarter trembles, and does not press each time."""


class Ends(NamedTuple):
    """The least and the greatest value of an axis."""

    low: int
    high: int


class KeyChange(NamedTuple):
    """A ``line`` whose contact closed or opened at ``time``, in seconds of the kernel's clock."""

    time: float
    line: str
    is_down: bool


class DeviceReports:
    """What one device has down; ``axes`` are the ends of those of its axes that count."""

    def __init__(self, axes: Mapping[int, Ends]) -> None:
        self._axes = axes
        self._rest = b""
        self._down: dict[tuple[int, int], str] = {}

    @property
    def lines(self) -> frozenset[str]:
        """The lines that the device holds down."""
        return frozenset(self._down.values())

    def feed(self, data: bytes) -> Iterator[KeyChange]:
        """Yield what ``data`` changes; a record that is not complete waits for its rest."""
        data = self._rest + data
        whole = len(data) - len(data) % RECORD.size
        self._rest = data[whole:]
        for seconds, micros, kind, code, value in RECORD.iter_unpack(data[:whole]):
            yield from self._take(seconds + micros / 1e6, kind, code, value)

    def forget(self, time: float) -> Iterator[KeyChange]:
        """Let go of everything at ``time``: the device is gone, or has said more than was read."""
        lines, self._down = self.lines, {}
        return (KeyChange(time, line, is_down=False) for line in sorted(lines))

    def _take(self, time: float, kind: int, code: int, value: int) -> Iterator[KeyChange]:
        if (kind, code) == (SYNCHRONISE, DROPPED):
            yield from self.forget(time)
        elif kind == KEY and value != REPEATED and (kind, code) in LINES:
            yield from self._hold(time, (kind, code), LINES[kind, code] if value else None)
        elif kind == ABSOLUTE and code in self._axes:
            yield from self._hold(time, (kind, code), self._line_at(code, value))

    def _line_at(self, axis: int, value: int) -> str | None:
        """Return the line that ``axis`` holds down at ``value``: at its ends, until it lets go."""
        (low, high), held = self._axes[axis], self._down.get((ABSOLUTE, axis))
        for line, distance in zip(AXES[axis], (value - low, high - value), strict=True):
            if distance <= (high - low) * (LETS_GO if line == held else PRESSES):
                return line
        return None

    def _hold(self, time: float, source: tuple[int, int], line: str | None) -> Iterator[KeyChange]:
        """Let ``source`` hold ``line`` down from now on, and no other."""
        before = self.lines
        self._down.pop(source, None)
        if line is not None:
            self._down[source] = line
        yield from (KeyChange(time, each, is_down=False) for each in before - self.lines)
        yield from (KeyChange(time, each, is_down=True) for each in self.lines - before)


def record(kind: int, code: int, value: int, time: float = 0.0) -> bytes:
    """Return a record as the kernel writes it."""
    seconds = int(time)
    return RECORD.pack(seconds, round((time - seconds) * 1e6), kind, code, value)
