"""A system in a folder, in which commands run without a network."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Final

from tests.deb.roots import tar_of

MODEL: Final = "Raspberry Pi 4 Model B Rev 1.4\0"
FILES: Final[Mapping[str, str]] = {
    # /proc is not mounted: this is the whole device tree
    "proc/device-tree/model": MODEL,
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
    # without this, dpkg would take an empty /opt away
    "opt/other/README": "the program of somebody else",
    "etc/rpi-issue": "Raspberry Pi reference\n",
    "etc/udev/rules.d/99-com.rules": (
        'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"\n'
        'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\n'
        'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
    ),
    "boot/firmware/config.txt": "# For more options see the documentation\n[all]\n",
}
"""What makes a Debian a Raspberry Pi for ``tableside install``."""

SYSTEMCTL: Final = """\
#!/bin/sh
for word; do
  shift
  [ "$word" = --now ] || set -- "$@" "$word"
done
exec /usr/bin/systemctl "$@"
"""
"""Nothing runs here that could be started or stopped now."""

UNSYNCED: Final = "--option=Dpkg::Options::=--force-unsafe-io"
"""Tells dpkg not to wait for the disk: the power of such a system does not fail."""

GROUPS: Final = ("gpio", "i2c", "spi")
OF_TOOLS: Final = (
    "boot/firmware/config.txt.before", "dev", "etc/.pwd.lock", "etc/ld.so.cache", "root", "run",
    "tmp", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/lib/systemd/deb-systemd", "var/log",
)  # fmt: skip
"""What dpkg and the other tools of the system keep for themselves."""

OF_USERS: Final = ("passwd", "group", "shadow", "gshadow")
ENVIRON: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    # systemctl only changes files: nothing runs
    "SYSTEMD_OFFLINE": "1",
}


class Chroot:
    """The system ``name``, unpacked in ``folder``; as on a Raspberry Pi if it ``is_pi``."""

    def __init__(self, folder: Path, name: str, is_pi: bool = True) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        subprocess.run(["tar", "-C", folder, "-xf", tar_of(name)], check=True)
        for path, text in FILES.items() if is_pi else ():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if is_pi:
            command = folder / "usr/local/sbin/systemctl"
            command.write_text(SYSTEMCTL)
            command.chmod(0o755)
        for group in GROUPS if is_pi else ():
            self.run("groupadd", "--system", group)

    def run(self, *command: str, **environ: str) -> str:
        """Run ``command`` without a network; return what it prints, AssertionError if it fails."""
        done = self.attempt(*command, **environ)
        assert done.returncode == 0, (
            f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}"
        )
        return done.stdout

    def attempt(self, *command: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        """Run ``command`` without a network; return how it ended, with all it prints."""
        return subprocess.run(
            ["unshare", "--net", "chroot", self.folder, *command], env={**ENVIRON, **environ},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", check=False,
        )  # fmt: skip

    def run_mounted(self, path: str, script: str) -> str:
        """Run ``script`` with processes that are seen and a mount of its own at ``path``."""
        mounts = (
            f"mkdir -p {self.at(path)} && mount -t tmpfs none {self.at(path)} && "
            f"mount -t proc none {self.at('proc')} && "
            f"exec chroot {self.folder} bash -c {quote(script)}"
        )
        command = [
            "unshare",
            "--net",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            mounts,
        ]
        done = subprocess.run(
            command, env=ENVIRON, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        return done.stdout

    def install(self, package: Path) -> str:
        """Install the file ``package`` with apt; return what that prints."""
        shutil.copy(package, self.folder / "tmp")
        return self.run("apt-get", "install", "--yes", UNSYNCED, f"/tmp/{package.name}")

    def at(self, path: str) -> Path:
        """Return where ``path`` of the system is here."""
        return self.folder / path.lstrip("/")

    def files(self) -> dict[str, str]:
        """Return all files, links and folders but those of the tools: owner, mode, content."""
        found, users, groups = {}, self._names("passwd"), self._names("group")
        for top, folders, names in os.walk(self.folder):
            here = Path(top)
            folders[:] = [each for each in folders if not self._is_of_tools(here / each)]
            for name in (*folders, *names):
                if not self._is_of_tools(here / name):
                    info = (here / name).lstat()
                    owners = f"{users.get(info.st_uid)}:{groups.get(info.st_gid)}"
                    path = str((here / name).relative_to(self.folder))
                    found[path] = f"{owners} {_state(here / name)}"
        return found

    def _names(self, kind: str) -> dict[int, str]:
        """Return the names of the users or groups: their numbers are others in other systems."""
        lines = (self.folder / "etc" / kind).read_text(encoding="utf-8").splitlines()
        return {int(number): name for name, _, number, *_ in (line.split(":") for line in lines)}

    def _is_of_tools(self, path: Path) -> bool:
        name = str(path.relative_to(self.folder))
        is_copy = name.removesuffix("-") in {f"etc/{each}" for each in OF_USERS}
        is_cache = "__pycache__" in name and name.startswith("usr/lib/python3")
        return name.startswith(OF_TOOLS) or (is_copy and name.endswith("-")) or is_cache


def _state(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    mode = f"{path.stat().st_mode:o}"
    if path.is_file():
        return f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"
    return mode
