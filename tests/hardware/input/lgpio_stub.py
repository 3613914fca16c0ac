"""A replacement for lgpio: it imports like the real one, and its lines are scripted.

``from tests.hardware.input.lgpio_stub import *`` followed by ``begin()`` makes a module of it.
"""

import os
from collections.abc import Callable

BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64

Handler = Callable[[int, int, int, int], None]


class error(Exception):  # noqa: N801, N818 - its name in lgpio
    """lgpio's exception, which is not an OSError and has no number."""


class Chips:
    """The chips of the machine: their labels, who has claimed which line, and the handlers."""

    def __init__(self) -> None:
        self.labels = {0: "pinctrl-bcm2835"}
        self.locked: set[int] = set()
        self.users: dict[tuple[int, int], str] = {}
        self.open: dict[int, int] = {}
        self.handlers: dict[int, Handler] = {}

    def edge(self, pin: int, level: int) -> None:
        """Run the handler of ``pin`` as lgpio's thread does, which an exception would end."""
        self.handlers[pin](0, pin, level, 1)


chips = Chips()


def begin() -> None:
    """Start as lgpio does: go to $LG_WD for good, and leave a pipe there."""
    os.chdir(os.environ.get("LG_WD", "."))
    os.mkfifo(".lgd-nfy0")


def gpiochip_open(chip: int) -> int:
    if chip not in chips.labels or chip in chips.locked:
        raise error("can not open gpiochip")
    handle = len(chips.open) + 10
    chips.open[handle] = chip
    return handle


def gpiochip_close(handle: int) -> None:
    del chips.open[handle]


def gpio_get_chip_info(handle: int) -> list[object]:
    chip = chips.open[handle]
    return [0, 54, f"gpiochip{chip}", chips.labels[chip]]


def gpio_get_line_info(handle: int, gpio: int) -> list[object]:
    user = chips.users.get((chips.open[handle], gpio))
    return [0, gpio, 0 if user is None else 3, f"GPIO{gpio}", user or ""]


def gpio_claim_input(handle: int, gpio: int, flags: int = 0) -> int:
    if (chips.open[handle], gpio) in chips.users:
        raise error("GPIO busy")
    return flags


def gpio_claim_output(handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
    return gpio_claim_input(handle, gpio, flags)


def gpio_claim_alert(handle: int, gpio: int, edges: int, flags: int = 0) -> None:
    assert handle in chips.open


def gpio_free(handle: int, gpio: int) -> None:
    assert handle in chips.open


def gpio_get_mode(handle: int, gpio: int) -> int:
    return SET_PULL_UP


def gpio_read(handle: int, gpio: int) -> int:
    return 1


def gpio_set_debounce_micros(handle: int, gpio: int, micros: int) -> None:
    assert micros == 0


class callback:  # noqa: N801 - its name in lgpio
    def __init__(self, handle: int, gpio: int, edge: int, func: Handler) -> None:
        self.gpio = gpio
        chips.handlers[gpio] = func

    def cancel(self) -> None:
        chips.handlers.pop(self.gpio, None)
