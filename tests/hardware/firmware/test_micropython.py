"""The firmware in MicroPython, if it is installed: its unix port is enough.

``TABLESIDE_MICROPYTHON`` names it, if it is not on the path.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.firmware.protocol import Splitter, frame

SCRIPT = Path(__file__).with_name("on_micropython.py")
ROOT = SCRIPT.parents[3]


@pytest.fixture
def micropython() -> str:
    found = os.environ.get("TABLESIDE_MICROPYTHON") or shutil.which("micropython")
    if found is None:
        pytest.skip("no micropython on the path: install it or let TABLESIDE_MICROPYTHON name it")
    return found


def run(python: str, what: str, said: bytes = b"") -> bytes:
    done = subprocess.run(
        [python, str(SCRIPT), what],
        input=said,
        capture_output=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "MICROPYPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_every_module_does_the_same_in_micropython(micropython: str) -> None:
    here, there = (run(python, "rooms").splitlines() for python in (sys.executable, micropython))
    assert len(here) > 1200
    assert there == here


def test_the_whole_firmware_runs_in_micropython(micropython: str) -> None:
    hello = frame(0, ["hello", "2", "tableside"])
    splitter = Splitter()
    said = [words for _, words in splitter.feed(run(micropython, "pico", hello))]
    assert splitter.bad == 0
    assert said[0][:4] == ["hello", "2", "e6614c311b7e6a35", "tableside-pico/2"]
    keys = [words for words in said if words[0] == "keys"]
    assert (keys[0], keys[-1]) == (["keys", "00"], ["keys", "01"])
