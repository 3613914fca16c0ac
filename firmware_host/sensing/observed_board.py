"""What the table sees of the real board through a sensing board, and how that differs.

The lower left point of the game's board lies on the lower left field. Places beside the board have
no field. Observed are the points that should be occupied and those that are.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

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
from games.equipment import Board, Piece, Point
from games.message import Message, msg
from hardware.board import BoardEvent, Field, Size

CACHED_BOARDS: Final = 8
"""The tables of a class play on few different boards."""


class Fields:
    """The fields under ``board`` on a sensing board that is large enough.

    >>> from games.equipment import Point
    >>> fields = Fields(Board((Point("a1", 1, 1), Point("b2", 2, 2))))
    >>> fields.size, fields.point((1, 1)), fields.point((0, 1)), fields.middle("a1")
    ((2, 2), 'b2', None, (0, 0))
    >>> sorted(fields.occupied({(0, 0), (0, 1)}))
    ['a1']
    """

    def __init__(self, board: Board) -> None:
        self._left = min(point.x for point in board.points)
        self._bottom = min(point.y for point in board.points)
        self._middles = {point.name: self._middle(point) for point in board.points}
        large_first = sorted(board.points, key=lambda point: -point.size)
        self._points = {field: point.name for point in large_first for field in self._under(point)}

    @property
    def size(self) -> Size:
        """How many columns and rows of fields the game needs."""
        columns, rows = zip(*self._middles.values(), strict=True)
        return max(columns) + 1, max(rows) + 1

    @property
    def points(self) -> frozenset[str]:
        """All points of the board."""
        return frozenset(self._middles)

    def point(self, field: Field) -> str | None:
        """Return the point above ``field``; None if there is none."""
        return self._points.get(field)

    def middle(self, point: str) -> Field:
        """Return the field under the middle of ``point``."""
        return self._middles[point]

    def occupied(self, fields: Collection[Field]) -> frozenset[str]:
        """Return the points that have a piece on them if ``fields`` are occupied."""
        return frozenset(self._points[field] for field in fields if field in self._points)

    def are_neighbours(self, one: str, other: str) -> bool:
        """Return whether a piece between ``one`` and ``other`` could occupy the fields of both."""
        (column, row), (its_column, its_row) = self._middles[one], self._middles[other]
        return max(abs(column - its_column), abs(row - its_row)) == 1

    def _middle(self, point: Point) -> Field:
        return point.x - self._left, point.y - self._bottom

    def _under(self, point: Point) -> Iterator[Field]:
        """Return the fields under ``point``: one, or for a large point all under its square."""
        column, row = self._middle(point)
        reach = range(-((point.size - 1) // 2), (point.size - 1) // 2 + 1)
        return ((column + right, row + up) for right in reach for up in reach)


@lru_cache(CACHED_BOARDS)
def fields_under(board: Board) -> Fields:
    """Return the fields under ``board``, which everybody who asks for them shares."""
    return Fields(board)


def fields_within(board: Board, size: Size) -> Fields | None:
    """Return the fields under ``board``; None if a sensing board of ``size`` is too small."""
    fields = fields_under(board)
    fits = all(has >= needs for has, needs in zip(size, fields.size, strict=True))
    return fields if fits else None


class Mismatch(Struct, frozen=True):
    """The points ``missing`` should be occupied, the points ``surplus`` should be empty.

    ``back`` says of the one misplaced piece where it is seen and where it belongs; it is None if
    that is not certain. ``is_between`` is true for a piece that two fields see at once. ``reason``
    says why a piece may not be put where it is.
    """

    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None = None
    is_between: bool = False
    reason: Message | None = None


def find_mismatch(standing: Points, occupied: Points, fields: Fields) -> Mismatch | None:
    """Return how ``occupied`` differs from ``standing``; None if they are the same."""
    if occupied == standing:
        return None
    missing, surplus = standing - occupied, occupied - standing
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_mismatch(missing, surplus, NO_POINTS), is_between=is_between)


def find_nearest_mismatch(
    patterns: Sequence[TouchPattern],
    standing: Points,
    occupied: Points,
    own: Points,
    fields: Fields,
) -> Mismatch | None:
    """Return how ``occupied`` differs from the nearest of ``patterns``; None if it fits.

    All patterns begin at ``standing``; the nearest is the one that explains most. A misplaced
    piece comes from a point that was emptied and that the pattern does not explain; if there are
    several, it comes from one of the points ``own`` of the seat whose turn it is.
    """
    if not patterns:
        return find_mismatch(standing, occupied, fields)
    nearest = min(
        patterns,
        key=lambda pattern: (len(pattern.misplaced(occupied)), len(pattern.missing(occupied))),
    )
    surplus, missing = nearest.misplaced(occupied), nearest.missing(occupied)
    if not surplus:
        return _mismatch(missing, surplus, NO_POINTS) if missing else None
    explained = occupied - standing - surplus
    used = NO_POINTS.union(*(nearest.sources.get(point, NO_POINTS) for point in explained))
    lifted = standing - occupied - used
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_mismatch(missing or lifted, surplus, lifted & own), is_between=is_between)


def _mismatch(missing: Points, surplus: Points, likely: Points) -> Mismatch:
    """Return the mismatch; its one surplus piece comes from the one point missing or ``likely``."""
    origins = missing if len(missing) == 1 else likely
    is_certain = len(surplus) == 1 and len(origins) == 1
    back = (min(surplus), min(origins)) if is_certain else None
    return Mismatch(tuple(sorted(missing)), tuple(sorted(surplus)), back)


def _is_between(surplus: Points, standing: Points, occupied: Points, fields: Fields) -> bool:
    """Return whether more was put than lifted, and some of it next to a point of ``surplus``."""
    put, lifted = occupied - standing, standing - occupied
    is_beside = any(fields.are_neighbours(one, other) for one in surplus for other in put)
    return is_beside and len(put) > len(lifted)


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
