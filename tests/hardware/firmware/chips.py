"""The parts of a board: contacts with diodes, 74HC595 and 74HC165."""

from collections.abc import Callable, Collection, Iterable

Level = int


class Crossings:
    """Contacts at the crossings of rows and columns, each column with a pull-up.

    With ``diodes`` current flows from a column to a row only, without them both ways.
    """

    def __init__(self, columns: int, closed: Collection[tuple[int, int]], *, diodes: bool) -> None:
        self.columns, self.closed, self.diodes = columns, closed, diodes

    def columns_at(self, rows: list[Level]) -> list[Level]:
        """Return the levels of the columns while the rows are driven to ``rows``."""
        low_rows = {row for row, level in enumerate(rows) if not level}
        low_columns = self._pulled(low_rows)
        while not self.diodes:
            reached = {row for column, row in self.closed if column in low_columns}
            if reached <= low_rows:
                break
            low_rows |= reached
            low_columns = self._pulled(low_rows)
        return [int(column not in low_columns) for column in range(self.columns)]

    def _pulled(self, low_rows: set[int]) -> set[int]:
        return {column for column, row in self.closed if row in low_rows}


class Chip595s:
    """A chain of ``chips`` 74HC595: a bit goes into the first stage of the nearest one."""

    def __init__(self, chips: int) -> None:
        self._stages = [0] * 8 * chips
        self.outputs = [1, 0] * 4 * chips
        self._latch = 0

    def clock(self, bit: int) -> None:
        self._stages = [bit, *self._stages[:-1]]

    def latch(self, level: int) -> None:
        if level and not self._latch:
            self.outputs = self._stages
        self._latch = level


class Chip165s:
    """A chain of ``chips`` 74HC165 on ``inputs``: its last stage, H of the nearest, is its output.

    Each chip shifts from A to H and takes into A what the next one puts out.
    """

    def __init__(self, chips: int, inputs: Callable[[], Iterable[Level]]) -> None:
        self._stages = [0] * 8 * chips
        self._inputs = inputs
        self._load = 1

    def load(self, level: int) -> None:
        self._load = level
        if not level:
            levels = list(self._inputs())
            self._stages = levels + [0] * (len(self._stages) - len(levels))

    def clock(self) -> int:
        """Return the bit at the output, then shift."""
        assert self._load, "a 74HC165 does not shift while it loads"
        out = self._stages[7]
        chips = [self._stages[at : at + 8] for at in range(0, len(self._stages), 8)]
        following = [chip[7] for chip in chips[1:]] + [0]
        self._stages = []
        for into, chip in zip(following, chips, strict=True):
            self._stages += [into, *chip[:7]]
        return out


class Bus:
    """An SPI bus with chains on it, all of which are clocked by every transfer."""

    def __init__(self, *chains: Chip595s | Chip165s) -> None:
        self.chains = list(chains)
        self.transfers = 0

    def write(self, data: bytes) -> None:
        self.transfer(data)

    def readinto(self, buffer: bytearray) -> None:
        buffer[:] = self.transfer(bytes(len(buffer)))

    def transfer(self, data: bytes) -> bytes:
        self.transfers += 1
        read = [self._clock(byte >> bit & 1) for byte in data for bit in reversed(range(8))]
        return bytes(
            sum(bit << 7 - at for at, bit in enumerate(read[first : first + 8]))
            for first in range(0, len(read), 8)
        )

    def _clock(self, bit: int) -> int:
        read = 0
        for chain in self.chains:
            if isinstance(chain, Chip165s):
                read |= chain.clock()
            else:
                chain.clock(bit)
        return read
