"""The display: pictures in, only what changed out; it may be unplugged and come back.

>>> from hardware.simulated import SimulatedBus, SSD1306Model
>>> panel = SSD1306Model()
>>> oled = open_display(DisplayWiring("ssd1306", "i2c"), SimulatedBus(panel))
>>> oled.show(Image.new("1", oled.size, 1))
>>> oled.fault, panel.image().getbbox()
(None, (0, 0, 128, 64))
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from PIL import Image

from hardware.display.fault import FAILURES, describe
from hardware.display.screen_saver import Care, Look
from hardware.errors import DisplayError, ImageError
from hardware.wiring.display import DisplayWiring

RETRY = 1.0
"""Seconds from one attempt to reach a panel that does not answer to the next."""

CHECK = 2.0
"""Seconds after which a panel that can tell is asked whether it is still on."""

REFRESH = 180.0
"""Seconds after which a panel that cannot tell is started anew. That is a millisecond of darkness
on SPI at 8 MHz, a tenth of a second on I2C at 100 kHz."""


class Driver(Protocol):
    """What talks to one kind of panel; every method may fail with OSError or luma's error."""

    tells: bool
    """Whether the started panel can say that it is on."""

    def start(self, image: Image.Image, brightness: int) -> None:
        """Reach the panel and start it with ``image``; again after :meth:`cleanup`."""

    def display(self, image: Image.Image) -> None:
        """Show ``image`` on the started panel."""

    def contrast(self, brightness: int) -> None:
        """Set the brightness of the started panel, from 0 to 255."""

    def is_on(self) -> bool:
        """Whether the panel says that it is on: a panel that lost its supply says no."""

    def hide(self) -> None:
        """Turn the panel dark."""

    def cleanup(self) -> None:
        """Let go of the panel and leave it as it is."""


class Oled:
    """A monochrome display that says what its :attr:`fault` is and goes on trying.

    ``driver`` talks to the panel, ``wiring`` says which it is, ``clock`` tells the seconds. It
    dims after a while without a :meth:`touch`, and then moves its picture from time to time: show
    the picture again at :attr:`deadline`.
    """

    def __init__(self, driver: Driver, wiring: DisplayWiring, clock: Callable[[], float]) -> None:
        self.size = wiring.size
        self.fault: str | None = None
        self._driver, self._wiring, self._clock = driver, wiring, clock
        self._care = Care(wiring.brightness, wiring.dim_after, clock())
        self._brightness = wiring.brightness
        self._started = self._closed = False
        self._next_at: float | None = None

    def show(self, image: Image.Image) -> None:
        """Show ``image``, or record in :attr:`fault` why the panel cannot.

        A panel that does not answer is tried again by the first picture a second later; it gets
        all of it. So does one that has lost its supply and answers again, within two seconds if
        it can tell and within three minutes if not. ImageError if the picture is not of mode "1"
        and :attr:`size`, DisplayError after :meth:`close`.
        """
        self._check(image)
        now = self._clock()
        due = self._next_at is not None and now >= self._next_at
        if self.fault is not None and not due:
            return
        look = self._care.tick(now)
        try:
            if due:
                self._look_after(now)
            self._bring(look.place(image), look, now)
        except FAILURES as error:
            self._lose(error, now)
        else:
            self.fault = None

    def set_brightness(self, brightness: int) -> None:
        """Let it be so bright in use, from 0 to 255, from the next picture on."""
        self._care.brightness = brightness

    def touch(self) -> None:
        """Brighten, with the next picture: somebody did something with the machine."""
        self._care.touch(self._clock())

    @property
    def deadline(self) -> float | None:
        """When the picture should be shown again though it is the same, in seconds.

        None if never: before the first picture and after :meth:`close`.
        """
        if self._next_at is None or self.fault is not None:
            return self._next_at
        return min(self._next_at, self._care.deadline)

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
        self._closed, self._next_at = True, None

    def _look_after(self, now: float) -> None:
        """Let a panel go that is to be started anew, or ask it again later."""
        if self._started and self._driver.tells and self._driver.is_on():
            self._next_at = now + CHECK
        else:
            self._let_go()

    def _bring(self, image: Image.Image, look: Look, now: float) -> None:
        if not self._started:
            self._driver.start(image, look.brightness)
            self._started = True
            self._next_at = now + (CHECK if self._driver.tells else REFRESH)
        else:
            if look.brightness != self._brightness:
                self._driver.contrast(look.brightness)
            self._driver.display(image)
        self._brightness = look.brightness

    def _check(self, image: Image.Image) -> None:
        if self._closed:
            raise DisplayError("the display is closed: open it again to show a picture")
        if (image.mode, image.size) != ("1", self.size):
            raise ImageError(
                f"expected a picture of mode '1' and size {self.size}, "
                f"not of mode {image.mode!r} and size {image.size}"
            )

    def _lose(self, error: Exception, now: float) -> None:
        self.fault = describe(error, self._wiring)
        self._next_at = now + RETRY
        self._let_go()

    def _let_go(self) -> None:
        self._started = False
        with suppress(*FAILURES):
            self._driver.cleanup()


def open_display(
    display: DisplayWiring,
    bus: Any = None,
    clock: Callable[[], float] = time.monotonic,
    factory: Any = None,
) -> Oled:
    """Return the display of a wiring; its panel is reached with the first picture.

    ``bus`` is an open bus with smbus2's interface for a display on I2C, with spidev's for one on
    SPI, None opens that of the wiring; ``clock`` tells the seconds; ``factory`` is the gpiozero
    pin factory, needed on SPI. DisplayError if luma knows no such display, if it has no such size,
    or if a library for its bus is missing.
    """
    from hardware.display.luma_driver import open_driver

    return Oled(open_driver(display, bus, factory), display, clock)
