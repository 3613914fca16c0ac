"""Checks of Bluetooth, for tables with Bluetooth dice: the adapter, who may use it, Wi-Fi."""

import re
from collections.abc import Mapping
from typing import Final

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System

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
