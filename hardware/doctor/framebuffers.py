"""Checks of the screens that a driver of the kernel shows: HDMI, DSI, and panels on SPI."""

from collections.abc import Mapping
from typing import Final

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.wiring.display import KERNEL

FACTS: Final = "/sys/class/graphics"
"""What the kernel says of its framebuffers (Documentation/ABI/testing/sysfs-class-graphics)."""

DEPTHS: Final = ("16", "24", "32")
CONSOLES: Final = "/sys/class/vtconsole/vtcon*"
COMMAND_LINE: Final = "/proc/cmdline"
AWAY: Final = "fbcon=map:"
"""The option of the kernel that sends its console to another framebuffer."""

PROFILE: Final = "the profile framebuffer shows the table on it"


def framebuffer(installation: Installation) -> Finding:
    """Check that the framebuffer of the wiring is there; name the others that are."""
    system, display = installation.system, installation.wiring.display
    here = found(system)
    if display.interface != KERNEL:
        if not here:
            return not_needed("the display has no framebuffer")
        return not_needed(f"{', '.join(here.values())} is not used: {PROFILE}")
    if display.device not in here:
        others = ", ".join(here.values())
        return failed(
            f"there is no {display.device}" + (f", but {others}" if here else ""),
            f'write device = "{next(iter(here))}" into [display] of the wiring'
            if here
            else "connect the screen before the Pi is switched on; a panel on SPI needs its "
            "dtoverlay in config.txt",
        )
    return _usable(system, display.device, here[display.device])


def found(system: System) -> Mapping[str, str]:
    """Return the framebuffers of ``system`` by device, each with its size and its driver."""
    nodes = [path.rpartition("/")[2] for path in system.files(f"{FACTS}/fb[0-9]*")]
    return {f"/dev/{node}": _described(system, node) for node in nodes}


def _described(system: System, node: str) -> str:
    size = _fact(system, node, "virtual_size").replace(",", "x")
    return f"/dev/{node} ({_fact(system, node, 'name')}, {size})"


def _usable(system: System, device: str, described: str) -> Finding:
    depth = _fact(system, device.rpartition("/")[2], "bits_per_pixel")
    if depth not in DEPTHS:
        return failed(
            f"{described} has {depth} bits a pixel, expected 16, 24 or 32",
            "remove framebuffer_depth from config.txt, then sudo reboot",
        )
    line = (system.text(COMMAND_LINE) or "").split()
    is_free = any(word.startswith(AWAY) for word in line) or not _has_console(system)
    return ok(
        described
        if is_free
        else f"{described}; the console of the Pi writes on it too: add {AWAY}9 to cmdline.txt"
    )


def _has_console(system: System) -> bool:
    """Return whether a console of the kernel is shown on a framebuffer."""
    return any(
        "frame buffer" in (system.text(f"{each}/name") or "")
        and (system.text(f"{each}/bind") or "").strip() == "1"
        for each in system.files(CONSOLES)
    )


def _fact(system: System, node: str, name: str) -> str:
    return (system.text(f"{FACTS}/{node}/{name}") or "?").strip()


PROBES: Mapping[str, Probe] = {"framebuffer": framebuffer}
