"""Checks of what is reached by cable or radio: microcontrollers on the serial link, Bluetooth
dice."""

import re
from collections.abc import Mapping
from contextlib import closing
from queue import SimpleQueue
from typing import Final

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
from hardware.link.conversation import SILENCE
from hardware.link.link import Link
from hardware.link.thread import LinkThread
from hardware.wiring.sections import LinkWiring

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

NOT_ASKED: Final = "no Bluetooth dice are paired with this table"


def dice(installation: Installation) -> Finding:
    """Check that Bluetooth dice can be heard: package, adapter, switch, daemon, group."""
    if not _are_wanted(installation):
        return not_needed(NOT_ASKED)
    system = installation.system
    return trouble(system) or ok(", ".join(_adapters(system)))


def wifi(installation: Installation) -> Finding:
    """Check that no hotspot runs on the chip that also has the Bluetooth dice."""
    system = installation.system
    if not _are_wanted(installation):
        return not_needed(NOT_ASKED)
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


PROBES: Mapping[str, Probe] = {"Bluetooth dice": dice, "Bluetooth and Wi-Fi": wifi}
