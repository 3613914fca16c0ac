"""A whole game without dice."""

from pathlib import Path

from firmware_host.session.setup import Setup
from tests.machine.conftest import MakeDouble, Play
from tests.machine.program import SQUADRO
from tests.machine.whole_game import play_and_compare


def test_a_whole_game_played_with_the_keys_ends_with_the_right_position(
    play: Play, double: MakeDouble, tmp_path: Path
) -> None:
    count = play_and_compare(
        play, double, Setup("squadro"), SQUADRO, seed=1, kept=tmp_path / "kept"
    )
    print(f"squadro, seed 1: {count} moves")
