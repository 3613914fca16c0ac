"""Follow docs/developers/language.md in a copy of the program, and check what the guide claims."""

import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from docs.writer.manual import FOLDER
from firmware_host.text.translator import NAME_OF_LANGUAGE
from tests.docs.copies import ROOT, copy_program, run_in, touched

PAGE = (FOLDER / "developers" / "language.md").read_text(encoding="utf-8")
CLAIMED = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
CATALOGUE = "firmware_host/locale/de/LC_MESSAGES/firmware_host.po"
WRITTEN = ("docs/reference/", "docs/pictures/screens/")
COUNT = 10
UNTRANSLATED = "Throw the dice"
TESTS = ("tests/firmware_host/text/test_translator.py", "tests/docs/test_first_turn.py")

SAY = """
import sys
from firmware_host.table.device import CHOICES
from firmware_host.text.translator import Language
say = Language("de")
print(CHOICES["language"], say.name, *map(say, sys.argv[1:]), sep="\\n")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program, its manual, its tests and what else its tests read."""
    copy_program(tmp_path)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "CHANGELOG.md"):
        shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def make(folder: Path, *words: str) -> None:
    """Run ``make`` with the tools of these tests, so that nothing has to be installed."""
    tools = f"BIN={Path(sys.executable).parent}"
    command = ["make", "-C", str(folder), "-o", ".venv/ready-to-develop", tools, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def add_language(folder: Path) -> dict[str, str]:
    """Add German with ten texts and a rule sheet as the guide says; return the texts."""
    make(folder, "language", "CODE=de")
    words = translate(folder / CATALOGUE)
    make(folder, "locale")
    english = (folder / "games/rules/thaayam.en.md").read_text(encoding="utf-8")
    sheet = english.replace("# Thaayam", "# Thaayam auf Deutsch", 1)
    (folder / "games/rules/thaayam.de.md").write_text(sheet, encoding="utf-8")
    return words


def translate(path: Path) -> dict[str, str]:
    """Translate the name of the language and nine short texts; return all ten."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale="de")
    texts = [str(message.id) for message in catalogue]
    short = [text for text in texts if text.isalpha()][: COUNT - 1]
    # as long as in English, and with a letter that English does not have
    words = {NAME_OF_LANGUAGE: "Deutsch", **{text: f"Ü{text[1:]}" for text in short}}
    for text, translated in words.items():
        catalogue[text].string = translated
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)
    return words


def check(folder: Path, chosen: str) -> None:
    """Run tests of the copy that are ``chosen``; fail if one fails or none is found."""
    run_in(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, *TESTS)


def changes(folder: Path) -> set[str]:
    """Return the changed files; git ignores templates of catalogues."""
    return {name for name in touched(folder) if not name.endswith(".pot")}


def assert_claimed(found: set[str]) -> None:
    """Fail if a file was ``found`` to change that the guide does not name."""
    claimed = [name.replace("GAME", "thaayam") for name in CLAIMED]
    assert all(any(fnmatch(name, each) for each in claimed) for name in found), found


def test_a_language_speaks_its_ten_texts_and_its_rule_sheet_and_english_else(copy: Path) -> None:
    words = add_language(copy)
    assert len(words) == COUNT
    found = changes(copy)
    assert {"games/rules/thaayam.de.md", CATALOGUE} <= found
    assert_claimed(found)
    said = run_in(copy, "-c", SAY, *words, UNTRANSLATED).splitlines()
    assert said == ["('en', 'de', 'ru')", "Deutsch", *words.values(), UNTRANSLATED]
    shown = run_in(copy, "-m", "firmware_host.cli", "rules", "thaayam", "--language", "de")
    assert shown.startswith("Thaayam auf Deutsch\n")


@pytest.mark.deep
def test_a_language_and_its_manual_touch_the_files_of_the_guide_only(copy: Path) -> None:
    add_language(copy)
    run_in(copy, "-m", "docs.writer")
    found = changes(copy)
    assert {"games/rules/thaayam.de.md", "docs/players/thaayam.de.md"} <= found
    assert_claimed(found)
    certain = [name for name in CLAIMED if "/de/" in name or name.startswith(WRITTEN)]
    assert all(any(fnmatch(name, each) for name in found) for each in certain), found
    check(copy, "test_translator or thaayam-de")
