"""Checks of speech: the programs that speak, the sound cards, and whether they play."""

import re
from collections.abc import Mapping
from typing import Final

from hardware.doctor.bench import DoctorBench
from hardware.doctor.findings import Finding, Probe, asked, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.output.speaker import PLAYER, play_command, tone

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


def hear(bench: DoctorBench) -> Finding:
    """Ask whether the tone was heard."""
    return asked(
        bench, "did you hear a tone?", "heard", "turn the volume up: alsamixer; check the cable"
    )


def _is_there(system: System, program: str) -> bool:
    return any(system.exists(f"{folder}/{program}") for folder in FOLDERS)


PROBES: Mapping[str, Probe] = {"speech": programs, "sound card": cards, "tone": tone_played}
