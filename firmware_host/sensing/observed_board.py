"""What the table sees of the real board through a sensing board."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from firmware_host.sensing.fields import Fields, fields_under, fields_within
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
from games.message import Message, msg
from hardware.board import BoardEvent
from hardware.link.hello import Field, Size

TOO_SMALL = msg("The {columns}x{rows} board is too small: {wide}x{high} is needed")

SECOND_FIELD_SECONDS = 0.4
"""A put this soon after another may be the same piece, seen by a second field."""
FORGOTTEN_SECONDS = 1.0
"""When board and position have agreed for this long, earlier touches no longer count."""


class ObservedBoard:
    """A sensing board under the board of the game, and what was seen on it.

    ``changed_at`` is the time in seconds of the last change, of the board or of the pieces that
    should stand on it. ``last_touch`` is the touch that made this change, None if it was no touch.
    ``version`` counts the changes. ``lit`` are the fields that may be lit, without a sensing board
    too.
    """

    def __init__(self) -> None:
        self.size: Size | None = None
        self.fields: Fields | None = None
        self.lit: Fields | None = None
        self.changed_at = 0.0
        self.last_touch: Touch | None = None
        self.version = 0
        self._board: Board | None = None
        self._occupied: set[Field] = set()
        self._observed = Observation()
        self._ignored = NO_POINTS

    @property
    def is_working(self) -> bool:
        """Whether a sensing board is connected that is large enough for the game."""
        return self.fields is not None

    @property
    def needed_size(self) -> Size | None:
        """The size that the game needs if the connected board is too small; else None."""
        if self.size is None or self._board is None or self.fields is not None:
            return None
        return fields_under(self._board).size

    @property
    def complaint(self) -> Message | None:
        """What people should know if the board cannot be used; None if all is well."""
        if self.size is None or self.needed_size is None:
            return None
        (columns, rows), (wide, high) = self.size, self.needed_size
        return Message.of(TOO_SMALL, columns=columns, rows=rows, wide=wide, high=high)

    @property
    def sensed(self) -> Points:
        """The points that count: all that are not ignored."""
        return self.fields.points - self._ignored if self.fields else NO_POINTS

    @property
    def observation(self) -> Observation:
        """What was seen on the sensed points."""
        return self._observed.within(self.sensed)

    def connect(self, size: Size | None, occupied: Collection[Field], now: float) -> None:
        """Connect a sensing board of ``size`` with ``occupied`` fields; disconnect it if None."""
        self.size, self._occupied = size, set(occupied)
        self.set_game_board(self._board, now)

    def set_game_board(self, board: Board | None, now: float) -> None:
        """Play on ``board`` from now on."""
        self._board, self._ignored = board, NO_POINTS
        self.fields = fields_within(board, self.size) if board and self.size else None
        has_room = self.size is None or self.fields is not None
        self.lit = fields_under(board) if board and has_room else None
        occupied = self.fields.occupied(self._occupied) if self.fields else NO_POINTS
        self._observed = Observation(occupied)
        self._changed(now, None)

    def may_start_action(self, touch: Touch, now: float) -> bool:
        """Return whether ``touch`` may start another action, by its kind or its time."""
        return touch.kind == "lift" or now - self.changed_at >= SECOND_FIELD_SECONDS

    def read(self, event: BoardEvent) -> Touch | None:
        """Return the touch that ``event`` means on the game's board; None if no point changes."""
        field = (event.column, event.row)
        if event.kind == "put":
            self._occupied.add(field)
        else:
            self._occupied.discard(field)
        point = self.fields.point(field) if self.fields else None
        if self.fields is None or point is None:
            return None
        is_occupied = point in self.fields.occupied(self._occupied)
        if is_occupied == (point in self._observed.occupied):
            return None
        return Touch("put" if is_occupied else "lift", point)

    def update(self, touch: Touch, standing: Iterable[Piece], now: float) -> None:
        """Add ``touch``; forget earlier touches if the board has long agreed with ``standing``."""
        is_long = now - self.changed_at >= FORGOTTEN_SECONDS
        if is_long and self.observation.occupied == SensedPieces(standing, self.sensed).occupied:
            self._observed = Observation(self._observed.occupied)
        self._ignored -= {touch.point}
        self._observed = self._observed.after(touch)
        self._changed(now, touch)

    def reset(self, standing: Iterable[Piece], now: float) -> None:
        """Expect the pieces ``standing`` from now on, and forget all touches."""
        self._ignored &= self._observed.occupied ^ SensedPieces(standing, self._ignored).occupied
        self._observed = Observation(self._observed.occupied)
        self._changed(now, None)

    def ignore_differences(self, standing: Iterable[Piece]) -> None:
        """Ignore the points that differ from ``standing`` until they change."""
        self._ignored |= self.observation.occupied ^ SensedPieces(standing, self.sensed).occupied
        self.version += 1

    def sensed_pieces(self, session: Session) -> SensedPieces:
        """Return the pieces that should stand on the sensed points."""
        return SensedPieces(session.standing(), self.sensed)

    def patterns(self, session: Session) -> tuple[TouchPattern, ...]:
        """Return the patterns of the legal moves, in their order."""
        return _patterns(session.state, self.sensed)

    def match(self, session: Session, touch: Touch | None = None) -> PatternMatch:
        """Match what was seen, and then ``touch``, with the patterns of the legal moves."""
        seen = self.observation.after(touch).within(self.sensed) if touch else self.observation
        return match_patterns(self.patterns(session), self.sensed_pieces(session).occupied, seen)

    def mismatch(self, session: Session) -> Mismatch | None:
        """Return how the board differs from the pieces that should be there; None if it agrees."""
        if self.fields is None:
            return None
        return find_mismatch(
            self.sensed_pieces(session).occupied, self.observation.occupied, self.fields
        )

    def nearest_mismatch(
        self, session: Session, patterns: Sequence[TouchPattern], seat: int | None
    ) -> Mismatch | None:
        """Return how the board differs from the nearest of ``patterns``; None if it fits one.

        ``seat`` is the seat whose pieces people move.
        """
        if self.fields is None:
            return None
        pieces = self.sensed_pieces(session)
        own = frozenset(point for point in pieces.occupied if pieces.has(point, seat))
        return find_nearest_mismatch(
            patterns, pieces.occupied, self.observation.occupied, own, self.fields
        )

    def _changed(self, now: float, touch: Touch | None) -> None:
        self.changed_at, self.last_touch = now, touch
        self.version += 1


@lru_cache(maxsize=4)
def _patterns(state: State, sensed: Points) -> tuple[TouchPattern, ...]:
    pieces = SensedPieces(state.pieces(), sensed)
    return tuple(TouchPattern.of(pieces, move.steps, state.turn) for move in state.legal_moves())
