"""The dice on a tray of Hall sensors: when they lie still, what they show, and when they are away.

A throw is counted when the tray was empty and the dice then lie still and are read. While they
cannot be read after a throw, all count as cocked, until all of them can.
"""

from .dice import AWAY, COCKED, RESTS, ROLLS
from .fields import COUNT, level, to_field
from .finding import Finder
from .halls import Halls, SummedHalls
from .magnets import MagnetDie
from .sensors import JUMPS, SensorWatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .dice import Seen

NOTHING = 80
"""Sixteenths of a step by which all sensors of an empty tray differ from each other at most."""

STILL = 2
"""Sums of scans that agree with the one before them, before the dice are read."""

PASS = 10
"""Milliseconds from the end of one pass over the sensors until the search waits in the next one.
What else the Pico does in between counts too, so that keys and the link are served soon; the last
step of the search may take longer."""

FOLLOWED = 8
"""An empty tray corrects its calibration by one part in so many, at every sum."""


class AwayDice:
    """The ``count`` dice of a tray that has not been calibrated: ``watch`` sees what is wrong."""

    def __init__(self, halls: Halls, count: int, watch: SensorWatch) -> None:
        self._sums, self._watch = SummedHalls(halls), watch
        self._seen: list[Seen] = [(0, AWAY, None)] * count

    def read(self, _now: int) -> "list[Seen]":
        """Read the sensors once, and return that every die is away."""
        sums = self._sums.read()
        if sums is not None:
            self._watch.take(sums)
        return self._seen


class HallDice:
    """``count`` dice of a ``kind`` on the sensors ``halls``.

    ``empty`` is the calibration; ``watch`` judges the sensors. ``ticks`` is a clock in milliseconds
    that may wrap, ``since`` the difference of two of its values. :meth:`read` is for
    :class:`~.dice.PeerDice`.
    """

    def __init__(
        self,
        halls: Halls,
        kind: MagnetDie,
        count: int,
        empty: "list[int]",
        watch: SensorWatch,
        ticks: "Callable[[], int]",
        since: "Callable[[int, int], int]",
    ) -> None:
        self._sums, self._kind, self._count = SummedHalls(halls), kind, count
        self._empty, self._ticks, self._since = empty[:], ticks, since
        self._watch = watch
        self._last = empty[:]
        self._still = 0
        self._finder: Finder | None = None
        self._work: Iterator[None] | None = None
        self._ended = ticks()
        self._throws = 0
        # where dice lie when the power comes is not a throw, but it is asked about if unclear
        self._was_empty, self._may_ask = False, True
        self._seen: list[Seen] = [(0, ROLLS, None)] * count

    def read(self, _now: int) -> "list[Seen]":
        """Read the sensors once, and judge a sum or search; return what each die does."""
        sums = self._sums.read()
        if sums is not None:
            self._watch.take(sums)
            self._take(sums)
        elif self._work is not None:
            self._search()
        self._ended = self._ticks()
        return self._seen

    def _take(self, sums: "list[int]") -> None:
        """Compare ``sums`` with those before, and begin to search when the dice lie still."""
        last, self._last = self._last, sums
        if max([abs(sums[i] - last[i]) for i in range(COUNT)]) > JUMPS:
            self._still, self._work = 0, None
            self._say(ROLLS)
            return
        self._still += 1
        field = [sums[i] - self._empty[i] for i in range(COUNT)]
        if self._still == STILL:
            self._begin(field)
        if self._still >= STILL and self._seen[0][1] == AWAY:
            # what a quiet, empty tray reads now is nearer to the truth than the calibration
            self._empty = [self._empty[i] + field[i] // FOLLOWED for i in range(COUNT)]

    def _begin(self, field: "list[int]") -> None:
        rest = to_field(field)
        level(rest)
        if max(rest) - min(rest) < NOTHING:
            self._was_empty = self._may_ask = True
            self._say(AWAY)
        else:
            self._finder = Finder(self._kind, self._count, field)
            self._work = self._finder.work()

    def _search(self) -> None:
        """Search for one step at least, so that it ends even if other parts are always busy."""
        try:
            while self._work is not None:
                next(self._work)
                if self._since(self._ticks(), self._ended) >= PASS:
                    break
        except StopIteration:
            self._work = None
            self._tell()

    def _tell(self) -> None:
        """Report what was found."""
        faces = None if self._finder is None else self._finder.faces
        if faces is not None:
            self._throws += self._was_empty
            self._was_empty = self._may_ask = False
            self._seen = [(self._throws, RESTS, face) for face in faces]
        elif self._may_ask:
            self._say(COCKED)

    def _say(self, does: str) -> None:
        self._seen = [(self._throws, does, None)] * self._count
