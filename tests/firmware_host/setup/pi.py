"""A simulated Raspberry Pi for installations: a folder with files, and commands that change it."""

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_host.cli.service import ServiceRequest, install
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import USB_FOLDER, VENV

CONFIG = "boot/firmware/config.txt"
CONFIG_TEXT = "# For more options see the documentation\n[cm5]\ndtoverlay=dwc2\n\n[all]\n"
FILES = {
    "etc/os-release": 'ID=debian\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian 12"\n',
    "etc/rpi-issue": "Raspberry Pi reference\n",
    "etc/passwd": "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000::/home/ann:/bin/bash\n",
    "etc/group": (
        "root:x:0:\ngpio:x:986:ann\ni2c:x:994:\nspi:x:995:\ndialout:x:20:ann\ninput:x:104:\naudio:x:29:\nvideo:x:44:\nbluetooth:x:112:\n"
    ),
    "etc/udev/rules.d/99-com.rules": (
        'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"\n'
        'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\n'
        'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
    ),
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
    "usr/local/bin/other": "",
    "opt/other": "",
    "etc/systemd/system/other.service": "",
    "var/lib/dpkg/status": "Package: python3-pil\nStatus: install ok installed\n\n",
    CONFIG: CONFIG_TEXT,
}
UNDONE_BY_OTHERS = ("var/lib",)
"""Files of the system's own tools, which an installation changes for good."""


HOW_MANY = [pytest.param(4, id="sample"), pytest.param(None, marks=pytest.mark.deep, id="all")]
"""How many power cuts a test tries: a few, or one at every change."""


def lives(begin: int, end: int, count: int | None) -> Sequence[int]:
    """Return after how many changes the power fails: all numbers, or a sample of ``count``."""
    every = range(begin, end)
    return every if count is None else sorted(random.Random(7).sample(every, count))


class PowerCutError(Exception):
    """The power failed."""


class FakePi(Machine):
    """A Pi with its files in ``folder``, which begins with ``files``.

    :attr:`commands` are the commands that were run. After :attr:`lives` changes the power fails:
    between two changes, or in the middle of a command.
    """

    def __init__(self, folder: Path, files: Mapping[str, str] = FILES) -> None:
        super().__init__(folder, self._carry_out, is_root=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        self.folder = folder
        self.commands: list[str] = []
        self.changes, self.lives = 0, 1_000_000

    def write(self, path: str, text: str, *, is_secret: bool = False) -> None:
        self._change()
        super().write(path, text, is_secret=is_secret)

    def rename(self, path: str, name: str) -> None:
        self._change()
        super().rename(path, name)

    def remove(self, path: str) -> None:
        self._change()
        super().remove(path)

    def files(self) -> dict[str, bytes | str]:
        """Return every file and link by its path, without those of the system's own tools."""
        found: dict[str, bytes | str] = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_symlink():
                found[name] = str(path.readlink())
            elif path.is_file() and not name.startswith(UNDONE_BY_OTHERS):
                found[name] = path.read_bytes()
        return found

    def _change(self) -> None:
        if self.changes >= self.lives:
            raise PowerCutError
        self.changes += 1

    def _carry_out(self, command: Sequence[str]) -> int:
        self._change()
        self.commands.append(" ".join(command))
        effect = EFFECTS.get(command[0])
        code = effect(self, command) if effect else 0
        self._change()
        return code


def _edit(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text().replace(old, new))


def _useradd(pi: FakePi, command: Sequence[str]) -> int:
    users = pi.folder / "etc/passwd"
    if f"{command[-1]}:" in users.read_text():
        return 9
    users.write_text(users.read_text() + f"{command[-1]}:x:990:990::/nowhere:/usr/sbin/nologin\n")
    return 0


def _userdel(pi: FakePi, command: Sequence[str]) -> int:
    _edit(pi.folder / "etc/passwd", f"{command[-1]}:x:990:990::/nowhere:/usr/sbin/nologin\n", "")
    return 0


def _gpasswd(pi: FakePi, command: Sequence[str]) -> int:
    _, option, user, group = command
    groups = {}
    for line in (pi.folder / "etc/group").read_text().splitlines():
        head, _, members = line.rpartition(":")
        groups[head] = [name for name in members.split(",") if name and name != user]
        if head.startswith(f"{group}:") and option == "--add":
            groups[head].append(user)
        elif not head.startswith(f"{group}:"):
            groups[head] = [name for name in members.split(",") if name]
    lines = (f"{head}:{','.join(members)}\n" for head, members in groups.items())
    (pi.folder / "etc/group").write_text("".join(lines))
    return 0


def _apt_get(pi: FakePi, command: Sequence[str]) -> int:
    if command[1] == "install":
        status = pi.folder / "var/lib/dpkg/status"
        new = f"Package: {command[-1]}\nStatus: install ok installed\n\n"
        status.write_text(status.read_text() + new)
    return 0


def _venv(pi: FakePi, command: Sequence[str]) -> int:
    (pi.at(VENV) / "bin").mkdir(parents=True, exist_ok=True)
    (pi.at(VENV) / "bin/python").touch()
    return 0


def _pip(pi: FakePi, command: Sequence[str]) -> int:
    (pi.at(VENV) / "bin/tableside").touch()
    return 0


def _rm(pi: FakePi, command: Sequence[str]) -> int:
    path = pi.at(command[-1])
    if command[1] == "-rf":
        shutil.rmtree(path, ignore_errors=True)
    elif command[1] == "-df":
        with suppress(FileNotFoundError):
            path.rmdir()
    else:
        path.unlink()
    return 0


def _mkdir(pi: FakePi, command: Sequence[str]) -> int:
    pi.at(command[-1]).mkdir()
    return 0


def _cp(pi: FakePi, command: Sequence[str]) -> int:
    for source in command[2:-1]:
        (pi.at(command[-1]) / Path(source).name).touch()
    return 0


def _ln(pi: FakePi, command: Sequence[str]) -> int:
    pi.at(command[-1]).symlink_to(command[-2])
    return 0


def _systemctl(pi: FakePi, command: Sequence[str]) -> int:
    name = command[-1]
    link = pi.folder / "etc/systemd/system/multi-user.target.wants" / name
    if command[1] == "enable":
        link.parent.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(f"/etc/systemd/system/{name}")
    if command[1] == "enable" and name.endswith(".automount"):
        pi.at(USB_FOLDER).mkdir(parents=True, exist_ok=True)
    if command[1] == "disable":
        link.unlink(missing_ok=True)
    return 0


EFFECTS: Mapping[str, Callable[[FakePi, Sequence[str]], int]] = {
    "useradd": _useradd,
    "userdel": _userdel,
    "gpasswd": _gpasswd,
    "apt-get": _apt_get,
    "/usr/bin/python3": _venv,
    f"{VENV}/bin/python": _pip,
    "rm": _rm,
    "mkdir": _mkdir,
    "cp": _cp,
    "ln": _ln,
    "systemctl": _systemctl,
}


def put_on(pi: FakePi, *asked: ServiceRequest) -> None:
    """Install what is ``asked`` on ``pi``, one after the other."""
    for each in asked:
        assert install(each, is_dry=False, machine=pi) == 0


def cut_off_and_completed(
    folder: Path, before: ServiceRequest, asked: ServiceRequest, count: int | None
) -> None:
    """Install what is ``asked`` over ``before``: cut off at ``count`` changes, and then again."""
    whole = FakePi(folder / "whole")
    put_on(whole, before)
    begin = whole.changes
    put_on(whole, asked)
    for life in lives(begin, whole.changes, count):
        pi = FakePi(folder / f"{life}")
        put_on(pi, before)
        pi.lives = life
        with pytest.raises(PowerCutError):
            put_on(pi, asked)
        pi.lives = 1_000_000
        put_on(pi, asked)
        assert pi.files() == whole.files(), life
