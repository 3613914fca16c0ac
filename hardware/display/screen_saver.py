"""Protect a panel that nobody uses from burning in: dim it, and move its picture."""

from math import inf

from msgspec import Struct
from PIL import Image

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
