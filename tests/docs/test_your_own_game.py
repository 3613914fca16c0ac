"""Follow docs/your-own-game.md word by word: a game of one's own is made, checked and played."""

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from docs.writer.manual import FOLDER
from firmware_host.cli.arguments import game_named
from firmware_host.features.lessons.lesson import has_lesson
from firmware_host.features.own_games import FOLDER as KEPT
from firmware_host.features.practice.pages import table_equipment
from firmware_host.simulator.hands import play_game
from firmware_host.text.translator import Language
from games.race.game import kind_of
from tests.docs.copies import ROOT, run_in
from tests.firmware_host.features.practice.practice import PracticePlayer
from tests.table import Begin, lines, take

TEXT = (FOLDER / "your-own-game.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ *tableside (.+)$", TEXT, re.MULTILINE)
(CHANGED,) = re.findall(r"^    ```toml\n    (.+)\n    ```", TEXT, re.MULTILINE)
(OPTION,) = re.findall(r"^```toml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
TEMPLATE = ROOT / "firmware_host" / "features" / "own_games" / "template.toml"
(SHEET,) = re.findall(r"^```markdown\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


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


@pytest.fixture
def sun_race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The two files of the page in a folder of their own, where somebody is."""
    folder = tmp_path / "sun"
    folder.mkdir()
    monkeypatch.chdir(folder)
    text = TEMPLATE.read_text(encoding="utf-8").replace("TITLE", "Sun Race")
    path = folder / "sun-race.toml"
    path.write_text(text.replace("count = 3", CHANGED), encoding="utf-8")
    (folder / "sun-race.en.md").write_text(SHEET, encoding="utf-8")
    yield path
    games.take_in(())


def titles_of_lessons() -> list[str]:
    return [games.kind(name).title for name in games.names() if has_lesson(name)]


def test_the_game_of_the_page_is_played_at_the_panel_and_stays_on_its_list(
    sun_race: Path, tmp_path: Path, begin: Begin
) -> None:
    state = tmp_path / "state"
    (played,) = [each.split()[1] for each in COMMANDS if each.startswith("play")]
    assert game_named(played, state) == "sun-race"
    sun_race.unlink()  # the page says: also without the file
    games.take_in(())
    assert game_named(None, state) is None
    hands = begin()
    take(hands, "Ludo")
    assert {"Learn", "Exercises"} <= {*lines(hands)}
    hands.press("back")
    take(hands, "Learn")
    assert [line.partition(":")[0] for line in lines(hands)] == titles_of_lessons()
    hands.press("back")
    take(hands, "Sun Race")
    assert not {"Learn", "Exercises"} & {*lines(hands)}
    hands.press("ok")
    play_game(hands, random.Random(1))
    assert hands.state.game.title == "Sun Race"
    assert hands.state.is_terminal
    for copy in (state / KEPT).iterdir():  # the page says: to take it off the list, delete the copy
        copy.unlink()
    games.take_in(())
    game_named(None, state)
    assert "sun-race" not in games.names()


def test_the_game_of_the_page_is_on_the_first_page_of_a_browser(
    sun_race: Path, tmp_path: Path
) -> None:
    (served,) = [each.split()[2] for each in COMMANDS if each.startswith("serve")]
    assert sun_race.name == served
    game_named(served, None)
    *_, ludo, card = table_equipment(games, Language("en"))["cards"]
    assert [message for message, *_ in ludo["doors"]] == ["learn", "exercises", "position"]
    assert (card["title"], card["about"]) == ("Sun Race", "A race around a square.")
    assert [message for message, *_ in card["doors"]] == ["position"], (
        "the page says: lesson and exercises are not offered"
    )
    player = PracticePlayer(tmp_path)
    player.begin("sun-race")
    while player.table.mirror.session is not None and not player.table.mirror.session.is_over:
        player.act()
    assert player.actions > 10


def test_the_examples_of_rules_are_words_of_a_file() -> None:
    assert tomllib.loads(OPTION)["options"][0]["values"][0]["value"] == "exact"
    kind = kind_of(f"{TEMPLATE.read_text(encoding='utf-8')}\n{OPTION}", "sun-race")
    assert kind(finish="larger").rules.words.end.exact is False
