"""Checks of what is plugged in: screens of the kernel, keyboards, and what a table speaks
through."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from hardware.display.framebuffer import FACTS, KernelScreen, screen_named, screens
from hardware.doctor.findings import DoctorBench, Finding, Probe, asked, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.errors import DisplayError
from hardware.input.plugged_keyboards import (
    ANY,
    INPUTS,
    LINKS,
    NODES,
    InputDevice,
    described,
    listed,
)
from hardware.speaker import PLAYER, play_command, tone
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


def screen_files(installation: Installation) -> tuple[str, ...]:
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


SECTION = '[keyboards] find = ["*"]'


def keyboards(installation: Installation) -> Finding:
    """Check that there is a keyboard that the wiring names; name those that it does not."""
    wanted = installation.wiring.keyboards
    here = [each for each in found(installation.system) if each.fits(wanted or (ANY,))]
    names = listed(here)
    if here and wanted:
        return ok(names)
    if here:
        return not_needed(f"{names} is not read: write {SECTION} into the wiring to play with it")
    if not wanted:
        return not_needed("the wiring has no section [keyboards]")
    others = listed(found(installation.system))
    return failed(
        f"expected a keyboard {' or '.join(wanted)}, found {others or 'none'}",
        "plug it in, or put its USB id, name or path into [keyboards] find",
    )


def found(system: System) -> tuple[InputDevice, ...]:
    """Return the devices of ``system`` that have keys of the table."""
    links = [path for kind in LINKS for path in system.files(f"{NODES}/{kind}/*")]
    nodes = (path.rpartition("/")[2] for path in system.files(f"{INPUTS}/event*"))
    every = (described(node, system.text, _leading(links, node, system)) for node in nodes)
    return tuple(device for device in every if device.lines)


def _leading(links: Iterable[str], node: str, system: System) -> tuple[str, ...]:
    return tuple(link for link in links if system.real(link) == f"{NODES}/{node}")


def keyboard_files(installation: Installation) -> tuple[str, ...]:
    """Return the files of the devices that the wiring names."""
    wanted = installation.wiring.keyboards
    here = found(installation.system) if wanted else ()
    return tuple(f"{NODES}/{each.node}" for each in here if each.fits(wanted))


PACKAGES: Final[Mapping[str, str]] = {"espeak-ng": "espeak-ng", PLAYER: "alsa-utils"}
"""The programs, and the packages of Debian that have them."""

FOLDERS: Final = ("/usr/local/bin", "/usr/bin", "/bin")
PLAYERS: Final = "/dev/snd/pcm*p"
"""What a sound card plays through."""

CARDS: Final = "/proc/asound/cards"
CARD: Final = re.compile(r"^ *\d+ \[(\S+) *\]", re.MULTILINE)

TONE_SECONDS, PLAY_SECONDS = 0.5, 5.0
"""How long the tone is, and how long the program may take for it."""

NOT_ASKED: Final = "for a table that speaks: tableside doctor --speech"


def programs(installation: Installation) -> Finding:
    """Check that the programs are there with which a table speaks."""
    if not installation.is_speaking:
        return not_needed(NOT_ASKED)
    missing = [name for name in PACKAGES if not _is_there(installation.system, name)]
    if missing:
        needed = " ".join(PACKAGES[name] for name in missing)
        return failed(f"{' and '.join(missing)} not found", f"sudo apt install {needed}")
    return ok(", ".join(PACKAGES))


def cards(installation: Installation) -> Finding:
    """Check that there is a sound card that plays; name the devices for ``--sound-device``."""
    if not installation.is_speaking:
        return not_needed(NOT_ASKED)
    system = installation.system
    if not system.files(PLAYERS):
        return failed(
            "no sound card",
            "plug in a USB sound card, or for the socket of the Pi write dtparam=audio=on into "
            "config.txt, then sudo reboot",
        )
    names = CARD.findall(system.text(CARDS) or "")
    return ok(", ".join(f"plughw:CARD={name}" for name in names) or "default")


def tone_played(installation: Installation) -> Finding:
    """Play a tone with the program and on the device through which the table is to speak."""
    device = installation.sound_device
    if device is None:
        return not_needed(NOT_ASKED)
    ran = installation.system.run(play_command(device), tone(TONE_SECONDS), PLAY_SECONDS)
    if ran.code == 0:
        return ok(f"played on {device}")
    ended = "takes no sound" if ran.code is None else f"ended with {ran.code}"
    return failed(
        f"no sound on {device}: {PLAYER} {ended}" + (f" ({ran.words})" if ran.words else ""),
        "plug the screen or the loudspeaker in, or try another of the devices above: "
        "tableside doctor --speech --sound-device NAME, and give the table the one that plays",
    )


def hear_tone(bench: DoctorBench) -> Finding:
    """Ask whether the tone was heard."""
    return asked(
        bench, "did you hear a tone?", "heard", "turn the volume up: alsamixer; check the cable"
    )


def _is_there(system: System, program: str) -> bool:
    return any(system.exists(f"{folder}/{program}") for folder in FOLDERS)


PROBES: Mapping[str, Probe] = {
    "framebuffer": framebuffer,
    "keyboards": keyboards,
    "speech": programs,
    "sound card": cards,
    "tone": tone_played,
}
