"""Pictures as the bytes of a panel, and the windows of it that have to be sent.

A panel of this family keeps its picture in pages of eight rows: a byte is a column of eight
pixels, the lowest bit on top.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from PIL import Image

PAGE = 8
"""Rows a page."""

OVERHEAD = 10
"""Bytes a window costs on I2C beside its data: address and control byte of two messages, and the
commands 0x21 and 0x22 with two arguments each (SSD1306 datasheet, 8.1.5 and 10.1)."""


@dataclass(frozen=True, slots=True)
class Window:
    """Columns ``left`` to ``right`` of the pages ``top`` to ``bottom``, all four included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def cost(self) -> int:
        """Bytes on the bus."""
        return OVERHEAD + (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def union(self, other: "Window") -> "Window":
        """The smallest window that holds both."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )

    def cut(self, frame: bytes, width: int) -> bytes:
        """Its bytes of ``frame``, which is ``width`` columns wide."""
        return b"".join(
            frame[page * width + self.left : page * width + self.right + 1]
            for page in range(self.top, self.bottom + 1)
        )


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


def changes(before: bytes | None, after: bytes, width: int) -> list[Window]:
    """Return the windows by which a panel that shows ``before`` comes to show ``after``.

    Both are frames of ``width`` columns; a panel whose content is unknown (None) needs all of it.
    Windows are joined where one costs no more bytes than two: along the pages first, or down the
    columns first, whichever is cheaper.

    >>> changes(bytes(16), bytes([0, 7, 0, 0, 0, 0, 0, 0] + [0, 7, 0, 0, 0, 0, 0, 0]), 8)
    [Window(left=1, right=1, top=0, bottom=1)]
    """
    if before is None:
        return [Window(0, width - 1, 0, len(after) // width - 1)]
    runs = [
        Window(left, right, page, page)
        for page in range(len(after) // width)
        for left, right in _runs(before, after, range(page * width, (page + 1) * width))
    ]
    if not runs:
        return []
    down_the_columns = sorted(runs, key=lambda run: run.left)
    ways = [_joined(runs), _joined(down_the_columns), [reduce(Window.union, runs)]]
    return min(ways, key=lambda windows: sum(window.cost for window in windows))


def _runs(before: bytes, after: bytes, page: range) -> Iterator[tuple[int, int]]:
    """The first and last of each run of changed columns of ``page``."""
    if before[page.start : page.stop] == after[page.start : page.stop]:
        return
    columns = [column for column, at in enumerate(page) if before[at] != after[at]]
    left = columns[0]
    for column, following in pairwise([*columns, len(page) + 1]):
        if following > column + 1:
            yield left, column
            left = following


def _joined(runs: Iterable[Window]) -> list[Window]:
    """Join each of ``runs`` with what came before it, as long as that is no dearer."""
    windows: list[Window] = []
    for run in runs:
        _add(windows, run)
    return windows


def _add(windows: list[Window], window: Window) -> None:
    for index, known in enumerate(windows):
        union = known.union(window)
        if union.cost <= known.cost + window.cost:
            del windows[index]
            _add(windows, union)
            return
    windows.append(window)
