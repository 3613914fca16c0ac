"""How surely the tray of Hall sensors reads dice, in the model.

``python -m tests.bench.hall_tray 50000`` throws so many times with each kind of dice.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from hardware.simulated.hall_dice import BODIES, BuiltTray, DiceInTray, HallReading, throw

HEAD = ("dice", "throws", "right", "asked for again", "of these, not clear", "wrong faces accepted")

THROWS, A_TRAY = 50_000, 250
"""Throws of each kind of dice, and throws in each of the trays, no two of which are alike."""

CELLS, CELL = 20, 0.01
"""The tray is divided into so many fields of a centimetre a side."""

Place = tuple[int, int]


@dataclass
class TrayTally:
    """What came of many throws; ``asked`` and ``thrown`` count dice by where they lay."""

    right: int = 0
    asked_again: int = 0
    not_clear: int = 0
    wrong: list[tuple[DiceInTray, HallReading]] = field(default_factory=list)
    asked: Counter[Place] = field(default_factory=Counter)
    thrown: Counter[Place] = field(default_factory=Counter)

    @property
    def throws(self) -> int:
        """The number of throws."""
        return self.right + self.asked_again + len(self.wrong)

    def add(self, thrown: DiceInTray, reading: HallReading) -> None:
        """Count a throw."""
        if reading.faces is None:
            self.asked_again += 1
            self.not_clear += thrown.faces is None
        elif reading.faces == thrown.faces:
            self.right += 1
        else:
            self.wrong.append((thrown, reading))
        if thrown.faces is not None:
            places = [(int((d.x + 0.0125) / CELL), int((d.y + 0.0125) / CELL)) for d in thrown.dice]
            self.thrown.update(places)
            self.asked.update(places if reading.faces is None else ())

    def __iadd__(self, other: "TrayTally") -> "TrayTally":
        """Add another tally."""
        self.right += other.right
        self.asked_again += other.asked_again
        self.not_clear += other.not_clear
        self.wrong += other.wrong
        self.asked.update(other.asked)
        self.thrown.update(other.thrown)
        return self


def measured(kind: str, throws: int, seed: int, processes: int = 1) -> TrayTally:
    """Throw the dice of a ``kind`` so many times, in so many processes."""
    trays = range(0, throws, A_TRAY)
    in_a_tray = partial(_measured_in_a_tray, kind, throws, seed)
    total = TrayTally()
    if processes == 1:
        for tally in map(in_a_tray, trays):
            total += tally
        return total
    with ProcessPoolExecutor(processes, initializer=os.nice, initargs=(19,)) as pool:
        for tally in pool.map(in_a_tray, trays):
            total += tally
    return total


def _measured_in_a_tray(kind: str, throws: int, seed: int, first: int) -> TrayTally:
    tally, tray = TrayTally(), BuiltTray(random.Random(f"{seed} {kind} tray {first}"))
    for number in range(first, min(first + A_TRAY, throws)):
        # each throw has a seed of its own, so that one can be looked at alone
        thrown = throw(kind, random.Random(f"{seed} {kind} {number}"))
        tally.add(thrown, tray.read(thrown))
    return tally


def row(kind: str, tally: TrayTally) -> Sequence[str]:
    """Return the row of the page about a ``kind`` of dice."""
    part = tally.asked_again / tally.throws
    return (
        kind,
        f"{tally.throws:,}",
        f"{tally.right:,}",
        f"{tally.asked_again:,} ({part:.1%})",
        f"{tally.not_clear:,}",
        str(len(tally.wrong)),
    )


def main() -> None:
    """Print the rows, and each wrong throw; write a picture of the worst places if asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hall_tray", description=__doc__)
    parser.add_argument("throws", type=int, nargs="?", default=THROWS)
    parser.add_argument("--kind", choices=BODIES, action="append", help="else all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--picture", type=Path, metavar="FILE", help="SVG of the worst places")
    asked = parser.parse_args()
    tallies = {}
    print(*HEAD, sep=" | ")
    for kind in asked.kind or BODIES:
        tallies[kind] = tally = measured(kind, asked.throws, asked.seed, asked.processes)
        print(*row(kind, tally), sep=" | ", flush=True)
        for thrown, reading in tally.wrong:
            print("wrong:", reading, thrown)
    if asked.picture:
        from tests.bench.hall_picture import drawn

        asked.picture.write_text(drawn(tallies), encoding="utf-8")


if __name__ == "__main__":
    main()
