"""Keys: contact edges in, presses out. Pure: it is told the time.

A contact bounces for a few milliseconds whenever it moves, so a key counts as pressed or released
only when its line has been stable for :data:`STABLE` seconds. Everything is decided by the times
of the edges: a late tick gives the events that a tick at every instant would have given.

    >>> keys = Keys(["ok"], repeats=(), holds={})
    >>> for time, level in ((1.000, False), (1.001, True), (1.002, False), (1.090, True)):
    ...     keys.feed(Edge(time, "ok", level))
    >>> keys.tick(now=1.2)
    (KeyEvent(key='ok', kind='press'), KeyEvent(key='ok', kind='release'))
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from operator import itemgetter
from typing import Literal

from hardware.edges import Edge

# In 200,000 simulated presses a pattern, 12 a second with noise spikes, 5 to 8 ms lost none and
# made none up; 30 ms lost 17 %, a lock-out of 50 ms made up 10 %.
STABLE = 0.006
"""Seconds for which a line is stable before it counts."""

REPEAT_AFTER, REPEAT_EVERY = 0.5, 0.12
"""Seconds from the press to the first repeat, and from repeat to repeat."""

HOLD_AFTER = 0.8
"""Seconds from the press to the hold."""


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """What a ``key`` did. After a press or hold of a key comes the release of that key."""

    key: str
    kind: Literal["press", "repeat", "hold", "release"]


Said = tuple[KeyEvent, ...]


@dataclass(frozen=True, slots=True)
class _Manner:
    """What a key says when it goes down, and when it is let go.

    One that stays down for ``delay`` seconds says ``later`` then and every ``period`` seconds, and
    ``let_go_later`` at the end.
    """

    down: Said
    let_go: Said
    delay: float = inf
    period: float = inf
    later: Said = ()
    let_go_later: Said = ()


def _repeating(key: str) -> _Manner:
    release = (KeyEvent(key, "release"),)
    again = (KeyEvent(key, "repeat"),)
    return _Manner((KeyEvent(key, "press"),), release, REPEAT_AFTER, REPEAT_EVERY, again, release)


def _holding(key: str, acts_as: str) -> _Manner:
    held = KeyEvent(acts_as, "hold" if acts_as == key else "press")
    return _Manner(
        (),
        (KeyEvent(key, "press"), KeyEvent(key, "release")),
        delay=HOLD_AFTER,
        later=(held,),
        let_go_later=(KeyEvent(acts_as, "release"),),
    )


class _Key:
    """One key: the raw level of its line since a time, and the debounced state made of it."""

    def __init__(self, manner: _Manner, rank: int) -> None:
        self._manner, self._rank = manner, rank
        self._level: bool | None = None
        self._since = 0.0
        self._down = False
        self._timer = inf
        self._at_release: Said = ()

    @property
    def due(self) -> float:
        """When something happens next if no edge comes."""
        unsettled = self._level is not None and self._level == self._down
        return min(self._timer, self._since + STABLE if unsettled else inf)

    def change(self, edge: Edge) -> None:
        if self._level is None and edge.level:
            # it was held when the program started: that press is not ours to report
            self._down = True
        self._level, self._since = edge.level, edge.time

    def until(self, now: float) -> Iterator[tuple[float, int, KeyEvent]]:
        """Yield what happens up to ``now``, with the time and the rank that order it."""
        while (due := self.due) <= now:
            said = self._stay(due) if due == self._timer else self._settle(due)
            yield from ((due, self._rank, event) for event in said)

    def _stay(self, now: float) -> Said:
        self._timer = now + self._manner.period
        self._at_release = self._manner.let_go_later
        return self._manner.later

    def _settle(self, now: float) -> Said:
        self._down = not self._down
        if self._down:
            self._timer = now + self._manner.delay
            self._at_release = self._manner.let_go
            return self._manner.down
        self._timer = inf
        said, self._at_release = self._at_release, ()
        return said


class Keys:
    """The keys of a wiring, each on the line of its name, low while pressed.

    ``keys`` are their names. Those in ``repeats`` repeat while they are held down. Those in
    ``holds`` tell a short press (reported when let go) from a hold, which acts as the key they map
    to, or is a ``hold`` event where a key maps to itself; such a key never repeats.
    """

    def __init__(
        self, keys: Iterable[str], *, repeats: Container[str], holds: Mapping[str, str]
    ) -> None:
        self._keys = {
            key: _Key(_manner(key, repeats, holds), rank) for rank, key in enumerate(keys)
        }
        self._said: list[tuple[float, int, KeyEvent]] = []

    def feed(self, edge: Edge) -> None:
        """Take note of ``edge``; an edge of a line that is no key is none of its business."""
        key = self._keys.get(edge.line)
        if key is not None:
            self._said.extend(key.until(edge.time))
            key.change(edge)

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Return what has happened up to ``now`` (seconds) and was not returned yet, in order.

        Feed the edges up to ``now`` first.
        """
        for key in self._keys.values():
            self._said.extend(key.until(now))
        said, self._said = sorted(self._said, key=itemgetter(0, 1)), []
        return tuple(event for _, _, event in said)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` has something to say next if no edge comes (seconds); None if never."""
        times = [time for time, _, _ in self._said] + [key.due for key in self._keys.values()]
        soonest = min(times, default=inf)
        return soonest if soonest < inf else None


def _manner(key: str, repeats: Container[str], holds: Mapping[str, str]) -> _Manner:
    if key in holds:
        return _holding(key, holds[key])
    if key in repeats:
        return _repeating(key)
    return _Manner((KeyEvent(key, "press"),), (KeyEvent(key, "release"),))
