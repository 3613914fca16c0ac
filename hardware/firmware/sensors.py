"""What is wrong with the Hall sensors of a tray, found while it is in use, and told to the host.

>>> watch = SensorWatch(is_calibrated=False)
>>> sensors = peer_sensors(watch)
>>> sensors.offer
'sensors=8x8'
>>> watch.take([0] + [SCANS * 2048] * 63)
>>> sensors.update(now=0)
>>> sensors.report(now=0)
['sensors', 'uncalibrated', 'dead=0000000000000001']
"""

from .fields import COUNT, SIDE
from .halls import SCANS
from .parts import PeerWords
from .protocol import bits_text

UNCALIBRATED, DEAD, STUCK, NOISY = "uncalibrated", "dead", "stuck", "noisy"

LEAST, MOST = 9 * SCANS, 4086 * SCANS
"""The sums between which a sensor reads that works: its output stays clear of the supply."""

STUCK_SUMS = 12
"""Sums in a row that are exactly alike before a sensor counts as stuck: one in 40 is by chance."""

JUMPS = 80
"""Sixteenths of a step by which a sum differs from the one before when a die moves or a sensor is
noisy: 5 steps are seven times the usual noise of the difference."""

ALONE = 2
"""The most sensors that jump without a die: one that moves is seen by more."""

NOISY_FROM, A_JUMP = 24, 2
"""A sensor counts as noisy from so many points. It gets two for a jump alone, and loses one in each
sum in which nothing jumps."""


class SensorWatch:
    """Judges the sensors by their sums; :attr:`words` say what is wrong, as those of a frame.

    ``is_calibrated`` tells whether the tray is calibrated.
    """

    def __init__(self, is_calibrated: bool) -> None:
        self._always = [] if is_calibrated else [UNCALIBRATED]
        self._last = [0] * COUNT
        self._alike, self._jumps = [0] * COUNT, [0] * COUNT
        self.words = self._always

    def take(self, sums: "list[int]") -> None:
        """Judge the sensors by the sums of SCANS readings each."""
        last, self._last, alike = self._last, sums, self._alike
        jumped, dead = [], []
        for i in range(COUNT):
            now = sums[i]
            change = now - last[i]
            alike[i] = 0 if change else alike[i] + 1
            if not -JUMPS <= change <= JUMPS:
                jumped.append(i)
            if not LEAST <= now <= MOST:
                dead.append(i)
        self._score(jumped)
        self._tell(dead)

    def _score(self, jumped: "list[int]") -> None:
        """Count jumps alone; jumps of many sensors are a die."""
        if not jumped and max(self._jumps):
            self._jumps = [max(0, each - 1) for each in self._jumps]
        if len(jumped) <= ALONE:
            for i in jumped:
                self._jumps[i] = min(2 * NOISY_FROM, self._jumps[i] + A_JUMP)

    def _tell(self, dead: "list[int]") -> None:
        # a dead one reads always the same, but is not also called stuck
        stuck = [i for i in _from(self._alike, STUCK_SUMS) if i not in dead]
        noisy = _from(self._jumps, NOISY_FROM)
        words = self._always[:]
        for fault, places in ((DEAD, dead), (STUCK, stuck), (NOISY, noisy)):
            if places:
                words.append(fault + "=" + bits_text(sum([1 << i for i in places]), COUNT))
        self.words = words


def peer_sensors(watch: SensorWatch) -> PeerWords:
    """Return the sensors that ``watch`` judges as a part of a peer; the dice read them."""
    return PeerWords("sensors", f"{SIDE}x{SIDE}", lambda now: watch.words)


def _from(counts: "list[int]", least: int) -> "list[int]":
    """Return the places where there are at least so many."""
    return [i for i in range(COUNT) if counts[i] >= least] if max(counts) >= least else []
