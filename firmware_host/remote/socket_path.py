"""The path of the socket between a table and its web server."""

import os
from pathlib import Path
from typing import Final

from firmware_host.base.errors import UsageError

LONGEST_PATH: Final = 107
"""The most bytes of the path of a Unix socket (unix(7))."""


def check_length(path: Path) -> None:
    """Raise UsageError if ``path`` is too long for a socket.

    >>> check_length(Path("/run/tableside/table.socket"))
    """
    length = len(os.fsencode(path))
    if length > LONGEST_PATH:
        raise UsageError(
            f"the path of the socket: expected {LONGEST_PATH} bytes at most, got {length}: "
            f"{path}: give a shorter one"
        )
