"""The Makefile: an environment that is stale is made anew, and each target is tried by itself."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
MAKEFILE: Final = ROOT / "Makefile"
FRESH: Final = ROOT / ".ci" / "fresh"


def targets() -> list[str]:
    (listed,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE.read_text("utf-8"), re.MULTILINE)
    return sorted(listed.split())


def test_every_target_is_listed_with_what_it_does() -> None:
    listed = re.findall(r"^([a-z-]+):.*## ", MAKEFILE.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == targets()


def test_every_target_is_tried_first_in_a_fresh_clone() -> None:
    tried = re.findall(r"^([a-z]+)\|([a-z-]+)\|", FRESH.read_text("utf-8"), re.MULTILINE)
    assert sorted(target for _, target in tried) == targets()
    (default,) = re.findall(r"\{\*:-(.*)\}", FRESH.read_text("utf-8"))
    assert {environment for environment, _ in tried} == set(default.split())


def test_the_clones_are_tried_before_a_change_is_merged() -> None:
    assert "\n.ci/fresh\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def an_environment(folder: Path, made_in: Path, python: str) -> Path:
    """Make a virtual environment in ``folder`` as if it had been made in the folder ``made_in``."""
    shutil.copy(MAKEFILE, folder)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(python)
    (programs / "pip").write_text(f"#!{made_in}/.venv/bin/python\n")
    return folder / ".venv"


def make_help(folder: Path) -> str:
    command = ["make", "--no-print-directory", "help"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert "make play" in done.stdout
    return done.stderr


@pytest.mark.parametrize(
    ("made_in", "python", "is_stale"),
    [
        ("here", sys.executable, False),
        ("elsewhere", sys.executable, True),
        ("here", "/opt/python-that-was-replaced", True),
        ("here", "/bin/false", True),
    ],
)
def test_an_environment_that_is_stale_is_made_anew(
    tmp_path: Path, made_in: str, python: str, is_stale: bool
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    environment = an_environment(folder, tmp_path / made_in, python)
    (environment / "ready-to-play").touch()
    said = make_help(folder)
    assert ("it is made anew" in said) is is_stale
    assert environment.exists() is not is_stale


def test_an_environment_that_make_has_not_made_is_left_alone(tmp_path: Path) -> None:
    environment = an_environment(tmp_path, tmp_path / "elsewhere", "/bin/false")
    assert make_help(tmp_path) == ""
    assert environment.exists()
