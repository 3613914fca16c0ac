"""Print how fast the games are beside public packages: ``python -m tests.bench --help``.

Random play counts throws and moves. So do playouts, by the mean length of the games that random
play has finished. Perft counts leaves.
"""

import argparse
import time

import games
from tests.bench.machine import describe
from tests.bench.report import report

parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast games are.")
parser.add_argument("games", nargs="*", metavar="GAME", help="else all")
parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default: 2)")
asked = parser.parse_args()

print(describe())
print(f"one core, {asked.seconds:g} s of processor time a figure, all in turns", flush=True)
for line in report(games, asked.games or games.names(), asked.seconds, time.process_time):
    print(line)
