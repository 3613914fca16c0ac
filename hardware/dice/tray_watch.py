"""Watch a dice tray for the builder: count edges, and name faults.

The code is pure: the caller passes the time.

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
"""Throws in which every working line changes; knocks that are too many to be chance."""

OPEN_FOR_LONG = 10.0
"""Seconds for which nobody holds the dice."""

ENDS = ("settled", "knocked", "unreadable")

Moved = Counter[str]


class TrayWatch:
    """Counts what the dice ``lines`` and the ``cup`` contact (None: there is none) of a tray do.

    :attr:`edges` counts the edges of each line, :attr:`throws` the throws that settled.
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
        """Record that the cup contact is open or closed at ``now`` (seconds)."""
        if not is_open:
            self._open_since = None
        elif self._open_since is None:
            self._open_since = now

    def take(self, event: DiceEvent) -> Moved:
        """Record an ``event`` of the tray.

        If it is a throw or a knock, return the edges of each line since the one before.
        """
        if event.kind not in ENDS:
            return Counter()
        is_throw = event.kind == "settled"
        self.throws += is_throw
        moved, self._moved = self._moved, Counter()
        (self._thrown if is_throw else self._knocked).append(moved)
        return moved

    def rates(self, now: float) -> Counter[str]:
        """Return how many edges each line had in the second before ``now``."""
        while self._recent and self._recent[0].time <= now - 1.0:
            self._recent.popleft()
        return Counter(edge.line for edge in self._recent)

    def complaints(self, now: float) -> tuple[str, ...]:
        """Return what seems to be wrong at ``now`` (seconds), each with what to check."""
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
            f"{line} alone changed {THROWS} times without a throw: a loose contact?"
            for line in alone
        ]

    def _without_a_cup(self) -> list[str]:
        def is_throw(moved: Moved) -> bool:
            return sum(moved.values()) >= 2 * EDGES_OF_A_THROW and len(moved) > 1

        if self._cup is None or len(self._knocked) < THROWS or self.edges[self._cup]:
            return []
        if not all(map(is_throw, self._knocked)):
            return []
        return [f"the dice moved {THROWS} times, the cup contact did not: check its wire"]

    def _open(self, now: float) -> list[str]:
        if self._open_since is None or now < self._open_since + OPEN_FOR_LONG:
            return []
        return [f"cup open for {OPEN_FOR_LONG:.0f} s: put the dice down, or check the cable"]
