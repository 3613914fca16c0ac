"""What the kernel says of a framebuffer, and which picture a screen gets."""

import ctypes
import struct
from pathlib import Path

import pytest

from hardware import DisplayError
from hardware.display.framebuffer import FIXED, VARIABLE, Screen, fitted_to
from hardware.display.framebuffer_driver import KernelFramebuffer
from hardware.simulated.display import screen_of
from hardware.wiring.display import DisplayWiring
from hardware.wiring.wiring import load

RGB565 = ((11, 5), (5, 6), (0, 5))
XRGB8888 = ((16, 8), (8, 8), (0, 8))


def variable(
    depth: int, channels: tuple[tuple[int, int], ...], left: int = 0, top: int = 0
) -> bytes:
    """Return a ``struct fb_var_screeninfo`` of 320 x 240 pixels on 64 x 48 mm."""
    numbers = [320, 240, 400, 480, left, top, depth, 0]
    for offset, length in (*channels, (0, 0)):
        numbers += [offset, length, 0]
    return struct.pack("@40I", *numbers, 0, 0, 48, 64, *16 * [0])


def fixed(line_length: int) -> bytes:
    """Return a ``struct fb_fix_screeninfo`` with rows of so many bytes, as a C compiler lays it."""

    class Info(ctypes.Structure):
        _fields_ = (
            ("id", ctypes.c_char * 16), ("smem_start", ctypes.c_ulong),
            ("smem_len", ctypes.c_uint32), ("type", ctypes.c_uint32),
            ("type_aux", ctypes.c_uint32), ("visual", ctypes.c_uint32),
            ("xpanstep", ctypes.c_uint16), ("ypanstep", ctypes.c_uint16),
            ("ywrapstep", ctypes.c_uint16), ("line_length", ctypes.c_uint32),
            ("mmio_start", ctypes.c_ulong), ("mmio_len", ctypes.c_uint32),
            ("accel", ctypes.c_uint32), ("capabilities", ctypes.c_uint16),
            ("reserved", ctypes.c_uint16 * 2),
        )  # fmt: skip

    return bytes(Info(id=b"vc4drmfb", line_length=line_length))


def test_the_structures_are_as_long_as_those_of_the_kernel() -> None:
    assert (VARIABLE.size, FIXED.size) == (160, len(fixed(0)))


@pytest.mark.parametrize(
    ("depth", "channels", "white"),
    [(16, RGB565, b"\xff\xff"), (32, XRGB8888, b"\xff\xff\xff\x00")],
)
def test_a_screen_is_as_the_kernel_says(
    depth: int, channels: tuple[tuple[int, int], ...], white: bytes
) -> None:
    screen = Screen.parsed(variable(depth, channels, left=2, top=3), fixed(2000))
    assert (screen.size, screen.name, screen.millimetres) == ((320, 240), "vc4drmfb", (64, 48))
    assert screen.place(1, 1) == 4 * 2000 + 3 * depth // 8
    assert bytes(table[255] for table in screen.tables()) == white
    assert all(table[0] == 0 for table in screen.tables())
    assert str(screen) == f"320x240, {depth} bits a pixel (vc4drmfb)"


def test_a_row_without_a_length_is_as_long_as_its_virtual_pixels() -> None:
    assert Screen.parsed(variable(16, RGB565), fixed(0)).line_length == 800


def test_an_alpha_channel_is_opaque() -> None:
    numbers = list(VARIABLE.unpack(variable(32, XRGB8888)))
    numbers[17:19] = [24, 8]
    screen = Screen.parsed(VARIABLE.pack(*numbers), fixed(1280))
    assert bytes(table[0] for table in screen.tables()) == b"\x00\x00\x00\xff"


@pytest.mark.parametrize(("depth", "channels"), [(8, XRGB8888), (1, XRGB8888), (32, 3 * ((0, 0),))])
def test_pixels_that_are_no_colours_are_refused(
    depth: int, channels: tuple[tuple[int, int], ...]
) -> None:
    with pytest.raises(DisplayError, match=f"its pixels have {depth} bits: expected colours"):
        Screen.parsed(variable(depth, channels), fixed(320))


@pytest.mark.parametrize(
    ("pixels", "rotate", "seen"),
    [
        ((800, 480), 0, (160, 96)),
        ((480, 320), 0, (160, 96)),
        ((320, 240), 0, (160, 120)),
        ((240, 240), 0, (120, 120)),
        ((240, 320), 0, (120, 160)),
        ((240, 320), 1, (160, 120)),
        ((320, 240), 3, (120, 160)),
    ],
)
def test_the_picture_has_the_largest_letters_and_fills_the_screen(
    pixels: tuple[int, int], rotate: int, seen: tuple[int, int]
) -> None:
    display = DisplayWiring("framebuffer", "kernel", rotate=rotate, fits_screen=True)
    assert fitted_to(display, screen_of(pixels)).size == seen


def test_only_a_wiring_without_a_size_is_fitted() -> None:
    named, usual = DisplayWiring("framebuffer", "kernel", 256, 128), load("framebuffer").display
    assert fitted_to(named, screen_of((320, 240))) is named
    assert (usual.size, fitted_to(usual, screen_of((320, 240))).size) == ((160, 96), (160, 120))


def test_what_is_no_framebuffer_is_an_error_of_the_system(tmp_path: Path) -> None:
    path = tmp_path / "fb0"
    path.write_bytes(bytes(8))
    file = KernelFramebuffer(str(path))
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        file.ask()
    file.unblank()
    file.write(2, b"\xff\xff")
    file.close()
    assert path.read_bytes() == b"\0\0\xff\xff\0\0\0\0"
