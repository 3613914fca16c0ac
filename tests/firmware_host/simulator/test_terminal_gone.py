"""The simulator in a terminal that is closed: it ends, and lets go of the state folder."""

import os
import subprocess
import sys
from pathlib import Path

from firmware_host.storage.state_folder import hold

SIMULATE = [sys.executable, "-m", "firmware_host.cli", "simulate", "squadro", "--state-dir"]
PATIENCE = 60.0
"""Seconds that a busy machine may take for it."""


def test_a_terminal_that_is_closed_without_a_signal_ends_the_simulator(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    words = [*SIMULATE, str(tmp_path)]
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as simulator:
        os.close(theirs)
        while b"Enter" not in os.read(ours, 1 << 16):
            pass
        os.close(ours)
        try:
            assert simulator.wait(PATIENCE) == 0
        finally:
            simulator.kill()
    with hold(tmp_path):
        assert list(tmp_path.glob("*.journal"))
