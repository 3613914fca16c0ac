"""Checks of what is attached: screens of the kernel, keyboards and what a table speaks through.

Microcontrollers on the serial link and Bluetooth dice are among it.
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from queue import SimpleQueue
from typing import Final

from hardware import DisplayError
from hardware.display.framebuffer import FACTS, KernelScreen, screen_named, screens
from hardware.doctor.findings import (
    TICK,
    DoctorBench,
    Finding,
    Probe,
    asked,
    failed,
    not_needed,
    ok,
)
from hardware.doctor.system import Installation, System
from hardware.input.plugged_keyboards import (
    ANY,
    INPUTS,
    LINKS,
    NODES,
    InputDevice,
    described,
    listed,
)
from hardware.link.conversation import SILENCE
from hardware.link.link import Link
from hardware.link.thread import LinkThread
from hardware.speaker import PLAYER, play_command, tone
from hardware.wiring.display import KERNEL
from hardware.wiring.sections import LinkWiring

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


TTYS = "/sys/class/tty/tty[AU]*"
"""The kernel's serial ports on USB and on the header."""

# from a port to its USB device: a CDC-ACM port is on its interface, a converter's one level below
USB_DEVICES = ("device/..", "device/../..")

TIME_TO_ANSWER = SILENCE + 1.0
"""Seconds after which a peer has either answered or is silent."""

SEE_THE_LIGHTS = (
    "is the lower left field of the board white and steady, and the upper right one blue, slowly "
    "brighter and darker, and no other?"
)
WRONG_LIGHTS = (
    "other fields: set the order of the string in the settings of the firmware; dark: check its "
    "supply, its data line and the level shifter (docs/firmware.md)"
)

TIME_TO_JUDGE = 4.0
"""Seconds in which a peer has found the sensors that are dead, stuck or noisy."""

SEE = "to see what arrives: tableside link (docs/troubleshooting.md)"


def port(installation: Installation) -> Finding:
    """Check that there is a serial port that the wiring looks for."""
    system, link = installation.system, installation.wiring.link
    if link is None:
        return not_needed("the wiring has no section [link]")
    ports = serial_ports(system)
    found = [path for path, usb in ports.items() if usb in link.usb_ids]
    found += [path for pattern in link.paths for path in system.files(pattern)]
    if found:
        return ok(", ".join(found))
    here = ", ".join(f"{path} {usb}".strip() for path, usb in ports.items()) or "no serial port"
    return failed(
        f"expected a port {' or '.join(link.find)}, found {here}",
        "plug the peer in with a cable that carries data, or put its USB id or path into [link] "
        "find; a new peer needs the firmware first: docs/firmware.md",
    )


def answer(bench: DoctorBench) -> Finding:
    """Check that every peer answers, and that together they bring what the wiring expects."""
    wired = bench.wiring.link or LinkWiring()
    link = Link(bench.open_ports(wired.find), SimpleQueue(), bench.clock)
    try:
        return _answered(link, bench, wired)
    finally:
        link.close()


def lights(bench: DoctorBench) -> Finding:
    """Light the first and the last field of a board with lights, and ask whether that is seen."""
    wired = bench.wiring.link or LinkWiring()
    # a thread keeps talking while the person looks: lights go out without a host
    with closing(LinkThread(bench.open_ports(wired.find), SimpleQueue())) as link:
        end = bench.clock() + TIME_TO_ANSWER
        while bench.clock() < end and not _is_complete(link):
            bench.pause(TICK)
        strings = [peer.offers.lamps for peer in link.peers if peer.offers.lamps is not None]
        if not strings:
            return not_needed("no peer has lights in the fields of a board")
        columns, rows = strings[0].size
        link.show(None, {(0, 0): "from", (columns - 1, rows - 1): "to"})
        return asked(bench, SEE_THE_LIGHTS, "seen", WRONG_LIGHTS)


def tray_sensors(bench: DoctorBench) -> Finding:
    """Check the sensors under a tray that finds its dice by itself."""
    wired = bench.wiring.link or LinkWiring()
    with closing(Link(bench.open_ports(wired.find), SimpleQueue(), bench.clock)) as link:
        _follow(link, bench, TIME_TO_ANSWER, until_complete=True)
        if not any(peer.offers.sensors for peer in link.peers):
            return not_needed("no peer has sensors under a tray")
        _follow(link, bench, TIME_TO_JUDGE)
        sensors = link.sensors
    if sensors is None:
        return failed("the sensors under the tray are not reported", SEE)
    if sensors.told:
        wrong, advice = zip(*sensors.told, strict=True)
        return failed("; ".join(wrong), "; ".join(advice))
    columns, rows = sensors.size
    return ok(f"{columns * rows} sensors, none dead, stuck or noisy")


def serial_ports(system: System) -> dict[str, str]:
    """Return the serial ports of ``system`` with their USB ids, empty for those not on USB."""
    nodes = {f"/dev/{path.rpartition('/')[2]}": path for path in system.files(TTYS)}
    return {node: _usb_id(system, path) for node, path in nodes.items() if system.exists(node)}


def _usb_id(system: System, path: str) -> str:
    for device in USB_DEVICES:
        ids = [system.text(f"{path}/{device}/{name}") for name in ("idVendor", "idProduct")]
        if all(ids):
            return ":".join(text.strip() for text in ids if text)
    return ""


def _answered(link: Link, bench: DoctorBench, wired: LinkWiring) -> Finding:
    _follow(link, bench, TIME_TO_ANSWER, until_complete=True)
    if link.faults:
        return failed("; ".join(link.faults), SEE)
    brought = {kind for peer in link.peers for kind in peer.offers.kinds}
    if missing := [kind for kind in wired.brings if kind not in brought]:
        return failed(
            f"no peer brings {' and '.join(missing)}",
            "add it to the settings of the firmware (docs/firmware.md), or remove it from "
            "[link] brings",
        )
    peers = [
        f"{peer.model} {peer.identity} on {peer.path} brings {' and '.join(peer.offers.kinds)}"
        for peer in link.peers
    ]
    return ok(", ".join(peers))


def _follow(link: Link, bench: DoctorBench, seconds: float, until_complete: bool = False) -> None:
    """Keep ``link`` going for so long, or until every peer that was found has answered."""
    end = bench.clock() + seconds
    while (now := bench.clock()) < end and not (until_complete and _is_complete(link)):
        link.tick(now)
        bench.pause(TICK)


def _is_complete(link: Link | LinkThread) -> bool:
    """Return whether a peer was found and every peer that was found has answered."""
    return bool(link.peers) and all(peer.state == "here" for peer in link.peers)


FOLDER: Final = "/sys/class/bluetooth"
ADAPTER: Final = re.compile(r"hci\d+")
SWITCHES: Final = "/sys/class/rfkill/rfkill*"
PROCESSES: Final = "/proc/[0-9]*/comm"
DAEMON, HOTSPOT = "bluetoothd", "hostapd"
GROUP: Final = "bluetooth"
DICE: Final = "dice"
"""The file of the paired dice in the folder of the games."""
NETWORKS: Final = "/etc/NetworkManager/system-connections/*.nmconnection"

UNPAIRED: Final = "no Bluetooth dice are paired with this table"


def dice(installation: Installation) -> Finding:
    """Check that Bluetooth dice can be heard: package, adapter, switch, daemon, group."""
    if not _are_wanted(installation):
        return not_needed(UNPAIRED)
    system = installation.system
    return trouble(system) or ok(", ".join(_adapters(system)))


def wifi(installation: Installation) -> Finding:
    """Check that no hotspot runs on the chip that also has the Bluetooth dice."""
    system = installation.system
    if not _are_wanted(installation):
        return not_needed(UNPAIRED)
    if _is_on_usb(system):
        return ok("the Bluetooth adapter is on USB")
    if not _has_hotspot(system):
        return ok("no hotspot")
    return failed(
        "a Wi-Fi hotspot shares its antenna with the dice: they are lost now and then",
        "plug in a Bluetooth adapter on USB, or let the table join a network instead",
    )


def trouble(system: System) -> Finding | None:
    """Return what keeps the program from using the adapter; None if nothing does."""
    if system.version("bleak") is None:
        return failed(
            "the package bleak is missing", f"{system.pip()} install 'tableside[bluetooth]'"
        )
    if not _adapters(system):
        return failed(
            "no Bluetooth adapter",
            "plug in a USB adapter, or remove dtoverlay=disable-bt from config.txt and reboot",
        )
    if blocked := _blocked(system):
        how = "sudo rfkill unblock bluetooth" if blocked == "soft" else "turn its switch on"
        return failed(f"Bluetooth is blocked ({blocked})", how)
    if not _runs(system, DAEMON):
        install = "sudo apt install bluez && sudo systemctl enable --now bluetooth"
        return failed(f"{DAEMON} does not run", install)
    user = system.user()
    if user == "root" or GROUP in system.groups():
        return None
    if GROUP in system.memberships():
        return failed(f"{user} is not in the group {GROUP} yet", "log out and in again")
    return failed(
        f"{user} is not in the group {GROUP}", f"sudo usermod -aG {GROUP} {user}, then log in again"
    )


def _are_wanted(installation: Installation) -> bool:
    return installation.system.exists(f"{installation.folder}/{DICE}")


def _blocked(system: System) -> str:
    """Return what blocks Bluetooth, "soft" or "hard"; empty if nothing does."""
    for switch in system.files(SWITCHES):
        if (system.text(f"{switch}/type") or "").strip() == "bluetooth":
            for kind in ("hard", "soft"):
                if (system.text(f"{switch}/{kind}") or "").strip() == "1":
                    return kind
    return ""


def _runs(system: System, program: str) -> bool:
    names = (system.text(path) or "" for path in system.files(PROCESSES))
    return any(name.strip() == program for name in names)


def _has_hotspot(system: System) -> bool:
    """Return whether a hotspot runs, or begins when the machine starts."""
    networks = (system.text(path) or "" for path in system.files(NETWORKS))
    is_kept = any("mode=ap" in text and "autoconnect=false" not in text for text in networks)
    return is_kept or _runs(system, HOTSPOT)


def _adapters(system: System) -> tuple[str, ...]:
    """Return the names of the adapters; connections, such as hci0:64, are none."""
    names = (path.rpartition("/")[2] for path in system.files(f"{FOLDER}/hci*"))
    return tuple(name for name in names if ADAPTER.fullmatch(name))


def _is_on_usb(system: System) -> bool:
    facts = (system.text(f"{FOLDER}/{name}/device/uevent") or "" for name in _adapters(system))
    return any("DEVTYPE=usb" in text for text in facts)


PROBES: Mapping[str, Probe] = {
    "framebuffer": framebuffer,
    "keyboards": keyboards,
    "speech": programs,
    "sound card": cards,
    "tone": tone_played,
    "Bluetooth dice": dice,
    "Bluetooth and Wi-Fi": wifi,
}
