"""The machine of an installation: its files, and the commands that it runs."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.base.errors import InstallError, reason
from hardware.untrusted_file import read_untrusted

Command = tuple[str, ...]
Run = Callable[[Sequence[str]], int]

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
SECRET = 0o600
LONGEST = 64 << 20
"""Bytes of a file that is read, at most: the list of Debian's packages has some million."""

NEW = ".new"
"""Added to the name of a file while it is written."""


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
        self._root, self._run = root, run
        self.is_root = os.geteuid() == 0 if is_root is None else is_root

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

    def write(self, path: str, text: str, *, is_secret: bool = False) -> None:
        """Write ``text`` to the file at ``path``.

        After a power cut the file has either the old or the new text. An existing file keeps its
        mode; everybody may read a new one. Only the owner may read one that ``is_secret``.
        """
        target, new = self.at(path), self.at(path + NEW)
        try:
            target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
            with new.open("wb") as file:
                os.fchmod(file.fileno(), SECRET)
                file.write(text.encode("utf-8", "surrogateescape"))
                file.flush()
                os.fsync(file.fileno())
            new.chmod(SECRET if is_secret else mode)
            new.replace(target)
            _sync(target.parent)
        except OSError as error:
            raise _failed(path, error) from error

    def rename(self, path: str, name: str) -> None:
        """Rename the file at ``path`` to the path ``name``, and replace what is there."""
        try:
            self.at(path).replace(self.at(name))
            _sync(self.at(name).parent)
        except OSError as error:
            raise _failed(path, error) from error

    def remove(self, path: str) -> None:
        """Remove the file or empty folder at ``path``, if there is one."""
        try:
            if self.at(path).is_dir():
                self.at(path).rmdir()
            else:
                self.at(path).unlink(missing_ok=True)
        except OSError as error:
            raise _failed(path, error) from error

    def is_empty(self, path: str) -> bool:
        """Return whether ``path`` is an empty folder."""
        return self.at(path).is_dir() and not any(self.at(path).iterdir())

    def run(self, command: Command) -> None:
        """Run ``command``; raise InstallError if it fails."""
        try:
            code = self._run(command)
        except OSError as error:
            raise InstallError(f"{command[0]} cannot be run: {reason(error)}") from error
        if code:
            raise InstallError(
                f"{' '.join(command)} ended with {code} (see above): fix the cause and run this "
                "again, it continues where it stopped"
            )


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
