"""What bash and fish complete after ``tableside``."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

import games
from docs.release.completion import SHELLS, WORDS, actions, completion
from firmware_host.cli import commands
from firmware_host.cli.main import command_line
from hardware.wiring import wiring

ASKED: Final[Mapping[str, str]] = {
    "bash": """\
. ./script
COMP_WORDS=({line} "{begun}"); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$(complete -p tableside | sed 's/.* -F \\([^ ]*\\).*/\\1/') tableside "{begun}"
printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "fish": "source ./script; complete -C '{line} {begun}'",
}
"""How a shell is asked what it completes: at the word that has ``begun`` after the ``line``."""


def offered(shell: str, folder: Path, line: str, begun: str = "") -> list[str]:
    """Return what ``shell`` offers in ``folder``, without its explanations."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (folder / "script").write_text(completion(shell), encoding="utf-8")
    command = [shell, "-c", ASKED[shell].format(line=line, begun=begun)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [each.partition("\t")[0] for each in done.stdout.split("\n") if each]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_the_games_are_completed(shell: str, tmp_path: Path) -> None:
    assert set(offered(shell, tmp_path, "tableside")) >= set(commands.names())
    assert offered(shell, tmp_path, "tableside play", "th") == ["thaayam"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_wiring_is_completed_from_the_profiles_else_from_files(
    shell: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").touch()
    install = "tableside install --wiring"
    assert set(offered(shell, tmp_path, install)) >= set(wiring.names())
    assert offered(shell, tmp_path, install, "waveshare-oled-h") == ["waveshare-oled-hat"]
    assert offered(shell, tmp_path, install, "mi") == ["mine.toml"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_game_or_the_file_of_a_set_is_completed(shell: str, tmp_path: Path) -> None:
    (tmp_path / "my-set.json").touch()
    check = "tableside exercises check"
    assert set(offered(shell, tmp_path, check)) >= set(games.names())
    assert offered(shell, tmp_path, check, "my") == ["my-set.json"]


def test_every_argument_that_is_a_path_is_completed() -> None:
    paths = {action.metavar for action in actions(command_line()) if action.type is Path}
    assert paths <= {*WORDS}
