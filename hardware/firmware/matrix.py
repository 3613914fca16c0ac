"""Read a board row by row: it has a contact at every crossing of a row and a column.

>>> pressed = {(1, 0), (0, 1)}
>>> row_now = []
>>> matrix = Matrix(
...     columns=2,
...     rows=2,
...     select=row_now.append,
...     read=lambda: sum(1 << column for column, row in pressed if row == row_now[-1]),
... )
>>> f"{matrix.read():04b}", row_now
('0110', [0, 1])
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Matrix:
    """A board of ``columns`` and ``rows`` whose rows are selected one after the other.

    ``select`` drives the row of that number and no other; ``read`` returns the contacts of that row
    (bit i for column i, 1 = closed).
    """

    def __init__(
        self, columns: int, rows: int, select: "Callable[[int], None]", read: "Callable[[], int]"
    ) -> None:
        self._columns, self._select, self._read = columns, select, read
        self._rows = [0] * rows
        self._bits = 0

    def read(self) -> int:
        """Return the contacts of the whole board: bit row * columns + column, 1 = closed."""
        changed = False
        # enumerate would allocate memory for every pair
        for row in range(len(self._rows)):
            self._select(row)
            bits = self._read()
            if bits != self._rows[row]:
                self._rows[row], changed = bits, True
        # joining the rows allocates memory, so it is done only after a change
        if changed:
            self._bits = self._joined()
        return self._bits

    def _joined(self) -> int:
        bits = 0
        for row in reversed(self._rows):
            bits = bits << self._columns | row
        return bits
