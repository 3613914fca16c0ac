"""Checks of speech: the programs that speak, and the sound cards."""

import re
from collections.abc import Mapping
from typing import Final

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System

PACKAGES: Final[Mapping[str, str]] = {"espeak-ng": "espeak-ng", "aplay": "alsa-utils"}
"""The programs, and the packages of Debian that have them."""

FOLDERS: Final = ("/usr/local/bin", "/usr/bin", "/bin")
PLAYERS: Final = "/dev/snd/pcm*p"
"""What a sound card plays through."""

CARDS: Final = "/proc/asound/cards"
CARD: Final = re.compile(r"^ *\d+ \[(\S+) *\]", re.MULTILINE)

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


def _is_there(system: System, program: str) -> bool:
    return any(system.exists(f"{folder}/{program}") for folder in FOLDERS)


PROBES: Mapping[str, Probe] = {"speech": programs, "sound card": cards}
