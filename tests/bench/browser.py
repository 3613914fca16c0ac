"""What a browser waits for, and what it costs the table: ``python -m tests.bench.browser``.

Table, web server and open pages are processes of their own on this computer.
"""

import json
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
def served(*presses: str) -> Iterator[Place]:
    """Run a table and its server; ``presses`` are those that the table makes itself."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        socket, port = str(Path(folder, "s")), free_port()
        shared = stack.enter_context(running("tests.bench.shared_table", socket, *presses))
        server = stack.enter_context(running("tests.bench.page_server", socket, str(port)))
        page(port)
        yield Place(shared, server, port)


def visitors(place: Place, *words: str) -> Sequence[str]:
    """Return the words that open so many pages of ``place``."""
    return ("tests.bench.page_visitors", str(place.port), str(OBSERVERS), *words)


def rows(presses: int = PRESSES, own: int = OWN_PRESSES) -> Iterator[Sequence[str]]:
    """The head and a row for each figure."""
    yield HEAD
    with served() as place, connect(f"ws://127.0.0.1:{place.port}/live?staff") as staff:
        _next_picture(staff)
        idle = resident(place.server.pid)
        with running(*visitors(place)):
            time.sleep(2.0)
            to_bus, back, repeated = _pressed(staff, place.table, presses)
            busy = resident(place.server.pid)
    yield ("key in the browser to the bus", *_figures(to_bus))
    yield ("key in the browser to its picture in the browser", *_figures(back))
    yield ("pictures sent that were shown already", str(repeated), "", "")
    alone, watched = _own_presses(own)
    yield ("the table's own press to the bus, alone", *_figures(alone))
    yield (f"the same with {OBSERVERS} pages and a flood", *_figures(watched))
    yield ("memory of the web server, one page", f"{idle:.1f} MiB", "", "")
    yield (f"memory of the web server, {OBSERVERS} pages", f"{busy:.1f} MiB", "", "")


def _figures(seconds: Sequence[float]) -> Sequence[str]:
    hundredths = quantiles(seconds, n=100)
    return [milliseconds(each) for each in (hundredths[49], hundredths[98], max(seconds))]


def _pressed(
    staff: ClientConnection, shared: Process, presses: int
) -> tuple[list[float], list[float], int]:
    """Press so often; return the seconds to the bus and back, and how many pictures came twice."""
    assert shared.stdout is not None, "it is a pipe"
    to_bus, back, repeated, before = list[float](), list[float](), 0, b""
    for number in range(presses):
        begun = time.monotonic()
        staff.send(json.dumps({"press": ("down", "up")[number % 2]}))
        picture = _next_picture(staff)
        back.append(time.monotonic() - begun)
        to_bus.append(float(shared.stdout.readline()) - begun)
        repeated += picture == before
        before = picture
        time.sleep(PAUSE)
    return to_bus, back, repeated


def _next_picture(staff: ClientConnection) -> bytes:
    while isinstance(message := staff.recv(), str):
        pass
    return message


def _own_presses(presses: int) -> tuple[list[float], list[float]]:
    """Two tables at the same time: the seconds of each press without pages and with a flood."""
    with served(str(presses)) as place, ExitStack() as stack:
        stack.enter_context(running(*visitors(place, "flood")))
        alone = stack.enter_context(running("tests.bench.shared_table", "-", str(presses)))
        assert alone.stdout, "it is a pipe"
        assert place.table.stdout, "it is a pipe"
        return json.loads(alone.stdout.readline()), json.loads(place.table.stdout.readline())


if __name__ == "__main__":
    print(*table(rows(*map(int, sys.argv[1:]))), sep="\n")
