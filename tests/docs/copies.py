"""A copy of the program in which a guide of the manual is followed."""

import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "firmware_host", "games", "hardware", "tests")
FILES = ("README.md", "mkdocs.yml")


def copy_program(folder: Path) -> None:
    """Copy the program, its manual and its tests into ``folder``."""
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    bring_compiled(folder)


def bring_compiled(folder: Path) -> None:
    """Give the copy in ``folder`` what Python has compiled of the program already."""
    for name in FOLDERS:
        for package in {source.parent for source in (ROOT / name).rglob("*.py")}:
            kept = Path(cache_from_source(str(package / "any.py"))).parent
            place = folder / package.relative_to(ROOT) / "__pycache__"
            place.mkdir()
            for compiled in kept.glob("*.pyc"):
                shutil.copy2(compiled, place)


def touched(folder: Path) -> set[str]:
    """Return the files in ``folder`` that are not as in the program."""
    before, after = _files(ROOT), _files(folder)
    return {name for name in before | after if before.get(name) != after.get(name)}


def run_in(folder: Path, *words: str) -> str:
    """Run ``python WORDS`` with the program in ``folder``; return its standard output."""
    done = subprocess.run(
        [sys.executable, "-P", *words],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": "",  # a copy has its own, beside its sources
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for name in FOLDERS
        for path in [*(root / name).rglob("*"), *map(root.joinpath, FILES)]
        if path.is_file() and "__pycache__" not in path.parts
    }
