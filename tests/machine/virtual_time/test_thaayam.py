"""A whole game with the dice tray, whose throws take no time."""

from pathlib import Path

from firmware_host.session.setup import Setup
from tests.machine.conftest import MakeDouble, Play
from tests.machine.whole_game import play_and_compare


def test_a_whole_game_played_with_the_tray_ends_with_the_right_position(
    play: Play, double: MakeDouble, tmp_path: Path
) -> None:
    setup = Setup("thaayam", {"seats": 2})
    words = ("thaayam", "--option", "seats=2", "--first", "white")
    count = play_and_compare(play, double, setup, words, seed=3, kept=tmp_path / "kept")
    print(f"thaayam, seed 3: {count} throws and moves")
