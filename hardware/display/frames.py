"""Turn pictures into the bytes of a panel, and find the parts of them that have to be sent.

A panel of this family keeps its picture in pages of eight rows. A byte is a column of eight
pixels, with the lowest bit at the top.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from PIL import Image

PAGE = 8
"""Rows in a page."""

OVERHEAD = 10
"""Bytes that a window costs on I2C at most in addition to its data: address and control byte of two
messages, and the commands 0x21 and 0x22 with two arguments each (SSD1306 datasheet, 8.1.5
and 10.1)."""

RUN_OVERHEAD = 7
"""Bytes that a run costs on I2C at most in addition to its data: address and control byte of two
messages, and three commands, one for the page and two for the column (SH1106 datasheet, commands
1, 2 and 12)."""

GAP = 4
"""Changed columns with at most so many unchanged ones between them start in one window; most would
be joined later anyway. Of the values 0 to 10, this and 3 need the fewest bytes for the pictures of
1,200 presses, and a third of the time of 0."""


class Window(NamedTuple):
    """Columns ``left`` to ``right`` of the pages ``top`` to ``bottom``, all four included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def cost(self) -> int:
        """Bytes on the bus at most."""
        return OVERHEAD + (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def union(self, other: "Window") -> "Window":
        """Return the smallest window that contains both."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )

    def cut(self, frame: bytes, width: int) -> bytes:
        """Return the bytes of it in ``frame``, which is ``width`` columns wide."""
        return b"".join(
            frame[page * width + self.left : page * width + self.right + 1]
            for page in range(self.top, self.bottom + 1)
        )


class WindowRun(Struct, frozen=True):
    """Columns ``left`` to ``right`` of one ``page``, both included."""

    page: int
    left: int
    right: int

    @property
    def cost(self) -> int:
        """Bytes on the bus at most."""
        return RUN_OVERHEAD + self.right - self.left + 1

    def cut(self, frame: bytes, width: int) -> bytes:
        """Return the bytes of it in ``frame``, which is ``width`` columns wide."""
        return frame[self.page * width + self.left : self.page * width + self.right + 1]


def pack(image: Image.Image) -> bytes:
    """Return the bytes of ``image``, of mode "1" and a whole number of pages high, page by page.

    >>> image = Image.new("1", (3, 8))
    >>> image.putpixel((1, 0), 1)
    >>> pack(image)
    b'\\x00\\x01\\x00'
    """
    pages = image.height // PAGE
    # turned clockwise, a row is a column from the bottom up, packed as its pages from the last
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    return b"".join(columns[page::pages] for page in reversed(range(pages)))


def changed_windows(before: bytes | None, after: bytes, width: int) -> list[Window]:
    """Return the windows to send so that a panel that shows ``before`` shows ``after``.

    Both are frames of ``width`` columns; None means that the content of the panel is unknown, so
    that all is sent. Two windows are joined where one costs no more bytes: along the pages first,
    or down the columns first, whichever is cheaper.

    >>> changed_windows(bytes(16), bytes([0, 7, 0, 0, 0, 0, 0, 0] + [0, 7, 0, 0, 0, 0, 0, 0]), 8)
    [Window(left=1, right=1, top=0, bottom=1)]
    """
    if before is None:
        return [Window(0, width - 1, 0, len(after) // width - 1)]
    along_the_pages = [
        Window(run.left, run.right, run.page, run.page)
        for run in _changed(before, after, width, GAP)
    ]
    if not along_the_pages:
        return []
    down_the_columns = sorted(along_the_pages, key=lambda window: window.left)
    ways = [
        _joined(along_the_pages),
        _joined(down_the_columns),
        [reduce(Window.union, along_the_pages)],
    ]
    return min(ways, key=lambda windows: sum(window.cost for window in windows))


def changed_runs(before: bytes | None, after: bytes, width: int) -> list[WindowRun]:
    """Return the runs to send so that a panel that shows ``before`` shows ``after``.

    Both are frames of ``width`` columns; None means that the content of the panel is unknown, so
    that all is sent. Unchanged columns in between are sent where that costs no more than a new run.

    >>> changed_runs(bytes(16), bytes([7, 0, 7, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 7, 0, 0]), 8)
    [WindowRun(page=0, left=0, right=2), WindowRun(page=1, left=5, right=5)]
    """
    if before is None:
        return [WindowRun(page, 0, width - 1) for page in range(len(after) // width)]
    return list(_changed(before, after, width, RUN_OVERHEAD))


def _changed(before: bytes, after: bytes, width: int, gap: int) -> Iterator[WindowRun]:
    """Yield the runs of changed columns page by page, with gaps of up to ``gap`` columns."""
    for page in range(len(after) // width):
        old, new = (frame[page * width : (page + 1) * width] for frame in (before, after))
        if old == new:
            continue
        columns = [column for column in range(width) if old[column] != new[column]]
        left = columns[0]
        for column, following in pairwise([*columns, width + gap + 1]):
            if following > column + gap + 1:
                yield WindowRun(page, left, column)
                left = following


def _joined(runs: Iterable[Window]) -> list[Window]:
    """Return ``runs``, each joined with earlier ones as long as that costs no more bytes."""
    priced: list[tuple[int, Window]] = []
    for run in runs:
        window = run
        while (index := _partner(priced, window)) is not None:
            window = priced.pop(index)[1].union(window)
        priced.append((window.cost, window))
    return [window for _, window in priced]


def _partner(priced: Sequence[tuple[int, Window]], window: Window) -> int | None:
    """Return which of ``priced`` costs no more when joined with ``window``; None if none does.

    ``priced`` are pairs of cost and window. The code avoids min, max and a joined window, because a
    picture that changes in many places calls this a thousand times.
    """
    both = window.cost
    left, right, top, bottom = window
    for index, (cost, (first, last, upper, lower)) in enumerate(priced):
        columns = (last if last > right else right) - (first if first < left else left) + 1  # noqa: FURB136
        pages = (lower if lower > bottom else bottom) - (upper if upper < top else top) + 1  # noqa: FURB136
        if OVERHEAD + columns * pages <= both + cost:
            return index
    return None
