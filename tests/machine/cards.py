"""Memory cards for the simulated machine."""

import shutil
import subprocess
from pathlib import Path

import pytest


def formatted_card(folder: Path, size: int) -> Path:
    """Make a memory card of ``size`` bytes with an empty file system, a file in ``folder``."""
    mkfs = shutil.which("mkfs.ext4", path="/usr/sbin:/sbin:/usr/bin")
    if mkfs is None:
        pytest.skip("no mkfs.ext4: install e2fsprogs")
    card = folder / "card"
    with card.open("wb") as file:
        file.truncate(size)
    subprocess.run([mkfs, "-q", card], check=True)
    return card
