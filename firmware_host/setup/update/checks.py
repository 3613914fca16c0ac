"""What is checked before an update changes anything."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from firmware_host.setup.update.package import PACKAGE, UpdatePackage
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import is_newer

RESERVE: Final = 32 << 20
"""Bytes that stay free on the card: games and the log go on while a version is unpacked."""

EVERY_ARCHITECTURE: Final = "all"
"""What a package says that has nothing for one kind of processor only."""

MB: Final = 1_000_000


class UpdateSite(Struct, frozen=True):
    """Where an update is to go.

    ``version`` runs now, None if it did not come from a package. ``architecture`` is Debian's name
    for that of the machine, ``system`` the code name of the release, ``state_format`` that of the
    folder with the games, and ``free`` the number of free bytes. The others are what the machine
    says of its power and its card.
    """

    version: str | None
    architecture: str
    system: str
    state_format: int
    free: int
    is_power_low: bool = False
    is_overlay: bool = False


def check(package: UpdatePackage, site: UpdateSite, may_be_older: bool = False) -> None:
    """Raise an UpdateError for the first thing that prevents ``package`` on ``site``, if any does.

    An older version is refused unless it ``may_be_older``.
    """
    for problem in _problems(package, site, may_be_older):
        raise problem


def _problems(
    package: UpdatePackage, site: UpdateSite, may_be_older: bool
) -> Iterator[UpdateError]:
    yield from _of_the_file(package, site)
    version, name = site.version or "", f"{PACKAGE} {package.version}"
    if package.version == version:
        yield UpdateError("same", f"{name} runs already: nothing was changed")
    elif not may_be_older and not is_newer(package.version, version):
        yield UpdateError(
            "older", f"expected a version newer than {version}, got {name}: to return to it, "
            "add --older",
        )  # fmt: skip
    written = package.state_format
    if written is not None and written < site.state_format:
        yield UpdateError(
            "state", f"the games are in a folder of format {site.state_format}, {name} reads up to "
            f"{written}: it could not start; take a newer version",
        )  # fmt: skip
    yield from _of_the_machine(package, site)


def _of_the_file(package: UpdatePackage, site: UpdateSite) -> Iterator[UpdateError]:
    if package.name != PACKAGE:
        yield UpdateError(
            "program", f"expected a package of {PACKAGE}, got one of {package.name!r}"
        )
    if package.architecture not in (site.architecture, EVERY_ARCHITECTURE):
        yield UpdateError(
            "architecture", f"expected a package for {site.architecture}, got one for "
            f"{package.architecture!r}: take the file for this one",
        )  # fmt: skip
    if site.system not in package.systems:
        known = ", ".join(package.systems) or "none that it names"
        yield UpdateError(
            "system", f"expected a package for {site.system}, this one is for {known}: take the "
            "one for this system, or write a newer system to the card",
        )  # fmt: skip


def _of_the_machine(package: UpdatePackage, site: UpdateSite) -> Iterator[UpdateError]:
    needed = package.installed_bytes + len(package.data) + RESERVE
    if site.is_overlay:
        yield UpdateError(
            "overlay", "the card is read-only behind an overlay, so an update would be lost with "
            "the next start: sudo raspi-config nonint disable_overlayfs, sudo reboot, try again",
        )  # fmt: skip
    if site.is_power_low:
        yield UpdateError(
            "power", "the supply is or was below 4.63 V since the start: use the supply that is "
            "made for this Raspberry Pi and a short, thick cable, restart it, then try again",
        )  # fmt: skip
    if site.free < needed:
        yield UpdateError(
            "room", f"expected {needed // MB} MB free on the card, there are {site.free // MB}: "
            "sudo apt clean, or see what fills it: sudo du -xh / | sort -h | tail",
        )  # fmt: skip
