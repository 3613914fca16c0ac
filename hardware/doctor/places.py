"""Where a BCM pin is on the 40-pin header."""

from collections.abc import Mapping

from hardware.wiring.wiring import CUP, Wiring

# Raspberry Pi documentation, GPIO and the 40-pin header
HEADER: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip


def where(pin: int) -> str:
    """The BCM ``pin`` with its place on the header in brackets.

    >>> where(17)
    'pin 17 [11]'
    """
    return f"pin {pin} [{HEADER[pin]}]"


def claims(wiring: Wiring) -> dict[str, int]:
    """Every BCM pin that the program claims for ``wiring``, by what it is for."""
    pins = {
        f"the {line} contact" if line == CUP else line: pin for line, pin in wiring.lines.items()
    }
    others = {
        "the buzzer": wiring.buzzer,
        "the display's data/command": wiring.display.gpio_data_command,
        "the display's reset": wiring.display.gpio_reset,
    }
    others |= {f"the light of {side}": pin for side, pin in wiring.lights.items()}
    return pins | {use: pin for use, pin in others.items() if pin is not None}
