"""A memory card in memory, and every state in which a power cut may leave it."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DISK_BYTES, LOG_BYTES = 8 << 20, 64 << 20
SECTOR = 512
NAME, DEVICE = "card", "/dev/dm-0"
TOOLS: Final = ("dmsetup", "mkfs.ext4", "losetup")
FIRST, LOG = "first", "log"
"""In the room: the empty card as it was first, and the log of all writes to it since."""


def run(*command: str | Path) -> str:
    """Run ``command``; return what it says, AssertionError if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@contextmanager
def logged_card(room: Path) -> Iterator[Path]:
    """Mount a card in the folder ``room`` whose writes are logged; yield where it is."""
    disk, log, place = image(room / "disk", DISK_BYTES), image(room / LOG, LOG_BYTES), room / "on"
    run("mkfs.ext4", "-q", disk)
    shutil.copy(disk, room / FIRST)
    loops = [run("losetup", "--find", "--show", file) for file in (disk, log)]
    table = f"0 {DISK_BYTES // SECTOR} log-writes {loops[0]} {loops[1]}"
    run("dmsetup", "create", NAME, "--noudevrules", "--noudevsync", "--table", table)
    place.mkdir()
    run("mount", "-t", "ext4", DEVICE, place)
    yield place
    run("umount", place)
    run("dmsetup", "remove", "--noudevrules", "--noudevsync", NAME)
    for loop in loops:
        run("losetup", "--detach", loop)


def image(file: Path, size: int) -> Path:
    """Make ``file`` a disk of ``size`` bytes, all zero."""
    with file.open("wb") as opened:
        opened.truncate(size)
    return file


def mark(text: str) -> None:
    """Put ``text`` into the log of writes."""
    run("dmsetup", "message", NAME, "0", "mark", text)


@contextmanager
def after_a_cut(disk: bytes, room: Path) -> Iterator[Path]:
    """Mount ``disk`` as a power cut left it; yield where it is."""
    file, place = room / "state", room / "after"
    file.write_bytes(disk)
    place.mkdir(exist_ok=True)
    run("mount", "-t", "ext4", "-o", "loop", file, place)
    try:
        yield place
    finally:
        run("umount", place)
