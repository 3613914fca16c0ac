"""Checks of the screens that a driver of the kernel shows: HDMI, DSI, and panels on SPI."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from hardware.display.framebuffer.names import FACTS, KernelScreen, screen_named, screens
from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.errors import DisplayError
from hardware.wiring.display import KERNEL

DEPTHS: Final = ("16", "24", "32")
CONSOLES: Final = "/sys/class/vtconsole/vtcon*"
COMMAND_LINE: Final = "/proc/cmdline"
AWAY: Final = "fbcon=map:"
"""The option of the kernel that sends its console to another framebuffer."""

NO_FRAMEBUFFER: Final = "the display has no framebuffer"
PROFILE: Final = "the profile framebuffer shows the table on it"


def framebuffer(installation: Installation) -> Finding:
    """Check that the framebuffer of the wiring is there; name the others that are."""
    system, display = installation.system, installation.wiring.display
    if display.interface != KERNEL:
        here = ", ".join(map(str, screens(system)))
        return not_needed(f"{here} is not used: {PROFILE}" if here else NO_FRAMEBUFFER)
    try:
        return _usable(system, screen_named(display.device, system))
    except DisplayError as error:
        text, _, advice = str(error).rpartition(": ")
        return failed(text, advice)


def files(installation: Installation) -> tuple[str, ...]:
    """Return the file of the screen that the wiring names, if it is there."""
    display = installation.wiring.display
    if display.interface != KERNEL:
        return ()
    with suppress(DisplayError):
        return (screen_named(display.device, installation.system).node,)
    return ()


def _usable(system: System, screen: KernelScreen) -> Finding:
    depth = (system.text(f"{FACTS}/{screen.node.rpartition('/')[2]}/bits_per_pixel") or "?").strip()
    if depth not in DEPTHS:
        return failed(
            f"{screen} has {depth} bits a pixel, expected 16, 24 or 32",
            "remove framebuffer_depth from config.txt, then sudo reboot",
        )
    line = (system.text(COMMAND_LINE) or "").split()
    is_free = any(word.startswith(AWAY) for word in line) or not _has_console(system)
    return ok(
        f"{screen}"
        if is_free
        else f"{screen}; the console of the Pi writes on it too: add {AWAY}9 to cmdline.txt"
    )


def _has_console(system: System) -> bool:
    """Return whether a console of the kernel is shown on a framebuffer."""
    return any(
        "frame buffer" in (system.text(f"{each}/name") or "")
        and (system.text(f"{each}/bind") or "").strip() == "1"
        for each in system.files(CONSOLES)
    )


PROBES: Mapping[str, Probe] = {"framebuffer": framebuffer}
