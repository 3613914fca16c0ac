"""The machine that becomes a table: what it is, its files, and the commands that it runs.

Every change is printed before it is made, after the reason for it.
"""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from shlex import join
from typing import Final

from firmware_host.base.errors import InstallError, reason
from hardware.untrusted_input import read_untrusted

Command = tuple[str, ...]
Run = Callable[[Sequence[str]], int]

PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SECRET: Final = 0o600
LONGEST: Final = 1 << 20
"""Bytes of a file that is read, at most."""

NEW: Final = ".new"
"""Added to the name of a file while it is written."""

MODEL: Final = "/proc/device-tree/model"
RELEASES: Final = {"bookworm": 12, "trixie": 13}
EXPECTED: Final = "expected Raspberry Pi OS " + " or ".join(
    f"{number} ({name})" for name, number in RELEASES.items()
)
ISSUE: Final = "/etc/rpi-issue"
"""A file that only Raspberry Pi OS has."""


def is_behind_overlay(mounts: str, path: str) -> bool:
    """Return whether what is written to ``path`` is lost; ``mounts`` is what proc(5) calls so.

    >>> mounts = "overlayroot / overlay rw 0 0\\n/dev/sda1 /opt/tableside ext4 rw 0 0\\n"
    >>> is_behind_overlay(mounts, "/etc"), is_behind_overlay(mounts, "/opt/tableside")
    (True, False)
    """
    found, lies_on = "", ""
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split(" ")
        if PurePosixPath(path).is_relative_to(place) and len(place) >= len(found):
            found, lies_on = place, kind  # what was mounted last lies over the others
    return lies_on == "overlay"


def run(command: Sequence[str]) -> int:
    """Run ``command`` with its output visible; return its exit code, raise OSError if missing.

    The working folder is the root, so that Python does not import modules from the user's folder.
    """
    environ = {**os.environ, "PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, cwd="/", env=environ, check=False).returncode


class Machine:
    """A machine with its files under ``root``, whose commands are run by ``run``.

    Paths are absolute, as on the machine itself. Every method raises InstallError with the file
    or the command that failed. :attr:`is_root` says whether this program may change everything.
    """

    def __init__(self, root: Path = Path("/"), run: Run = run, is_root: bool | None = None) -> None:
        self._root, self._run, self._why = root, run, ""
        self.is_root = os.geteuid() == 0 if is_root is None else is_root

    def because(self, why: str) -> None:
        """Print ``why`` before the next change, if there is one."""
        self._why = why

    def at(self, path: str) -> Path:
        """Return where this program finds ``path`` of the machine."""
        return self._root / path.lstrip("/")

    def exists(self, path: str) -> bool:
        """Return whether there is anything at ``path``, even a broken link."""
        return os.path.lexists(self.at(path))

    def text(self, path: str) -> str | None:
        """Return the text of the file at ``path`` with its line ends; None if it cannot be read."""
        try:
            return read_untrusted(self.at(path), LONGEST).decode("utf-8", "surrogateescape")
        except OSError:
            return None

    def target(self, path: str) -> str | None:
        """Return what the link at ``path`` names; None if there is no link."""
        return str(self.at(path).readlink()) if self.at(path).is_symlink() else None

    def write(self, path: str, text: str, *, is_secret: bool = False) -> None:
        """Let ``text`` be in the file at ``path``.

        After a power cut the file has either the old or the new text. An existing file keeps its
        mode; everybody may read a new one. Only the owner may read one that ``is_secret``.
        """
        if (is_secret or self.text(path) != text) and self._begins(f"write {path}"):
            mode = SECRET if is_secret else None
            self._replace(path, lambda new: _write(new, self.at(path), text, mode))

    def link(self, path: str, target: str) -> None:
        """Let ``path`` be a link to ``target``, in one step."""
        if self.target(path) != target and self._begins(f"ln -s {target} {path}"):
            self._replace(path, lambda new: new.symlink_to(target))

    def remove(self, path: str) -> None:
        """Remove the file or empty folder at ``path``, if there is one."""
        if self.exists(path) and self._begins(f"rm {path}"):
            place = self.at(path)
            try:
                if place.is_dir() and not place.is_symlink():
                    place.rmdir()
                else:
                    place.unlink()
            except OSError as error:
                raise _failed(path, error) from error

    def wipe(self, path: str) -> None:
        """Write zeros over the file at ``path``, if there is one, and remove it.

        A card may keep the old bytes in cells that it has put aside: this is for whoever reads the
        card as a drive.
        """
        place = self.at(path)
        if place.is_file() and self._begins(f"write zeros to {path}"):
            try:
                with place.open("r+b") as file:
                    file.write(bytes(place.stat().st_size))
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise _failed(path, error) from error
        self.remove(path)

    def is_empty(self, path: str) -> bool:
        """Return whether ``path`` is an empty folder."""
        return self.at(path).is_dir() and not any(self.at(path).iterdir())

    def run(self, command: Command) -> None:
        """Run ``command``; raise InstallError if it fails."""
        if not self._begins(f"$ {join(command)}"):
            return
        try:
            code = self._run(command)
        except OSError as error:
            raise InstallError(f"{command[0]} cannot be run: {reason(error)}") from error
        if code:
            raise InstallError(
                f"{join(command)} ended with {code} (see above): fix the cause and run this "
                "again, it continues where it stopped"
            )

    def conclude(self, line: str) -> None:
        """Print ``line``, which says how it has ended."""
        print(line)

    def _begins(self, change: str) -> bool:
        """Print the ``change`` that follows; return whether it is made."""
        if self._why:
            print(f"{self._why}:")
            self._why = ""
        print(f"  {change}", flush=True)
        return True

    def _replace(self, path: str, make: Callable[[Path], None]) -> None:
        """Put what ``make`` makes at ``path``: first under another name."""
        target, new = self.at(path), self.at(path + NEW)
        try:
            target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            new.unlink(missing_ok=True)
            make(new)
            new.replace(target)
            _sync(target.parent)
        except OSError as error:
            raise _failed(path, error) from error


class DryMachine(Machine):
    """A machine on which every change is only printed."""

    def __init__(self, root: Path = Path("/")) -> None:
        super().__init__(root, is_root=True)

    def conclude(self, line: str) -> None:
        """Leave ``line`` out: nothing has ended."""

    def _begins(self, change: str) -> bool:
        super()._begins(change)
        return False


def model(machine: Machine) -> str:
    """Return the model of ``machine``; empty if it does not say."""
    return (machine.text(MODEL) or "").rstrip("\0\n")


def release(machine: Machine) -> str:
    """Return the code name of the system's release, or another name of the system."""
    fields = dict(
        line.partition("=")[::2] for line in (machine.text("/etc/os-release") or "").splitlines()
    )
    names = (fields.get(key, "").strip('"') for key in ("VERSION_CODENAME", "PRETTY_NAME", "ID"))
    return next(filter(None, names), "")


def check(machine: Machine) -> None:
    """Raise InstallError, in a line with what to do, if ``machine`` cannot be made a table."""
    for problem in _problems(machine):
        raise InstallError(problem)


def check_root(machine: Machine) -> None:
    """Raise InstallError unless this program may change everything."""
    if not machine.is_root:
        raise InstallError("this needs root: put sudo before the command")


def _problems(machine: Machine) -> Iterator[str]:
    check_root(machine)
    name, code = model(machine), release(machine)
    if "Raspberry Pi" not in name:
        here = name or f"a machine without a device tree ({code or 'unknown system'})"
        yield f"{EXPECTED}, but this is {here}: play on this one with: tableside simulate"
    elif not machine.exists(ISSUE) or code not in RELEASES:
        yield (
            f"{EXPECTED}, but this is {code or 'another system'}: write a newer one to the card "
            "with Raspberry Pi Imager"
        )
    if is_behind_overlay(machine.text("/proc/mounts") or "", "/"):
        yield (
            "the card is read-only behind an overlay, so an installation would be lost with the "
            "next start: sudo raspi-config nonint disable_overlayfs, sudo reboot, then try again"
        )


def _write(new: Path, target: Path, text: str, mode: int | None) -> None:
    """Write ``text`` to the file ``new``, with ``mode`` or else that of ``target``."""
    usual = target.stat().st_mode & 0o777 if target.exists() else 0o644
    with new.open("wb") as file:
        os.fchmod(file.fileno(), SECRET)
        file.write(text.encode("utf-8", "surrogateescape"))
        file.flush()
        os.fsync(file.fileno())
    new.chmod(usual if mode is None else mode)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _failed(path: str, error: OSError) -> InstallError:
    return InstallError(
        f"{path} cannot be changed: {reason(error)} (if the card is mounted read-only, see "
        "docs/service.md)"
    )
