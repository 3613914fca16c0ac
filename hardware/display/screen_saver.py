"""Sparing a panel that nobody looks at: it is dimmed, and its picture does not stand still."""

from dataclasses import dataclass
from math import inf

from PIL import Image

DIMMED = 8
"""What the brightness is divided by."""

MOVE_EVERY = 180.0
"""Seconds without input from one move of the picture to the next."""

PLACES = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where the picture stands in turn, in pixels from its own place."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to be shown: ``brightness`` from 0 to 255, moved by ``shift`` pixels."""

    brightness: int
    shift: tuple[int, int] = PLACES[0]

    def place(self, image: Image.Image) -> Image.Image:
        """Return ``image`` moved by the shift; what leaves the picture is cut, what enters black.

        >>> image = Image.new("1", (4, 4), 1)
        >>> Look(255, (1, -1)).place(image).getbbox()
        (1, 0, 4, 3)
        """
        if self.shift == PLACES[0]:
            return image
        moved = Image.new(image.mode, image.size)
        moved.paste(image, self.shift)
        return moved


class Care:
    """How a panel is to look, by the time since somebody touched the machine.

    ``brightness`` from 0 to 255 is that of a machine in use; ``dim_after`` seconds without input it
    is lowered, after 0 never. Every :data:`MOVE_EVERY` seconds without input the picture moves.
    ``now`` is the time in seconds, also in every method.

    >>> care = Care(brightness=200, dim_after=60, now=0.0)
    >>> care.tick(59.0), care.deadline
    (Look(brightness=200, shift=(0, 0)), 60.0)
    >>> care.tick(400.0), care.deadline
    (Look(brightness=25, shift=(1, 1)), 540.0)
    >>> care.touch(401.0)
    >>> care.deadline, care.tick(401.0)
    (401.0, Look(brightness=200, shift=(0, 0)))
    """

    def __init__(self, brightness: int, dim_after: float, now: float) -> None:
        self.brightness, self._dim_after = brightness, dim_after
        self.touch(now)
        self._look = self._wanted

    @property
    def deadline(self) -> float:
        """When the panel is to look different from what :meth:`tick` said last, in seconds."""
        if self._look != self._wanted:
            return self._touched_at
        return min(self._dim_at, self._move_at)

    def touch(self, now: float) -> None:
        """Take in that somebody did something: the panel is to be bright, the picture in place."""
        self._touched_at, self._dimmed, self._moves = now, False, 0
        self._dim_at = now + self._dim_after if self._dim_after else inf
        self._move_at = now + MOVE_EVERY

    def tick(self, now: float) -> Look:
        """Return how the panel is to look at ``now``."""
        if now >= self._dim_at:
            self._dim_at, self._dimmed = inf, True
        while now >= self._move_at:
            self._move_at += MOVE_EVERY
            self._moves += 1
        self._look = self._wanted
        return self._look

    @property
    def _wanted(self) -> Look:
        brightness = self.brightness // DIMMED if self._dimmed else self.brightness
        return Look(brightness, PLACES[self._moves % len(PLACES)])
