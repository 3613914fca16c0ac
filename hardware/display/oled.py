"""The display that the program uses: it sends only what changed, and survives a pulled cable.

>>> from hardware.simulated import SimulatedI2c, SSD1306Model
>>> panel = SSD1306Model()
>>> oled = open_display(DisplayWiring("ssd1306", "i2c"), SimulatedI2c(panel))
>>> oled.show(Image.new("1", oled.size, 1))
>>> oled.fault, panel.image().getbbox()
(None, (0, 0, 128, 64))

A panel that may have lost its picture without anybody noticing gets it again, and one that nobody
uses is dimmed, with its picture moved, so that it does not burn in.
"""

import errno
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import Any, Protocol

from luma.core.error import DeviceDisplayModeError
from luma.core.error import Error as LumaError
from msgspec import Struct
from PIL import Image

from hardware import DisplayError, ImageError
from hardware.placeholder import leave_out, without
from hardware.wiring.display import KERNEL, DisplayWiring

DIM_DIVISOR = 8
"""The brightness is divided by this while the panel is dimmed."""

MOVE_EVERY = 180.0
"""Seconds without input between two moves of the picture."""

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The places of the picture, one after the other, in pixels from its normal place."""


class Appearance(Struct, frozen=True):
    """How to show a picture: with ``brightness`` from 0 to 255, moved by ``shift`` pixels."""

    brightness: int
    shift: tuple[int, int] = SHIFTS[0]

    def place(self, image: Image.Image) -> Image.Image:
        """Return ``image`` moved by the shift; the strip that becomes free is black.

        >>> image = Image.new("1", (4, 4), 1)
        >>> Appearance(255, (1, -1)).place(image).getbbox()
        (1, 0, 4, 3)
        """
        if self.shift == SHIFTS[0]:
            return image
        moved = Image.new(image.mode, image.size)
        moved.paste(image, self.shift)
        return moved


class ScreenSaver:
    """Decides how a panel looks from the time since the last input.

    ``brightness`` (0 to 255) is used while the machine is in use. After ``dim_after`` seconds
    without input the panel is dimmed; 0 means never. Every :data:`MOVE_EVERY` seconds without input
    the picture moves. ``now`` is the time in seconds, here and in every method.

    >>> saver = ScreenSaver(brightness=200, dim_after=60, now=0.0)
    >>> saver.tick(59.0), saver.deadline
    (Appearance(brightness=200, shift=(0, 0)), 60.0)
    >>> saver.tick(400.0), saver.deadline
    (Appearance(brightness=25, shift=(1, 1)), 540.0)
    >>> saver.touch(401.0)
    >>> saver.deadline, saver.tick(401.0)
    (401.0, Appearance(brightness=200, shift=(0, 0)))
    """

    def __init__(self, brightness: int, dim_after: float, now: float) -> None:
        self.brightness, self._dim_after = brightness, dim_after
        self.touch(now)
        self._last = self._wanted

    @property
    def deadline(self) -> float:
        """When the panel next looks different from the last result of :meth:`tick` (seconds)."""
        if self._last != self._wanted:
            return self._touched_at
        return min(self._dim_at, self._move_at)

    def touch(self, now: float) -> None:
        """Record an input: the panel becomes bright and its picture goes to its normal place."""
        self._touched_at, self._dimmed, self._moves = now, False, 0
        self._dim_at = now + self._dim_after if self._dim_after else inf
        self._move_at = now + MOVE_EVERY

    def tick(self, now: float) -> Appearance:
        """Return how the panel should look at ``now``."""
        if now >= self._dim_at:
            self._dim_at, self._dimmed = inf, True
        while now >= self._move_at:
            self._move_at += MOVE_EVERY
            self._moves += 1
        self._last = self._wanted
        return self._last

    @property
    def _wanted(self) -> Appearance:
        brightness = self.brightness // DIM_DIVISOR if self._dimmed else self.brightness
        return Appearance(brightness, SHIFTS[self._moves % len(SHIFTS)])


EVERY = 60.0
"""Seconds from the end of one refresh to the next."""

AFTER_A_PICTURE = 0.02
"""Seconds by which a slice is put off when a picture has just been sent: presses come first."""


class Refresh:
    """Sends the slices of a refresh, one at a time; there is none until :meth:`plan`.

    :attr:`deadline` is when the next slice is due, in seconds.
    """

    def __init__(self) -> None:
        self.deadline = inf
        self._slices: Iterator[float] | None = None

    def plan(self, now: float) -> None:
        """Begin a refresh in a while; one that has begun is given up."""
        self.deadline, self._slices = now + EVERY, None

    def stop(self) -> None:
        """Give up the refresh, and plan none."""
        self.deadline, self._slices = inf, None

    def put_off(self, now: float) -> None:
        """Let a slice that is due wait a little."""
        self.deadline = max(self.deadline, now + AFTER_A_PICTURE)

    def run_due(self, begin: Callable[[], Iterator[float] | None], now: float) -> None:
        """Send the slice that is due, if any; ``begin`` returns those of a new refresh."""
        if now < self.deadline:
            return
        if self._slices is None:
            self._slices = begin()
        wait = next(self._slices or iter(()), None)
        if wait is None:
            self.plan(now)
        else:
            self.deadline = now + wait


RETRY = 1.0
"""Seconds between two attempts to reach a panel that does not answer."""

CHECK = 2.0
"""Seconds between two checks that a panel is still on, where the panel can tell."""

RESTART = 180.0
"""Seconds after which a panel is restarted that can neither tell nor be refreshed. It is dark for a
millisecond on SPI at 8 MHz, for a tenth of a second on I2C at 100 kHz."""

FAILURES = (OSError, LumaError)
"""The exceptions of a display that fails."""

NO_PERMISSION = "add the user to the group {group}"
ADVICE: Mapping[int | None, str] = {errno.EACCES: NO_PERMISSION, errno.EPERM: NO_PERMISSION}
NO_DEVICE: Mapping[str, str] = {
    KERNEL: "connect the screen and load its driver; tableside doctor lists the framebuffers"
}
NO_BUS = "turn {bus} on with raspi-config"
CHECK_WIRES: Mapping[str, str] = {
    "i2c": "check its wires and its address",
    KERNEL: "check its cable and its driver",
}
GROUPS: Mapping[str, str] = {KERNEL: "video"}
"""The group that may use an interface, where it has another name."""

UNUSED_BY_LUMA = ("cbor2", "luma.core.sprite_system", "luma.core.virtual")
"""What luma imports for fonts of its own, films and terminals; the fonts alone take 1 MiB."""

EARLY_IN_LUMA = ("multiprocessing",)
"""What luma imports for lights that fade, and the program itself only after the first picture."""


class Driver(Protocol):
    """Controls one kind of panel. Every method may raise OSError or luma's error."""

    tells: bool
    """Whether the started panel can report that it is on."""

    def fit(self) -> tuple[int, int]:
        """Return the size of the picture that :meth:`start` takes for what is connected now."""

    def start(self, image: Image.Image, brightness: int) -> None:
        """Connect to the panel and start it with ``image``; also again after :meth:`cleanup`."""

    def display(self, image: Image.Image) -> bool:
        """Show ``image`` on the started panel; return whether anything had to be sent."""

    def refresh(self) -> Iterator[float] | None:
        """Return what sends set-up and picture again, slice by slice; None if that would flicker.

        It yields the seconds to wait before the next slice.
        """

    def contrast(self, brightness: int) -> None:
        """Set the brightness of the started panel, from 0 to 255."""

    def is_on(self) -> bool:
        """Return whether the panel reports that it is on; after a loss of power it is off."""

    def hide(self) -> None:
        """Turn the panel dark."""

    def cleanup(self) -> None:
        """Disconnect from the panel and leave its picture as it is."""


class Oled:
    """A display that reports its :attr:`fault` and keeps trying.

    ``driver`` controls the panel, ``wiring`` describes it, ``clock`` returns the time in seconds.
    :attr:`size` is that of its pictures; it changes when a screen comes that needs another one.
    The panel is dimmed after a while without :meth:`touch`, and then its picture moves from time to
    time: show the picture again at :attr:`deadline`.
    """

    def __init__(self, driver: Driver, wiring: DisplayWiring, clock: Callable[[], float]) -> None:
        self.size, self.has_greys = wiring.size, wiring.has_greys
        self.fault: str | None = None
        self._driver, self._wiring, self._clock = driver, wiring, clock
        self._saver = ScreenSaver(wiring.brightness, wiring.dim_after, clock())
        self._brightness = wiring.brightness
        self._started = self._closed = False
        self._refresh = Refresh()
        self._next_at: float | None = None

    def show(self, image: Image.Image) -> None:
        """Show ``image``, or record in :attr:`fault` why the panel cannot.

        A panel that does not answer is tried again with the first picture after a second, and
        then gets all of it. The same happens within two seconds to a panel that lost its power and
        can tell. Once a minute the whole picture is sent again in slices, without a flicker, for
        what the panel lost otherwise; panels that can only be restarted are, every three minutes.
        On a screen that needs a picture of another size, ``image`` is not shown: :attr:`size` has
        the new one, and the next picture is due at once.

        Raises ImageError if the picture is not of mode "1", or "L" where the panel has greys, and
        of :attr:`size`, and DisplayError after :meth:`close`.
        """
        self._check(image)
        now = self._clock()
        due = self._next_at is not None and now >= self._next_at
        if self.fault is not None and not due:
            return
        appearance = self._saver.tick(now)
        try:
            if due:
                self._check_panel(now)
            if self._started or self._driver.fit() == self.size:
                self._send(appearance.place(image), appearance, now)
            else:
                self.fit()
                self._next_at = now
        except FAILURES as error:
            self._lose(error, now)
        else:
            self.fault = None

    def fit(self) -> None:
        """Take the :attr:`size` of the picture for the panel that is there now, if one is."""
        with suppress(*FAILURES):
            self.size = self._driver.fit()

    def set_brightness(self, brightness: int) -> None:
        """Set the brightness in use, from 0 to 255; it holds from the next picture on."""
        self._saver.brightness = brightness

    def touch(self) -> None:
        """Record an input: the next picture is bright again."""
        self._saver.touch(self._clock())

    @property
    def deadline(self) -> float | None:
        """When to show the same picture again, in seconds.

        None before the first picture and after :meth:`close`.
        """
        if self._next_at is None or self.fault is not None:
            return self._next_at
        return min(self._next_at, self._saver.deadline, self._refresh.deadline)

    def close(self, image: Image.Image | None = None) -> None:
        """Leave ``image`` on the panel, or turn the panel dark. Closing twice is harmless."""
        if self._closed:
            return
        if image is not None:
            self.show(image)
        elif self._started:
            with suppress(*FAILURES):
                self._driver.hide()
        self._disconnect()
        self._closed, self._next_at = True, None

    def _check_panel(self, now: float) -> None:
        """Disconnect from a panel that needs a restart; plan the next check of one that is on."""
        if self._started and self._driver.tells and self._driver.is_on():
            self._next_at = now + CHECK
        else:
            self._disconnect()

    def _send(self, image: Image.Image, appearance: Appearance, now: float) -> None:
        if not self._started:
            self._start(image, appearance.brightness, now)
        else:
            if appearance.brightness != self._brightness:
                self._driver.contrast(appearance.brightness)
            if self._driver.display(image):
                self._refresh.put_off(now)
            self._refresh.run_due(self._driver.refresh, now)
        self._brightness = appearance.brightness

    def _start(self, image: Image.Image, brightness: int, now: float) -> None:
        self._driver.start(image, brightness)
        self._started = True
        can_refresh = self._driver.refresh() is not None
        if can_refresh:
            self._refresh.plan(now)
        if self._driver.tells:
            self._next_at = now + CHECK
        else:
            self._next_at = inf if can_refresh else now + RESTART

    def _check(self, image: Image.Image) -> None:
        if self._closed:
            raise DisplayError("the display is closed: open it again to show a picture")
        modes = ("1", "L") if self.has_greys else ("1",)
        if image.mode not in modes or image.size != self.size:
            raise ImageError(
                f"expected a picture of mode {' or '.join(map(repr, modes))} and size {self.size}, "
                f"not of mode {image.mode!r} and size {image.size}"
            )

    def _lose(self, error: Exception, now: float) -> None:
        self.fault = describe(error, self._wiring)
        self._next_at = now + RETRY
        self._disconnect()

    def _disconnect(self) -> None:
        self._started = False
        self._refresh.stop()
        with suppress(*FAILURES):
            self._driver.cleanup()


def open_display(
    display: DisplayWiring,
    bus: Any = None,
    clock: Callable[[], float] = time.monotonic,
    factory: Any = None,
) -> Oled:
    """Return the display of a wiring; nothing is sent before the first picture.

    ``bus`` is an open bus with the interface of smbus2 (I2C) or spidev (SPI), or what stands in for
    a framebuffer of the kernel; None opens that of the wiring. ``clock`` returns the time in
    seconds. ``factory`` is the gpiozero pin factory, needed on SPI. Raises DisplayError if luma
    knows no such display, if it has no such size, or if a library for its bus is missing.
    """
    if display.interface == KERNEL:
        oled = Oled(_framebuffer(display, bus), display, clock)
        oled.fit()
        return oled
    leave_out(UNUSED_BY_LUMA)
    with without(EARLY_IN_LUMA):
        from hardware.display.luma_driver import open_driver

    return Oled(open_driver(display, bus, factory), display, clock)


def _framebuffer(display: DisplayWiring, stand_in: Any) -> Driver:
    from hardware.display.framebuffer_driver import FramebufferDriver, open_screen

    if stand_in is None:
        return FramebufferDriver(display, lambda: open_screen(display.device))
    return FramebufferDriver(display, stand_in.opened)


def describe(error: Exception, display: DisplayWiring) -> str:
    """Return ``error``, one of :data:`FAILURES`, as one line that says what to do.

    >>> describe(OSError(121, "Remote I/O error"), DisplayWiring("ssd1306", "i2c"))
    'ssd1306 at 0x3C on I2C bus 1: [Errno 121] Remote I/O error: check its wires and its address'
    """
    line = f"{display.where}: {error}"
    if isinstance(error, DisplayError):
        return line
    return f"{line}: {_advice(error, display.interface)}"


def _advice(error: Exception, interface: str) -> str:
    if isinstance(error, DeviceDisplayModeError):
        return "put its width and height into the wiring"
    # luma hides the number of an OSError in the context of its own errors
    cause = error if isinstance(error, OSError) else error.__context__
    number = getattr(cause, "errno", None)
    if number == errno.ENOENT:
        advice = NO_DEVICE.get(interface, NO_BUS)
    else:
        advice = ADVICE.get(number, CHECK_WIRES.get(interface, "check its wires"))
    return advice.format(bus=interface.upper(), group=GROUPS.get(interface, interface))
