"""Framebuffers of the kernel, which show on HDMI, DSI or SPI: which one, its pixels, its picture.

A wiring names a framebuffer by its number, its driver, or where it is connected. Numbers change
with the order in which drivers start; names of drivers and paths stay.

>>> panel = KernelScreen("/dev/fb1", "panel-mipi-dbid", "320x240", "/sys/devices/spi0.0")
>>> [panel.fits(name, str) for name in ("panel-*", "/dev/fb1", "/sys/devices/spi0.0", "/dev/fb0")]
[True, True, True, False]

The picture is scaled by a whole number and centred. How large it is, letters decide. To be read
they need a height of 16 minutes of arc at least, better 20 to 22 (ISO 9241-303, character height):
from two metres 9.3 mm, better 12 mm. A screen that says how large it is, and is large enough for
that with one of the pictures that show much, gets it: a monitor of 24 inches (1920x1080) shows
256x128 scaled by seven, with capitals of 12 mm. Any other gets the picture with the largest
letters: the usual screen of 7 inches (800x480) shows 160x96 scaled by five, with capitals of
5.8 mm, to be read from 1.2 m.
"""

import glob
import os
import struct
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from hardware import DisplayError
from hardware.untrusted_input import open_untrusted
from hardware.wiring.display import PICTURES, DisplayWiring

GET_VARIABLE, GET_FIXED, BLANK = 0x4600, 0x4602, 0x4611
"""The requests FBIOGET_VSCREENINFO, FBIOGET_FSCREENINFO and FBIOBLANK."""

VARIABLE = struct.Struct("@40I")
"""``struct fb_var_screeninfo``: 40 numbers, of which the first 24 say how a picture is stored."""

FIXED = struct.Struct("@16sL4I3HIL2I3H0L")
"""``struct fb_fix_screeninfo``: a name, addresses, and as number 9 the bytes of a row."""

NAME, LINE_LENGTH = 0, 9
DEPTHS = (16, 24, 32)
UNKNOWN = 0xFFFFFFFF


class Channel(Struct, frozen=True):
    """A colour of a pixel: its lowest bit and its number of bits."""

    offset: int
    length: int

    def bits(self, level: int) -> int:
        """Return a ``level`` from 0 to 255 as the bits of this colour.

        >>> Channel(11, 5).bits(255) == 0b11111 << 11
        True
        """
        return level >> (8 - self.length) << self.offset


class Screen(Struct, frozen=True):
    """A framebuffer: the pixels that are seen, and where they are in its memory.

    ``size`` is the width and height in pixels, a pixel has ``depth`` bits, a row takes
    ``line_length`` bytes, and the first pixel is at byte ``start``. The bits of ``opaque`` are set
    in every pixel. ``millimetres`` is the size of the glass if the driver knows it.
    """

    size: tuple[int, int]
    depth: int
    line_length: int
    channels: tuple[Channel, ...]
    start: int = 0
    opaque: int = 0
    name: str = ""
    millimetres: tuple[int, int] | None = None

    @classmethod
    def parsed(cls, variable: bytes, fixed: bytes) -> Self:
        """Return what the structures ``variable`` and ``fixed`` of the kernel say.

        Raises DisplayError if pixels of this kind cannot be written.
        """
        numbers, facts = VARIABLE.unpack(variable), FIXED.unpack(fixed)
        width, height, across, _, left, top, depth, _ = numbers[:8]
        channels = tuple(Channel(*numbers[first : first + 2]) for first in (8, 11, 14))
        if depth not in DEPTHS or any(not 0 < each.length <= 8 for each in channels):
            raise DisplayError(
                f"its pixels have {depth} bits: expected colours in 16, 24 or 32, as RGB565 or "
                "XRGB8888 (for HDMI, remove framebuffer_depth from config.txt)"
            )
        line_length = facts[LINE_LENGTH] or across * depth // 8
        seen = (numbers[23], numbers[22])
        return cls(
            (width, height),
            depth,
            line_length,
            channels,
            top * line_length + left * depth // 8,
            ((1 << numbers[18]) - 1) << numbers[17],
            facts[NAME].partition(b"\0")[0].decode("ascii", "replace"),
            seen if all(0 < side < UNKNOWN for side in seen) else None,
        )

    @property
    def pixel_bytes(self) -> int:
        """Bytes of a pixel."""
        return self.depth // 8

    def place(self, x: int, y: int) -> int:
        """Return the byte of the pixel ``x``, ``y``."""
        return self.start + y * self.line_length + x * self.pixel_bytes

    def tables(self) -> tuple[bytes, ...]:
        """Return for each byte of a pixel the values that it has for the 256 levels of grey."""
        values = [
            self.opaque | sum(each.bits(level) for each in self.channels) for level in range(256)
        ]
        return tuple(
            bytes(value >> 8 * place & 0xFF for value in values)
            for place in range(self.pixel_bytes)
        )

    def __str__(self) -> str:
        width, height = self.size
        return f"{width}x{height}, {self.depth} bits a pixel" + (
            f" ({self.name})" * bool(self.name)
        )


FACTS: Final = "/sys/class/graphics"
"""What the kernel says of its framebuffers (Documentation/ABI/testing/sysfs-class-graphics)."""

CARDS: Final = "/sys/class/drm"
"""The graphics cards; a card and its framebuffer have one device (drm_fb_helper of the kernel)."""

NAMED_BY: Final = ("name", "virtual_size")
FACT_BYTES: Final = 4096
NO_SCREEN: Final = (
    "connect the screen before the Pi is switched on; a panel on SPI needs its dtoverlay in "
    "config.txt"
)


class Facts(Protocol):
    """Files of a machine, as far as names need them."""

    def files(self, pattern: str) -> Sequence[str]:
        """Return the paths that match ``pattern``, sorted."""

    def text(self, path: str) -> str | None:
        """Return the text of the file at ``path``, None if it cannot be read."""

    def real(self, path: str) -> str:
        """Return ``path`` with every link followed."""


class FactsBelow:
    """The :class:`Facts` below ``root``, the root of the file system."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root.resolve()

    def files(self, pattern: str) -> Sequence[str]:
        found = glob.glob(pattern.lstrip("/"), root_dir=self._root)  # noqa: PTH207 - from the root
        return sorted(f"/{path}" for path in found)

    def text(self, path: str) -> str | None:
        try:
            with open_untrusted(self._root / path.lstrip("/")) as file:
                return file.read(FACT_BYTES).decode("utf-8", errors="replace")
        except OSError:
            return None

    def real(self, path: str) -> str:
        real = Path(os.path.realpath(self._root / path.lstrip("/")))
        return f"/{real.relative_to(self._root)}" if real.is_relative_to(self._root) else path


class KernelScreen(Struct, frozen=True):
    """The framebuffer at ``node`` of a ``driver``; ``place`` is the path of its device in /sys."""

    node: str
    driver: str
    size: str
    place: str

    def __str__(self) -> str:
        return f"{self.node} ({self.driver}, {self.size})"

    def fits(self, wanted: str, real: Callable[[str], str]) -> bool:
        """Return whether ``wanted`` names it; ``real`` follows the links of a path.

        ``wanted`` is its node, the pattern of its driver's name, the path of its device or of what
        that is part of, or a link to its graphics card.
        """
        if "/" not in wanted:
            return fnmatchcase(self.driver, wanted)
        path = real(wanted)
        if path.startswith("/dev/dri/"):
            path = real(f"{CARDS}/{path.rpartition('/')[2]}/device")
        return path == self.node or f"{self.place}/".startswith(f"{path}/")


def screens(facts: Facts) -> tuple[KernelScreen, ...]:
    """Return the framebuffers of a machine, by their nodes."""

    def screen(folder: str) -> KernelScreen:
        driver, size = ((facts.text(f"{folder}/{name}") or "?").strip() for name in NAMED_BY)
        node = f"/dev/{folder.rpartition('/')[2]}"
        return KernelScreen(node, driver, size.replace(",", "x"), facts.real(f"{folder}/device"))

    return tuple(screen(folder) for folder in facts.files(f"{FACTS}/fb[0-9]*"))


def screen_named(wanted: str, facts: Facts) -> KernelScreen:
    """Return the one framebuffer that ``wanted`` names; DisplayError that lists them otherwise."""
    here = screens(facts)
    fitting = [screen for screen in here if screen.fits(wanted, facts.real)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        both = " and ".join(f"{screen}, {screen.place}" for screen in fitting)
        raise DisplayError(f"{wanted} names more than one screen: {both}: {advice(fitting)}")
    if not here:
        raise DisplayError(f"there is no {wanted}: {NO_SCREEN}")
    others = ", ".join(map(str, here))
    raise DisplayError(f"there is no {wanted}, but {others}: {advice(here)}")


def advice(here: Sequence[KernelScreen]) -> str:
    """Say how the first screen of ``here`` is named so that it stays the same."""
    first = here[0]
    is_alone = [screen.driver for screen in here].count(first.driver) == 1
    stable = first.driver if is_alone else first.place
    return f'write device = "{stable}" into [display] of the wiring'


Size = tuple[int, int]

FAR, NEAR = PICTURES[:4], PICTURES[4:]
"""The pictures with large letters, and those that show more at once."""

CAPITAL = 6
"""Pixels of the capitals of the smallest letters."""

READABLE = 9.3
"""Millimetres of a capital that is read from two metres: 16 minutes of arc."""


class Placement(NamedTuple):
    """Where a picture stands on a screen: its top left pixel, and how many times it is scaled."""

    left: int
    top: int
    scale: int

    @classmethod
    def of(cls, picture: Size, screen: Size) -> Self:
        """Return the largest placement of ``picture`` in the middle of ``screen``.

        A screen that is too small for the picture has scale 0.

        >>> Placement.of((160, 96), (1920, 1080))
        Placement(left=80, top=12, scale=11)
        """
        scale = min(screen[0] // picture[0], screen[1] // picture[1])
        left, top = screen[0] - scale * picture[0], screen[1] - scale * picture[1]
        return cls(left // 2, top // 2, scale)


def best_picture(screen: Size, millimetres: Size | None = None) -> Size:
    """Return which picture is best on a ``screen`` of so many pixels and, if known, millimetres.

    >>> [best_picture(size) for size in ((800, 480), (640, 480), (240, 240), (240, 320))]
    [(160, 96), (160, 120), (120, 120), (120, 160)]
    >>> best_picture((1920, 1080), (531, 299)), best_picture((1920, 1080), (160, 90))
    ((256, 128), (160, 96))
    """

    def quality(picture: Size) -> Size:
        scale = Placement.of(picture, screen).scale
        return scale, scale * scale * picture[0] * picture[1]

    best = max(NEAR, key=quality)
    pixel = millimetres[0] / screen[0] if millimetres else 0.0
    if quality(best)[0] * CAPITAL * pixel >= READABLE:
        return best
    return max(FAR, key=quality)


def picture_for(screen: Screen, rotate: int) -> Size:
    """Return the best picture for ``screen``, turned by ``rotate`` quarters, as it lies on it.

    >>> picture_for(Screen((320, 240), 16, 640, ()), rotate=1)
    (160, 120)
    """
    size, millimetres = screen.size, screen.millimetres
    if not rotate % 2:
        return best_picture(size, millimetres)
    return best_picture(size[::-1], millimetres and millimetres[::-1])[::-1]


def fitted_to(display: DisplayWiring, screen: Screen) -> DisplayWiring:
    """Return ``display`` with the picture that is best for ``screen``, if it is to fit the screen.

    >>> display = DisplayWiring("framebuffer", "kernel", 160, 96, rotate=1, fits_screen=True)
    >>> fitted_to(display, Screen((320, 240), 16, 640, ())).size
    (120, 160)
    """
    if not display.fits_screen:
        return display
    width, height = picture_for(screen, display.rotate)
    return replace(display, width=width, height=height)
