"""No command writes over a file that people have, unless they say so."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from firmware_host.cli import commands
from firmware_host.cli.main import main
from firmware_host.storage.filesystem import NewFile
from games.record import write
from tests.firmware_host.stats.test_stats import played

PRECIOUS: Final = "what nobody wants to lose\n"
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "stats": ("stats", "game.txt", "--plot", "mine.png"),
    "review": ("review", "game.txt", "--plot", "mine.png", "--workers", "1"),
    "counters": ("counters", "--state-dir", ".", "--csv", "mine.csv"),
    "exercises": ("exercises", "make", "squadro", "--count", "1", "--output", "mine.json"),
    "dice": ("dice", "--simulated", "--save", "mine.toml"),
}
STUDY: Final = 'game = "thaayam"\npeople = [2]\nplayers = ["greedy"]\ngames = 2\nbatch = 2\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a record."""
    record = played("squadro", seed=1, most=4)
    (tmp_path / "game.txt").write_text(write(record), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", [*filter(None, map(COMMANDS.get, commands.names()))])
def test_a_file_that_is_there_stays(
    command: tuple[str, ...], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = here / next(word for word in command if word.startswith("mine."))
    path.write_text(PRECIOUS)
    assert main([*command]) == 2
    assert path.read_text() == PRECIOUS
    assert path.name in capsys.readouterr().err.splitlines()[-1]


def test_the_first_of_several_records_is_not_taken_for_the_picture(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (here / "game.txt").read_bytes()
    assert main(["stats", "--plot", "game.txt", "game.txt"]) == 2
    assert (here / "game.txt").read_bytes() == before
    assert "--overwrite" in capsys.readouterr().err


@pytest.mark.skipif("study" not in commands.names(), reason="that feature is not there")
def test_a_page_beside_the_plan_of_a_study_is_not_taken_for_its_report(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "plan.toml").write_text(STUDY)
    (here / "plan.md").write_text(PRECIOUS)
    assert main(["study", "plan.toml", "--workers", "1"]) == 2
    assert (here / "plan.md").read_text() == PRECIOUS
    assert "plan.md: expected a new file" in capsys.readouterr().err


def test_counters_that_were_written_before_are_written_again(here: Path) -> None:
    command = ["counters", "--state-dir", ".", "--csv", "days.csv"]
    assert main(command) == 0
    first = (here / "days.csv").read_text()
    assert main(command) == 0
    assert (here / "days.csv").read_text() == first


def test_a_file_goes_if_people_say_so(here: Path) -> None:
    path = here / "mine.csv"
    path.write_text(PRECIOUS)
    assert main(["counters", "--state-dir", ".", "--csv", "mine.csv", "--overwrite"]) == 0
    assert path.read_text().startswith("day,begun,")


def test_what_is_no_plain_file_can_be_written_to() -> None:
    NewFile(Path("/dev/null")).write(b"anything")
