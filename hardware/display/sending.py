"""Mixins for luma's devices: start with a picture, and send only what changed.

A device class combines one of :class:`Windows`, :class:`PageRuns` and :class:`WholePictures`, a
class of luma, and :class:`NoExitHook`, in this order. Creating a device starts the panel.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so only when
a display is opened.

Pictures are turned into the bytes of a panel, and only the parts that have changed are sent.

A panel of this family keeps its picture in pages of eight rows. A byte is a column of eight
pixels, with the lowest bit at the top.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from luma.core.const import common
from luma.core.device import device
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
        left, right, top, bottom = self
        return OVERHEAD + (right - left + 1) * (bottom - top + 1)

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


Priced = tuple[int, Window]
"""A window with its cost."""


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
    whole = reduce(Window.union, along_the_pages)
    ways = [_joined(along_the_pages), _joined(down_the_columns), [(whole.cost, whole)]]
    cheapest = min(ways, key=lambda priced: sum(cost for cost, _ in priced))
    return [window for _, window in cheapest]


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
    differs = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(len(after))
    runs = _runs_with(gap)
    for page, start in enumerate(range(0, len(after), width)):
        for run in runs.finditer(differs, start, start + width):
            yield WindowRun(page, run.start() - start, run.end() - start - 1)


@cache
def _runs_with(gap: int) -> re.Pattern[bytes]:
    """Return what matches bytes that are not 0, with gaps of up to so many zeros."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)


def _joined(runs: Iterable[Window]) -> list[Priced]:
    """Return ``runs``, each joined with earlier ones as long as that costs no more bytes."""
    priced: list[Priced] = []
    for run in runs:
        window, cost = run, run.cost
        while (index := _partner(priced, window, cost)) is not None:
            window = priced.pop(index)[1].union(window)
            cost = window.cost
        priced.append((cost, window))
    return priced


def _partner(priced: Sequence[Priced], window: Window, both: int) -> int | None:
    """Return which of ``priced`` costs no more when joined with ``window``; None if none does.

    ``both`` is what ``window`` costs. The code avoids min, max and a joined window, because a
    picture that changes in many places calls this a thousand times.
    """
    left, right, top, bottom = window
    both -= OVERHEAD
    for index, (cost, (first, last, upper, lower)) in enumerate(priced):
        columns = (last if last > right else right) - (first if first < left else left) + 1  # noqa: FURB136
        if columns > both + cost:  # most are too far away on any page
            continue
        pages = (lower if lower > bottom else bottom) - (upper if upper < top else top) + 1  # noqa: FURB136
        if columns * pages <= both + cost:
            return index
    return None


SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
"""Commands of the SH1106 (datasheet, commands 12, 1 and 2); the argument is in the low bits."""

NOPS = 6 * (0xE3,)
"""Commands that do nothing (SSD1306 datasheet, table 9-1; SH1106 datasheet, command 21).

A message that was cut off may have ended within a command, which takes the next bytes for its
arguments. No command has more than six (SSD1306: 26).
"""

BETWEEN_SLICES = 0.02
"""Seconds between two slices of a refresh, for presses to come first."""

SLICES_A_PAGE = 2

Part = TypeVar("Part", Window, WindowRun)


class StartsWithPicture(device):  # type: ignore[misc]  # luma comes without types
    """Starts the panel with the picture ``first`` at ``brightness`` (0 to 255).

    ``first_column`` is the first column of the controller that the panel shows. ``options`` are
    those of luma's class.
    """

    beginning: ClassVar[Sequence[int]] = ()
    """Commands that do nothing and are sent before all others."""
    pump_seconds: ClassVar[float] = 0.0
    """How long its charge pump needs before the panel is switched on."""

    def __init__(
        self, first: Image.Image, brightness: int, first_column: int, **options: Any
    ) -> None:
        self._first, self._brightness = first, brightness
        self._first_column = first_column
        self._shown: bytes | None = None
        self._set_up: list[tuple[int, ...]] = []
        self._sets_up = True
        super().__init__(**options)

    def command(self, *codes: int) -> None:
        """Send ``codes``; those that set the panel up are kept for :meth:`refresh`."""
        if self._sets_up:
            # a refresh must not switch it off
            kept = codes[codes[0] == self._const.DISPLAYOFF :]
            self._set_up += [kept] if kept else []
        super().command(*codes)

    def contrast(self, level: int) -> None:
        """Set the brightness, from 0 to 255; what luma chooses at the beginning does not stay."""
        was, self._sets_up = self._sets_up, False
        super().contrast(level)
        self._sets_up = was
        if not was:
            self._brightness = level

    def clear(self) -> None:
        """Show the first picture; luma calls this to show a blank one before the panel goes on.

        What was sent before set the panel up.
        """
        self._sets_up = False
        self.contrast(self._brightness)
        self.display(self._first.convert(self.mode))

    def show(self) -> None:
        """Do nothing; luma calls this when the charge pump has not had its time."""

    def light(self) -> None:
        """Switch the panel on."""
        super().show()

    def refresh(self) -> Iterator[float] | None:
        """Return what sends set-up and picture again slice by slice, None if that would flicker.

        It yields the seconds to wait before the next slice. The last one switches the panel on, for
        it may have lost its power.
        """
        return None


class SendsChanges(StartsWithPicture, Generic[Part]):
    """Shows a picture by sending what differs from the last one; after a failure, all of it."""

    beginning = NOPS

    def __init__(self, *first: Any, **options: Any) -> None:
        super().__init__(*first, **options)
        # luma's tables for sending whole pictures, a third of a MiB that nothing here reads
        self._offsets = self._mask = ()

    def display(self, image: Image.Image) -> bool:
        """Show ``image``, of mode "1" and the size of the panel; return whether it was sent."""
        frame = pack(self.preprocess(image))
        before, self._shown = self._shown, None
        if frame != before:
            self._send(self.changed(before, frame), frame)
        self._shown = frame
        return frame != before

    def changed(self, before: bytes | None, frame: bytes) -> Sequence[Part]:
        """Return the parts of ``frame`` that differ from ``before`` (None: all of them may)."""
        raise NotImplementedError

    def part(self, page: int, left: int, right: int) -> Part:
        """Return columns ``left`` to ``right``, both included, of one ``page`` as a part."""
        raise NotImplementedError

    def addresses(self, parts: Sequence[Part]) -> Iterator[tuple[int, ...]]:
        """Yield the commands before the bytes of each of ``parts``, which come from the top.

        What the bytes before have already addressed is left out.
        """
        raise NotImplementedError

    def refresh(self) -> Iterator[float]:
        self.command(*NOPS)
        for codes in self._set_up:
            self.command(*codes)
        self.contrast(self._brightness)
        columns = self._w // SLICES_A_PAGE
        for number in range(self._h // PAGE * SLICES_A_PAGE):
            yield BETWEEN_SLICES
            page, place = divmod(number, SLICES_A_PAGE)
            if self._shown is not None:
                part = self.part(page, place * columns, (place + 1) * columns - 1)
                self._send([part], self._shown)
        yield max(BETWEEN_SLICES, self.pump_seconds)
        self.light()

    def _send(self, parts: Sequence[Part], frame: bytes) -> None:
        data = [part.cut(frame, self._w) for part in parts]
        self._serial_interface.transfer(list(zip(self.addresses(parts), data, strict=True)))


class Windows(SendsChanges[Window]):
    """Sends windows of columns and pages, as the SSD1306 and its relatives take them."""

    def changed(self, before: bytes | None, frame: bytes) -> Sequence[Window]:
        return sorted(changed_windows(before, frame, self._w), key=lambda part: (part.top, part))

    def part(self, page: int, left: int, right: int) -> Window:
        return Window(left, right, page, page)

    def addresses(self, parts: Sequence[Window]) -> Iterator[tuple[int, ...]]:
        # a byte in the last column of a window goes on to the next page (datasheet, 10.1.3): the
        # window ends at the panel's edge where the next one is on the same page
        start, last_column, last_page = self._first_column, self._w - 1, self._h // PAGE - 1
        page = -1
        for part, following in zip(parts, [*parts[1:], None], strict=True):
            stays = following is not None and part.top == part.bottom == following.top
            right = last_column if stays else part.right
            columns = (self._const.COLUMNADDR, start + part.left, start + right)
            pages = () if part.top == page else (self._const.PAGEADDR, part.top, last_page)
            yield (*columns, *pages)
            page = part.top if stays else part.bottom + 1


class PageRuns(SendsChanges[WindowRun]):
    """Sends runs of columns page by page, as the SH1106 takes them."""

    def changed(self, before: bytes | None, frame: bytes) -> Sequence[WindowRun]:
        return changed_runs(before, frame, self._w)

    def part(self, page: int, left: int, right: int) -> WindowRun:
        return WindowRun(page, left, right)

    def addresses(self, parts: Sequence[WindowRun]) -> Iterator[tuple[int, ...]]:
        page = -1
        for part in parts:
            column = self._first_column + part.left
            columns = SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4
            yield columns if part.page == page else (SET_PAGE | part.page, *columns)
            page = part.page


class RowsOnly:
    """In place of luma's framebuffer: of a picture, rows ``top`` to ``bottom`` are sent."""

    def __init__(self, top: int, bottom: int) -> None:
        self._top, self._bottom = top, bottom

    def redraw(self, image: Image.Image) -> Iterator[tuple[Image.Image, tuple[int, ...]]]:
        """Yield the part of ``image``, and where it is."""
        part = 0, self._top, image.width, self._bottom
        yield image.crop(part), part


class WholePictures(StartsWithPicture):
    """Sends whole pictures as luma does, but never the same one twice in a row."""

    framebuffer: Any
    """What luma asks for the parts to send; its emulators have none."""

    def display(self, image: Image.Image) -> bool:
        """Show ``image``, of the mode and the size of the panel; return whether it was sent."""
        pixels = image.tobytes()
        if pixels == self._shown:
            return False
        self._shown = None
        super().display(image)
        self._shown, self._picture = pixels, image
        return True

    def refresh(self) -> Iterator[float] | None:
        # luma's other devices, such as its emulators, have no memory that could lose anything
        return self._slices() if hasattr(self, "framebuffer") else None

    def _slices(self) -> Iterator[float]:
        # not all of these have a command that does nothing: a command that was cut off takes bytes
        # of the first round for its own, and the second one is right
        for _ in range(2):
            for codes in self._set_up:
                self.command(*codes)
        self.contrast(self._brightness)
        for top in range(0, self._h, PAGE):
            yield BETWEEN_SLICES
            if self._shown is not None:
                self._send_rows(top, min(top + PAGE, self._h))
        yield BETWEEN_SLICES
        self.light()

    def _send_rows(self, top: int, bottom: int) -> None:
        whole, self.framebuffer = self.framebuffer, RowsOnly(top, bottom)
        try:
            super().display(self._picture)
        finally:
            self.framebuffer = whole


class NoExitHook(device):  # type: ignore[misc]
    """Replaces the constructor of luma's base class, which registers a function to run at exit.

    A device is created each time a panel is restarted; luma's functions would add up.
    """

    def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
        self._const, self._serial_interface = const or common, serial_interface
