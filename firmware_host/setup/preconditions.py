"""What makes an installation impossible, found before anything is changed."""

import re
from collections.abc import Iterator

from firmware_host.setup import paths
from firmware_host.setup.installer import Ledger
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import VENV

MODEL = "/proc/device-tree/model"
RELEASES = {"bookworm": 12, "trixie": 13}
EXPECTED = "expected Raspberry Pi OS " + " or ".join(
    f"{number} ({name})" for name, number in RELEASES.items()
)
ISSUE = "/etc/rpi-issue"
"""A file that only Raspberry Pi OS has, with 32 or with 64 bits."""

OVERLAY = re.compile(r"^\S+ / overlay ", re.MULTILINE)


def model(machine: Machine) -> str:
    """Return the model of ``machine``; empty if it does not say."""
    return (machine.text(MODEL) or "").rstrip("\0\n")


def release(machine: Machine) -> str:
    """Return the code name of the system's release, or another name of the system."""
    fields = dict(
        line.partition("=")[::2] for line in (machine.text("/etc/os-release") or "").splitlines()
    )
    names = (fields.get(key, "").strip('"') for key in ("VERSION_CODENAME", "PRETTY_NAME", "ID"))
    return next(filter(None, names), "")


def problems(machine: Machine) -> Iterator[str]:
    """Yield a line for each thing that prevents an installation: what it is, and what to do."""
    name, code = model(machine), release(machine)
    if "Raspberry Pi" not in name:
        here = name or f"a machine without a device tree ({code or 'unknown system'})"
        yield f"{EXPECTED}, but this is {here}: play on this one with: tableside simulate"
    elif not machine.exists(ISSUE) or code not in RELEASES:
        yield (
            f"{EXPECTED}, but this is {code or 'another system'}: write a newer one to the card "
            "with Raspberry Pi Imager"
        )
    if OVERLAY.search(machine.text("/proc/mounts") or ""):
        yield (
            "the card is read-only behind an overlay, so an installation would be lost with the "
            "next start: sudo raspi-config nonint disable_overlayfs, sudo reboot, then try again"
        )
    is_ours = machine.exists(paths.RELEASES) or "environment" in Ledger(machine)
    if machine.exists(VENV) and not is_ours:
        yield f"there is a {VENV} already that is not from tableside install: move it away"
