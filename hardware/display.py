"""The display: pictures in, only what changed out; it may be unplugged and come back.

>>> from hardware import wiring
>>> driven(wiring.load("generic").display), driven(wiring.load("waveshare-oled-hat").display)
(True, False)
"""

import errno
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from luma.core.error import Error as LumaError
from PIL import Image

from hardware import wiring
from hardware.errors import DisplayError, ImageError
from hardware.wiring import DisplayWiring

SIZES = ((128, 64), (128, 32))
"""Widths and heights in pixels of the panels that are driven."""

RETRY = 1.0
"""Seconds from one attempt to reach a panel that does not answer to the next."""

FAILURES = (OSError, LumaError)

ADVICE: Mapping[int | None, str] = {
    errno.ENOENT: "turn I2C on with raspi-config",
    errno.EACCES: "add the user to the group i2c",
    errno.EPERM: "add the user to the group i2c",
}


class Driver(Protocol):
    """What talks to one kind of panel; every method may fail with OSError or luma's error."""

    def start(self) -> None:
        """Reach the panel and start it, blank; again after :meth:`cleanup`."""

    def display(self, image: Image.Image) -> None:
        """Show ``image`` on the started panel."""

    def hide(self) -> None:
        """Turn the panel dark."""

    def cleanup(self) -> None:
        """Let go of the panel and leave it as it is."""


class Oled:
    """A monochrome display that says what its :attr:`fault` is and goes on trying.

    ``driver`` talks to the panel, ``size`` is in pixels, ``where`` names the panel in a fault,
    ``clock`` tells the seconds.
    """

    def __init__(
        self, driver: Driver, size: tuple[int, int], where: str, clock: Callable[[], float]
    ) -> None:
        self.size = size
        self.fault: str | None = None
        self._driver, self._where, self._clock = driver, where, clock
        self._started = self._closed = False
        self._retry_at: float | None = None

    def show(self, image: Image.Image) -> None:
        """Show ``image``, or record in :attr:`fault` why the panel cannot.

        A panel that does not answer is tried again by the first picture a second later; it gets
        all of it. ImageError if the picture is not of mode "1" and :attr:`size`, DisplayError
        after :meth:`close`.
        """
        self._check(image)
        if self._retry_at is not None and self._clock() < self._retry_at:
            return
        try:
            self._start()
            self._driver.display(image)
        except FAILURES as error:
            self._lose(error)
        else:
            self.fault = self._retry_at = None

    @property
    def deadline(self) -> float | None:
        """When a panel that does not answer should be shown its picture again; None if it does."""
        return self._retry_at

    def close(self, image: Image.Image | None = None) -> None:
        """Leave ``image`` standing as last words, or else turn the panel dark. Twice is fine."""
        if self._closed:
            return
        if image is not None:
            self.show(image)
        elif self._started:
            with suppress(*FAILURES):
                self._driver.hide()
        self._let_go()
        self._closed, self._retry_at = True, None

    def _start(self) -> None:
        if not self._started:
            self._driver.start()
            self._started = True

    def _check(self, image: Image.Image) -> None:
        if self._closed:
            raise DisplayError("the display is closed: open it again to show a picture")
        if (image.mode, image.size) != ("1", self.size):
            raise ImageError(
                f"expected a picture of mode '1' and size {self.size}, "
                f"not of mode {image.mode!r} and size {image.size}"
            )

    def _lose(self, error: Exception) -> None:
        # luma hides the number of an OSError in the context of its own errors
        cause = error if isinstance(error, OSError) else error.__context__
        advice = ADVICE.get(getattr(cause, "errno", None), "check its wires and its address")
        self.fault = f"{self._where}: {error}: {advice}"
        self._retry_at = self._clock() + RETRY
        self._let_go()

    def _let_go(self) -> None:
        self._started = False
        with suppress(*FAILURES):
            self._driver.cleanup()


def _ssd1306(display: DisplayWiring, bus: Any) -> Driver:
    from hardware.ssd1306 import Ssd1306

    return Ssd1306(display, bus)


DRIVERS: Mapping[tuple[str, str], Callable[[DisplayWiring, Any], Driver]] = {
    ("ssd1306", "i2c"): _ssd1306,
}
"""What drives a display on an interface; its module is imported when it is opened."""


def driven(display: DisplayWiring) -> bool:
    """Whether this program drives ``display``."""
    return (display.display, display.interface) in DRIVERS and _size(display) in SIZES


def open_display(
    display: DisplayWiring, bus: Any = None, clock: Callable[[], float] = time.monotonic
) -> Oled:
    """Return the display of a wiring; its panel is reached with the first picture.

    ``bus`` is an open bus with smbus2's interface, None opens that of the wiring; ``clock`` tells
    the seconds. DisplayError if this program does not drive such a display.
    """
    if not driven(display):
        works = ", ".join(name for name in wiring.names() if driven(wiring.load(name).display))
        raise DisplayError(
            f"a display {display.display} of {display.width}x{display.height} pixels on "
            f"{display.interface} is not driven yet: wire one of the profiles {works}"
        )
    driver = DRIVERS[display.display, display.interface](display, bus)
    size = (display.height, display.width) if display.rotate % 2 else _size(display)
    where = f"{display.display} at 0x{display.i2c_address:02X} on I2C bus {display.i2c_port}"
    return Oled(driver, size, where, clock)


def _size(display: DisplayWiring) -> tuple[int, int]:
    return display.width, display.height
