"""A machine ends with the program that started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BOOT = """
import sys
from pathlib import Path
from tests.machine import boot, image
image.folder = lambda: Path(sys.argv[1])
sys.exit(boot.main(["sleep", "1000"]))
"""
KERNEL = "#!/bin/sh\necho $$\nexec sleep 1000\n"
PATIENCE = 30.0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_program_ends_its_kernel(tmp_path: Path, number: int) -> None:
    kernel = tmp_path / "linux.uml"
    kernel.write_text(KERNEL)
    kernel.chmod(0o755)
    command = [sys.executable, "-c", BOOT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        process = int(program.stdout.readline())
        program.send_signal(number)
        assert program.wait(PATIENCE) == 128 + number
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{process}").exists() and time.monotonic() < end:
        os.sched_yield()
    assert not Path(f"/proc/{process}").exists()
