"""Run the command line in a process that ends when its table has ended, however that ended.

``python -m firmware_host.cli.beside_table PID COMMAND ...``; ``PID`` is the process of the table.
"""

import os
import select
import signal
import sys
import threading
from contextlib import suppress

from firmware_host.cli.main import main


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


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
