"""The web server of a table has in memory what it needs, and serves pages with it."""

import subprocess
import sys
from pathlib import Path

from firmware_host.app.sharing import web_command
from tests.served import free_port, page

HEAVY = (
    "PIL",
    "_ssl",
    "click",
    "gpiozero",
    "luma",
    "markdown_it",
    "multiprocessing",
    "firmware_host.screens",
    "firmware_host.table",
)
PROGRAM = """
import sys
from firmware_host.web.lean import leave_out
leave_out()
import firmware_host.web.server
print(*sys.modules)
"""


def test_the_server_imports_nothing_heavy() -> None:
    answer = subprocess.run(
        (sys.executable, "-c", PROGRAM), capture_output=True, text=True, check=True
    )
    assert not {*HEAVY} & {*answer.stdout.split()}


def test_the_command_serves_a_page_without_what_was_left_out(tmp_path: Path) -> None:
    port = free_port()
    command = web_command(("--table", str(tmp_path / "s"), "--listen", f"127.0.0.1:{port}"))
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            assert b"<!doctype html>" in page(port).lower()
        finally:
            server.kill()
