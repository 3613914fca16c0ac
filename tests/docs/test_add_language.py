"""The guide ``docs/developers/language.md`` is followed in a copy of the sources."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from firmware_host.text.translator import NAME_OF_LANGUAGE

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/developers/language.md").read_text(encoding="utf-8")
SOURCES = ("docs", "firmware_host", "games", "hardware", "tests", "Makefile", "mkdocs.yml")
SETTINGS = ("pyproject.toml", "constraints.txt", "README.md", "CHANGELOG.md")
GENERATED = shutil.ignore_patterns("__pycache__", "*.pot", ".*", "*.egg-info")
CLAIMED = re.findall(r"^\| `([^`]+)` \|", GUIDE, re.MULTILINE)
CATALOGUE = "firmware_host/locale/de/LC_MESSAGES/firmware_host.po"
COUNT = 10

LOOK = """
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.table.preferences import CHOICES
say = Language("de")
print(LANGUAGES == CHOICES["language"] == ("en", "de", "ru"), say.name)
for text in {texts!r}:
    print(say(text))
"""


def run(folder: Path, *words: str) -> str:
    """Run a command in ``folder`` and return what it prints."""
    answer = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def make(folder: Path, *words: str) -> str:
    tools = Path(sys.executable).parent
    # the tools of these tests are used, so nothing has to be installed
    return run(folder, "make", f"BIN={tools}", "-o", ".venv/ready-to-develop", *words)


def files(folder: Path) -> Mapping[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".pytest_cache"} & {*path.parts}
    }


def changed(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> set[str]:
    names = before.keys() | after.keys()
    found = {name for name in names if before.get(name) != after.get(name)}
    return {name for name in found if not name.endswith(".pot")}  # git ignores these


def translate(path: Path) -> dict[str, str]:
    """Translate the name of the language and nine other texts; return all ten."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale="de")
    texts = [str(each.id) for each in catalogue if each.id and "{" not in str(each.id)]
    short = [text for text in texts if text != NAME_OF_LANGUAGE and text.isalpha()]
    # as long as the English ones, with a letter that English does not have
    words = {NAME_OF_LANGUAGE: "Deutsch", **{text: f"Ü{text[1:]}" for text in short[: COUNT - 1]}}
    for text, translated in words.items():
        catalogue[text].string = translated
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)
    return words


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tableside"
    folder.mkdir()
    for name in (*SOURCES, *SETTINGS):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=GENERATED)
        else:
            shutil.copy2(source, folder / name)
    return folder


def test_a_language_with_ten_texts_is_added_without_other_files(tree: Path) -> None:
    before = files(tree)
    make(tree, "language", "CODE=de")
    words = translate(tree / CATALOGUE)
    make(tree, "locale")
    run(tree, sys.executable, "-m", "docs.writer")
    claimed = {name for name in CLAIMED if "locale/de/" in name or "reference" in name}
    assert len(words) == COUNT
    assert len(claimed) == 6
    assert changed(before, files(tree)) == claimed
    untranslated = "Throw the dice"
    look = LOOK.format(texts=(*words, untranslated))
    expected = ["True Deutsch", *words.values(), untranslated]
    assert run(tree, sys.executable, "-c", look).splitlines() == expected
    tests = ("tests/firmware_host/text/test_translator.py", "tests/docs/test_generated.py")
    run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def test_a_rule_sheet_is_added_without_other_files(tree: Path) -> None:
    make(tree, "language", "CODE=de")
    before = files(tree)
    english = (tree / "games/rules/thaayam.en.md").read_text(encoding="utf-8")
    sheet = english.replace("# Thaayam", "# Thaayam auf Deutsch", 1)
    (tree / "games/rules/thaayam.de.md").write_text(sheet, encoding="utf-8")
    with (tree / "mkdocs.yml").open("a", encoding="utf-8") as navigation:
        navigation.write("# players/thaayam.de.md\n")
    run(tree, sys.executable, "-m", "docs.writer")
    patterns = [name.replace("GAME", "thaayam") for name in CLAIMED if "locale" not in name]
    found = changed(before, files(tree))
    assert "docs/players/thaayam.de.md" in found
    assert {name for name in found if not any(fnmatch(name, each) for each in patterns)} == set()
    shown = run(
        tree, sys.executable, "-m", "firmware_host.cli", "rules", "thaayam", "--language", "de"
    )
    assert shown.startswith("Thaayam auf Deutsch\n")
    test = "tests/docs/test_first_turn.py"
    run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test)
