"""Power cuts at the writes of the file system during updates: a whole version always starts.

``python -m tests.machine.cut_updates log FOLDER`` updates on a card whose writes are logged, and
leaves the card as it was first and the log in FOLDER; that needs the kernel of the simulated
machine. ``replay FOLDER`` starts the table on what a cut at each write would have left; that needs
root and nothing else, and is much quicker outside of the machine.
"""

import logging
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.setup.update.disk import UpdateDisk
from tests.machine.logged_card import FIRST, LOG, after_a_cut, logged_card, mark
from tests.machine.updating import BEHAVIOURS, prepare, start, update_again
from tests.machine.writelog import states, writes

UPDATES = len(BEHAVIOURS)
SEED = 6


@contextmanager
def in_memory() -> Iterator[Path]:
    """Yield a folder in memory, whose files can be disks."""
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def log(folder: Path) -> None:
    """Update on a logged card; leave what :func:`replay` needs in ``folder``."""
    with in_memory() as room:
        with logged_card(room) as card:
            disk = UpdateDisk(card)
            prepare(disk)
            mark("prepared")
            for number in range(UPDATES):
                update_again(disk, number)
        for name in (FIRST, LOG):
            subprocess.run(["cp", "--sparse=always", room / name, folder], check=True)


def replay(folder: Path) -> Counter[str]:
    """Return what started how often on the card as cuts would have left it."""
    found, every = Counter[str](), writes(folder / LOG)
    with in_memory() as room:
        for state in states((folder / FIRST).read_bytes(), every, random.Random(SEED)):
            if state.mark:
                with after_a_cut(state.disk, room) as place:
                    found[start(UpdateDisk(place))] += 1
    return found


if __name__ == "__main__":
    logging.disable()
    if sys.argv[1] == "log":
        log(Path(sys.argv[2]))
    else:
        for what, count in replay(Path(sys.argv[2])).items():
            print(count, what, flush=True)
