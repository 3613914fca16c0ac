"""Displays by luma's names: which there are, and the device that talks to one.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so when
it must.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from luma.core.device import parallel_device

from hardware.display.sending import PageRuns, Restartable, Whole, Windows
from hardware.errors import DisplayError
from hardware.wiring.display import LIKE_SSD1306, DisplayWiring
from hardware.wiring.schema import did_you_mean

SIZES = ((128, 64), (128, 32))
"""Widths and heights in pixels of the panels that are sent only what changed."""

WAYS: Mapping[str, type] = {
    **dict.fromkeys(LIKE_SSD1306, Windows),
    "sh1106": PageRuns,
}
"""How a controller is sent only what changed; others get whole pictures."""

COLUMNS: Mapping[str, int] = {"sh1106": 132}
"""Columns of a controller's memory where they are not 128 (datasheets, display data RAM)."""

SOURCES = ("luma.oled.device", "luma.emulator.device", "luma.core.device")


def device_kind(display: DisplayWiring) -> type:
    """Return the class of the device for ``display``, luma's own mixed with a way of sending.

    DisplayError if luma has no such display, or if it cannot have such a size or column offset.
    """
    luma_kind = _kinds().get(display.display)
    if luma_kind is None:
        hint = did_you_mean(display.display, _kinds())
        raise DisplayError(f"luma has no display called {display.display!r}: {hint}")
    if display.display in WAYS:
        _check_size(display)
    way = WAYS.get(display.display, Whole)
    return type(luma_kind.__name__, (way, luma_kind, Restartable), {})


def _kinds() -> Mapping[str, type]:
    """luma's devices by name; its emulators are among them where they are installed."""
    return {name: kind for source in SOURCES for name, kind in _devices_of(source)}


def _devices_of(source: str) -> Iterator[tuple[str, Any]]:
    try:
        module = import_module(source)
    except ImportError:
        return
    for name in module.__all__:
        kind = getattr(module, name)
        # those that are left out show text alone
        if not issubclass(kind, parallel_device):
            yield name, kind


def _check_size(display: DisplayWiring) -> None:
    size = display.width, display.height
    if size not in SIZES:
        sizes = " or ".join(f"{width}x{height}" for width, height in SIZES)
        raise DisplayError(
            f"a display {display.display} has {sizes} pixels, not {size[0]}x{size[1]}: "
            "put its width and height into the wiring"
        )
    most = COLUMNS.get(display.display, 128) - display.width
    if display.column_offset is not None and display.column_offset > most:
        raise DisplayError(
            f"column_offset: expected 0 to {most} on a display {display.display}, "
            f"not {display.column_offset}"
        )
