"""Keyboards made of files: what the kernel tells about them, and a pipe for what they say."""

import os
from collections.abc import Collection
from pathlib import Path

from hardware.input.plugged_keyboards import KEY, record

USB, HOST = 3, 0x19
KEYBOARD_KEYS = (1, 28, 57, 103, 105, 106, 108)


def bitmap(keys: Collection[int]) -> str:
    """Return ``keys`` as sysfs writes them."""
    value, words = sum(1 << key for key in keys), []
    while value:
        words.append(f"{value & (1 << 64) - 1:x}")
        value >>= 64
    return " ".join(reversed(words)) or "0"


class PipeKeyboard:
    """A keyboard at ``node`` below ``root``, which stands for the file system."""

    def __init__(
        self,
        root: Path,
        node: str = "event0",
        name: str = "Big Keys",
        usb_id: str = "046d:c31c",
        keys: Collection[int] = KEYBOARD_KEYS,
        bus: int = USB,
    ) -> None:
        vendor, _, product = usb_id.partition(":")
        facts = {
            "name": name, "id/bustype": f"{bus:04x}", "id/vendor": vendor, "id/product": product,
            "capabilities/key": bitmap(keys),
        }  # fmt: skip
        for fact, text in facts.items():
            path = root / "sys/class/input" / node / "device" / fact
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        self.file = root / "dev/input" / node
        self.file.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self.file)
        self._end = os.open(self.file, os.O_RDWR | os.O_NONBLOCK)

    def type(self, code: int, value: int, time: float = 0.0) -> None:
        """Press the key ``code`` (1) or release it (0) at ``time``, in seconds."""
        os.write(self._end, record(KEY, code, value, time))

    def unplug(self) -> None:
        """Pull it out."""
        self.file.unlink(missing_ok=True)
        os.close(self._end)
