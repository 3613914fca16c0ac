"""Follow docs/developers/key.md in copies of the program, and check what the guide claims."""

import re
from pathlib import Path
from textwrap import indent

import pytest

from docs.writer.manual import FOLDER
from tests.docs.copies import copy_program, run_in, touched

PAGE = (FOLDER / "developers" / "key.md").read_text(encoding="utf-8")
HOLD, KEY = PAGE.split("\n## ")[1:3]
BLOCK = re.compile(r"^```(?:python|toml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LIST, NAMES = "firmware_host/table/keys.py", "hardware/wiring/wiring.py"
ENTRY_OF_OK = r'^    TableKey\(\n        "ok",\n.*?^    \),\n'
REFERENCE, PICTURE = "docs/reference/keys.md", "docs/pictures/simulator.svg"
TABLESIDE = ("-m", "firmware_host.cli")
BOUND = """
from firmware_host.simulator.terminal.keyboard import help_text, presses
from firmware_host.text.translator import Language
from hardware.wiring.wiring import load
wiring = load({wiring!r})
print(presses(wiring)[{key!r}].key)
print(help_text(wiring, 200, Language("en")))
"""


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_import(path: Path, line: str) -> None:
    first = "from firmware_host.table.effects import "
    change(path, f"\n{first}", f"\n{line}{first}")


def in_the_list(entry: str) -> str:
    """Return ``entry`` as it stands in the list of keys."""
    return indent(entry.rstrip("\n"), "    ") + ",\n"


@pytest.fixture(scope="module")
def with_hold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which OK has the hold of the guide."""
    folder = tmp_path_factory.mktemp("hold")
    copy_program(folder)
    effect, entry = BLOCK.findall(HOLD)
    add_import(folder / LIST, effect)
    text = (folder / LIST).read_text(encoding="utf-8")
    (present,) = re.findall(ENTRY_OF_OK, text, re.MULTILINE | re.DOTALL)
    change(folder / LIST, present, in_the_list(entry))
    run_in(folder, "-m", "docs.writer")
    return folder


@pytest.fixture(scope="module")
def with_key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the new key of the guide, and a wiring that has it."""
    folder = tmp_path_factory.mktemp("key")
    copy_program(folder)
    names, effect, entry, sheet = BLOCK.findall(KEY)
    present = next(line for line in _lines(folder / NAMES) if line.startswith("KEYS = "))
    change(folder / NAMES, present, names)
    add_import(folder / LIST, effect)
    last = next(line for line in _lines(folder / LIST) if line.startswith('    TableKey("menu"'))
    change(folder / LIST, last, last + in_the_list(entry))
    run_in(folder, "-m", "docs.writer")
    (folder / "mine.toml").write_text(sheet, encoding="utf-8")
    return folder


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def shows_the_help(folder: Path, command: str, *more: str) -> bool:
    """Whether a script with ``command`` sees the help on the screen."""
    script = folder / "script.txt"
    script.write_text(f'{command}\nexpect screen "Help"\n', encoding="utf-8")
    words = ("simulate", "thaayam", "--script", str(script), *more)
    return command in run_in(folder, *TABLESIDE, *words)


def test_a_hold_touches_one_file_and_the_reference(with_hold: Path) -> None:
    assert "A hold is a change in one file, a new key in two." in PAGE
    assert touched(with_hold) == {LIST, REFERENCE, PICTURE}


def test_the_hold_works_at_the_table_in_the_simulator_and_in_the_manual(with_hold: Path) -> None:
    assert shows_the_help(with_hold, "hold ok 1")
    key, *help_lines = run_in(with_hold, "-c", BOUND.format(wiring="generic", key="i")).splitlines()
    assert key == "ok"
    assert "i help" in " ".join(help_lines)
    reference = (with_hold / REFERENCE).read_text(encoding="utf-8")
    assert "lets the machine throw | shows the help |" in reference
    assert "| `i` | ok, held: shows the help |" in reference


def test_a_new_key_touches_two_files_and_the_references(with_key: Path) -> None:
    changed = {name for name in touched(with_key) if not name.startswith("docs/reference/")}
    assert changed == {LIST, NAMES}


def test_the_new_key_works_at_the_table_in_the_simulator_and_in_the_manual(
    with_key: Path,
) -> None:
    assert shows_the_help(with_key, "press help", "--wiring", "mine.toml")
    key, *help_lines = run_in(
        with_key, "-c", BOUND.format(wiring="mine.toml", key="f1")
    ).splitlines()
    assert key == "help"
    assert "F1 help" in " ".join(help_lines)
    reference = (with_key / REFERENCE).read_text(encoding="utf-8")
    assert "| `help` | shows the help |" in reference
