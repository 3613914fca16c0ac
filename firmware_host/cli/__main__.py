"""Run the command line: ``python -m firmware_host.cli COMMAND ...``.

With ``beside PID`` before the command, the process ends when its table has ended, however that
ended; ``PID`` is the process of the table.
"""

import os
import select
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from firmware_host.cli.main import main

GAMES: Final = "TABLESIDE_GAMES"
"""The variable with the folder of games in packages, which the command of a Debian package sets."""


def end_with(table: int) -> None:
    """Let SIGTERM end this process as soon as ``table``, the process that started it, is gone.

    SystemExit if it is gone already. A kernel before 5.3 cannot tell: nothing happens then.
    """
    with suppress(OSError):
        gone = os.pidfd_open(table)
        threading.Thread(target=_end_after, args=(gone,), daemon=True).start()
    if os.getppid() != table:
        sys.exit()


def _end_after(gone: int) -> None:
    select.select([gone], [], [])
    os.kill(os.getpid(), signal.SIGTERM)


def find_games(environ: Mapping[str, str], path: list[str]) -> None:
    """Let Python look for the games of packages where the table does: after all else on ``path``.

    >>> path = ["lib"]
    >>> find_games({GAMES: "/opt/games"}, path)
    >>> path
    ['lib', '/opt/games']
    """
    path += filter(None, [environ.get(GAMES, "")])


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["beside"]:
        find_games(os.environ, sys.path)
        end_with(int(words[1]))
        words = words[2:]
    sys.exit(main(words))
