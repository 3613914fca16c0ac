"""What a simulated machine does with its memory card: a game is played on it, or looked at.

``python -m tests.machine.at_the_card play SEED`` goes on with the game until the power goes, and
prints its actions each time the panel shows that one counts; ``read`` prints those that are kept.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from firmware_host.simulator.simulated_table import World
from hardware.wiring.wiring import load
from tests.machine.double import Double
from tests.machine.kept import session_in
from tests.machine.panel import Panel
from tests.machine.pins import Pins, Switches
from tests.machine.program import SQUADRO, Program

CARD, PLACE = "/dev/ubda", Path("/run/card")
KEPT = PLACE / "kept"


def play(seed: int) -> None:
    """Play on, at random by ``seed``; say after each action which there are."""
    scratch = Path(tempfile.mkdtemp(dir="/run"))
    was_left = KEPT.exists()
    twin = shutil.copytree(KEPT, scratch / "double") if was_left else scratch / "double"
    twin.mkdir(exist_ok=True)
    wiring = load("generic")
    world = World(Request(games, wiring, "en", twin, Setup("squadro")), seed)
    hands = Double(world, Switches(wiring.lines, Pins()), Panel(), scratch)
    words = ("play", *SQUADRO, "--state-dir", str(KEPT), "--language", "en")
    Program(words, scratch, scratch / "said")
    if was_left:
        hands.press("ok")
    play_game(hands, random.Random(seed), lambda: tell(hands))


def tell(hands: Double) -> None:
    """Say what is on the table, when the panel shows it."""
    hands.meet()
    print(*hands.world.app.table.game.playing.actions, flush=True)


def read() -> None:
    """Say what is kept."""
    print(*session_in(KEPT).actions, flush=True)


def main() -> None:
    """Do what is asked for, with the card mounted."""
    PLACE.mkdir()
    subprocess.run(["mount", "-t", "ext4", CARD, PLACE], check=True)
    if sys.argv[1] == "play":
        play(int(sys.argv[2]))
    else:
        read()


if __name__ == "__main__":
    main()
