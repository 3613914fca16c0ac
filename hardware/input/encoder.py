"""A rotary encoder that acts as the keys up and down: edges in, presses out.

Its contacts A and B open and close a quarter of their cycle apart, so that each edge is a quarter
step in one direction. A bouncing contact goes back and forth between two quarters. What counts is
the number of quarters from one detent to the next, wherever the detents are: the shaft rests where
it lies longest.

    >>> encoder = Encoder()
    >>> [
    ...     f"{event.key} {event.kind}"
    ...     for line, level in edges_of({"A": True, "B": True}, quarters=8)
    ...     for event in encoder.feed(Edge(0.0, line, level))
    ... ]
    ['down press', 'down release', 'down press', 'down release']
"""

from collections.abc import Iterator, Mapping
from math import exp

from hardware.errors import WiringError
from hardware.input.edges import Edge
from hardware.input.key_timing import KeyEvents, tapped

ENCODER_LINES = ("A", "B")

QUARTERS = (1, 2, 4)
"""The possible numbers of quarter cycles from detent to detent. Datasheets (Bourns PEC11, ALPS
EC11) show 4, with both contacts open at rest, and 2; 1 is for an encoder without detents."""

REMEMBERED = 60.0
"""Seconds within which the shaft rests where it lies longest."""

BELIEVED = 3.0
"""Seconds for which it must lie elsewhere before it does not rest where it was at the beginning:
hands that are slow stop between two detents too."""

# levels of A and B in the order of a clockwise turn, starting with both open
CYCLE = ((True, True), (False, True), (False, False), (True, False))


class Encoder:
    """An encoder on ENCODER_LINES; every detent is a press and a release of a key.

    ``clockwise`` and ``anticlockwise`` are the keys; if they come the wrong way round, swap the
    pins. ``quarters`` is the number of quarter cycles from detent to detent; WiringError unless it
    is 1, 2 or 4.
    """

    def __init__(
        self, clockwise: str = "down", anticlockwise: str = "up", quarters: int = 4
    ) -> None:
        if quarters not in QUARTERS:
            raise WiringError(f"quarters of an encoder: expected one of {QUARTERS}, not {quarters}")
        self._keys = {True: clockwise, False: anticlockwise}
        self._quarters = quarters
        self._turned = self._rest = 0
        self._lain = [BELIEVED, *[0.0] * (quarters - 1)]
        self._last_at: float | None = None
        self._levels = dict.fromkeys(ENCODER_LINES, True)

    def begin(self, levels: Mapping[str, bool]) -> None:
        """Record the ``levels`` of the lines before the first edge: the shaft rests."""
        self._levels = {line: levels[line] for line in ENCODER_LINES}

    def feed(self, edge: Edge) -> KeyEvents:
        """Record ``edge`` and return the presses that it makes; edges of other lines are ignored.

        An edge to the level that its line already has means that an edge was missed; it counts as
        no turn.
        """
        if self._levels.get(edge.line) in (None, edge.level):
            return ()
        self._lie_until(edge.time)
        before = self._place
        self._levels[edge.line] = edge.level
        self._turned += 1 if (self._place - before) % len(CYCLE) == 1 else -1
        return self._at_detent()

    @property
    def _place(self) -> int:
        a, b = (self._levels[line] for line in ENCODER_LINES)
        return CYCLE.index((a, b))

    def _lie_until(self, time: float) -> None:
        """Record that the shaft has lain where it is up to ``time``; that may be where it rests."""
        lain = 0.0 if self._last_at is None else time - self._last_at
        self._last_at = time
        here = self._turned % self._quarters
        fades = exp(-lain / REMEMBERED)
        self._lain = [seconds * fades for seconds in self._lain]
        self._lain[here] += lain
        if self._lain[here] > self._lain[self._rest % self._quarters]:
            self._rest = self._turned

    def _at_detent(self) -> KeyEvents:
        passed = self._turned - self._rest
        if abs(passed) < self._quarters:
            return ()
        self._rest = self._turned
        return tapped(self._keys[passed > 0])


def edges_of(levels: Mapping[str, bool], quarters: int) -> Iterator[tuple[str, bool]]:
    """Yield the line and level of each edge while the shaft turns, starting from ``levels``.

    It turns by ``quarters`` quarter cycles, clockwise if positive.
    """
    now = tuple(levels[line] for line in ENCODER_LINES)
    direction = 1 if quarters > 0 else -1
    for _ in range(abs(quarters)):
        before, now = now, CYCLE[(CYCLE.index(now) + direction) % len(CYCLE)]
        for line, was, level in zip(ENCODER_LINES, before, now, strict=True):
            if was != level:
                yield line, level
