"""The program as it is installed: from its wheel, into a folder of its own, with no environment.

Its packages come from the sources, what it needs from the environment of the tests. A process of it
gets a path, a locale and, in a terminal, a kind of terminal: no home, nothing else.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
NEEDED: Final = ("firmware_host", "games", "hardware", "pyproject.toml", "MANIFEST.in", "README.md")
LICENCES: Final = ("LICENSE", "LICENSES")
NOTHING: Final = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C"}
"""The environment of a process that was started by nobody in particular."""

FAILED: Final = ("Traceback", "CRITICAL ", "ERROR ", "Exception ignored", "leaked")
"""What stands in a log only if something has failed."""


@dataclass(frozen=True)
class Program:
    """The program that is installed in the virtual environment ``folder``."""

    folder: Path

    @property
    def command(self) -> str:
        """The path of the command ``tableside``."""
        return str(self.folder / "bin" / "tableside")

    @property
    def python(self) -> str:
        """The Python that runs it."""
        return str(self.folder / "bin" / "python")

    def start(
        self, *words: str, where: Path, command: Sequence[str] = (), **options: Any
    ) -> subprocess.Popen[bytes]:
        """Start it with ``words`` in the folder ``where``; its log is the file ``log`` there.

        ``command`` takes the place of the command, ``options`` are those of Popen.
        """
        options.setdefault("env", NOTHING)
        with (where / "log").open("ab") as log:
            options = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, **options}
            started = [*(command or (self.command,)), *words]
            return subprocess.Popen(started, cwd=where, start_new_session=True, **options)

    def run(self, *words: str, where: Path, **environ: str) -> "subprocess.CompletedProcess[bytes]":
        """Run it with ``words`` to its end."""
        return subprocess.run(
            [self.command, *words], cwd=where, env={**NOTHING, **environ}, check=False,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip


def install(folder: Path) -> Program:
    """Install the program into ``folder``, once for all processes of the tests."""
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _install(folder, _wheel(folder))
            (folder / "ready").touch()
    return Program(folder / "venv")


def faults(log: Path) -> list[str]:
    """Return the lines of ``log`` that only a failure leaves."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if any(each in line for each in FAILED)]


def _wheel(folder: Path) -> Path:
    """Build the wheel from a copy of the sources: building leaves files beside them."""
    sources = folder / "sources"
    sources.mkdir()
    for name in (*NEEDED, *LICENCES):
        found = ROOT / name
        if found.is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "perfect.table")
            shutil.copytree(found, sources / name, ignore=left_out)
        else:
            shutil.copy(found, sources / name)
    _pip("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(sources))
    (wheel,) = folder.glob("tableside-*.whl")
    return wheel


def _install(folder: Path, wheel: Path) -> None:
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    _pip("--python", str(venv / "bin" / "python"), "install", "--no-deps", str(wheel))
    (packages,) = venv.glob("lib/python*/site-packages")
    # the sources are reached by a file that only counts in its own folder
    (packages / "needed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")


def _pip(*arguments: str) -> None:
    # whatever else Python finds does not count as installed
    quiet: Mapping[str, str] = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INDEX": "1",
        "PYTHONPATH": "",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", *arguments], env={**os.environ, **quiet},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
