"""A sensing board: edges of its fields in, lifts and puts of pieces out.

A field reports only whether a piece is present. Fields arrive over the serial link as lines of the
inbox, named by :func:`field_line`. The code is pure: the caller passes the time.

>>> board = SensingBoard(2, 1)
>>> board.begin({"field 0,0": False, "field 1,0": True})
>>> board.feed(Edge(5.0, "field 0,0", True))
>>> board.tick(5.1), round(board.deadline, 2)
((), 5.15)
>>> board.tick(5.15), board.occupied
((BoardEvent(kind='lift', column=0, row=0),), frozenset())
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from hardware.input.edges import Edge

STABLE = 0.15
"""Seconds for which a field must be stable before it counts.

A reed contact closes and opens several times while a piece slides in over its edge.
"""


Size = tuple[int, int]
"""Columns and rows."""

Field = tuple[int, int]
"""A column counted from the left and a row counted from the bottom, both from 0."""

Meaning = Literal["wrong", "captured", "from", "to"]
"""What a light says of its field, as in :mod:`hardware.firmware.lamps`."""

Glow = Literal["off", "dim", "bright"]
"""How bright people want the lights of the board."""


class BoardEvent(NamedTuple):
    """A piece was lifted from a field or put on it.

    ``column`` counts from the left, ``row`` from the bottom, both from 0.
    """

    kind: Literal["lift", "put"]
    column: int
    row: int


def field_line(column: int, row: int) -> str:
    """Return the name of the inbox line of a field.

    >>> field_line(3, 4)
    'field 3,4'
    """
    return f"field {column},{row}"


class SensingBoard:
    """A board of ``columns`` x ``rows`` fields, empty until :meth:`begin`.

    Only fields that changed in the last :data:`STABLE` seconds cost time.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.size = (columns, rows)
        self._fields = {
            field_line(column, row): (column, row)
            for row in range(rows)
            for column in range(columns)
        }
        self._occupied: set[tuple[int, int]] = set()
        self._due: dict[tuple[int, int], float] = {}

    @property
    def occupied(self) -> frozenset[tuple[int, int]]:
        """The fields with a piece on them, as (column, row)."""
        return frozenset(self._occupied)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due if no field changes (seconds); None if never."""
        return min(self._due.values(), default=None)

    def begin(self, levels: Mapping[str, bool]) -> None:
        """Take ``levels`` by line (True: no piece) as the present state of the board.

        A field that is not in ``levels`` is empty.
        """
        self._occupied = {
            field for line, field in self._fields.items() if not levels.get(line, True)
        }
        self._due.clear()

    def feed(self, edge: Edge) -> None:
        """Record an edge from the inbox; edges of other lines are ignored."""
        field = self._fields.get(edge.line)
        if field is None:
            return
        is_occupied = not edge.level
        if is_occupied == (field in self._occupied):
            self._due.pop(field, None)
        else:
            self._due[field] = edge.time + STABLE

    def tick(self, now: float) -> tuple[BoardEvent, ...]:
        """Return the lifts and puts that are certain at ``now`` (seconds), the earliest first."""
        due = sorted((time, field) for field, time in self._due.items() if time <= now)
        return tuple(self._settle(field) for _, field in due)

    def _settle(self, field: tuple[int, int]) -> BoardEvent:
        del self._due[field]
        if field in self._occupied:
            self._occupied.remove(field)
            return BoardEvent("lift", *field)
        self._occupied.add(field)
        return BoardEvent("put", *field)
