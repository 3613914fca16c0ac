"""A web server has in memory what it needs, and serves pages with it."""

import subprocess
import sys
from pathlib import Path

from firmware_host.app.processes import program
from tests.served import free_port, page

NEVER_USED = ("_ssl", "click", "colorzero.color", "logging.handlers", "urllib.error")
HEAVY = (
    *NEVER_USED,
    "PIL",
    "gpiozero",
    "luma",
    "markdown_it",
    "multiprocessing",
    "firmware_host.screens",
    "firmware_host.table",
)
PROGRAM = """
import sys
from firmware_host.cli.commands.web import leave_out
leave_out()
import firmware_host.{server}
from firmware_host.web.doorway import ADMISSIONS
from firmware_host.web.visitor import PAGE_MESSAGES
tuple(ADMISSIONS), tuple(PAGE_MESSAGES)
print(*sys.modules)
"""


def loaded_with(server: str) -> set[str]:
    """Return the modules that are loaded with ``server``, and what features add to it."""
    command = (sys.executable, "-c", PROGRAM.format(server=server))
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return {*answer.stdout.split()}


def test_a_server_imports_nothing_heavy() -> None:
    assert not {*HEAVY} & loaded_with("web.server")


def test_the_command_serves_a_page_without_what_was_left_out(tmp_path: Path) -> None:
    port = free_port()
    command = program("web", *("--table", str(tmp_path / "s"), "--listen", f"127.0.0.1:{port}"))
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        try:
            assert b"<!doctype html>" in page(port).lower()
        finally:
            server.kill()
