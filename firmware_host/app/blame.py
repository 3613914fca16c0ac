"""Which part of the machine a failure comes from, and what to leave out when failures go on.

Pure: the time is told, nothing is opened and nothing is closed.
"""

import traceback
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Literal

from hardware.wiring.wiring import Wiring

Part = Literal["display", "sound", "link", "dice"]
"""What a table can do without; ``sound`` is the buzzer and the lights."""

Suspects = tuple[Part, ...]
"""The parts to leave out, one after the other; none when it is no part that has failed."""

Remedy = Part | Literal["game", "rest"]
"""What to leave out, the game that goes on being one; or nothing, and to wait for longer."""

LIMIT: Final = 3
PERIOD: Final = 60.0
"""So many failures within so many seconds are no chance any more."""

ROOMS: Final[Mapping[str, Suspects]] = {
    "hardware.display.oled": ("display",),
    "hardware.output.sound": ("sound",),
    "hardware.output.lights": ("sound",),
    "hardware.link.link": ("link",),
    "hardware.link.thread": ("link",),
    "hardware.board": ("link",),
    "firmware_host.table.board_watch": ("link",),
    "hardware.dice.tray": ("dice", "link"),
}
"""The modules through which the loop reaches each part.

What is seen of a sensing board comes by the link, and a dice tray may.
"""

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


def suspects(error: BaseException) -> Suspects:
    """The parts that ``error`` may come from: by the innermost of its frames in one of ROOMS.

    >>> from hardware.output.sound import Buzzer
    >>> try:
    ...     Buzzer(None, None).sound("loud")
    ... except TypeError as error:
    ...     suspects(error)
    ('sound',)
    """
    named = (ROOMS[room] for room in _rooms(error) if room in ROOMS)
    return next(named, ())


def _rooms(error: BaseException) -> Iterator[str]:
    """The modules that ``error`` has come through, the innermost first."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return (str(frame.f_globals.get("__name__")) for frame in reversed(frames))


class Failures:
    """The failures of the last minute.

    >>> failures = Failures()
    >>> [failures.count(("link",), now) for now in (0.0, 50.0, 70.0, 90.0)]
    [None, None, None, ('link',)]
    """

    def __init__(self) -> None:
        self._recent: deque[tuple[float, Suspects]] = deque()

    def count(self, suspects: Suspects, now: float) -> Suspects | None:
        """Take in a failure of ``suspects`` at ``now`` (seconds).

        Returns None while it may be chance. After three within a minute: those that were
        suspected most, the newest of several; then it begins to count anew.
        """
        self._recent.append((now, suspects))
        while now - self._recent[0][0] > PERIOD:
            self._recent.popleft()
        if len(self._recent) < LIMIT:
            return None
        newest_first = [each for _, each in reversed(self._recent)]
        self._recent.clear()
        return Counter(newest_first).most_common(1)[0][0]


def remedy(suspects: Suspects, wiring: Wiring, without: Set[Part]) -> Remedy:
    """What to do about ``suspects`` at a table of ``wiring`` that is ``without`` some parts.

    When no part can be named, it is the game that goes on that leads there again and again. A link
    that alone brings the keys is not left out: nothing could be done at the table any more.
    """
    here = wired(wiring) - without
    part = next((part for part in suspects if part in here), None)
    if part is None:
        return "game"
    return "rest" if part == "link" and "ok" not in wiring.keys else part


def wired(wiring: Wiring) -> frozenset[Part]:
    """The parts that there are.

    >>> from hardware.wiring import wiring
    >>> sorted(wired(wiring.load("generic")))
    ['dice', 'display', 'sound']
    """
    has: Mapping[Part, bool] = {
        "display": True,
        "sound": wiring.buzzer is not None or bool(wiring.lights),
        "link": wiring.link is not None,
        "dice": wiring.dice is not None,
    }
    return frozenset(part for part, is_here in has.items() if is_here)


def reduced(wiring: Wiring, without: Set[Part]) -> Wiring:
    """The ``wiring`` of a table that is ``without`` some parts.

    Every wiring has a display: one that is left out is not opened, and stays described.
    """
    if "sound" in without:
        wiring = replace(wiring, buzzer=None, lights=NOTHING)
    if "link" in without:
        wiring = replace(wiring, link=None)
    if "dice" in without:
        wiring = replace(wiring, dice=None)
    return wiring
