"""Run by GNU Backgammon, not by us: what it holds to be the plays, and the best one, in positions.

Each line of the file ASKED is a position as ``own/other/dice``: the pieces of the seat to play on
its points from 1 to 24 and the bar, those of the other one, and two dice. The same line of ANSWERED
will have the plays, the best first at 0 plies, as GNU Backgammon writes them, each with its chances
after a colon: to win, to win a gammon and a backgammon, to lose a gammon and a backgammon.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

QUIET = (
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "set display off",
    "set threads 1",
    "set output rawboard on",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation prune off",
    "new match 1",
    "set turn 0",
)
ALL = 5000


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(","))


def plays(own: tuple[int, ...], other: tuple[int, ...], dice: tuple[int, ...]) -> Iterator[str]:
    """Yield all plays of whoever has the pieces ``own`` and throws ``dice``."""
    gnubg.command("set board " + gnubg.positionid((other, own)))
    gnubg.command(f"set dice {dice[0]} {dice[1]}")
    hints = gnubg.hint(ALL)
    for each in hints["hint"] if hints else ():
        chances = ",".join(f"{chance:.4f}" for chance in each["details"]["probs"])
        yield each["move"] + ":" + chances


for command in QUIET:
    gnubg.command(command)
with (
    Path(os.environ["ASKED"]).open(encoding="ascii") as asked,
    Path(os.environ["ANSWERED"]).open("w", encoding="ascii", buffering=1) as answered,
):
    answered.writelines(";".join(plays(*map(numbers, line.split("/")))) + "\n" for line in asked)
