"""A program whose start and rest are measured: the service, on pins and a bus that take no time.

``python started.py FOLDER [GAME]`` keeps its games in ``FOLDER``. Each time that it turns the panel
on, it prints how many seconds of the processor it has had since its start: at the first picture,
and at the screen from which it can be played. What is imported here the service needs itself.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import smbus2
from smbus2 import i2c_msg

from hardware.input import pins

TURN_OFF, TURN_ON = [0xAE], [0xAF]
"""Commands to a panel (SSD1306 datasheet, table 9-1)."""

IS_OFF = 0x40
"""The bit in the status of a panel that says that it is off (table 9-2)."""


def _tell() -> None:
    print(time.process_time(), flush=True)


seen = _tell
"""What is done when people see another picture after the panel was off."""


class Bus:
    """The bus of a panel that takes everything."""

    def __init__(self, port: int) -> None:
        self._status = 0

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Take commands, and say when one turns the panel on."""
        if list(data) == TURN_ON:
            seen()
        if list(data) in (TURN_OFF, TURN_ON):
            self._status = IS_OFF if list(data) == TURN_OFF else 0

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Take the pictures."""

    def read_byte_data(self, address: int, register: int) -> int:
        """Say whether the panel is on."""
        return self._status

    def close(self) -> None:
        """Nothing to give back."""


def _pins(*_: object, **__: object) -> Any:
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)


def start(folder: str, *game: str) -> int:
    """Run the service with its games in ``folder``; return its exit code."""
    smbus2.SMBus = Bus  # type: ignore[assignment, misc]
    pins.model_name = lambda path=pins.MODEL: "Raspberry Pi"
    pins.real_factory = _pins
    os.environ |= {"NOTIFY_SOCKET": "", "STATE_DIRECTORY": folder}
    from firmware_host.cli import main

    return main.main(["play", *game])


if __name__ == "__main__":
    sys.exit(start(*sys.argv[1:]))
