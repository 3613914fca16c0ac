"""What the loop expects of a display, and a display that shows nothing."""

from typing import Protocol

from PIL import Image

LEFT_OUT = "the display failed repeatedly: it stays dark until the program is restarted"


class Display(Protocol):
    """What the loop shows its pictures on, for example :class:`hardware.display.oled.Oled`."""

    size: tuple[int, int]
    """Width and height in pixels; they change when another screen comes."""

    has_greys: bool
    """Whether it shows pictures of mode "L" too."""

    fault: str | None
    """Why it shows nothing, in one line; None while it works."""

    @property
    def deadline(self) -> float | None:
        """When to show the same picture again, in seconds; None if never."""

    def show(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1" or, if it :attr:`has_greys`, "L", and of :attr:`size`."""

    def set_brightness(self, brightness: int) -> None:
        """Set the brightness in use, from 0 to 255."""

    def touch(self) -> None:
        """Wake the display: somebody is using the table."""

    def close(self, image: Image.Image | None = None) -> None:
        """Release the display; ``image`` stays on it, or else it goes dark."""


class NullDisplay:
    """A :class:`Display` of ``size`` (width, height) pixels that is always dark.

    >>> display = NullDisplay((128, 64))
    >>> display.show(Image.new("1", display.size))
    >>> display.deadline is None
    True
    """

    deadline: float | None = None
    fault: str | None = LEFT_OUT
    has_greys = False

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size

    def show(self, image: Image.Image) -> None:
        """Ignore ``image``."""

    def set_brightness(self, brightness: int) -> None:
        """Do nothing."""

    def touch(self) -> None:
        """Do nothing."""

    def close(self, image: Image.Image | None = None) -> None:
        """Do nothing."""
