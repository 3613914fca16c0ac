"""Follow docs/your-own-game.md word by word: a game of one's own is made, checked and played."""

import re
import tomllib
from pathlib import Path

import pytest

from docs.writer.manual import FOLDER
from games.race.game import kind_of
from tests.docs.copies import ROOT, run_in

TEXT = (FOLDER / "your-own-game.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ *tableside (.+)$", TEXT, re.MULTILINE)
(CHANGED,) = re.findall(r"^    ```toml\n    (.+)\n    ```", TEXT, re.MULTILINE)
(OPTION,) = re.findall(r"^```toml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
(SHEET,) = re.findall(r"^```markdown\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
HERE = {"new", "check", "show"}


def run(folder: Path, command: str) -> str:
    """What ``command`` of the page says in ``folder``; simulate plays a game at random."""
    words = command.split() + (["--random", "1"] if command.startswith("simulate") else [])
    return run_in(folder, "-m", "firmware_host.cli", *words)


def test_the_page_makes_a_game_that_is_played_with_its_own_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    new, check, show, simulate, *others = COMMANDS
    assert [each.split()[0] for each in others] == ["play", "serve"]
    assert "is written" in run(tmp_path, new)
    path = tmp_path / "sun-race.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count("count = 3\n") == 1
    path.write_text(text.replace("count = 3", CHANGED), encoding="utf-8")
    assert run(tmp_path, check).endswith("sun-race.toml can be played.\n")
    assert "white: d1 e1" in run(tmp_path, show)
    (tmp_path / "sun-race.en.md").write_text(SHEET, encoding="utf-8")
    assert "Game over" in run(tmp_path, simulate)
    assert "Bring both of your pieces to the middle." in run(tmp_path, "rules sun-race.toml")


def test_the_examples_of_rules_are_words_of_a_file() -> None:
    assert tomllib.loads(OPTION)["options"][0]["values"][0]["value"] == "exact"
    template = ROOT / "firmware_host" / "features" / "own_games" / "template.toml"
    kind = kind_of(f"{template.read_text(encoding='utf-8')}\n{OPTION}", "sun-race")
    assert kind(finish="larger").rules.words.end.exact is False
