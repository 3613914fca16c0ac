"""The displays that luma knows, by luma's names, and the class of the device for one.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so only when
a display is opened.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from luma.core.device import parallel_device
from msgspec import Struct

from hardware.display.sending import NoExitHook, PageRuns, WholePictures, Windows
from hardware.errors import DisplayError
from hardware.wiring.display import LIKE_SSD1306, SIZES, USUAL_SIZES, DisplayWiring
from hardware.wiring.schema import did_you_mean


class Controller(Struct, frozen=True):
    """A controller that is sent only what changed, by a ``way`` of the module ``sending``.

    ``sizes`` are the widths and heights of its panels in pixels. Its memory has so many ``columns``
    (datasheet, display data RAM); the panel usually shows those from ``first_column`` on, one of 32
    rows from ``low_first_column`` further on. The charge pump needs ``pump_seconds`` from the reset
    to switching the panel on.
    """

    way: type
    sizes: tuple[tuple[int, int], ...] = USUAL_SIZES
    columns: int = 128
    first_column: int = 0
    pump_seconds: float = 0.0
    low_first_column: int = 0


CONTROLLERS: Mapping[str, Controller] = {
    **dict.fromkeys(LIKE_SSD1306, Controller(Windows)),
    "ssd1305": Controller(Windows, columns=132, low_first_column=4),
    "sh1107": Controller(PageRuns, sizes=SIZES["sh1107"]),
    "sh1106": Controller(PageRuns, columns=132, first_column=2, pump_seconds=0.1),
}
"""The controllers by luma's names; the other displays get whole pictures.

An SSD1306 waits for its charge pump by itself (application note, "Power ON sequence": t_AF). An
SH1106 is to be switched on 100 ms after its DC-DC converter, which a reset switches on (datasheet,
"Power On and Initialization").
"""

LOW = 32
"""Rows of a low panel."""

SOURCES = ("luma.oled.device", "luma.emulator.device", "luma.core.device")


def device_class(display: DisplayWiring) -> type:
    """Return the class of the device for ``display``: luma's class and a way of sending.

    Raises DisplayError if luma has no such display, or if the display cannot have this size or
    column offset.
    """
    luma_class = _luma_classes().get(display.display)
    if luma_class is None:
        hint = did_you_mean(display.display, _luma_classes())
        raise DisplayError(f"luma has no display called {display.display!r}: {hint}")
    controller = CONTROLLERS.get(display.display)
    if controller is not None:
        _check_size(display, controller)
    if controller is None:
        return type(luma_class.__name__, (WholePictures, luma_class, NoExitHook), {})
    details = {"pump_seconds": controller.pump_seconds}
    return type(luma_class.__name__, (controller.way, luma_class, NoExitHook), details)


def first_column(display: DisplayWiring) -> int:
    """Return the first column of the controller that the panel of ``display`` shows."""
    if display.column_offset is not None:
        return display.column_offset
    controller = CONTROLLERS.get(display.display)
    if controller is None:
        return 0
    is_low = display.height == LOW
    return controller.first_column + (controller.low_first_column if is_low else 0)


def _luma_classes() -> Mapping[str, type]:
    """Return luma's devices by name, with its emulators where they are installed."""
    return {name: found for source in SOURCES for name, found in _devices_of(source)}


def _devices_of(source: str) -> Iterator[tuple[str, Any]]:
    try:
        module = import_module(source)
    except ImportError:
        return
    for name in module.__all__:
        found = getattr(module, name)
        # parallel devices show only text
        if not issubclass(found, parallel_device):
            yield name, found


def _check_size(display: DisplayWiring, controller: Controller) -> None:
    size = display.width, display.height
    if size not in controller.sizes:
        sizes = " or ".join(f"{width}x{height}" for width, height in controller.sizes)
        raise DisplayError(
            f"a display {display.display} has {sizes} pixels, not {size[0]}x{size[1]}: "
            "put its width and height into the wiring"
        )
    most = controller.columns - display.width
    if display.column_offset is not None and display.column_offset > most:
        raise DisplayError(
            f"column_offset: expected 0 to {most} on a display {display.display}, "
            f"not {display.column_offset}"
        )
