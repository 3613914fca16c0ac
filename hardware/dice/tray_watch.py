"""Watching a dice tray for what a builder should know: edges counted, faults named. Pure.

>>> watch = TrayWatch(("D0", "D1"), cup=None)
>>> for throw in range(5):
...     watch.feed(Edge(throw, "D0", True))
...     _ = watch.take(DiceEvent("settled", (0, 0, 0, 0)))
>>> watch.complaints(now=5.0)
('D1 never changed in 5 throws: check its wire',)
"""

from collections import Counter, deque
from collections.abc import Sequence

from hardware.dice.tray import EDGES_OF_A_THROW, DiceEvent
from hardware.input.edges import Edge

THROWS = 5
"""Throws in which a sound line has changed many times; and knocks that are no chance any more."""

OPEN_FOR_LONG = 10.0
"""Seconds for which nobody keeps the dice in the hand."""

ENDS = ("settled", "knocked", "unreadable")

Moved = Counter[str]


class TrayWatch:
    """What the dice ``lines`` and the ``cup`` contact (None: there is none) of a tray do.

    :attr:`edges` counts those of each line, :attr:`throws` those that settled.
    """

    def __init__(self, lines: Sequence[str], cup: str | None) -> None:
        self.edges: Counter[str] = Counter()
        self.throws = 0
        self._lines, self._cup = tuple(lines), cup
        self._moved: Moved = Counter()
        self._thrown: deque[Moved] = deque(maxlen=THROWS)
        self._knocked: deque[Moved] = deque(maxlen=THROWS)
        self._recent: deque[Edge] = deque()
        self._open_since: float | None = None

    def feed(self, edge: Edge) -> None:
        """Count ``edge``."""
        self.edges[edge.line] += 1
        self._moved[edge.line] += 1
        self._recent.append(edge)
        if edge.line == self._cup:
            self.see_cup(edge.level, edge.time)

    def see_cup(self, is_open: bool, now: float) -> None:
        """Take note that the cup contact is open or closed at ``now`` (seconds)."""
        if not is_open:
            self._open_since = None
        elif self._open_since is None:
            self._open_since = now

    def take(self, event: DiceEvent) -> Moved:
        """Take note of what the tray made of the edges so far.

        Returns how many each line had since the last throw or knock if this is another, else none.
        """
        if event.kind not in ENDS:
            return Counter()
        is_throw = event.kind == "settled"
        self.throws += is_throw
        moved, self._moved = self._moved, Counter()
        (self._thrown if is_throw else self._knocked).append(moved)
        return moved

    def rates(self, now: float) -> Counter[str]:
        """How many edges each line had in the second before ``now``."""
        while self._recent and self._recent[0].time <= now - 1.0:
            self._recent.popleft()
        return Counter(edge.line for edge in self._recent)

    def complaints(self, now: float) -> tuple[str, ...]:
        """What seems to be wrong at ``now`` (seconds), each with what to look at."""
        return (*self._silent(), *self._loose(), *self._without_a_cup(), *self._open(now))

    def _silent(self) -> list[str]:
        if len(self._thrown) < THROWS:
            return []
        silent = [line for line in self._lines if not any(moved[line] for moved in self._thrown)]
        return [f"{line} never changed in {THROWS} throws: check its wire" for line in silent]

    def _loose(self) -> list[str]:
        alone = {line for moved in self._knocked for line in moved}
        if len(self._knocked) < THROWS or len(alone) > 1:
            return []
        return [
            f"{line} alone changed {THROWS} times, no throw: a loose contact?" for line in alone
        ]

    def _without_a_cup(self) -> list[str]:
        def is_throw(moved: Moved) -> bool:
            return sum(moved.values()) >= 2 * EDGES_OF_A_THROW and len(moved) > 1

        if self._cup is None or len(self._knocked) < THROWS or self.edges[self._cup]:
            return []
        if not all(map(is_throw, self._knocked)):
            return []
        return [f"the dice moved {THROWS} times, the cup contact never: check its wire"]

    def _open(self, now: float) -> list[str]:
        if self._open_since is None or now < self._open_since + OPEN_FOR_LONG:
            return []
        return [f"cup open for {OPEN_FOR_LONG:.0f} s: put the dice down, or check the cable"]
