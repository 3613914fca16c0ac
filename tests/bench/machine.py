"""Where figures were measured: the processor, the Python and the commit."""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
CPU_FACTS = Path("/proc/cpuinfo")
CPU_NAME = re.compile(r"^(?:model name|Model)\s*: (.+)$", re.MULTILINE)

COMPILED = {
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "pycache"),
}
"""The environment in which programs find themselves compiled, as where they are installed."""

NEVER_IMPORTED = "/(test|tests|idlelib|lib2to3)/"


def compile_all() -> None:
    """Compile the program and whatever it may import: a first start that does takes more memory."""
    places, sources = sysconfig.get_paths(), ("firmware_host", "games", "hardware")
    folders = (*(str(ROOT / name) for name in sources), places["stdlib"], places["purelib"])
    command = (sys.executable, "-m", "compileall", "-qq", "-j0", "-x", NEVER_IMPORTED, *folders)
    # a package may have files for other versions of Python: they are not imported here
    subprocess.run(command, env={**os.environ, **COMPILED}, check=False)


def describe() -> str:
    """One line: processor, Python and commit."""
    return f"{cpu()}, Python {platform.python_version()}, commit {commit()}"


def cpu() -> str:
    """The processor's name, or the board's where that is all there is."""
    facts = CPU_FACTS.read_text(encoding="utf-8") if CPU_FACTS.exists() else ""
    match = CPU_NAME.search(facts)
    return match[1] if match else platform.processor() or platform.machine()


def commit() -> str:
    """The commit that the sources stand at, ``-dirty`` when they were changed since."""
    asked = ("git", "describe", "--always", "--dirty")
    try:
        found = subprocess.run(
            asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def version(package: str) -> str | None:
    """The version of an installed ``package``, None if it is not there."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
