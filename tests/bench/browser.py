"""What a browser waits for, and what it costs the table: ``python -m tests.bench.browser``.

``python -m tests.bench.browser flood [PRESSES]`` only measures what a flood costs the table. Table,
web server and open pages are processes of their own on this computer.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from websockets.sync.client import ClientConnection, connect

from firmware_host.app.processes import NICE
from tests.bench.page import milliseconds, table
from tests.bench.starts import resident
from tests.served import free_port, page

OBSERVERS = 20
PRESSES = 500
OWN_PRESSES = 1000
PAUSE = 0.06
"""Seconds between two presses in the browser."""

HEAD = ("", "p50", "p99", "most")
Process = subprocess.Popen[str]


class Place(NamedTuple):
    """A table that is served: its process, that of the server, and the port."""

    table: Process
    server: Process
    port: int


@contextmanager
def running(*words: str) -> Iterator[Process]:
    """Run a module of this folder with its arguments; its lines can be read."""
    command = (sys.executable, "-m", *words)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def served(module: str, *words: str) -> Iterator[Place]:
    """Run the table of ``module``, with ``words`` after its socket, and its server."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        socket, port = str(Path(folder, "s")), free_port()
        shared = stack.enter_context(running(module, socket, *words))
        server = stack.enter_context(running("tests.bench.page_server", socket, str(port)))
        os.setpriority(os.PRIO_PROCESS, server.pid, NICE)
        page(port)
        yield Place(shared, server, port)


def visitors(place: Place, *words: str) -> Sequence[str]:
    """Return the words that open so many pages of ``place``."""
    return ("tests.bench.page_visitors", str(place.port), str(OBSERVERS), *words)


def rows(presses: int = PRESSES, own: int = OWN_PRESSES) -> Iterator[Sequence[str]]:
    """The head and a row for each figure."""
    yield HEAD
    with (
        served("tests.bench.shared_table") as place,
        connect(f"ws://127.0.0.1:{place.port}/live?staff") as staff,
    ):
        _next_picture(staff)
        idle = resident(place.server.pid)
        with running(*visitors(place)):
            time.sleep(2.0)
            to_bus, back, repeated = _pressed(staff, place.table, presses)
            busy = resident(place.server.pid)
    yield ("key in the browser to the bus", *_figures(to_bus))
    yield ("key in the browser to its picture in the browser", *_figures(back))
    yield ("pictures sent that were shown already", str(repeated), "", "")
    yield from flooded(own)
    yield ("memory of the web server, one page", f"{idle:.1f} MiB", "", "")
    yield (f"memory of the web server, {OBSERVERS} pages", f"{busy:.1f} MiB", "", "")


def flooded(presses: int = OWN_PRESSES) -> Iterator[Sequence[str]]:
    """A row for each figure of the presses at three tables at the same time.

    Two are alone, so that their difference shows what the others are worth; the third is flooded.
    """
    labels = ("alone", "at another table, alone", f"with {OBSERVERS} pages and a flood")
    with served("tests.bench.pressed_table", str(presses)) as place, ExitStack() as stack:
        stack.enter_context(running(*visitors(place, "flood")))
        words = ("tests.bench.pressed_table", "-", str(presses))
        tables = [*(stack.enter_context(running(*words)) for _ in labels[1:]), place.table]
        found = [json.loads(line_of(each)) for each in tables]
    yield from own_presses(labels, found, "the flood")


def own_presses(
    labels: Sequence[str], found: Sequence[Sequence[Sequence[float]]], disturbance: str
) -> Iterator[Sequence[str]]:
    """Yield the rows of what was ``found`` at tables that are called ``labels``.

    The first two are alone; at the third there is a ``disturbance``.
    """
    for number, clock in enumerate(("processor", "clock")):
        times = [each[number] for each in found]
        for label, each in zip(labels, times, strict=True):
            yield (f"the table's own press to the bus, {label} ({clock})", *_figures(each))
        yield (f"the two that are alone compared ({clock})", *_compared(times[1], times[0]))
        both = [*times[0], *times[1]]
        yield (f"{disturbance} compared with both ({clock})", *_compared(times[2], both))


def line_of(process: Process) -> str:
    """Return the next line that ``process`` prints."""
    assert process.stdout is not None, "it is a pipe"
    return process.stdout.readline()


def _parts(seconds: Sequence[float]) -> Sequence[float]:
    hundredths = quantiles(seconds, n=100)
    return (hundredths[49], hundredths[98], max(seconds))


def _figures(seconds: Sequence[float]) -> Sequence[str]:
    return [milliseconds(each) for each in _parts(seconds)]


def _compared(seconds: Sequence[float], others: Sequence[float]) -> Sequence[str]:
    pairs = zip(_parts(seconds), _parts(others), strict=True)
    return [f"{one / other - 1:+.0%}" for one, other in pairs]


def _pressed(
    staff: ClientConnection, shared: Process, presses: int
) -> tuple[list[float], list[float], int]:
    """Press so often; return the seconds to the bus and back, and how many pictures came twice."""
    to_bus, back, repeated, before = list[float](), list[float](), 0, b""
    for number in range(presses):
        begun = time.monotonic()
        staff.send(json.dumps({"press": ("down", "up")[number % 2]}))
        picture = _next_picture(staff)
        back.append(time.monotonic() - begun)
        to_bus.append(float(line_of(shared)) - begun)
        repeated += picture == before
        before = picture
        time.sleep(PAUSE)
    return to_bus, back, repeated


def _next_picture(staff: ClientConnection) -> bytes:
    while isinstance(message := staff.recv(), str):
        pass
    return message


def main() -> None:
    """Measure what the command line asks for."""
    match sys.argv[1:]:
        case ["flood", *words]:
            found = (HEAD, *flooded(*map(int, words)))
        case words:
            found = tuple(rows(*map(int, words)))
    print(*table(found), sep="\n")


if __name__ == "__main__":
    main()
