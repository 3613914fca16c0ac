"""A display that is left out: it takes every picture and shows none."""

from typing import Protocol

from PIL import Image

LEFT_OUT = "the display failed again and again: it stays dark until the program is started anew"


class Display(Protocol):
    """What the loop shows its pictures on; :class:`hardware.display.oled.Oled` is one."""

    size: tuple[int, int]
    """Width and height in pixels."""

    fault: str | None
    """Why nothing is seen on it, in one line; None while all is well."""

    @property
    def deadline(self) -> float | None:
        """When the same picture should be shown again, in seconds; None if never."""

    def show(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1" and :attr:`size`."""

    def set_brightness(self, brightness: int) -> None:
        """Let it be so bright in use, from 0 to 255."""

    def touch(self) -> None:
        """Somebody did something with the machine."""

    def close(self, image: Image.Image | None = None) -> None:
        """Leave ``image`` standing as last words, or else nothing."""


class Blank:
    """A :class:`Display` of ``size`` (width, height) pixels that is always dark.

    >>> blank = Blank((128, 64))
    >>> blank.show(Image.new("1", blank.size))
    >>> blank.deadline is None
    True
    """

    deadline: float | None = None
    fault: str | None = LEFT_OUT

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size

    def show(self, image: Image.Image) -> None:
        """Do nothing with ``image``."""

    def set_brightness(self, brightness: int) -> None:
        """Stay dark."""

    def touch(self) -> None:
        """Stay dark."""

    def close(self, image: Image.Image | None = None) -> None:
        """Stay dark."""
