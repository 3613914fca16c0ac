"""What the table sees of the real board through a sensing board."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from firmware_host.sensing.fields import Fields
from firmware_host.sensing.mismatch import Trouble, deviation, difference
from firmware_host.sensing.touches import Seen, Touch, Verdict, judge
from firmware_host.sensing.ways import NONE, Ground, Points, Way
from firmware_host.session.session import Session
from games.core import State
from games.equipment import Board, Piece
from hardware.board import BoardEvent
from hardware.link.hello import Field, Size

SECOND_FIELD_SECONDS = 0.4
"""A put so soon after another may be the same piece, seen by a second field."""
FORGOTTEN_SECONDS = 1.0
"""After so long an agreement, what was touched before it belongs to no act any more."""


class Sight:
    """A sensing board under the board of the game, and what was seen on it.

    ``since`` is when it or what it should show changed last, in seconds; ``last`` is the last
    touch, None if nothing was touched since then. ``version`` counts the changes.
    """

    def __init__(self) -> None:
        self.size: Size | None = None
        self.fields: Fields | None = None
        self.since = 0.0
        self.last: Touch | None = None
        self.version = 0
        self._board: Board | None = None
        self._occupied: set[Field] = set()
        self._seen = Seen()
        self._ignored = NONE

    @property
    def is_working(self) -> bool:
        """True while a sensing board lies under the game and is large enough."""
        return self.fields is not None

    @property
    def needed(self) -> Size | None:
        """The size that the game needs of a board that is there but too small; else None."""
        if self.size is None or self._board is None or self.fields is not None:
            return None
        return Fields(self._board).size

    @property
    def sensed(self) -> Points:
        """The points that are looked at."""
        return self.fields.points - self._ignored if self.fields else NONE

    @property
    def seen(self) -> Seen:
        """What was seen on these points."""
        return self._seen.within(self.sensed)

    def plug(self, size: Size | None, occupied: Collection[Field], now: float) -> None:
        """A sensing board of ``size`` has come, with these fields occupied; None: it has gone."""
        self.size, self._occupied = size, set(occupied)
        self.lay(self._board, now)

    def lay(self, board: Board | None, now: float) -> None:
        """The game is now played on ``board``."""
        self._board, self._ignored = board, NONE
        self.fields = Fields.within(board, self.size) if board and self.size else None
        occupied = self.fields.occupied(self._occupied) if self.fields else NONE
        self._seen = Seen(occupied)
        self._changed(now, None)

    def begins_anew(self, touch: Touch, now: float) -> bool:
        """Whether ``touch`` may be the beginning of another act, by its kind or its time."""
        return touch.kind == "lift" or now - self.since >= SECOND_FIELD_SECONDS

    def read(self, event: BoardEvent) -> Touch | None:
        """What ``event`` means on the game's board: None where no point becomes another."""
        field = (event.column, event.row)
        (self._occupied.add if event.kind == "put" else self._occupied.discard)(field)
        point = self.fields.point(field) if self.fields else None
        if self.fields is None or point is None:
            return None
        is_occupied = point in self.fields.occupied(self._occupied)
        if is_occupied == (point in self._seen.occupied):
            return None
        return Touch("put" if is_occupied else "lift", point)

    def feel(self, touch: Touch, standing: Iterable[Piece], now: float) -> None:
        """Take in ``touch``; touches before a long agreement with ``standing`` are forgotten."""
        is_long = now - self.since >= FORGOTTEN_SECONDS
        if is_long and self.seen.occupied == Ground(standing, self.sensed).occupied:
            self._seen = Seen(self._seen.occupied)
        self._ignored -= {touch.point}
        self._seen = self._seen.after(touch)
        self._changed(now, touch)

    def renew(self, standing: Iterable[Piece], now: float) -> None:
        """The pieces should be ``standing`` from now on; what was touched counts no more."""
        self._ignored &= self._seen.occupied ^ Ground(standing, self._ignored).occupied
        self._seen = Seen(self._seen.occupied)
        self._changed(now, None)

    def ignore(self, standing: Iterable[Piece]) -> None:
        """Look no more at points that differ from ``standing``, until they change."""
        self._ignored |= self.seen.occupied ^ Ground(standing, self.sensed).occupied
        self.version += 1

    def ground(self, session: Session) -> Ground:
        """The pieces as they should stand on the points that are looked at."""
        return Ground(session.standing(), self.sensed)

    def ways(self, session: Session) -> tuple[Way, ...]:
        """What the legal moves look like, in their order."""
        return _ways(session.state, self.sensed)

    def verdict(self, session: Session, touch: Touch | None = None) -> Verdict:
        """What was seen, and then ``touch``, against the legal moves."""
        seen = self.seen.after(touch).within(self.sensed) if touch else self.seen
        return judge(self.ways(session), self.ground(session).occupied, seen)

    def difference(self, session: Session) -> Trouble | None:
        """How the board differs from what should stand on it; None if it does not."""
        if self.fields is None:
            return None
        return difference(self.ground(session).occupied, self.seen.occupied, self.fields)

    def deviation(self, session: Session, ways: Sequence[Way], seat: int | None) -> Trouble | None:
        """How the board differs from what ``seat`` may do in one of ``ways``; None if it fits."""
        if self.fields is None:
            return None
        ground = self.ground(session)
        own = frozenset(point for point in ground.occupied if ground.has(point, seat))
        return deviation(ways, ground.occupied, self.seen.occupied, own, self.fields)

    def _changed(self, now: float, touch: Touch | None) -> None:
        self.since, self.last = now, touch
        self.version += 1


@lru_cache(maxsize=4)
def _ways(state: State, sensed: Points) -> tuple[Way, ...]:
    ground = Ground(state.pieces(), sensed)
    return tuple(Way.of(ground, move.steps, state.turn) for move in state.legal_moves())
