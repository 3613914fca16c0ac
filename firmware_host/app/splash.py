"""The first picture, shown before most of the program is loaded.

This module imports no games, screens or fonts, and nothing of the command line: what features add
to that takes longer than the picture. It has no words, because the language is not known yet.
"""

from argparse import ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from firmware_host.app.systemd_notify import SOCKET
from hardware import HardwareError
from hardware.input.pins import model_name, real_factory
from hardware.wiring import wiring

if TYPE_CHECKING:
    from PIL import Image

FIELDS: Final = 4
"""Fields along one side of the small board."""


def show_splash(words: Sequence[str], environ: Mapping[str, str]) -> None:
    """Show the emblem on the display of the wiring that ``words`` name, and release it again.

    Only the service does this, which ``environ`` reveals: if somebody types the command while a
    table is running, that table needs the display. An error here is reported when the table opens.
    """
    if SOCKET not in environ or "Raspberry Pi" not in model_name():
        return
    with suppress(HardwareError):
        _show(wiring.load(_wiring_named(words)))


def _wiring_named(words: Sequence[str]) -> str:
    """Return the wiring that ``words`` name, a command and its arguments.

    Whatever else they say, and whatever is wrong with them, is found when all of them are read.

    >>> [_wiring_named(["play", more]) for more in ("--web", "--wiring=other", "--wiring")]
    ['generic', 'other', 'generic']
    """
    unseen = partial(HelpFormatter, width=80)  # it would ask how wide the terminal is
    parser = ArgumentParser(add_help=False, exit_on_error=False, formatter_class=unseen)
    parser.add_argument("--wiring", default=wiring.USUAL)
    try:
        return str(parser.parse_known_args(words)[0].wiring)
    except ArgumentError:
        return wiring.USUAL


def _show(wired: wiring.Wiring) -> None:
    from hardware.display.oled import open_display

    with ExitStack() as stack:
        factory = None
        if wired.display.interface == "spi":
            factory = stack.enter_context(closing(real_factory(wired.chip)))
        display = open_display(wired.display, factory=factory)
        display.close(emblem(display.size))


def emblem(size: tuple[int, int]) -> "Image.Image":
    """Return a small chequered board in the centre of ``size`` (width, height) pixels, mode "1".

    >>> emblem((128, 64)).getbbox()
    (42, 10, 86, 54)
    """
    from PIL import Image, ImageDraw

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
