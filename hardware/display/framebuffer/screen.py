"""What the kernel says of a framebuffer (linux/fb.h), and how a pixel is written into it."""

import struct
from typing import Self

from msgspec import Struct

from hardware.errors import DisplayError

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
