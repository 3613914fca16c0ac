"""Whether somebody is at the table, and for how long a notice lies over the last line.

It knows when the table was touched last, and what a waking key means. Times are seconds.
"""

from firmware_host.base.timing import earliest, has_come
from games.message import Message
from hardware.board import BoardEvent
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent

NOTICE_SECONDS = 2.5


class Notices:
    """The notice that is shown now, if there is one.

    >>> notices = Notices()
    >>> notices.show(Message.of("Cup!"), 10.0)
    >>> notices.deadline
    12.5
    >>> notices.tick(12.5)
    >>> notices.shown is None
    True
    """

    def __init__(self) -> None:
        self.shown: Message | None = None
        self._until = 0.0

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` removes it (seconds); None if there is none."""
        return None if self.shown is None else self._until

    def show(self, notice: Message, now: float, seconds: float = NOTICE_SECONDS) -> None:
        """Show ``notice`` from ``now`` (seconds) on for so many ``seconds``."""
        self.shown, self._until = notice, now + seconds

    def clear(self) -> None:
        """Remove the notice."""
        self.shown = None

    def tick(self, now: float) -> None:
        """Remove the notice if its time is over at ``now`` (seconds)."""
        if has_come(self.deadline, now):
            self.clear()


STAFF = "staff"
"""The key that the keys of the staff gesture act as."""

PATIENCE_SECONDS = 60.0
"""After this long without a key, what lies over a game is left."""

IDLE_SECONDS = 90.0
"""After this long without a key, dice or a piece, a public table asks whether anybody is there."""

REST_SECONDS = 300.0
"""After this long without a key, dice or a piece, the lights of the board go dark."""


class IdleClock:
    """When the table was touched last, and what follows if nobody touches it again."""

    def __init__(self) -> None:
        self._opened_at = 0.0
        self._touched_at: float | None = None
        self._is_left_open = self._is_watched = self.is_at_rest = False
        self._waking: set[str] = set()

    @property
    def closes_at(self) -> float | None:
        """When the scene that is shown is given up; None if it stays."""
        return self._opened_at + PATIENCE_SECONDS if self._is_left_open else None

    @property
    def asks_at(self) -> float | None:
        """When the table asks whether anybody is there; None if it never does."""
        if not self._is_watched or self._touched_at is None:
            return None
        return self._touched_at + IDLE_SECONDS

    @property
    def deadline(self) -> float | None:
        """The earlier of the two; None if there is neither."""
        return earliest((self.closes_at, self.asks_at))

    @property
    def rests_at(self) -> float | None:
        """When the table comes to rest; None if it is at rest or was never touched."""
        if self._touched_at is None or self.is_at_rest:
            return None
        return self._touched_at + REST_SECONDS

    def rest(self, now: float) -> None:
        """Note at ``now`` whether nothing has been touched for a while (:attr:`is_at_rest`)."""
        rests_at = self.rests_at
        self.is_at_rest = self.is_at_rest or (rests_at is not None and now >= rests_at)

    def open(self, now: float, *, is_left_open: bool, is_watched: bool) -> None:
        """Note that another scene is shown from ``now`` on.

        ``is_left_open`` means that it is given up after a while without a key, ``is_watched`` that
        the table asks after a while whether anybody is there.
        """
        self._opened_at = now
        self._is_left_open, self._is_watched = is_left_open, is_watched

    def start(self, now: float) -> None:
        """Begin to measure at ``now``, if nothing has been touched yet."""
        if self._touched_at is None:
            self._touched_at = now

    def touch(self, event: KeyEvent | DiceEvent | BoardEvent, now: float) -> bool:
        """Note ``event``; return whether it wakes a sleeping table."""
        if isinstance(event, KeyEvent):
            if event.kind == "stuck":
                return False
            self._opened_at = now
        self._touched_at, self.is_at_rest = now, False
        return not isinstance(event, KeyEvent) or (event.key != STAFF and event.kind != "release")

    def swallows(self, event: KeyEvent, *, has_woken: bool) -> bool:
        """Return whether a key means nothing, as it has woken the table and is still held."""
        if event.kind == "stuck" or event.key == STAFF:
            return False
        if has_woken:
            self._waking.add(event.key)
        is_waking = event.key in self._waking
        if event.kind == "release":
            self._waking.discard(event.key)
        return is_waking
