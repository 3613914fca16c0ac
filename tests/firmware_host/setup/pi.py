"""A simulated Raspberry Pi on which the package is installed, and commands that change it."""

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from firmware_host.cli.commands.install import install
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import RELEASES
from firmware_host.setup.services import ServiceRequest

CONFIG: Final = "boot/firmware/config.txt"
CONFIG_TEXT: Final = "# For more options see the documentation\n[cm5]\ndtoverlay=dwc2\n\n[all]\n"
FILES: Final[Mapping[str, str]] = {
    "etc/os-release": 'ID=debian\nVERSION_CODENAME=bookworm\nPRETTY_NAME="Debian 12"\n',
    "etc/rpi-issue": "Raspberry Pi reference\n",
    "etc/group": (
        "root:x:0:\ngpio:x:986:ann\ni2c:x:994:\nspi:x:995:\ndialout:x:20:ann\ninput:x:104:\n"
        "audio:x:29:\nvideo:x:44:\nbluetooth:x:112:\ntableside:x:990:\n"
    ),
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
    "usr/local/bin/other": "",
    "etc/systemd/system/other.service": "",
    f"{RELEASES[1:]}/0.3.0/share.conf": "[Service]\n",
    CONFIG: CONFIG_TEXT,
}

HOW_MANY: Final = [
    pytest.param(4, id="sample"),
    pytest.param(None, marks=pytest.mark.deep, id="all"),
]
"""How many power cuts a test tries: a few, or one at every change."""


def lives(begin: int, end: int, count: int | None) -> Sequence[int]:
    """Return after how many changes the power fails: all numbers, or a sample of ``count``."""
    every = range(begin, end)
    return every if count is None else sorted(random.Random(7).sample(every, count))


class PowerCutError(Exception):
    """The power failed."""


class FakePi(Machine):
    """A Pi with its files in ``folder``, which begins with ``files``.

    :attr:`commands` are the commands that were run; those that contain a word of :attr:`fails` do
    nothing and fail. After :attr:`lives` changes the power fails: between two changes, or in the
    middle of a command.
    """

    def __init__(self, folder: Path, files: Mapping[str, str] = FILES) -> None:
        super().__init__(folder, self._carry_out, is_root=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        self.folder = folder
        self.commands: list[str] = []
        self.fails: tuple[str, ...] = ()
        self.changes, self.lives = 0, 1_000_000

    def files(self) -> dict[str, bytes | str]:
        """Return every file and link by its path."""
        found: dict[str, bytes | str] = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_symlink():
                found[name] = str(path.readlink())
            elif path.is_file():
                found[name] = path.read_bytes()
        return found

    def _begins(self, change: str) -> bool:
        self._change()
        return super()._begins(change)

    def _change(self) -> None:
        if self.changes >= self.lives:
            raise PowerCutError
        self.changes += 1

    def _carry_out(self, command: Sequence[str]) -> int:
        line = " ".join(command)
        if any(word in line for word in self.fails):
            return 1
        self.commands.append(line)
        effect = EFFECTS.get(command[0])
        code = effect(self, command) if effect else 0
        self._change()
        return code


def _gpasswd(pi: FakePi, command: Sequence[str]) -> int:
    _, option, user, group = command
    lines = []
    for line in (pi.folder / "etc/group").read_text().splitlines():
        head, _, members = line.rpartition(":")
        names = [name for name in members.split(",") if name]
        if head.startswith(f"{group}:"):
            names = [name for name in names if name != user]
            names += [user] if option == "--add" else []
        lines.append(f"{head}:{','.join(names)}\n")
    (pi.folder / "etc/group").write_text("".join(lines))
    return 0


def _rm(pi: FakePi, command: Sequence[str]) -> int:
    for path in map(pi.at, command[2:]):
        if command[1] == "-rf":
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(FileNotFoundError):
                path.rmdir()
    return 0


def _systemctl(pi: FakePi, command: Sequence[str]) -> int:
    wants = pi.folder / "etc/systemd/system/multi-user.target.wants"
    for name in (word for word in command[2:] if not word.startswith("--")):
        if command[1] in ("enable", "disable"):
            wants.mkdir(parents=True, exist_ok=True)
            (wants / name).unlink(missing_ok=True)
        if command[1] == "enable":
            (wants / name).symlink_to(f"/usr/lib/systemd/system/{name}")
    return 0


EFFECTS: Final[Mapping[str, Callable[[FakePi, Sequence[str]], int]]] = {
    "gpasswd": _gpasswd,
    "rm": _rm,
    "systemctl": _systemctl,
}


def put_on(pi: FakePi, *asked: ServiceRequest) -> None:
    """Set up what is ``asked`` on ``pi``, one after the other."""
    for each in asked:
        assert install(each, pi) == 0


def cut_off(pi: FakePi, work: Callable[[FakePi], object], life: int) -> FakePi:
    """Return ``pi`` after ``work`` until the power failed, ``life`` changes after its first."""
    pi.lives = life
    with pytest.raises(PowerCutError):
        work(pi)
    pi.lives = 1_000_000
    return pi


def cut_off_and_completed(
    folder: Path, before: Sequence[ServiceRequest], asked: ServiceRequest, count: int | None
) -> None:
    """Set up what is ``asked`` over ``before``: cut off at ``count`` changes, and then again."""
    whole = FakePi(folder / "whole")
    put_on(whole, *before)
    begin = whole.changes
    put_on(whole, asked)
    for life in lives(begin, whole.changes, count):
        pi = FakePi(folder / f"{life}")
        put_on(pi, *before)
        cut_off(pi, lambda pi: put_on(pi, asked), life)
        put_on(pi, asked)
        assert pi.files() == whole.files(), life
