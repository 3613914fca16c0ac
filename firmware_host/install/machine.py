"""The machine that something is installed on: its files, and the commands that it runs."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.errors import reason
from firmware_host.install.errors import InstallError

Command = tuple[str, ...]
Run = Callable[[Sequence[str]], int]

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NEW = ".new"


def run(command: Sequence[str]) -> int:
    """Run ``command`` in sight of the person, and return its exit code; OSError without it.

    The working folder is the root, so that no Python takes modules from where somebody stands.
    """
    environ = {**os.environ, "PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, cwd="/", env=environ, check=False).returncode


class Machine:
    """A machine whose files are under ``root`` and whose commands are run by ``run``.

    Paths are absolute, as the machine itself knows them. InstallError names the file or command
    that failed. :attr:`is_root` tells whether this program may change everything.
    """

    def __init__(self, root: Path = Path("/"), run: Run = run, is_root: bool | None = None) -> None:
        self._root, self._run = root, run
        self.is_root = os.geteuid() == 0 if is_root is None else is_root

    def at(self, path: str) -> Path:
        """Where ``path`` of the machine is for this program."""
        return self._root / path.lstrip("/")

    def exists(self, path: str) -> bool:
        """Whether there is anything at ``path``, be it a link that leads nowhere."""
        return os.path.lexists(self.at(path))

    def text(self, path: str) -> str | None:
        """The text of the file at ``path``, line ends as they are; None if there is none."""
        try:
            return self.at(path).read_bytes().decode("utf-8", "surrogateescape")
        except OSError:
            return None

    def write(self, path: str, text: str) -> None:
        """Let ``text`` be in the file at ``path``: after a power cut the old one or the new one.

        A file that was there keeps its mode; a new one can be read by everybody.
        """
        target, new = self.at(path), self.at(path + NEW)
        try:
            target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
            with new.open("wb") as file:
                file.write(text.encode("utf-8", "surrogateescape"))
                file.flush()
                os.fsync(file.fileno())
            new.chmod(mode)
            new.replace(target)
            _sync(target.parent)
        except OSError as error:
            raise _failed(path, error) from error

    def rename(self, path: str, name: str) -> None:
        """Give the file at ``path`` the path ``name``, and replace what is there."""
        try:
            self.at(path).replace(self.at(name))
            _sync(self.at(name).parent)
        except OSError as error:
            raise _failed(path, error) from error

    def remove(self, path: str) -> None:
        """Take away the file or empty folder at ``path``, if there is one."""
        try:
            if self.at(path).is_dir():
                self.at(path).rmdir()
            else:
                self.at(path).unlink(missing_ok=True)
        except OSError as error:
            raise _failed(path, error) from error

    def is_empty(self, path: str) -> bool:
        """Whether there is a folder at ``path`` with nothing in it."""
        return self.at(path).is_dir() and not any(self.at(path).iterdir())

    def run(self, command: Command) -> None:
        """Run ``command`` to its good end."""
        try:
            code = self._run(command)
        except OSError as error:
            raise InstallError(f"{command[0]} cannot be run: {reason(error)}") from error
        if code:
            raise InstallError(
                f"{' '.join(command)} ended with {code} (see above): put that right and run this "
                "again, it goes on where it stopped"
            )


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _failed(path: str, error: OSError) -> InstallError:
    return InstallError(
        f"{path} cannot be changed: {reason(error)} (if the card is mounted read-only: "
        "docs/service.md tells how to lift that)"
    )
