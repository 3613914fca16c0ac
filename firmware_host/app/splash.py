"""The first picture, shown before most of the program is loaded.

This module imports no games, screens or fonts. The picture has no words, because the language is
not known yet.
"""

from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress

from PIL import Image, ImageDraw

from firmware_host.app.systemd_notify import SOCKET
from hardware.display.oled import open_display
from hardware.errors import HardwareError
from hardware.input.pins import model_name, real_factory
from hardware.wiring.wiring import Wiring

FIELDS = 4
"""Fields along one side of the small board."""


def show_splash(wiring: Wiring, environ: Mapping[str, str]) -> None:
    """Show the emblem on the display of ``wiring``, and release the display again.

    Only the service does this, which ``environ`` reveals: if somebody types the command while a
    table is running, that table needs the display. An error here is reported when the table opens.
    """
    if SOCKET not in environ or "Raspberry Pi" not in model_name():
        return
    with suppress(HardwareError), ExitStack() as stack:
        factory = None
        if wiring.display.interface == "spi":
            factory = stack.enter_context(closing(real_factory(wiring.chip)))
        display = open_display(wiring.display, factory=factory)
        display.close(emblem(display.size))


def emblem(size: tuple[int, int]) -> Image.Image:
    """Return a small chequered board in the centre of ``size`` (width, height) pixels, mode "1".

    >>> emblem((128, 64)).getbbox()
    (42, 10, 86, 54)
    """
    width, height = size
    field = min(size) // (FIELDS + 2)
    side = field * FIELDS + 4
    left, top = (width - side) // 2, (height - side) // 2
    picture = Image.new("1", size)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((left, top, left + side - 1, top + side - 1), outline=1)
    for place in range(FIELDS * FIELDS):
        row, column = divmod(place, FIELDS)
        if (row + column) % 2:
            x, y = left + 2 + column * field, top + 2 + row * field
            pen.rectangle((x, y, x + field - 1, y + field - 1), fill=1)
    return picture
