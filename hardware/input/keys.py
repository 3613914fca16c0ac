"""Keys: contact edges in, presses out.

A key counts as pressed or released when its contact has settled. Only the times of the edges
matter: a late tick returns the same events as a tick at every instant. The code is pure: the caller
passes the time.

    >>> keys = Keys(["ok"], repeats=(), holds={})
    >>> for time, level in ((1.000, False), (1.001, True), (1.002, False), (1.090, True)):
    ...     keys.feed(Edge(time, "ok", level))
    >>> keys.tick(now=1.2)
    (KeyEvent(key='ok', kind='press'), KeyEvent(key='ok', kind='release'))

A rotary encoder acts as the keys up and down. Its contacts A and B open and close a quarter of
their cycle apart, so that each edge is a quarter step in one direction. A bouncing contact goes
back and forth between two quarters. What counts is the number of quarters from one detent to the
next, wherever the detents are: the shaft rests where it lies longest.

    >>> encoder = Encoder()
    >>> [
    ...     f"{event.key} {event.kind}"
    ...     for line, level in edges_of({"A": True, "B": True}, quarters=8)
    ...     for event in encoder.feed(Edge(0.0, line, level))
    ... ]
    ['down press', 'down release', 'down press', 'down release']

Digits of keyboards and numeric pads type where a digit is awaited; else those of a pad act as keys.

    >>> DIGIT["digit 7"], DIGIT["pad 7"], ACTS_AS["pad 8"]
    ('7', '7', 'up')
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from math import exp, inf
from operator import itemgetter
from typing import Final

from hardware import WiringError
from hardware.input.edges import (
    HOLD_AFTER,
    REPEAT_AFTER,
    REPEAT_EVERY,
    STABLE,
    STUCK_AFTER,
    Chord,
    Contact,
    Edge,
    Key,
    KeyEvent,
    KeyEvents,
    tapped,
    timing_of,
)

__all__ = [
    "HOLD_AFTER",
    "REPEAT_AFTER",
    "REPEAT_EVERY",
    "STABLE",
    "STUCK_AFTER",
    "KeyEvent",
    "Keys",
]


class Keys:
    """The keys of a wiring, each on the line of its name, low while pressed.

    ``keys`` are their names. Those in ``repeats`` repeat while they are held down. Those in
    ``holds`` distinguish a short press (reported at the release) from a hold, which acts as the key
    that they map to, or is a ``hold`` event where a key maps to itself; such a key never repeats.

    ``chords`` maps a key to those that act as it when they are held down together, for the seconds
    in ``patience``, else :data:`HOLD_AFTER`. They never repeat, their short press is reported at
    the release, and their own holds do not count while they are down together. Raises WiringError
    if a chord has a key that is not wired, or only one key.

    A key is ``stuck`` when it has been down for 20 s, and is ignored until it comes up. The presses
    of an ``encoder`` are inserted in the order of time.
    """

    def __init__(
        self,
        keys: Iterable[str],
        *,
        repeats: Container[str],
        holds: Mapping[str, str],
        chords: Mapping[str, Collection[str]] | None = None,
        patience: Mapping[str, float] | None = None,
        encoder: "Encoder | None" = None,
    ) -> None:
        together = chords or {}
        self._contacts = {key: Contact() for key in keys}
        self._keys = {
            key: Key(key, timing_of(key, repeats, holds, together.values()))
            for key in self._contacts
        }
        after = patience or {}
        self._chords = [
            self._chord(key, members, after.get(key, HOLD_AFTER))
            for key, members in together.items()
        ]
        self._timers: tuple[Key | Chord, ...] = (*self._keys.values(), *self._chords)
        self._unsettled: dict[str, Contact] = {}
        self._next_timer = inf
        self._encoder = encoder
        self._ranks = {key: rank for rank, key in enumerate(self._keys)}
        self._turned: list[tuple[float, int, str, bool]] = []
        self._events: list[tuple[float, KeyEvent]] = []

    def begin(self, levels: Mapping[str, bool], now: float) -> None:
        """Record the ``levels`` of the lines at ``now`` (seconds), before the first edge.

        A key that is already down does not count as pressed until it has been released.
        """
        for key, contact in self._contacts.items():
            contact.rest(levels[key])
            if contact.is_down:
                self._keys[key].found_down(now)
        self._update_timers(now)
        if self._encoder is not None:
            self._encoder.begin(levels)

    def be_patient(self, keys: Iterable[str], accept: float, lock: float) -> None:
        """Let ``keys`` wait for hands that tremble, from the next edge on; times are in seconds.

        A press counts when its contact has been closed for ``accept``, and the next one only after
        the contact has been open for ``lock``: strikes that follow sooner belong to the first.
        """
        for key in keys:
            contact = self._contacts[key]
            contact.closing, contact.opening = max(accept, STABLE), max(lock, STABLE)

    def feed(self, edge: Edge) -> None:
        """Record ``edge``; edges of lines that are not keys are ignored."""
        contact = self._contacts.get(edge.line)
        if contact is not None:
            self._settle(edge.line, contact, edge.time)
            contact.change(edge.time, edge.level)
            self._unsettled[edge.line] = contact
        elif self._encoder is not None:
            self._emit(edge.time, self._encoder.feed(edge))

    def tick(self, now: float) -> tuple[KeyEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before, in order.

        Feed the edges up to ``now`` first.
        """
        for key, contact in tuple(self._unsettled.items()):
            self._settle(key, contact, now)
        turned, self._turned = sorted(self._turned), []
        for time, _, key, is_down in turned:
            self._stay(time)
            self._turn(time, key, is_down)
        self._stay(now)
        events, self._events = sorted(self._events, key=itemgetter(0)), []
        return tuple(event for _, event in events)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all keys."""
        return tuple(self._keys)

    @property
    def count_down(self) -> int:
        """How many keys are down, by the contacts that have settled."""
        return sum(contact.is_down for contact in self._contacts.values())

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due if no edge comes (seconds); None if never."""
        due = [self._next_timer, *(contact.due for contact in self._unsettled.values())]
        due += [turned[0] for turned in self._turned] + [event[0] for event in self._events]
        soonest = min(due)
        return soonest if soonest < inf else None

    def _chord(self, acts_as: str, members: Collection[str], after: float) -> Chord:
        for key in members:
            if key not in self._keys:
                raise WiringError(f"chord {acts_as}: no key {key!r} is wired")
        if len(set(members)) < 2:
            raise WiringError(f"chord {acts_as}: expected two keys or more, not {list(members)}")
        return Chord(acts_as, [self._keys[key] for key in members], after)

    def _settle(self, key: str, contact: Contact, now: float) -> None:
        due = contact.due
        if contact.settle(now):
            self._turned.append((due, self._ranks[key], key, contact.is_down))
        if contact.due == inf:
            self._unsettled.pop(key, None)

    def _turn(self, time: float, name: str, is_down: bool) -> None:
        key = self._keys[name]
        events = key.press(time) if is_down else key.release()
        self._update_timers(time)
        self._emit(time, events)

    def _stay(self, now: float) -> None:
        """Run everything that is due up to ``now`` by itself, in the order of time."""
        while (due := self._next_timer) <= now:
            timer = next(each for each in self._timers if each.due == due)
            events = timer.stay(due)
            self._update_timers(due)
            self._emit(due, events)

    def _update_timers(self, time: float) -> None:
        for chord in self._chords:
            self._emit(time, chord.update(time))
        self._next_timer = min(map(_due, self._timers), default=inf)

    def _emit(self, time: float, events: KeyEvents) -> None:
        self._events.extend((time, event) for event in events)


def _due(timer: Key | Chord) -> float:
    return timer.due


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


DIGITS: Final = tuple(f"digit {number}" for number in range(10))
"""The digits above the letters of a keyboard."""

PAD: Final = tuple(f"pad {number}" for number in range(10))
"""The digits of a numeric pad."""

DIGIT: Final[Mapping[str, str]] = {line: line[-1] for line in (*DIGITS, *PAD)}
"""The digit that each line types."""

ACTS_AS: Final[Mapping[str, str]] = {
    "pad 8": "up",
    "pad 2": "down",
    "pad 4": "left",
    "pad 6": "right",
    "pad 5": "take",
    "pad 0": "back",
}
"""The key that a digit of a pad is where no digit is awaited."""
