"""The colours that several parts of the screen share, as Textual styles."""

DIM = "#7d8891"
BRIGHT = "bold #ffffff"
KEY = "bold #ffd94a"
"""A key of the keyboard, where a text names it."""

ACTIVE = "#74dc86"
"""A contact that is closed."""

LIGHT = "#b4b4b4"
"""The ground on which black is legible."""
