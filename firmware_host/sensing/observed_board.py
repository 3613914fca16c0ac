"""What the table sees of the real board through a sensing board."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from firmware_host.sensing.fields import Fields
from firmware_host.sensing.mismatch import Mismatch, find_mismatch, find_nearest_mismatch
from firmware_host.sensing.touches import (
    NO_POINTS,
    Observation,
    PatternMatch,
    Points,
    SensedPieces,
    Touch,
    TouchPattern,
    match_patterns,
)
from firmware_host.session.session import Session
from games.core import State
from games.equipment import Board, Piece
from hardware.board import BoardEvent
from hardware.link.hello import Field, Size

SECOND_FIELD_SECONDS = 0.4
"""A put so soon after another may be the same piece, seen by a second field."""
FORGOTTEN_SECONDS = 1.0
"""After so long an agreement, what was touched before it belongs to no act any more."""


class ObservedBoard:
    """A sensing board under the board of the game, and what was seen on it.

    ``since`` is when it or what it should show changed last, in seconds; ``last`` is the last
    touch, None if nothing was touched since then. ``version`` counts the changes.
    """

    def __init__(self) -> None:
        self.size: Size | None = None
        self.fields: Fields | None = None
        self.changed_at = 0.0
        self.last_touch: Touch | None = None
        self.version = 0
        self._board: Board | None = None
        self._occupied: set[Field] = set()
        self._seen = Observation()
        self._ignored = NO_POINTS

    @property
    def is_working(self) -> bool:
        """True while a sensing board lies under the game and is large enough."""
        return self.fields is not None

    @property
    def needed_size(self) -> Size | None:
        """The size that the game needs of a board that is there but too small; else None."""
        if self.size is None or self._board is None or self.fields is not None:
            return None
        return Fields(self._board).size

    @property
    def sensed(self) -> Points:
        """The points that are looked at."""
        return self.fields.points - self._ignored if self.fields else NO_POINTS

    @property
    def observation(self) -> Observation:
        """What was seen on these points."""
        return self._seen.within(self.sensed)

    def connect(self, size: Size | None, occupied: Collection[Field], now: float) -> None:
        """A sensing board of ``size`` has come, with these fields occupied; None: it has gone."""
        self.size, self._occupied = size, set(occupied)
        self.set_game_board(self._board, now)

    def set_game_board(self, board: Board | None, now: float) -> None:
        """The game is now played on ``board``."""
        self._board, self._ignored = board, NO_POINTS
        self.fields = Fields.within(board, self.size) if board and self.size else None
        occupied = self.fields.occupied(self._occupied) if self.fields else NO_POINTS
        self._seen = Observation(occupied)
        self._changed(now, None)

    def may_start_action(self, touch: Touch, now: float) -> bool:
        """Whether ``touch`` may be the beginning of another act, by its kind or its time."""
        return touch.kind == "lift" or now - self.changed_at >= SECOND_FIELD_SECONDS

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

    def update(self, touch: Touch, standing: Iterable[Piece], now: float) -> None:
        """Take in ``touch``; touches before a long agreement with ``standing`` are forgotten."""
        is_long = now - self.changed_at >= FORGOTTEN_SECONDS
        if is_long and self.observation.occupied == SensedPieces(standing, self.sensed).occupied:
            self._seen = Observation(self._seen.occupied)
        self._ignored -= {touch.point}
        self._seen = self._seen.after(touch)
        self._changed(now, touch)

    def reset(self, standing: Iterable[Piece], now: float) -> None:
        """The pieces should be ``standing`` from now on; what was touched counts no more."""
        self._ignored &= self._seen.occupied ^ SensedPieces(standing, self._ignored).occupied
        self._seen = Observation(self._seen.occupied)
        self._changed(now, None)

    def ignore_differences(self, standing: Iterable[Piece]) -> None:
        """Look no more at points that differ from ``standing``, until they change."""
        self._ignored |= self.observation.occupied ^ SensedPieces(standing, self.sensed).occupied
        self.version += 1

    def sensed_pieces(self, session: Session) -> SensedPieces:
        """The pieces as they should stand on the points that are looked at."""
        return SensedPieces(session.standing(), self.sensed)

    def patterns(self, session: Session) -> tuple[TouchPattern, ...]:
        """What the legal moves look like, in their order."""
        return _ways(session.state, self.sensed)

    def match(self, session: Session, touch: Touch | None = None) -> PatternMatch:
        """What was seen, and then ``touch``, against the legal moves."""
        seen = self.observation.after(touch).within(self.sensed) if touch else self.observation
        return match_patterns(self.patterns(session), self.sensed_pieces(session).occupied, seen)

    def mismatch(self, session: Session) -> Mismatch | None:
        """How the board differs from what should stand on it; None if it does not."""
        if self.fields is None:
            return None
        return find_mismatch(
            self.sensed_pieces(session).occupied, self.observation.occupied, self.fields
        )

    def nearest_mismatch(
        self, session: Session, ways: Sequence[TouchPattern], seat: int | None
    ) -> Mismatch | None:
        """How the board differs from what ``seat`` may do in one of ``ways``; None if it fits."""
        if self.fields is None:
            return None
        ground = self.sensed_pieces(session)
        own = frozenset(point for point in ground.occupied if ground.has(point, seat))
        return find_nearest_mismatch(
            ways, ground.occupied, self.observation.occupied, own, self.fields
        )

    def _changed(self, now: float, touch: Touch | None) -> None:
        self.changed_at, self.last_touch = now, touch
        self.version += 1


@lru_cache(maxsize=4)
def _ways(state: State, sensed: Points) -> tuple[TouchPattern, ...]:
    ground = SensedPieces(state.pieces(), sensed)
    return tuple(TouchPattern.of(ground, move.steps, state.turn) for move in state.legal_moves())
