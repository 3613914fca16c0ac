"""Probes of what keeps a game: the state folder, the room on the card, and the clock."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hardware.doctor.findings import Finding, Probe, failed, ok
from hardware.doctor.system import Installation

ROOM = 50_000_000
"""Bytes that should be free: a game takes some ten thousand, but a full card stops other things."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock before this release has not been set: a Pi without a battery starts where it stopped."""

SYNCHRONISED = "/run/systemd/timesync/synchronized"


def folder(installation: Installation) -> Finding:
    """The folder of the saved games can be written, or be made."""
    system, wanted = installation.system, installation.folder
    standing = _standing(installation)
    if system.usable(standing):
        return ok(str(wanted) if standing == str(wanted) else f"{wanted}, which will be made")
    return failed(
        f"{system.user()} may not write in {standing}",
        f"sudo install -d -m 700 -o {system.user()} {wanted}, or name another with --state-dir "
        "(if the card is mounted read-only: sudo mount -o remount,rw /)",
    )


def room(installation: Installation) -> Finding:
    """There is room for saved games."""
    free = installation.system.free_bytes(_standing(installation))
    text = f"{free // 1_000_000} MB free for {installation.folder}"
    if free < ROOM:
        return failed(
            f"{text}, expected {ROOM // 1_000_000}",
            "see what fills the card: sudo du -xh / | sort -h | tail; then sudo apt clean",
        )
    return ok(text)


def clock(installation: Installation) -> Finding:
    """The clock is set, so that records have their day."""
    now = installation.system.now()
    text = now.strftime("%Y-%m-%d %H:%M %Z")
    if now < EARLIEST:
        return failed(
            f"{text} is past",
            "sudo timedatectl set-ntp true with a network, else sudo date -s 'YYYY-MM-DD HH:MM'",
        )
    if installation.system.exists(SYNCHRONISED):
        return ok(f"{text}, set by the network")
    return ok(f"{text}, not set by the network")


PROBES: Mapping[str, Probe] = {
    "state folder": folder, "free space": room, "clock": clock,
}  # fmt: skip


def _standing(installation: Installation) -> str:
    """The state folder, or the nearest folder above it that exists."""
    path = installation.folder.absolute()
    places = map(str, (path, *path.parents))
    return next(place for place in places if installation.system.exists(place))
