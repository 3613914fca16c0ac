"""Find the framebuffer that a wiring names: by its number, its driver, or where it is connected.

Numbers change with the order in which drivers start; names of drivers and paths stay.

>>> panel = KernelScreen("/dev/fb1", "panel-mipi-dbid", "320x240", "/sys/devices/spi0.0")
>>> [panel.fits(name, str) for name in ("panel-*", "/dev/fb1", "/sys/devices/spi0.0", "/dev/fb0")]
[True, True, True, False]
"""

import glob
import os
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from hardware.errors import DisplayError
from hardware.untrusted_file import open_untrusted

FACTS: Final = "/sys/class/graphics"
"""What the kernel says of its framebuffers (Documentation/ABI/testing/sysfs-class-graphics)."""

CARDS: Final = "/sys/class/drm"
"""The graphics cards; a card and its framebuffer have one device (drm_fb_helper of the kernel)."""

NAMED_BY: Final = ("name", "virtual_size")
FACT_BYTES: Final = 4096
NO_SCREEN: Final = (
    "connect the screen before the Pi is switched on; a panel on SPI needs its dtoverlay in "
    "config.txt"
)


class Facts(Protocol):
    """Files of a machine, as far as names need them."""

    def files(self, pattern: str) -> Sequence[str]:
        """Return the paths that match ``pattern``, sorted."""

    def text(self, path: str) -> str | None:
        """Return the text of the file at ``path``, None if it cannot be read."""

    def real(self, path: str) -> str:
        """Return ``path`` with every link followed."""


class FactsBelow:
    """The :class:`Facts` below ``root``, the root of the file system."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root.resolve()

    def files(self, pattern: str) -> Sequence[str]:
        found = glob.glob(pattern.lstrip("/"), root_dir=self._root)  # noqa: PTH207 - from the root
        return sorted(f"/{path}" for path in found)

    def text(self, path: str) -> str | None:
        try:
            with open_untrusted(self._root / path.lstrip("/")) as file:
                return file.read(FACT_BYTES).decode("utf-8", errors="replace")
        except OSError:
            return None

    def real(self, path: str) -> str:
        real = Path(os.path.realpath(self._root / path.lstrip("/")))
        return f"/{real.relative_to(self._root)}" if real.is_relative_to(self._root) else path


class KernelScreen(Struct, frozen=True):
    """The framebuffer at ``node`` of a ``driver``; ``place`` is the path of its device in /sys."""

    node: str
    driver: str
    size: str
    place: str

    def __str__(self) -> str:
        return f"{self.node} ({self.driver}, {self.size})"

    def fits(self, wanted: str, real: Callable[[str], str]) -> bool:
        """Return whether ``wanted`` names it; ``real`` follows the links of a path.

        ``wanted`` is its node, the pattern of its driver's name, the path of its device or of what
        that is part of, or a link to its graphics card.
        """
        if "/" not in wanted:
            return fnmatchcase(self.driver, wanted)
        path = real(wanted)
        if path.startswith("/dev/dri/"):
            path = real(f"{CARDS}/{path.rpartition('/')[2]}/device")
        return path == self.node or f"{self.place}/".startswith(f"{path}/")


def screens(facts: Facts) -> tuple[KernelScreen, ...]:
    """Return the framebuffers of a machine, by their nodes."""

    def screen(folder: str) -> KernelScreen:
        driver, size = ((facts.text(f"{folder}/{name}") or "?").strip() for name in NAMED_BY)
        node = f"/dev/{folder.rpartition('/')[2]}"
        return KernelScreen(node, driver, size.replace(",", "x"), facts.real(f"{folder}/device"))

    return tuple(screen(folder) for folder in facts.files(f"{FACTS}/fb[0-9]*"))


def screen_named(wanted: str, facts: Facts) -> KernelScreen:
    """Return the one framebuffer that ``wanted`` names; DisplayError that lists them otherwise."""
    here = screens(facts)
    fitting = [screen for screen in here if screen.fits(wanted, facts.real)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        both = " and ".join(f"{screen}, {screen.place}" for screen in fitting)
        raise DisplayError(f"{wanted} names more than one screen: {both}: {advice(fitting)}")
    if not here:
        raise DisplayError(f"there is no {wanted}: {NO_SCREEN}")
    others = ", ".join(map(str, here))
    raise DisplayError(f"there is no {wanted}, but {others}: {advice(here)}")


def advice(here: Sequence[KernelScreen]) -> str:
    """Say how the first screen of ``here`` is named so that it stays the same."""
    first = here[0]
    is_alone = [screen.driver for screen in here].count(first.driver) == 1
    stable = first.driver if is_alone else first.place
    return f'write device = "{stable}" into [display] of the wiring'
