"""Run the command line in a process of its own, to be interrupted as by Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 60.0
"""Seconds after which a process that has not ended is a failure."""


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Run ``tableside`` with ``words`` in a process group that is gone afterwards.

    Ctrl-C reaches it even where the tests were started with that signal ignored, as programs in
    the background of a shell are.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_host.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_take_ctrl_c,  # noqa: PLW1509 - it only sets a signal
    )
    with process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def interrupt(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Press Ctrl-C; return the exit code, the output and the errors.

    TimeoutExpired if a process of the group does not end.
    """
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def _take_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
