"""A process beside the table ends with it, also when the table is killed."""

import subprocess
import sys
from pathlib import Path

from tests.served import free_port, page

TABLE = """
import subprocess, sys, time
from firmware_host.app.processes import program

subprocess.Popen(program(*sys.argv[1:]))
time.sleep(600)
"""


def test_a_server_ends_with_a_table_that_is_killed(tmp_path: Path) -> None:
    port = free_port()
    words = ("--table", str(tmp_path / "s"), "--listen", f"127.0.0.1:{port}")
    command = [sys.executable, "-c", TABLE, "web", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as table:
        assert page(port)
        table.kill()
        # the other end of the pipe is open as long as the server lives
        table.communicate(timeout=60)


def test_a_process_whose_table_is_gone_does_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as table:
        table.wait()
    module = ("-m", "firmware_host.cli", "beside", str(table.pid), "--version")
    found = subprocess.run([sys.executable, *module], capture_output=True, check=True)
    assert (found.stdout, found.stderr) == (b"", b"")
