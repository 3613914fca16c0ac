"""A practice table needs no Pillow and no threads: its display is left out, and it plays on."""

import subprocess
import sys
from pathlib import Path

import pytest

import games
from firmware_host.app.outputs import NO_PILLOW
from tests.firmware_host.features.practice.test_practice_table import LONG_GAMES


def play(name: str, folder: Path) -> None:
    module = f"{__package__}.without_pillow"
    played = subprocess.run(
        [sys.executable, "-m", module, name, str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    *told, last = played.stdout.splitlines() or [""]
    assert last.startswith(f"{name}: "), played.stderr
    assert [line for line in told if NO_PILLOW in line] == told[:1]


@pytest.mark.parametrize("name", [name for name in games.names() if name not in LONG_GAMES])
def test_a_game_is_played_to_its_end_without_pillow_and_threads(name: str, tmp_path: Path) -> None:
    play(name, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("name", LONG_GAMES)
def test_a_long_game_is_played_to_its_end_without_pillow_and_threads(
    name: str, tmp_path: Path
) -> None:
    play(name, tmp_path)
