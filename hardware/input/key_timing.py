"""How a key speaks: at once, repeating, when let go, when held, or together with others.

Everything here is told when contacts have settled; :mod:`hardware.input.keys` does that.
"""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

REPEAT_AFTER, REPEAT_EVERY = 0.5, 0.12
"""Seconds from the press to the first repeat, and from repeat to repeat."""

HOLD_AFTER = 0.8
"""Seconds from the press to the hold, of one key or of several together."""

STUCK_AFTER = 20.0
"""Seconds after which nobody is holding a key any more: it is stuck."""


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """What a ``key`` did. After a press or hold of a key comes the release of that key.

    A ``stuck`` key says nothing more until its contact has opened again.
    """

    key: str
    kind: Literal["press", "repeat", "hold", "release", "stuck"]


Said = tuple[KeyEvent, ...]


@dataclass(frozen=True, slots=True)
class Manner:
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


def manner(
    key: str, repeats: Container[str], holds: Mapping[str, str], chords: Collection[Collection[str]]
) -> Manner:
    """The manner of ``key``; :class:`~hardware.input.keys.Keys` tells the rest of the wiring."""
    if key in holds:
        return _holding(key, holds[key])
    if any(key in members for members in chords):
        return Manner((), tapped(key))
    if key in repeats:
        return _repeating(key)
    return Manner((KeyEvent(key, "press"),), (KeyEvent(key, "release"),))


def tapped(key: str) -> Said:
    """A press and the release that follows at once."""
    return (KeyEvent(key, "press"), KeyEvent(key, "release"))


def _repeating(key: str) -> Manner:
    press, release = tapped(key)
    again = (KeyEvent(key, "repeat"),)
    return Manner((press,), (release,), REPEAT_AFTER, REPEAT_EVERY, again, (release,))


def _holding(key: str, acts_as: str) -> Manner:
    held = KeyEvent(acts_as, "hold" if acts_as == key else "press")
    release = KeyEvent(acts_as, "release")
    return Manner((), tapped(key), HOLD_AFTER, later=(held,), let_go_later=(release,))


class Key:
    """One key called ``name``; :attr:`is_down` while a finger seems to be on it."""

    def __init__(self, name: str, manner: Manner) -> None:
        self.is_down = False
        self._name, self._manner = name, manner
        self._timer = self._stuck_at = inf
        self._at_release: Said = ()

    @property
    def due(self) -> float:
        """When it says something by itself (seconds); infinite if never."""
        return min(self._timer, self._stuck_at)

    def found_down(self, now: float) -> None:
        """Be down at ``now`` without having been pressed, as when the program starts."""
        self._stuck_at = now + STUCK_AFTER

    def press(self, now: float) -> Said:
        """Go down at ``now`` (seconds); return what that says."""
        self.is_down = True
        self._timer, self._stuck_at = now + self._manner.delay, now + STUCK_AFTER
        self._at_release = self._manner.let_go
        return self._manner.down

    def release(self) -> Said:
        """Come up; return what that says."""
        said, self._at_release = self._at_release, ()
        self.is_down, self._timer, self._stuck_at = False, inf, inf
        return said

    def stay(self, now: float) -> Said:
        """Do what is due at ``now`` (seconds); return what that says."""
        if self._stuck_at <= now:
            return (*_closing(self.release()), KeyEvent(self._name, "stuck"))
        self._timer = now + self._manner.period
        self._at_release = self._manner.let_go_later
        return self._manner.later

    def wait(self) -> None:
        """Do not count the time to the hold while others are down with it."""
        self._timer = inf

    def count_anew(self, now: float) -> None:
        """Count the time to the hold from ``now`` (seconds), if it is down and was not held yet."""
        if self.is_down and self._at_release == self._manner.let_go:
            self._timer = now + self._manner.delay

    def hush(self) -> Said:
        """Say nothing more of this press; return what ends what was said of it."""
        said, self._at_release = self._at_release, ()
        return _closing(said)


def _closing(said: Said) -> Said:
    """The release in ``said``, unless the press it belongs to has not been said either."""
    return said if said[:1] and said[0].kind == "release" else ()


class Chord:
    """``members`` that act as one key when all are held down together for ``after`` seconds.

    After :data:`HOLD_AFTER` together they say nothing of their own any more.
    """

    def __init__(self, acts_as: str, members: Sequence[Key], after: float = HOLD_AFTER) -> None:
        self._acts_as, self._members, self._after = acts_as, tuple(members), after
        self._hush_at = self._sound_at = inf
        self._whole = self._sounds = False

    @property
    def due(self) -> float:
        """When it does something by itself (seconds); infinite if never, or fingers are missing."""
        return min(self._hush_at, self._sound_at)

    def update(self, now: float) -> Said:
        """See at ``now`` (seconds) whether all members are down; return what that says."""
        was_whole, self._whole = self._whole, all(key.is_down for key in self._members)
        if self._whole == was_whole:
            return ()
        return self._join(now) if self._whole else self._part(now)

    def stay(self, now: float) -> Said:
        """Hush the members, or sound, as is due at ``now`` (seconds); return what that says."""
        if self._hush_at <= now:
            self._hush_at = inf
            return tuple(event for key in self._members for event in key.hush())
        self._sound_at, self._sounds = inf, True
        return (KeyEvent(self._acts_as, "press"),)

    def _join(self, now: float) -> Said:
        self._hush_at, self._sound_at = now + HOLD_AFTER, now + self._after
        for key in self._members:
            key.wait()
        return ()

    def _part(self, now: float) -> Said:
        sounded, self._sounds = self._sounds, False
        self._hush_at = self._sound_at = inf
        if sounded:
            return (KeyEvent(self._acts_as, "release"),)
        for key in self._members:
            key.count_anew(now)
        return ()
