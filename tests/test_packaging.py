"""What a wheel has: all that the program opens, beside its own code."""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DATA: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
CODE = {".py", ".pyc"}
FOR_TRANSLATORS = {".po", ".pot"}


def others(package: str) -> Iterator[Path]:
    """The files below ``package`` that are neither code nor for translators."""
    for path in (ROOT / package).rglob("*"):
        if path.is_file() and path.suffix not in CODE | FOR_TRANSLATORS:
            yield path


@pytest.mark.parametrize("package", DATA)
def test_every_file_that_the_program_opens_is_in_the_wheel(package: str) -> None:
    shipped = {path for pattern in DATA[package] for path in (ROOT / package).glob(pattern)}
    assert set(others(package)) == shipped


def test_every_folder_with_files_of_the_program_is_of_a_package_with_data() -> None:
    packages = {folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").exists()}
    assert packages == set(DATA)


def test_the_changelog_tells_what_is_new_in_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (newest, *_) = re.findall(
        r"^## \[([0-9.]+)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$", text, re.MULTILINE
    )
    assert newest == __version__


@pytest.mark.parametrize("action", ["remove", "upgrade"])
@pytest.mark.parametrize("release", ["0.2.0", "0.2.2"])
def test_apt_can_remove_and_upgrade_the_package_whatever_updates_have_left(
    tmp_path: Path, release: str, action: str
) -> None:
    """Run the script before removal; dpkg-query says 0.2.0, and only ``release`` is there."""
    compiled = tmp_path / "opt" / "releases" / release / "lib" / "__pycache__"
    compiled.mkdir(parents=True)
    for name, says in (("dpkg-query", "echo 0.2.0"), ("tableside", "exit 0")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{says}\n", encoding="ascii")
        program.chmod(0o755)
    script = (ROOT / "debian" / "tableside.prerm").read_text(encoding="utf-8")
    script = script.replace("opt=/opt/tableside", f"opt={tmp_path / 'opt'}")
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", "-c", script, "prerm", action], env=path, check=True)
    assert compiled.exists() == (release != "0.2.0")
