r"""The part of config.txt that enables the bus of a wiring, between two marks.

Everything outside the marks stays byte for byte as it is; what is set there is not set again.

>>> from hardware.wiring.wiring import load
>>> print(with_block("[pi5]\n", load("waveshare-oled-hat"), "Raspberry Pi 4"), end="")
[pi5]
# begin tableside
[all]
dtparam=spi=on
# end tableside
>>> without_block(with_block("[pi5]\n", load("generic"), "Raspberry Pi 4"))
'[pi5]\n'
"""

import re
from collections.abc import Iterator

from firmware_host.base.errors import InstallError
from hardware.doctor.buses import (
    FASTEST,
    SPEEDS,
    BootConfig,
    BusDevice,
    i2c_bus,
    parse_config,
    spi_bus,
)
from hardware.doctor.machine import claims
from hardware.wiring.display import DisplayWiring
from hardware.wiring.wiring import Wiring

BEGIN, END = "# begin tableside", "# end tableside"
JOINED = " (the line before had no end)"
"""Follows BEGIN if a line break had to be added before it."""

BLOCK = re.compile(
    rf"(?:\r?\n(?={BEGIN}{re.escape(JOINED)}))?{BEGIN}[^\n]*\n.*?{END}[^\n]*(?:\n|\Z)", re.DOTALL
)
"""The block, with the line break that was added before it, if any."""

SECOND_SELECT = 7
"""The BCM pin that SPI 0 uses for a second chip select, unless it is set up with only one."""


def bus(display: DisplayWiring) -> BusDevice | None:
    """Return the bus of ``display``; None if it has none."""
    if display.interface == "i2c":
        return i2c_bus(display.i2c_port)
    if display.interface == "spi":
        return spi_bus(display.spi_port, display.spi_device)
    return None


def with_block(text: str, wiring: Wiring, model: str) -> str:
    """Return ``text`` of config.txt with what ``wiring`` needs on a machine of this ``model``.

    An existing block is replaced, or removed if nothing is needed. Raise InstallError if its marks
    are damaged.
    """
    others, lines = without_block(text), missing(text, wiring, model)
    if not lines:
        return others
    is_joined = others != "" and not others.endswith(("\n", "\r"))
    head = f"\n{BEGIN}{JOINED}" if is_joined else BEGIN
    return "\n".join([others + head, "[all]", *lines, END, ""])


def missing(text: str, wiring: Wiring, model: str) -> tuple[str, ...]:
    r"""Return the lines that ``text`` of config.txt lacks; errors as in :func:`with_block`.

    >>> from hardware.wiring.wiring import load
    >>> missing("dtparam=i2c_arm=on\n", load("generic"), "Raspberry Pi 4")
    ('dtparam=i2c_arm_baudrate=400000',)
    """
    return tuple(_lacking(wiring, parse_config("config.txt", without_block(text), model)))


def without_block(text: str) -> str:
    """Return ``text`` of config.txt without the block; errors as in :func:`with_block`."""
    others = BLOCK.sub(_remainder, text)
    if BEGIN in others or END in others:
        raise InstallError(
            f"expected both or none of the lines {BEGIN!r} and {END!r} in config.txt, found one: "
            "remove that line and the settings that belong to it"
        )
    return others


def _lacking(wiring: Wiring, config: BootConfig) -> Iterator[str]:
    """Yield the lines that ``config`` lacks."""
    needed = bus(wiring.display)
    if needed is None:
        return
    if not needed.switch:
        if not config.overlays(needed.overlay):
            yield f"dtoverlay={needed.overlay}"
        return
    setting = config.param(*needed.switch)
    if setting is None or not setting.is_on:
        yield f"dtparam={needed.switch[0]}=on"
    if needed.name == "I2C" and config.param(*SPEEDS) is None:
        yield f"dtparam={SPEEDS[0]}={FASTEST}"
    if needed.name == "SPI" and SECOND_SELECT in claims(wiring).values():
        yield from () if config.overlays("spi0-1cs") else ("dtoverlay=spi0-1cs",)


def _remainder(block: re.Match[str]) -> str:
    """Return what stays in place of ``block``: the line break before it, if something follows."""
    is_followed = block.end() < len(block.string)
    return "\n" if is_followed and not block[0].startswith("#") else ""
