"""Power cuts at the writes of updates, from the log that the simulated machine keeps of them."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.figures import Figure
from tests.machine.boot import Machine, obstacle

CUT_UPDATES: Final = (sys.executable, "-m", "tests.machine.cut_updates")
HOUR: Final = 3600.0
FEWEST: Final = 1000
"""Cuts during updates (issue: at least 1,000)."""

pytestmark = pytest.mark.deep


def test_a_power_cut_at_any_write_of_an_update_leaves_a_version_that_starts(
    tmp_path: Path, figure: Figure
) -> None:
    if reason := obstacle():
        pytest.skip(reason)
    command = (*CUT_UPDATES, "log", str(tmp_path))
    with Machine(command, virtual_time=True, board=False, seconds=HOUR) as machine:
        assert machine.status() == 0
    found = Counter[str]()
    for line in said_by((*CUT_UPDATES, "replay", str(tmp_path))):
        count, _, what = line.partition(" ")
        found[what] += int(count)
    assert all(what.startswith("whole ") for what in found), found
    assert len(found) > 1
    assert found.total() >= FEWEST
    figure("update cuts on ext4", f"{found.total():,}")


def said_by(command: Sequence[str]) -> list[str]:
    """Return what ``command`` says, which mounts cards: here if that is possible, else inside."""
    if os.geteuid() == 0 and Path("/dev/loop-control").exists():
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.splitlines()
    with Machine(command, virtual_time=True, board=False, seconds=2 * HOUR) as machine:
        return list(machine.lines())
