"""Follow the guides to a command and to keys in one copy of the program; check what they claim."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from docs.writer.manual import FOLDER
from tests.docs.copies import copy_program, run_in, touched

COMMAND, KEYS = (
    (FOLDER / "developers" / page).read_text(encoding="utf-8") for page in ("command.md", "key.md")
)
HOLD, KEY = KEYS.split("\n## ")[1:3]
((NEW_FILE, MODULE),) = re.findall(
    r"^`([\w/.]+)`:\n\n```python\n(.*?)^```", COMMAND, re.MULTILINE | re.DOTALL
)
BLOCK = re.compile(r"^```(?:python|toml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LIST, NAMES = "firmware_host/table/keys.py", "hardware/wiring/wiring.py"
ENTRY_OF_OK = r'^    TableKey\(\n        "ok",\n.*?^    \),\n'
COMMANDS_PAGE, KEYS_PAGE, SETTINGS_PAGE = (
    f"docs/reference/{name}.md" for name in ("commands", "keys", "settings")
)
PICTURE = "docs/pictures/simulator.svg"
REFERENCES = """
from docs.writer import commands, keys, settings
from docs.writer.manual import FOLDER
for each in (commands, keys, settings):
    path = (FOLDER / "reference" / each.__name__.rpartition(".")[2]).with_suffix(".md")
    path.write_text(each.page(), encoding="utf-8")
"""
"""Writes the references of commands, keys and settings, which are a small part of the manual."""
TOUCHED = {NEW_FILE, LIST, NAMES, COMMANDS_PAGE, KEYS_PAGE, SETTINGS_PAGE}
TABLESIDE = ("-m", "firmware_host.cli")
BOUND = """
from firmware_host.simulator.terminal.app import help_text, presses
from firmware_host.text.translator import Language
from hardware.wiring.wiring import load
wiring = load("mine.toml")
print(presses(wiring)["i"].key, presses(wiring)["f1"].key)
print(help_text(wiring, 200, Language("en")))
"""


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_import(path: Path, line: str) -> None:
    if line not in path.read_text(encoding="utf-8"):
        first = "from firmware_host.table.effects import "
        change(path, f"\n{first}", f"\n{line}{first}")


def in_the_list(entry: str) -> str:
    """Return ``entry`` as it stands in the list of keys."""
    return indent(entry.rstrip("\n"), "    ") + ",\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the command, the hold and the key of the guides, and a wiring."""
    folder = tmp_path_factory.mktemp("copy")
    copy_program(folder)
    (folder / NEW_FILE).write_text(MODULE, encoding="utf-8")
    add_hold(folder)
    add_key(folder)
    run_in(folder, "-c", REFERENCES)
    return folder


def add_hold(folder: Path) -> None:
    effect, entry = BLOCK.findall(HOLD)
    add_import(folder / LIST, effect)
    text = (folder / LIST).read_text(encoding="utf-8")
    (present,) = re.findall(ENTRY_OF_OK, text, re.MULTILINE | re.DOTALL)
    change(folder / LIST, present, in_the_list(entry))


def add_key(folder: Path) -> None:
    names, effect, entry, sheet = BLOCK.findall(KEY)
    present = next(line for line in _lines(folder / NAMES) if line.startswith("KEYS = "))
    change(folder / NAMES, present, names)
    add_import(folder / LIST, effect)
    last = next(line for line in _lines(folder / LIST) if line.startswith('    TableKey("menu"'))
    change(folder / LIST, last, last + in_the_list(entry))
    (folder / "mine.toml").write_text(sheet, encoding="utf-8")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def shows_the_help(folder: Path, command: str) -> bool:
    """Whether a script with ``command`` sees the help on the screen."""
    script = folder / "script.txt"
    script.write_text(f'{command}\nexpect screen "Help"\n', encoding="utf-8")
    words = ("simulate", "thaayam", "--script", str(script), "--wiring", "mine.toml")
    return command in run_in(folder, *TABLESIDE, *words)


def test_the_guides_touch_the_files_that_they_name_and_the_references(copy: Path) -> None:
    assert "one new file; nothing else changes" in COMMAND
    assert "A hold is a change in one file, a new key in two." in KEYS
    assert touched(copy) == TOUCHED


@pytest.mark.deep
def test_of_the_whole_manual_one_picture_is_written_anew_beside_the_references(copy: Path) -> None:
    run_in(copy, "-m", "docs.writer")
    assert touched(copy) == TOUCHED | {PICTURE}


def test_the_new_command_runs_and_the_help_lists_it(copy: Path) -> None:
    assert "`tableside squares thaayam` prints 25." in COMMAND
    assert run_in(copy, *TABLESIDE, "squares", "thaayam") == "25\n"
    summary = "print how many squares the board of a game has"
    assert f"squares    {summary}" in run_in(copy, *TABLESIDE, "--help")
    assert "Print how many squares" in run_in(copy, *TABLESIDE, "squares", "--help")


def test_the_reference_has_the_new_command(copy: Path) -> None:
    page = (copy / COMMANDS_PAGE).read_text(encoding="utf-8")
    assert "## tableside squares" in page
    assert "`tableside squares GAME`" in page


def test_the_hold_and_the_new_key_work_at_the_table(copy: Path) -> None:
    assert shows_the_help(copy, "hold ok 1")
    assert shows_the_help(copy, "press help")


def test_the_hold_and_the_new_key_work_in_the_simulator(copy: Path) -> None:
    pressed, *help_lines = run_in(copy, "-c", BOUND).splitlines()
    assert pressed == "ok help"
    assert "i help" in " ".join(help_lines)
    assert "F1 help" in " ".join(help_lines)


def test_the_reference_has_the_hold_and_the_new_key(copy: Path) -> None:
    reference = (copy / KEYS_PAGE).read_text(encoding="utf-8")
    assert "lets the machine throw | shows the help |" in reference
    assert "| `i` | ok, held: shows the help |" in reference
    assert "| `help` | shows the help |" in reference
