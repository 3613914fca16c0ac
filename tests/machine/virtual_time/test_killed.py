"""The program is killed in the middle of a move; after a restart it continues there."""

import random
from pathlib import Path

from firmware_host.session.setup import Setup
from games.core import random_action
from tests.machine.conftest import MakeDouble, Play
from tests.machine.kept import session_in
from tests.machine.program import SQUADRO

KILLS = 5


def test_a_killed_program_continues_in_the_middle_of_the_move(
    play: Play, double: MakeDouble, tmp_path: Path
) -> None:
    rng, played = random.Random(2), []
    hands, program = double(Setup("squadro")), play(*SQUADRO)
    hands.follow()
    for _ in range(KILLS):
        hands.play(str(random_action(hands.state, rng)))
        hands.choose(str(random_action(hands.state, rng)))
        played += hands.actions
        hands.meet()
        program.kill()
        hands, program = double(Setup("squadro")), play(*SQUADRO)
        hands.press("ok")
        hands.follow()
        hands.meet()
    assert program.end() == 0
    session = session_in(tmp_path / "kept")
    assert list(map(str, session.actions)) == list(map(str, played))
    assert session.state.pieces() == hands.world.board.pieces
