"""Probes for saved games: the state folder, free space on the card, and the clock."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hardware.doctor.findings import Finding, Probe, failed, ok
from hardware.doctor.system import Installation

ENOUGH = 50_000_000
"""Bytes that should be free: a game takes some ten thousand, but a full card stops other things."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""An earlier clock has not been set: a Pi without a battery starts with the time it stopped at."""

SYNCHRONISED = "/run/systemd/timesync/synchronized"


def folder(installation: Installation) -> Finding:
    """Check that the folder of the saved games can be written or created."""
    system, wanted = installation.system, installation.folder
    existing = _existing(installation)
    if system.usable(existing):
        return ok(str(wanted) if existing == str(wanted) else f"{wanted}, which will be created")
    return failed(
        f"{system.user()} may not write in {existing}",
        f"sudo install -d -m 700 -o {system.user()} {wanted}, or name another with --state-dir "
        "(if the card is mounted read-only: sudo mount -o remount,rw /)",
    )


def free_space(installation: Installation) -> Finding:
    """Check that there is free space for saved games."""
    free = installation.system.free_bytes(_existing(installation))
    text = f"{free // 1_000_000} MB free for {installation.folder}"
    if free < ENOUGH:
        return failed(
            f"{text}, expected {ENOUGH // 1_000_000}",
            "see what fills the card: sudo du -xh / | sort -h | tail; then sudo apt clean",
        )
    return ok(text)


def clock(installation: Installation) -> Finding:
    """Check that the clock is set, so that records have the right date."""
    now = installation.system.now()
    text = now.strftime("%Y-%m-%d %H:%M %Z")
    if now < EARLIEST:
        return failed(
            f"{text} is in the past",
            "sudo timedatectl set-ntp true with a network, else sudo date -s 'YYYY-MM-DD HH:MM'",
        )
    if installation.system.exists(SYNCHRONISED):
        return ok(f"{text}, set by the network")
    return ok(f"{text}, not set by the network")


PROBES: Mapping[str, Probe] = {
    "state folder": folder, "free space": free_space, "clock": clock,
}  # fmt: skip


def _existing(installation: Installation) -> str:
    """Return the state folder, or the nearest folder above it that exists."""
    path = installation.folder.absolute()
    places = map(str, (path, *path.parents))
    return next(place for place in places if installation.system.exists(place))
