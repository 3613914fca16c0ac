"""The screen of the simulated machine: the framebuffer of its kernel, and the picture on it."""

from pathlib import Path

from PIL import Image

from hardware.display.framebuffer import Screen
from hardware.display.framebuffer_driver import KernelFramebuffer
from hardware.simulated.display import SimulatedFramebuffer
from hardware.wiring.display import DisplayWiring

DEVICE = Path("/dev/fb0")
TEXT = b"\x5a"
"""What a console has left in the memory."""


class KernelScreen:
    """What people see of ``display`` on the screen of the kernel; at first, text of a console."""

    def __init__(self, display: DisplayWiring) -> None:
        self.screen = ask()
        self._seen = SimulatedFramebuffer(display, self.screen)
        self._seen.unblank()
        self.write_text()

    def write_text(self) -> None:
        """Write over all of it, as a console does."""
        with DEVICE.open("r+b", buffering=0) as file:
            file.write(TEXT * len(self._seen.memory))

    @property
    def glass(self) -> Image.Image:
        """All pixels of the screen."""
        self._read()
        return self._seen.glass()

    @property
    def image(self) -> Image.Image:
        """The picture, of mode "1"."""
        self._read()
        return self._seen.image()

    def shows(self, picture: Image.Image) -> bool:
        """Whether people see ``picture``, to the last pixel."""
        return self.image.tobytes() == picture.tobytes()

    def _read(self) -> None:
        with DEVICE.open("rb", buffering=0) as file:
            self._seen.memory[:] = file.read(len(self._seen.memory))


def ask() -> Screen:
    """Return what the kernel says of its framebuffer."""
    framebuffer = KernelFramebuffer(str(DEVICE))
    try:
        return framebuffer.ask()
    finally:
        framebuffer.close()
