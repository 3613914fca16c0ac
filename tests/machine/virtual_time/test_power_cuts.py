"""Power cuts at every write of the file system: what the panel has shown is there afterwards."""

import random
from pathlib import Path

from firmware_host.session.setup import Setup
from games.core import random_action
from tests.machine.conftest import MakeDouble, Play
from tests.machine.kept import session_in
from tests.machine.logged_card import FIRST, LOG, after_a_cut, mark
from tests.machine.program import SQUADRO
from tests.machine.writelog import states, writes

ACTIONS = 10


def test_no_power_cut_loses_what_the_panel_has_shown(
    play: Play, double: MakeDouble, card: Path, room: Path
) -> None:
    rng = random.Random(4)
    hands = double(Setup("squadro"))
    program = play(*SQUADRO, "--state-dir", str(card / "kept"))
    hands.follow()
    for _ in range(ACTIONS):
        hands.play(str(random_action(hands.state, rng)))
        hands.meet()
        mark(str(len(hands.actions)))
    program.kill()
    played = list(map(str, hands.actions))
    tried = cut_off = 0
    for state in states((room / FIRST).read_bytes(), writes(room / LOG), rng):
        if state.mark:
            with after_a_cut(state.disk, room) as place:
                kept = list(map(str, session_in(place / "kept").actions))
            assert kept == played[: len(kept)]
            assert len(kept) >= int(state.mark)
            tried, cut_off = tried + 1, cut_off + (len(kept) == int(state.mark))
    # the cuts do take what was not shown yet
    assert tried > cut_off > 0
    print(f"power cuts on ext4: {tried} states after {ACTIONS} moves, nothing lost")
