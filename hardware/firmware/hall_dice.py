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

PASS = 8
"""Milliseconds from the end of one pass over the sensors until the search waits in the next one.
What else the Pico does in between counts too, so that keys and the link are served soon; the last
step of the search may take 5 ms longer."""

FOLLOWED = 8
"""An empty tray corrects its calibration by one part in so many, at every sum."""


class HallPace:
    """What a Pico needs to work in small pieces.

    ``ticks`` is a clock in milliseconds that may wrap, ``since`` the difference of two of its
    values. ``tidy`` frees memory, so that this does not happen in the midst of other work.
    """

    def __init__(
        self,
        ticks: "Callable[[], int]",
        since: "Callable[[int, int], int]",
        tidy: "Callable[[], object]",
    ) -> None:
        self.ticks, self.since, self.tidy = ticks, since, tidy


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

    ``empty`` is the calibration; ``watch`` judges the sensors. :meth:`read` is for
    :class:`~.dice.PeerDice`.
    """

    def __init__(
        self,
        halls: Halls,
        kind: MagnetDie,
        count: int,
        empty: "list[int]",
        watch: SensorWatch,
        pace: HallPace,
    ) -> None:
        self._sums, self._kind, self._count = SummedHalls(halls), kind, count
        self._empty, self._watch, self._pace = empty[:], watch, pace
        self._last = empty[:]
        self._still = 0
        # what is to be done with a sum, a piece in each pass
        self._due: list[Callable[[], object]] = []
        self._work: Iterator[None] | None = None
        self._ended = pace.ticks()
        self._throws = 0
        # where dice lie when the power comes is not a throw, but it is asked about if unclear
        self._was_empty, self._may_ask = False, True
        self._seen: list[Seen] = [(0, ROLLS, None)] * count

    def read(self, _now: int) -> "list[Seen]":
        """Read the sensors once, and do a piece of what is due; return what each die does."""
        sums = self._sums.read()
        if sums is not None:
            self._due = [lambda: self._watch.take(sums), lambda: self._take(sums), self._pace.tidy]
        if self._due:
            self._due.pop(0)()
        elif self._work is not None:
            self._search()
        self._ended = self._pace.ticks()
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
            self._work = self._find(field)

    def _find(self, field: "list[int]") -> "Iterator[None]":
        """Search the dice in ``field``, and report them; yield after each small step."""
        finder = Finder(self._kind, self._count, field)
        yield
        yield from finder.work()
        yield
        self._tell(finder.faces)

    def _search(self) -> None:
        """Search for one step at least, so that it ends even if other parts are always busy."""
        try:
            while self._work is not None:
                next(self._work)
                if self._pace.since(self._pace.ticks(), self._ended) >= PASS:
                    break
        except StopIteration:
            self._work = None

    def _tell(self, faces: "list[int] | None") -> None:
        """Report what was found."""
        if faces is not None:
            self._throws += self._was_empty
            self._was_empty = self._may_ask = False
            self._seen = [(self._throws, RESTS, face) for face in faces]
        elif self._may_ask:
            self._say(COCKED)

    def _say(self, does: str) -> None:
        self._seen = [(self._throws, does, None)] * self._count
