"""A clean copy of the sources, and what lets two builds of it make the same bytes."""

import os
import shutil
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path

from docs.release import version

FILE, PROGRAM = 0o644, 0o755


def copied(root: Path, copy: Path) -> Path:
    """Copy the sources in ``root`` to ``copy``, but nothing that was made from them; return it."""
    shutil.rmtree(copy, ignore_errors=True)
    for name in _names(root):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, copy / name)
        # git knows only whether a file is a program; the rest depends on who has cloned it
        is_program = bool((root / name).stat().st_mode & stat.S_IXUSR)
        (copy / name).chmod(PROGRAM if is_program else FILE)
    return copy


def environ(root: Path) -> Mapping[str, str]:
    """Return the variables for a build of the sources in ``root``: one date for everything."""
    return {**os.environ, version.EPOCH: f"{version.source_date(root).timestamp():.0f}"}


def _names(root: Path) -> list[str]:
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (root / name).is_file()]
