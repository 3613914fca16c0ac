"""Which key, button or axis of an input device is which key of the table.

The numbers are those of the kernel (include/uapi/linux/input-event-codes.h). Space and Enter are
what switch interfaces say: ``next`` and ``take``, which act as OK at a table without scanning.

>>> LINES[KEY, 28], LINES[KEY, 57]
('take', 'next')

A digit has a line of its own, as it may type a throw. On a numeric pad it is an arrow otherwise.

>>> LINES[KEY, 8], LINES[KEY, 71], LINES[KEY, 72]
('digit 7', 'pad 7', 'pad 8')
"""

from collections.abc import Mapping
from typing import Final

from hardware.input.digits import DIGITS, PAD

KEY, ABSOLUTE = 1, 3
"""Types of events: a key or button, and an axis with ends."""

_KEYS: Final[Mapping[str, tuple[int, ...]]] = {
    # KEY_UP, BTN_DPAD_UP
    "up": (103, 544),
    # KEY_DOWN, BTN_DPAD_DOWN
    "down": (108, 545),
    # KEY_LEFT, BTN_DPAD_LEFT
    "left": (105, 546),
    # KEY_RIGHT, BTN_DPAD_RIGHT
    "right": (106, 547),
    # KEY_ENTER, KEY_KPENTER, KEY_OK, KEY_SELECT, BTN_SOUTH, BTN_TRIGGER
    "take": (28, 96, 352, 353, 304, 288),
    # KEY_SPACE
    "next": (57,),
    # KEY_ESC, KEY_BACKSPACE, KEY_KPDOT, KEY_BACK, BTN_EAST, BTN_THUMB
    "back": (1, 14, 83, 158, 305, 289),
    # KEY_H, KEY_F1, KEY_KPSLASH, KEY_HELP, BTN_NORTH, BTN_SELECT, BTN_THUMB2, BTN_BASE3
    "hint": (35, 59, 98, 138, 307, 314, 290, 296),
    # KEY_M, KEY_KPASTERISK, KEY_COMPOSE, KEY_MENU, BTN_WEST, BTN_START, BTN_TOP, BTN_BASE4
    "menu": (50, 55, 127, 139, 308, 315, 291, 297),
    # KEY_V, KEY_AGAIN
    "repeat": (47, 129),
    # KEY_0 to KEY_9, KEY_KP0 to KEY_KP9
    **dict(zip(DIGITS, ((11,), *((code,) for code in range(2, 11))), strict=True)),
    **dict(zip(PAD, ((code,) for code in (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)), strict=True)),
}

LINES: Final[Mapping[tuple[int, int], str]] = {
    (KEY, code): line for line, codes in _KEYS.items() for code in codes
}
"""The line of each key and button, by type and code."""

AXES: Final[Mapping[int, tuple[str, str]]] = {
    0: ("left", "right"),
    1: ("up", "down"),
    16: ("left", "right"),
    17: ("up", "down"),
}
"""The lines at the low and the high end of an axis: ABS_X and ABS_Y, ABS_HAT0X and ABS_HAT0Y."""

GAMEPADS: Final = (288, 304)
"""BTN_TRIGGER and BTN_SOUTH: without one of them, an axis is that of a tablet or a screen."""
