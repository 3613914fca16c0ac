"""The card of the evening: the versions of the program on it, and a file system for the games."""

import fcntl
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

import games
from firmware_host.session.session import Session
from firmware_host.setup.paths import CURRENT, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.storage.journal import Journal
from tests.firmware_host.setup.update.table import OLD

DEVICE: Final = "/dev/ubda"
SYSTEM: Final = "/opt"
GAMES: Final = "/var/lib"
"""Where the card is, and where its file system for the games is."""

GAMES_DISK: Final = Path(SYSTEM, "games")
GAMES_BYTES: Final = 24 << 20
SHUT_DOWN: Final = 0x8004587D
WITHOUT_FLUSH: Final = struct.pack("I", 2)
"""EXT4_IOC_SHUTDOWN and EXT4_GOING_FLAGS_NOLOGFLUSH of fs/ext4/ext4.h."""


def mount() -> None:
    """Mount the card, and what it has for the games; make that if it is not there."""
    if Path(sys.base_prefix).is_relative_to(SYSTEM):
        raise SystemExit(f"the evening needs a Python that is not in {SYSTEM}")
    _run("mount", "-t", "ext4", DEVICE, SYSTEM)
    if not GAMES_DISK.exists():
        GAMES_DISK.write_bytes(bytes(GAMES_BYTES))
        _run("mkfs.ext4", "-q", str(GAMES_DISK))
    mount_games()


def mount_games() -> None:
    """Mount the file system for the games."""
    _run("mount", "-t", "ext4", "-o", "loop", str(GAMES_DISK), GAMES)
    Path(STATE).mkdir(exist_ok=True)


def end_games() -> None:
    """Let the card take nothing for the games and give nothing of them any more."""
    descriptor = os.open(GAMES, os.O_RDONLY)
    fcntl.ioctl(descriptor, SHUT_DOWN, WITHOUT_FLUSH)
    os.close(descriptor)


def renew_games() -> None:
    """Put a new card in, a copy of what is on the one that ended."""
    _run("umount", GAMES)
    mount_games()


def install(version: Path) -> None:
    """Unpack the old version from the tar file ``version`` and let it run, as the package does."""
    for folder in (RELEASES, UPDATES):
        Path(folder).mkdir(parents=True)
    _run("tar", "-C", RELEASES, "-xf", str(version))
    for link in (TRUSTED, CURRENT):
        Path(link).symlink_to(f"releases/{OLD}")


def kept() -> list[Session]:
    """Return the games that are kept, the newest first."""
    sessions = (records for _, *records in Journal(Path(STATE)).sessions())
    return [Session.resume(records, games) for records in sessions if records]


def _run(*command: str) -> None:
    subprocess.run(command, check=True)
