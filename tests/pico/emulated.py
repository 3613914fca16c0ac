"""A Pico with the firmware: MicroPython for the RP2040 and rp2040js run it, cycle by cycle.

Its time is its own: it passes only in :meth:`EmulatedPico.run`, so a busy computer does not change
what happens.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import hardware.firmware
from hardware.firmware import settings
from hardware.firmware.protocol import Splitter, frame
from tests.pico import image

EMULATOR = Path(__file__).with_name("emulator.mjs")
LIBRARY = Path("node_modules", "rp2040js", "dist", "esm", "index.js")
FIRMWARE = Path(hardware.firmware.__file__).parent

BLOCK, BLOCKS, WRITTEN = 4096, 352, 256
"""Bytes and number of the blocks of a Pico's file system, and bytes that are written at once
(MICROPY_HW_FLASH_STORAGE_BYTES of the board RPI_PICO in MicroPython)."""

PINS = 29
START = 2000.0
"""Milliseconds after which the firmware runs."""


class EmulatedPico:
    """A Pico whose contacts are open; ``more_settings`` are lines for the end of its settings.

    ``closed`` are GP numbers at ground from the start. ``folder`` is for its file system.
    """

    def __init__(
        self,
        folder: Path,
        more_settings: str = "",
        closed: Sequence[int] = (),
        more_files: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        files = folder / "files.littlefs"
        files.write_bytes(_file_system(more_settings, more_files))
        home = image.folder()
        parts = (home / LIBRARY, home / "bootrom.bin", home / "micropython.bin", files)
        self._process = subprocess.Popen(
            ["node", EMULATOR, *parts], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._splitter, self._sent = Splitter(), 0
        self.now = 0.0
        self.said = b""
        self.outputs: Sequence[int] = ()
        self.transfers = self.reads = 0
        self.longest_pass = 0.0
        self.lights: Sequence[int] = ()
        for pin in range(PINS):
            self.drive(pin, int(pin not in closed))
        self.run(START)

    def drive(self, pin: int, level: int) -> None:
        """Set the input GP ``pin`` to ``level``: 0 is a closed contact."""
        self._do({"pin": [pin, level]})

    def wire(self, columns: int, rows: int, pieces: Sequence[tuple[int, int]]) -> None:
        """Put shift registers for a board on SPI 0, latched by GP20 and GP21."""
        self._do({"registers": {"columns": columns, "rows": rows, "pieces": pieces}})

    def wire_tiles(self, count: int, closed: Sequence[int]) -> None:
        """Put a chain of 74HC165 with ``count`` inputs on SPI 0, loaded by GP21."""
        self._do({"chain": [count, list(closed)]})

    def wire_lights(self, pin: int) -> None:
        """Put a string of lights on GP ``pin``; :attr:`lights` are the bytes that it got last."""
        self._do({"string": pin})

    def sense(self, levels: Sequence[int]) -> None:
        """Let the Hall sensors read ``levels`` (steps of the ADC) through the multiplexers.

        :attr:`longest_pass` is the longest time between two passes over them since then (ms).
        """
        self._do(
            {
                "halls": {
                    "address": settings.HALL_ADDRESS,
                    "enables": settings.HALL_ENABLES,
                    "levels": list(levels),
                }
            }
        )

    def greet(self) -> None:
        """Send the hello of the host."""
        self.tell("hello", "2", "tableside")

    def tell(self, *words: str) -> None:
        """Send a frame of ``words``."""
        self._do({"say": frame(self._sent, list(words)).hex()})
        self._sent += 1

    def run(self, ms: float) -> list[list[str]]:
        """Let ``ms`` of its time pass; return the words of the frames that it has sent."""
        self._do({"run": ms})
        return [words for _, words in self._splitter.feed(self.said)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _do(self, command: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        assert self._process.stdout is not None, "it is a pipe"
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        self.now, self.outputs = answer["at"], answer["levels"]
        self.said, self.transfers = bytes.fromhex(answer["heard"]), answer["transfers"]
        self.lights = answer["lights"]
        self.reads, self.longest_pass = answer["reads"], answer["longest"]


def _file_system(settings: str, more_files: Mapping[str, str]) -> bytes:
    """Return the content of a Pico's flash with the firmware in its folder, and ``main.py``."""
    sys.path.append(str(image.folder() / "python"))
    try:
        from littlefs import LittleFS  # type: ignore[import-not-found]
    finally:
        sys.path.pop()
    system = LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=WRITTEN)
    system.mkdir("/firmware")
    for path in FIRMWARE.glob("*.py"):
        more = settings if path.stem == "settings" else ""
        with system.open(f"/firmware/{path.name}", "wb") as file:
            file.write(path.read_bytes() + more.encode("ascii"))
    with system.open("/main.py", "wb") as file:
        file.write((FIRMWARE / "main.py").read_bytes())
    for name, text in more_files.items():
        with system.open(f"/{name}", "wb") as file:
            file.write(text.encode("ascii"))
    return bytes(system.context.buffer)
