"""Pictures as the bytes of a panel, and the windows of it that have to be sent.

A panel of this family keeps its picture in pages of eight rows: a byte is a column of eight
pixels, the lowest bit on top.
"""

from collections.abc import Iterator
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
    Windows are joined where one costs no more bytes than two.

    >>> changes(bytes(16), bytes([0, 7, 0, 0, 0, 0, 0, 0] + [0, 7, 0, 0, 0, 0, 0, 0]), 8)
    [Window(left=1, right=1, top=0, bottom=1)]
    """
    if before is None:
        return [Window(0, width - 1, 0, len(after) // width - 1)]
    windows: list[Window] = []
    for page in range(len(after) // width):
        row = slice(page * width, (page + 1) * width)
        if before[row] != after[row]:
            for run in _runs(before[row], after[row], page):
                _add(windows, run)
    return _all_in_one(windows)


def _runs(before: bytes, after: bytes, page: int) -> Iterator[Window]:
    """The changed columns of one page, joined over gaps that are no dearer than a window."""
    changed = [column for column, old in enumerate(before) if old != after[column]]
    left = changed[0]
    for column, following in pairwise([*changed, len(before) + OVERHEAD + 1]):
        if following - column - 1 > OVERHEAD:
            yield Window(left, column, page, page)
            left = following


def _add(windows: list[Window], window: Window) -> None:
    """Add ``window``, joined with those that this makes no dearer."""
    for index, known in enumerate(windows):
        union = known.union(window)
        if union.cost <= known.cost + window.cost:
            del windows[index]
            _add(windows, union)
            return
    windows.append(window)


def _all_in_one(windows: list[Window]) -> list[Window]:
    """One window in place of ``windows``, if that is no dearer."""
    if not windows:
        return []
    union = reduce(Window.union, windows)
    return [union] if union.cost <= sum(window.cost for window in windows) else windows
