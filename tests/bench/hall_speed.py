"""How soon a Pico reads the dice on a tray of Hall sensors, and what it makes of them.

``python -m tests.bench.hall_speed 20`` throws so many times with each kind of dice onto a tray of
the model that is wired to an emulated Pico. A throw takes about a minute of a computer.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles

from hardware.simulated.hall_dice import BODIES, BuiltTray, DiceInTray, throw
from tests.pico import image
from tests.pico.hall_tray import PicoReading, TrayAtPico

HEAD = (
    "dice", "throws", "right", "asked for again", "wrong faces accepted",
    "median", "nine in ten", "longest", "longest pass",
)  # fmt: skip

Read = tuple[DiceInTray, PicoReading]


def measured(kind: str, throws: int, seed: int) -> Iterator[Read]:
    """Yield what a Pico makes of each throw with dice of a ``kind``."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TrayAtPico(Path(folder), kind, BuiltTray(Random(f"{seed} {kind} tray 0"))) as tray,
    ):
        for number in range(throws):
            thrown = throw(kind, Random(f"{seed} {kind} {number}"))
            yield thrown, tray.read(thrown)
            tray.clear()


def row(kind: str, read: Sequence[Read]) -> Sequence[str]:
    """Return the row of the page about a ``kind`` of dice.

    >>> reading = PicoReading((0, 0, 1, 1), 900.0, 14.2)
    >>> row("lots", [(throw("lots", Random(6)), reading)] * 3)[3:]
    ('0', '3', '0.9 s', '0.9 s', '0.9 s', '14 ms')
    """
    times = [reading.took / 1000 for _, reading in read]
    deciles = quantiles(times, n=10, method="inclusive")
    asked = sum(reading.faces is None for _, reading in read)
    wrong = sum(reading.faces not in (None, thrown.faces) for thrown, reading in read)
    slowest = max(reading.longest_pass for _, reading in read)
    seconds = [f"{time:.1f} s" for time in (deciles[4], deciles[8], max(times))]
    counts = (len(read), len(read) - asked - wrong, asked, wrong)
    return (kind, *map(str, counts), *seconds, f"{slowest:.0f} ms")


def main() -> None:
    """Print what was made of each throw, then the rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hall_speed", description=__doc__)
    parser.add_argument("throws", type=int, nargs="?", default=20)
    parser.add_argument("--kind", choices=BODIES, action="append", help="else all")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if reason := image.obstacle():
        parser.exit(1, reason + "\n")
    rows = []
    for kind in asked.kind or BODIES:
        read: list[Read] = []
        for thrown, reading in measured(kind, asked.throws, asked.seed):
            print(kind, len(read), thrown.faces, reading, flush=True)
            read.append((thrown, reading))
        rows.append(row(kind, read))
    for each in (HEAD, *rows):
        print(*each, sep=" | ")


if __name__ == "__main__":
    main()
