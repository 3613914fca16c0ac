"""Power cuts at the writes of the file system during updates: a whole version always starts."""

import random
from collections import Counter
from itertools import islice
from pathlib import Path

from firmware_host.install.update.disk import OsUpdateDisk
from tests.machine.logged_card import FIRST, LOG, after_a_cut, mark
from tests.machine.updating import BEHAVIOURS, prepare, start, update_again
from tests.machine.writelog import states, writes

UPDATES = len(BEHAVIOURS)
EVERY = 2
"""One state of so many is tried: each takes a second."""

FEWEST = 1000
"""Cuts during updates (issue: at least 1,000)."""


def test_a_power_cut_at_any_write_of_an_update_leaves_a_version_that_starts(
    card: Path, room: Path
) -> None:
    disk, found = OsUpdateDisk(card), Counter[str]()
    prepare(disk)
    mark("prepared")
    for number in range(UPDATES):
        update_again(disk, number)
    cuts = states((room / FIRST).read_bytes(), writes(room / LOG), random.Random(6))
    for state in islice((each for each in cuts if each.mark), None, None, EVERY):
        with after_a_cut(state.disk, room) as place:
            found[start(OsUpdateDisk(place))] += 1
    assert all(what.startswith("whole ") for what in found), found
    assert found.total() >= FEWEST
    assert len(found) > 1
    print(f"power cuts on ext4 at the writes of {UPDATES} updates: {dict(found)}")
