"""Dice that report their own faces: reports in, throws out, by the rules of the tray.

A throw counts when every die was thrown and lies still, never because of a face: each die counts
its throws, so that a report that is lost loses none. What is reported first is where the dice lie,
not a throw. The code is pure: the caller passes the time.

    >>> dice = ReportedDice(["a", "b"])
    >>> def both(throws, does, face=None):
    ...     return {name: DieReport(name, (0, 1), throws, does, face) for name in "ab"}
    >>> steps = (0.0, both(7, "rests", 1)), (1.0, both(7, "rolls")), (2.0, both(8, "rests", 1))
    >>> [event.kind for time, reports in steps for event in dice.tick(time, reports)]
    ['rolling', 'provisional']
    >>> round(dice.deadline, 2)
    2.3
    >>> dice.tick(2.3, both(8, "rests", 1))
    (DiceEvent(kind='settled', faces=(1, 1), doubtful=False, dice=(), own=()),)
"""

from collections.abc import Mapping, Sequence
from math import inf

from hardware.dice.codes import DieReport, Faces
from hardware.dice.tray import GIVE_UP, DiceEvent
from hardware.firmware.dice import COUNTED

STEADY = 0.3
"""Seconds for which all dice must lie as they are before they count."""

LATE = 6.0
"""Seconds to wait for dice that have not been thrown while others have."""


class ReportedDice:
    """The throws of the dice called ``names``, in the order in which a throw has their faces.

    A throw is doubtful, and counts only when a person confirms it, if not every die was thrown, or
    one of them more often than another. After a die was cocked, either that die or all are thrown
    again.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._seen: tuple[DieReport, ...] = ()
        # how often each die had been thrown: when a throw counted, and when one was cocked since
        self._counted: dict[str, int] = {}
        self._fair_from: list[dict[str, int]] = []
        self._is_moving = self._is_void = self._is_lost = False
        self._said: DiceEvent | None = None
        self._since = self._rolls_since = self._now = -inf

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due if no report changes (seconds); None if never."""
        due = (self._since + STEADY, self._since + LATE, self._rolls_since + GIVE_UP)
        return min((time for time in due if time > self._now), default=None)

    def tick(self, now: float, reports: Mapping[str, DieReport]) -> tuple[DiceEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before.

        ``reports`` are the latest of the dice by name; a die that has none is not connected.
        """
        self._now = now
        seen = tuple(reports[name] for name in self.names if name in reports)
        if len(seen) < len(self.names):
            return self._lose()
        lost = self._lose() if self._is_connected_again(seen) else ()
        if seen != self._seen:
            self._take(seen, now)
        event = self._judged() if self._is_moving else None
        events = () if event is None or event == self._said else (event,)
        self._said = event or self._said
        if event is not None and self._ends(event):
            self._rest()
        return lost + events

    def _is_connected_again(self, seen: Sequence[DieReport]) -> bool:
        before = {die.name: die.since for die in self._seen}
        return any(die.since != before.get(die.name, die.since) for die in seen)

    def _ends(self, event: DiceEvent) -> bool:
        """Return whether the movement is over with ``event``."""
        return event.kind in ("settled", "knocked") or (self._is_void and self._is_still)

    @property
    def _is_still(self) -> bool:
        rests = all(die.does == "rests" for die in self._seen)
        return rests and self._now >= self._since + STEADY

    def _lose(self) -> tuple[DiceEvent, ...]:
        """Forget where dice lie that are not connected; a throw that was under way is void."""
        if not self._seen:
            return ()
        self._is_void, self._is_lost = self._is_moving, True
        self._seen, self._said = (), None
        self._is_moving = False
        self._since = self._rolls_since = -inf
        self._counted.clear()
        return (DiceEvent("lifted"),)

    def _take(self, seen: tuple[DieReport, ...], now: float) -> None:
        before, self._seen, self._since = self._seen, seen, now
        for die in seen:
            if die.name not in self._counted and die.does == "rolls":
                self._is_void = True
            self._counted.setdefault(die.name, die.throws)
        was_rolling = any(die.does == "rolls" for die in before)
        if not any(die.does == "rolls" for die in seen):
            self._rolls_since = -inf
        elif not was_rolling:
            self._rolls_since = now
        is_first, self._is_moving = not before, self._is_moving or bool(before)
        if is_first:
            lies = all(die.does == "rests" for die in seen)
            self._is_moving, self._is_lost = self._is_lost or not lies, False

    def _judged(self) -> DiceEvent | None:
        """Return what the dice are doing now, None while that is not certain."""
        does = {die.does for die in self._seen}
        if self._is_void and "rolls" not in does:
            return DiceEvent("unreadable") if self._is_still else None
        if "rolls" in does:
            return self._rolling()
        if "away" in does:
            is_late = "rests" in does and self._now >= self._since + LATE
            return DiceEvent("missing" if is_late else "lifted")
        if self._now >= self._since + STEADY and "cocked" in does:
            earlier = (self._counted, *self._fair_from)
            self._fair_from = [*filter(self._is_next, earlier), self._counts]
            # dice that are found together are read together or not at all
            return DiceEvent("unreadable" if does == {"cocked"} else "cocked")
        return self._lying() if "cocked" not in does else None

    def _rolling(self) -> DiceEvent:
        if self._now >= self._rolls_since + GIVE_UP:
            self._is_void = True
            return DiceEvent("unreadable")
        faces = self._faces
        is_known = len(faces) == len(self.names) and not self._is_void
        return DiceEvent("provisional", faces) if is_known else DiceEvent("rolling")

    def _lying(self) -> DiceEvent | None:
        steps = [die.throws - self._counted[die.name] for die in self._seen]
        thrown = [step % COUNTED > 0 for step in steps]
        if all(thrown):
            if not self._is_still:
                return DiceEvent("provisional", self._faces)
            is_fair = any(map(self._is_next, (self._counted, *self._fair_from)))
            return DiceEvent("settled", self._faces, doubtful=not is_fair)
        if any(thrown):
            is_late = self._now >= self._since + LATE
            return DiceEvent("settled", self._faces, doubtful=True) if is_late else None
        return DiceEvent("knocked") if self._is_still else None

    def _is_next(self, counts: Mapping[str, int]) -> bool:
        """Return whether each die that rests was thrown once after ``counts``, and no other."""
        return all(
            (die.throws - counts[die.name]) % COUNTED == (die.does == "rests") for die in self._seen
        )

    @property
    def _counts(self) -> dict[str, int]:
        return {die.name: die.throws for die in self._seen}

    @property
    def _faces(self) -> Faces:
        return tuple(die.face for die in self._seen if die.face is not None)

    def _rest(self) -> None:
        """Begin with the dice as they lie now."""
        self._counted, self._fair_from = self._counts, []
        self._is_moving = self._is_void = False
        self._said = None
        self._since = self._rolls_since = -inf
