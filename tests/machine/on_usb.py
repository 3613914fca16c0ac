"""The whole firmware in MicroPython, at the device's end of a USB cable.

``on_usb.py FILE COLUMNS ROWS`` reads what the contacts are from FILE, at every pass: the closed
pins and the fields with a piece, each a number in hex.
"""

import sys

from hardware.firmware import settings
from hardware.firmware.registers import Chain
from tests.hardware.firmware import fake_machine

MORE_KEYS = [("hint", 8), ("menu", 9), ("repeat", 15)]
"""Keys beyond those that the firmware comes with."""

contacts = [0, 0]


class Registers(fake_machine.SPI):
    """Shift registers with an input a field, low where a piece stands."""

    def readinto(self, buffer: bytearray) -> None:
        buffer[:] = (~contacts[1] & (1 << 8 * len(buffer)) - 1).to_bytes(len(buffer), "little")


def run(file: str, columns: int, rows: int) -> None:
    """Run the firmware with the contacts in ``file`` and a board of ``columns`` by ``rows``."""

    def look() -> None:
        with open(file) as opened:  # noqa: PTH123 - MicroPython has no Path
            words = opened.read().split()
        if len(words) == 2:
            contacts[:] = [int(word, 16) for word in words]
        for pin in range(29):
            if contacts[0] >> pin & 1 or fake_machine.levels.get(pin) == 0:
                fake_machine.levels[pin] = 1 - (contacts[0] >> pin & 1)

    settings.KEYS = settings.KEYS + MORE_KEYS
    settings.BOARD, settings.COLUMNS = (columns, rows), Chain(21)
    fake_machine.SPI = Registers  # type: ignore[misc]
    fake_machine.on_pass[0] = look
    sys.modules["machine"] = fake_machine
    look()
    from hardware.firmware.pico import run

    run()


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
