"""Play a game to its end at a practice table where neither Pillow nor threads can be had.

The command line names the game and an empty folder. The last line says how many actions it took;
before it is what the log said.
"""

import logging
import sys
import threading
from pathlib import Path

MISSING = ("PIL", "luma", "luma.core", "luma.oled", "smbus2")


def _no_thread(*_: object) -> None:
    raise RuntimeError("there are no threads here")


def play(name: str, folder: Path) -> None:
    """Play the game ``name`` by what a visitor asks; moves are random."""
    from tests.firmware_host.features.practice.practice import PracticePlayer

    player = PracticePlayer(folder)
    player.send(position=name)
    player.wait(2)
    player.send(**dict(player.shown["answers"])["Play on"])
    assert player.wait(2, lambda: "Play on" not in dict(player.shown["answers"]))
    player.send(home=True)
    player.wait(2)
    player.begin(name)
    session = player.table.mirror.session
    assert session is not None
    while not session.is_over:
        player.act()
    assert session.outcome is not None
    assert player.table.mirror.snapshot.panel is None
    player.table.close()
    print(f"{name}: {len(session.actions)} actions")


if __name__ == "__main__":
    logging.basicConfig(stream=sys.stdout, format="log: %(message)s")
    for missing in MISSING:
        sys.modules[missing] = None  # type: ignore[assignment]  # importing it fails from now on
    threading.Thread.start = _no_thread  # type: ignore[assignment, method-assign]
    play(sys.argv[1], Path(sys.argv[2]))
