"""The example of the guide is a game, and adding it changes just the files that the guide names."""

import inspect
import random
import re
import shutil
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from docs.developers import example_game
from docs.developers.example_game import Dash
from docs.writer.manual import FOLDER
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from games.core import About, Game
from games.options import OptionValue
from tests.docs.copies import ROOT, bring_compiled, run_in
from tests.docs.test_language_guide import make
from tests.games import test_every_game
from tests.table import Begin

Check = Callable[[Game], None]

PAGE = FOLDER / "developers" / "game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SHEET = re.compile(r"^````markdown\n(.*?)^````", re.DOTALL | re.MULTILINE)
LESSON = re.compile(r"^```toml\n(.*?)^```", re.DOTALL | re.MULTILINE)
CLAIMED = re.findall(
    r"^\| `([^`]+)` \|.*\|$", TEXT.partition("## The files of a game")[2], re.MULTILINE
)
RUSSIAN = {
    "Dash": "Бросок",
    "Runners": "Бегуны",
    "How many each side has.": "Сколько у каждой стороны.",
    "Nobody stands there. Take a piece from the hand.": "Там никого нет. Возьмите фишку из руки.",
}
TESTS = (
    *(f"tests/games/test_{name}.py" for name in ("every_game", "golden")),
    *(
        f"tests/docs/test_{name}.py"
        for name in ("first_turn", "links", "print_boards", "rules_in_short", "sheet_facts")
    ),
)
"""The tests that ask every game, or every page of one."""

LESSONS = "tests/firmware_host/features/lessons/test_sentences.py"

CHECKS = [
    check
    for name, check in vars(test_every_game).items()
    if name.startswith("test_") and not hasattr(check, "pytestmark")
]


class OnlyDash:
    """A catalogue with this one game."""

    def names(self) -> tuple[str, ...]:
        return (Dash.name,)

    def kind(self, name: str) -> type[Game]:
        return Dash

    def about(self, name: str) -> About:
        return Dash.about

    def load(self, name: str, /, **options: OptionValue) -> Game:
        return Dash(**options)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_example_keeps_what_every_game_must(check: Check) -> None:
    check(Dash())


def test_the_manual_quotes_the_example() -> None:
    facts, move, _ = BLOCK.findall(TEXT)
    assert set(facts.splitlines()) <= set(inspect.getsource(example_game).splitlines())
    (played,) = Dash().state("0 2 0,0/0,2").legal_moves()
    assert repr(played) == repr(eval(move, vars(example_game)))


def test_hands_play_the_example_with_dice_keys_and_display(begin: Begin) -> None:
    hands = begin(Setup(Dash.name, {"runners": 1}), OnlyDash())
    play_game(hands, random.Random(3))
    assert hands.state.is_terminal
    assert "The runners are home" in hands.world.app.words


@pytest.mark.parametrize(
    "text", ["", "0 -", "2 - 0,0/0,0", "0 5 0,0/0,0", "0 - 0/0", "0 - 1,1/0,0", "0 - 9,9/0,0"]
)
def test_what_is_no_position_of_the_example_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Dash().state(text)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the program and its tests, to which the example is added as the guide says."""
    folder = tmp_path / "tableside"
    shutil.copytree(
        ROOT, folder, ignore=shutil.ignore_patterns("__pycache__", ".*", "build", "*.pot")
    )
    bring_compiled(folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """The files of ``folder``, without those that git ignores."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pot"
    }


def add(folder: Path) -> None:
    """Add the game and its words as the guide says."""
    (sheet,), (*_, line) = SHEET.findall(TEXT), BLOCK.findall(TEXT)
    (folder / "games/rules/dash.en.md").write_text(sheet, encoding="utf-8")
    (lesson,) = LESSON.findall(TEXT)
    (folder / "games/lessons/dash.toml").write_text(lesson, encoding="utf-8")
    shutil.copy(folder / "docs/developers/example_game.py", folder / "games/dash.py")
    catalogue = folder / "games/__init__.py"
    before, end, after = catalogue.read_text(encoding="utf-8").partition("\n}\n")
    catalogue.write_text(f"{before}\n{line.rstrip()}{end}{after}", encoding="utf-8")


def write(folder: Path) -> None:
    """Write what follows from the game as the guide says: goldens, texts and pages."""
    for words in (["tests.games.golden", "dash"], ["tests.firmware_host.screens.golden"]):
        run_in(folder, "-m", *words)
    make(folder, "locale")
    translate(folder / "games/locale/ru/LC_MESSAGES/games.po")
    make(folder, "locale")
    run_in(folder, "-m", "docs.writer")


def translate(path: Path) -> None:
    with path.open("rb") as file:
        catalogue = read_po(file, locale="ru")
    for message in catalogue:
        if message.id and not message.string:
            message.string = RUSSIAN.get(str(message.id), f"{message.id} (ru)")
    with path.open("wb") as file:
        write_po(file, catalogue, width=100)


def test_the_added_example_is_listed_explained_and_played(tree: Path) -> None:
    add(tree)
    tableside = "-m", "firmware_host.cli"
    assert "Dash" in run_in(tree, *tableside, "games")
    assert run_in(tree, *tableside, "rules", "dash").startswith("Dash\n")
    assert "Game over" in run_in(tree, *tableside, "simulate", "dash", "--random", "1")


@pytest.mark.deep
def test_the_example_is_added_with_the_files_that_the_guide_names(tree: Path) -> None:
    before = files(tree)
    add(tree)
    write(tree)
    after = files(tree)
    found = {name for name in before | after if before.get(name) != after.get(name)}
    unclaimed = {name for name in found if not any(fnmatch(name, each) for each in CLAIMED)}
    assert unclaimed == set()
    assert [each for each in CLAIMED if not any(fnmatch(name, each) for name in found)] == []
    run_in(tree, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", "dash", *TESTS)
    # the guide shows one task of a lesson
    tests = "dash and not eight_to_twelve"
    run_in(tree, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", tests, LESSONS)
