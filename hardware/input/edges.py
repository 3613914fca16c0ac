"""Edges of input lines, the state of a contact that bounces, and when a key reports.

A key reports a press, a repeat, a hold or a release, alone or in a chord: the module ``keys``
debounces its contact and asks here. The code is pure: the caller passes the time.

>>> contact = Contact()
>>> for time, level in ((1.000, False), (1.001, True), (1.002, False)):
...     contact.change(time, level)
>>> round(contact.due, 3), contact.settle(1.1), contact.is_down
(1.008, True, True)
"""

from collections.abc import Collection, Container, Mapping, Sequence
from math import inf
from typing import Literal, NamedTuple

from msgspec import Struct

# In 200,000 simulated presses a pattern, 12 a second with noise spikes, 5 to 8 ms lost no press and
# invented none; 30 ms lost 17 %, a lock-out of 50 ms invented 10 %.
STABLE = 0.006
"""Seconds for which a line must be stable before it counts."""


class Edge(NamedTuple):
    """A line that changed: ``time`` in seconds, the name of the ``line``, its new ``level``.

    Inputs are pulled up, so the level is True while a contact is open and False while it is closed.
    """

    time: float
    line: str
    level: bool


class Contact:
    """A contact to ground that bounces for a few milliseconds whenever it moves.

    :attr:`is_down` follows the line only when the line has been stable: ``closing`` seconds until a
    closed contact counts, ``opening`` seconds until an open one does.

    >>> slow = Contact(closing=0.5)
    >>> slow.change(1.0, False)
    >>> slow.due
    1.5
    """

    __slots__ = ("_level", "_since", "closing", "is_down", "opening")

    def __init__(self, closing: float = STABLE, opening: float = STABLE) -> None:
        self.closing, self.opening = closing, opening
        self.is_down = False
        self._level: bool | None = None
        self._since = 0.0

    @property
    def due(self) -> float:
        """When it settles if its line does not change (seconds); infinite if it has settled."""
        # the line is low, False, while the contact is down
        if self._level != self.is_down:
            return inf
        return self._since + (self.opening if self.is_down else self.closing)

    def rest(self, level: bool) -> None:
        """Take ``level`` as the state in which the contact already rests."""
        self._level, self.is_down = level, not level

    def change(self, time: float, level: bool) -> None:
        """Record an edge of its line to ``level`` at ``time`` (seconds)."""
        if self._level is None and level:
            # it was held down before the first edge that was seen
            self.is_down = True
        self._level, self._since = level, time

    def settle(self, now: float) -> bool:
        """Settle if that is due at ``now`` (seconds); return whether :attr:`is_down` changed."""
        if self.due > now:
            return False
        self.is_down = not self.is_down
        return True


REPEAT_AFTER, REPEAT_EVERY = 0.5, 0.12
"""Seconds from the press to the first repeat, and from repeat to repeat."""

HOLD_AFTER = 0.8
"""Seconds from the press to the hold, of one key or of several together."""

STUCK_AFTER = 20.0
"""Seconds after which a key that is still down counts as stuck."""


class KeyEvent(Struct, frozen=True):
    """What a ``key`` did. After a press or hold of a key comes its release.

    Keys that act as another one only after a long time are ``joined`` before, which a release
    follows too. A ``stuck`` key reports nothing more until its contact has opened again.
    """

    key: str
    kind: Literal["press", "repeat", "hold", "release", "stuck", "joined"]


KeyEvents = tuple[KeyEvent, ...]


class KeyTiming(Struct, frozen=True):
    """The events of a key when it goes ``down``, and at its ``release``.

    A key that stays down for ``delay`` seconds reports ``later`` then and after every ``period``
    seconds, and ``late_release`` at its release.
    """

    down: KeyEvents
    release: KeyEvents
    delay: float = inf
    period: float = inf
    later: KeyEvents = ()
    late_release: KeyEvents = ()


def timing_of(
    key: str, repeats: Container[str], holds: Mapping[str, str], chords: Collection[Collection[str]]
) -> KeyTiming:
    """Return the timing of ``key``; :class:`~hardware.input.keys.Keys` explains the arguments."""
    if key in holds:
        return _holding(key, holds[key])
    if any(key in members for members in chords):
        return KeyTiming((), tapped(key))
    if key in repeats:
        return _repeating(key)
    return KeyTiming((KeyEvent(key, "press"),), (KeyEvent(key, "release"),))


def tapped(key: str) -> KeyEvents:
    """Return a press of ``key`` and its release at once."""
    return (KeyEvent(key, "press"), KeyEvent(key, "release"))


def _repeating(key: str) -> KeyTiming:
    press, release = tapped(key)
    again = (KeyEvent(key, "repeat"),)
    return KeyTiming((press,), (release,), REPEAT_AFTER, REPEAT_EVERY, again, (release,))


def _holding(key: str, acts_as: str) -> KeyTiming:
    held = KeyEvent(acts_as, "hold" if acts_as == key else "press")
    release = KeyEvent(acts_as, "release")
    return KeyTiming((), tapped(key), HOLD_AFTER, later=(held,), late_release=(release,))


class Key:
    """One key called ``name``; :attr:`is_down` while it counts as pressed."""

    def __init__(self, name: str, timing: KeyTiming) -> None:
        self.is_down = False
        self._name, self._timing = name, timing
        self._timer = self._stuck_at = inf
        self._at_release: KeyEvents = ()

    @property
    def due(self) -> float:
        """When :meth:`stay` is due (seconds); infinite if never."""
        return min(self._timer, self._stuck_at)

    def found_down(self, now: float) -> None:
        """Record that it is down at ``now`` without a press, as when the program starts."""
        self._stuck_at = now + STUCK_AFTER

    def press(self, now: float) -> KeyEvents:
        """Go down at ``now`` (seconds); return the resulting events."""
        self.is_down = True
        self._timer, self._stuck_at = now + self._timing.delay, now + STUCK_AFTER
        self._at_release = self._timing.release
        return self._timing.down

    def release(self) -> KeyEvents:
        """Come up; return the resulting events."""
        events, self._at_release = self._at_release, ()
        self.is_down, self._timer, self._stuck_at = False, inf, inf
        return events

    def stay(self, now: float) -> KeyEvents:
        """Do what is due at ``now`` (seconds); return the resulting events."""
        if self._stuck_at <= now:
            return (*_closing(self.release()), KeyEvent(self._name, "stuck"))
        self._timer = now + self._timing.period
        self._at_release = self._timing.late_release
        return self._timing.later

    def wait(self) -> None:
        """Stop the time to the hold while other keys of a chord are down too."""
        self._timer = inf

    def restart_hold(self, now: float) -> None:
        """Restart the time to the hold at ``now`` (seconds), if it is down and not held yet."""
        if self.is_down and self._at_release == self._timing.release:
            self._timer = now + self._timing.delay

    def silence(self) -> KeyEvents:
        """Report nothing more of this press; return the release, if the press was reported."""
        events, self._at_release = self._at_release, ()
        return _closing(events)


def _closing(events: KeyEvents) -> KeyEvents:
    """Return the release in ``events``, unless their press has not been reported either."""
    return events if events[:1] and events[0].kind == "release" else ()


class Chord:
    """``members`` that act as one key when all are held down together for ``after`` seconds.

    After :data:`HOLD_AFTER` seconds together the members report nothing of their own; the chord is
    joined then, unless it is pressed at once.
    """

    def __init__(self, acts_as: str, members: Sequence[Key], after: float = HOLD_AFTER) -> None:
        self._acts_as, self._members, self._after = acts_as, tuple(members), after
        self._silence_at = self._press_at = inf
        self._is_complete = self._is_heard = False

    @property
    def due(self) -> float:
        """When :meth:`stay` is due (seconds); infinite if never."""
        return min(self._silence_at, self._press_at)

    def update(self, now: float) -> KeyEvents:
        """Check at ``now`` (seconds) whether all members are down; return the resulting events."""
        was_complete, self._is_complete = (
            self._is_complete,
            all(key.is_down for key in self._members),
        )
        if self._is_complete == was_complete:
            return ()
        return self._join(now) if self._is_complete else self._part(now)

    def stay(self, now: float) -> KeyEvents:
        """Silence the members or press the chord, if due; return the resulting events."""
        if self._silence_at <= now:
            self._silence_at, self._is_heard = inf, self._after > HOLD_AFTER
            joined = (KeyEvent(self._acts_as, "joined"),) if self._is_heard else ()
            return (*(event for key in self._members for event in key.silence()), *joined)
        self._press_at, self._is_heard = inf, True
        return (KeyEvent(self._acts_as, "press"),)

    def _join(self, now: float) -> KeyEvents:
        self._silence_at, self._press_at = now + HOLD_AFTER, now + self._after
        for key in self._members:
            key.wait()
        return ()

    def _part(self, now: float) -> KeyEvents:
        was_heard, self._is_heard = self._is_heard, False
        self._silence_at = self._press_at = inf
        if was_heard:
            return (KeyEvent(self._acts_as, "release"),)
        for key in self._members:
            key.restart_hold(now)
        return ()
