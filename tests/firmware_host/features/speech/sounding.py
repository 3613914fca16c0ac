"""Programs that stand in for espeak-ng and aplay, and what was heard of them."""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.table.device import Preferences

PATIENCE = 30.0
"""Seconds that a busy computer may take until something is heard."""

SYNTHESISER = """
import sys
sys.stdout.buffer.write(bytes(44))
for line in sys.stdin:
    sys.stdout.buffer.write(b"".join(bytes((ord(each) % 256, 1)) for each in line.strip()))
    sys.stdout.buffer.flush()
"""
"""Says each character as one sample: its code, with 1 as the high byte."""

SINK = """
import os, sys
while samples := os.read(0, 4096):
    with open(sys.argv[1], "ab") as file:
        file.write(samples)
"""

PULLED = """
import os, sys
if os.path.exists(sys.argv[2]):
    sys.exit(1)
while samples := os.read(0, 4096):
    if os.path.exists(sys.argv[2]):
        sys.exit(1)
    with open(sys.argv[1], "ab") as file:
        file.write(samples)
"""
"""Ends as aplay does while there is a file: the device is pulled."""


HANGING = """
import time
time.sleep(3600)
"""
"""Takes nothing, says nothing and does not end."""

FAILING = """
import sys
sys.exit("audio open error: No such file or directory")
"""
"""Complains and ends, as aplay does without a device."""


def synthesise(preferences: Preferences) -> Sequence[str]:
    """Return the command that stands in for espeak-ng."""
    return (sys.executable, "-S", "-c", SYNTHESISER)


def sink(heard: Path) -> Sequence[str]:
    """Return the command that stands in for aplay, and writes what it plays into a file."""
    return (sys.executable, "-S", "-c", SINK, str(heard))


def pulled_sink(heard: Path, pulled: Path) -> Sequence[str]:
    """Return the command of a device that is pulled out while the file ``pulled`` is there."""
    return (sys.executable, "-S", "-c", PULLED, str(heard), str(pulled))


def words(heard: Path) -> str:
    """Return what was played into a file."""
    samples = heard.read_bytes() if heard.exists() else b""
    return bytes(samples[0 : len(samples) : 2]).decode("latin-1")


def wait_for(happened: Callable[[], bool]) -> bool:
    """Wait until something has ``happened`` in another thread; return whether it has."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        time.sleep(0.005)
    return happened()
