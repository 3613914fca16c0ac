"""What stands in the way of an installation: found before anything is changed."""

import re
from collections.abc import Iterator

from firmware_host.install.installer import Ledger
from firmware_host.install.machine import Machine
from firmware_host.install.paths import VENV

MODEL = "/proc/device-tree/model"
RELEASES = {"bookworm": 12, "trixie": 13}
EXPECTED = "expected Raspberry Pi OS " + " or ".join(
    f"{number} ({name})" for name, number in RELEASES.items()
)
ISSUE = "/etc/rpi-issue"
"""The file that only Raspberry Pi OS has, be it of 32 or of 64 bits."""

OVERLAY = re.compile(r"^\S+ / overlay ", re.MULTILINE)


def model(machine: Machine) -> str:
    """Return the name of ``machine``; empty if it has none."""
    return (machine.text(MODEL) or "").rstrip("\0\n")


def release(machine: Machine) -> str:
    """Return the code name of the system's release, or what else it calls itself."""
    said = dict(
        line.partition("=")[::2] for line in (machine.text("/etc/os-release") or "").splitlines()
    )
    names = (said.get(key, "").strip('"') for key in ("VERSION_CODENAME", "PRETTY_NAME", "ID"))
    return next(filter(None, names), "")


def obstacles(machine: Machine) -> Iterator[str]:
    """Yield what stands in the way on ``machine``, and what to do about it, a line each."""
    name, code = model(machine), release(machine)
    if "Raspberry Pi" not in name:
        here = name or f"a machine without a device tree ({code or 'unknown system'})"
        yield f"{EXPECTED}, but this is {here}: to play on this one: tableside simulate"
    elif not machine.exists(ISSUE) or code not in RELEASES:
        yield (
            f"{EXPECTED}, but this is {code or 'another system'}: write a newer one to the card "
            "with Raspberry Pi Imager"
        )
    if OVERLAY.search(machine.text("/proc/mounts") or ""):
        yield (
            "the card is read-only behind an overlay, what is installed would be gone after the "
            "next start: sudo raspi-config nonint disable_overlayfs, sudo reboot, then again"
        )
    if machine.exists(VENV) and "environment" not in Ledger(machine):
        yield f"there is a {VENV} already, and not from tableside install: move it away"
