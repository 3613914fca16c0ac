"""Follow docs/developers/command.md in a copy of the program, and check what the guide claims."""

import re
from pathlib import Path

import pytest

from docs.writer.manual import FOLDER
from tests.docs.copies import copy_program, run_in, touched

PAGE = (FOLDER / "developers" / "command.md").read_text(encoding="utf-8")
((NEW_FILE, MODULE),) = re.findall(
    r"^`([\w/.]+)`:\n\n```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL
)
REFERENCE = "docs/reference/commands.md"
TABLESIDE = ("-m", "firmware_host.cli")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the new command, and with its reference written again."""
    folder = tmp_path_factory.mktemp("copy")
    copy_program(folder)
    (folder / NEW_FILE).write_text(MODULE, encoding="utf-8")
    run_in(folder, "-m", "docs.writer")
    return folder


def test_the_guide_touches_one_new_file_and_the_reference(copy: Path) -> None:
    assert "one new file; nothing else changes" in PAGE
    assert touched(copy) == {NEW_FILE, REFERENCE}


def test_the_new_command_runs_and_the_help_lists_it(copy: Path) -> None:
    assert "`tableside squares thaayam` prints 25." in PAGE
    assert run_in(copy, *TABLESIDE, "squares", "thaayam") == "25\n"
    summary = "print how many squares the board of a game has"
    assert f"squares   {summary}" in run_in(copy, *TABLESIDE, "--help")
    assert "Print how many squares" in run_in(copy, *TABLESIDE, "squares", "--help")


def test_the_reference_has_the_new_command(copy: Path) -> None:
    page = (copy / REFERENCE).read_text(encoding="utf-8")
    assert "## tableside squares" in page
    assert "`tableside squares GAME`" in page
