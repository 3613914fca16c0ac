"""What starting and waiting cost: ``python -m tests.bench.starts [ROUNDS [SECONDS]]``.

The program is the service with one game, as :mod:`tests.bench.started` runs it. Times are those of
the processor since the start of Python, the least of all rounds. Instructions are counted by
valgrind, which counts the same ones however busy the computer is.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import games
from tests.bench.page import milliseconds, table

PROGRAM = Path(__file__).with_name("started.py")
ROOT = Path(__file__).parents[2]
ROUNDS, SECONDS = 10, 60.0
KIB_A_MIB = 1024

LGPIO = "lgpio's two threads, imitated"
IMITATION = """
import sys, threading, time
def look():
    end = time.monotonic() + float(sys.argv[1])
    while time.monotonic() < end:
        time.sleep(1 / 935)
threads = [threading.Thread(target=look) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(time.process_time())
"""
"""Two threads that wake 1,870 times a second between them, as lgpio's do.

docs/developers/machine.md says more of them.
"""

IMPORTS: Mapping[str, str] = MappingProxyType(
    {
        "Python alone": "time",
        "gpiozero": "gpiozero, time",
        "Pillow": "PIL.Image, PIL.ImageDraw, time",
        "luma and its bus": "luma.oled.device, smbus2, time",
        "Pillow and luma": "PIL.Image, PIL.ImageDraw, luma.oled.device, smbus2, time",
        "all three": "gpiozero, PIL.Image, PIL.ImageDraw, luma.oled.device, smbus2, time",
    }
)
"""What is imported bare, to compare with."""

PICTURES = ("first picture", "playable")
PEERS = ("Pillow and luma", "all three")
"""The bare imports that a first picture on I2C needs, and those that the program needs."""


def starts(rounds: int = ROUNDS) -> Iterator[Sequence[str]]:
    """The head, and a row for each of the bare imports and of the pictures, twice compared."""
    yield ("from the start of Python to", "processor", *(f"times {peer}" for peer in PEERS))
    least = _least(rounds)
    for name, spent in least.items():
        shares = [f"{spent / least[peer]:.2f}" for peer in PEERS]
        yield (name, milliseconds(spent), *shares)


def _least(rounds: int) -> Mapping[str, float]:
    """The least seconds of each, all in turns."""
    spent: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, modules in IMPORTS.items():
            spent.setdefault(name, []).append(_bare(modules))
        with running() as (times, _):
            for name, seconds in zip(PICTURES, times, strict=True):
                spent.setdefault(name, []).append(seconds)
    return {name: min(times) for name, times in spent.items()}


def _bare(modules: str) -> float:
    asked = (sys.executable, "-P", "-c", f"import {modules}; print(time.process_time())")
    return float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


UNTIL = """
import os, sys
from tests.bench import started
left = int(sys.argv[1])
def seen():
    global left
    left -= 1
    if left == 0:
        os._exit(0)
started.seen = seen
started.start(sys.argv[2])
"""
"""The program, which ends when people see the picture with this number."""

AT_ONCE = "import os; os._exit(0)"
"""Ends Python as the program here ends: what is loaded is not taken apart."""

COUNTER: Final = (
    "valgrind",
    "--tool=cachegrind",
    "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
)
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")


def instructions() -> Iterator[Sequence[str]]:
    """The head, and a row for the bare imports and for each picture; without valgrind the head."""
    yield ("from the start of Python to", "instructions", *(f"times {peer}" for peer in PEERS))
    if shutil.which(COUNTER[0]) is None:
        return
    counted = {peer: _counted("-c", f"import {IMPORTS[peer]}; {AT_ONCE}") for peer in PEERS}
    for number, name in enumerate(PICTURES, 1):
        counted[name] = _instructions_until(number)
    for name, count in counted.items():
        yield (name, f"{count / 1e6:.0f} M", *(f"{count / counted[peer]:.2f}" for peer in PEERS))


def _instructions_until(picture: int) -> int:
    """How many instructions the program takes until people see the ``picture`` with this number."""
    with tempfile.TemporaryDirectory() as folder:
        return _counted("-c", UNTIL, str(picture), folder)


def _counted(*words: str) -> int:
    """How many instructions Python takes with ``words``."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    asked = (*COUNTER, sys.executable, "-P", *words)
    ran = subprocess.run(asked, capture_output=True, text=True, check=True, env=environment)
    found = COUNTED.search(ran.stderr)
    assert found is not None, ran.stderr
    return int(found[1].replace(",", ""))


@contextmanager
def running(game: str | None = None) -> Iterator[tuple[Sequence[float], int]]:
    """Run the program until it can be played: its times up to both pictures, its process."""
    with tempfile.TemporaryDirectory() as folder:
        asked = (sys.executable, "-P", str(PROGRAM), folder, *filter(None, (game,)))
        with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None, "it is a pipe"
            try:
                yield [float(program.stdout.readline()) for _ in PICTURES], program.pid
            finally:
                program.terminate()


def rests(names: Sequence[str], seconds: float = SECONDS) -> Iterator[Sequence[str]]:
    """The head and a row for each of ``names``: waiting for ``seconds`` with that game begun.

    A last row is for the threads of lgpio.
    """
    yield ("game", f"processor in {seconds:g} s", "share", "resident memory")
    for name in names:
        with running(name) as (_, process):
            time.sleep(min(seconds, 2.0))  # what is still done after the first screen
            before = worked(process)
            time.sleep(seconds)
            spent = worked(process) - before
            memory = f"{resident(process):.1f} MiB"
        yield (name, milliseconds(spent), f"{spent / seconds:.2%}", memory)
    spent = _imitated(seconds)
    yield (LGPIO, milliseconds(spent), f"{spent / seconds:.2%}", "-")


def _imitated(seconds: float) -> float:
    """Seconds of the processor for threads that wake as often as two of lgpio's, and do nothing."""
    asked = (sys.executable, "-P", "-c", IMITATION, str(seconds))
    return float(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def worked(process: int) -> float:
    """Seconds of the processor that ``process`` has had: of its threads, to the nanosecond."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def resident(process: int) -> float:
    """MiB of memory that ``process`` has."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / KIB_A_MIB


def main(rounds: int = ROUNDS, seconds: float = SECONDS) -> None:
    """Print both tables as Markdown."""
    print(*table(starts(rounds)), "", *table(rests(games.names(), seconds)), sep="\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
