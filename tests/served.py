"""A web server of the program as a process of its own, and what it answers."""

import http.client
import socket
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from firmware_host.app.feed import Answer
from firmware_host.app.sharing import Reports, answers
from firmware_host.base.log import RecentLog
from firmware_host.remote.wire import Question

WAIT_SECONDS = 60.0


def free_port() -> int:
    """Return a port of this computer at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def page(port: int, path: str = "/") -> bytes:
    """Return the page at ``port`` as soon as a server answers there."""
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        with closing(asked), suppress(OSError, http.client.HTTPException):
            asked.request("GET", path)
            return asked.getresponse().read()
        time.sleep(0.05)
    raise TimeoutError(f"no server at port {port}")


def beside(folder: Path, wiring: str | None = None) -> Mapping[type[Question], Answer]:
    """Return who answers questions about the games in ``folder``, and nothing else."""
    return answers(folder, Reports({}, RecentLog(), sleep=lambda seconds: None))
