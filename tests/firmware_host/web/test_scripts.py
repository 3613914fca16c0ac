"""The scripts of the pages: their own tests, which need Node.js, and their types."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
SCRIPTS: Final = sorted((ROOT / "firmware_host").glob("**/static/*.js"))
TYPES: Final = "types.js"
TESTS: Final = sorted((ROOT / "tests").glob("**/*.test.js"))

OLDEST_NODE: Final = 20
"""The first version of Node.js that runs them (`engines` in package.json)."""


def node() -> str:
    """Return the program node; the test is skipped where there is none, or an old one."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("needs Node.js: sudo apt install nodejs")
    said = subprocess.run((program, "--version"), capture_output=True, text=True, check=True)
    if int(said.stdout[1:].partition(".")[0]) < OLDEST_NODE:
        pytest.skip(f"needs Node.js {OLDEST_NODE} or newer, this is {said.stdout.strip()}")
    return program


def test_what_needs_no_browser_in_the_scripts_does_what_it_should() -> None:
    assert TESTS
    done = subprocess.run((node(), "--test", *TESTS), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_types_of_every_script_are_checked(script: Path) -> None:
    first = script.read_text(encoding="utf-8").partition("\n")[0]
    assert first == "// @ts-check" or script.name == TYPES
