"""Power cuts at every call, also on failing cards, lose no acknowledged record and invent none."""

from pathlib import Path

import pytest

from firmware_host.storage.journal import Journal
from tests.figures import Figure
from tests.firmware_host.storage.crashes import Tally, Trial
from tests.firmware_host.storage.disk import FOLDER, Disk
from tests.firmware_host.storage.journal_sample import FIRST, lines, reopened
from tests.firmware_host.storage.stored import in_three_places

SAMPLE, DEEP, STATES, CONTINUED = 3, 320, 100_000, 1000


class Unsynced(Disk):
    """A card that ignores every sync."""

    def sync(self, descriptor: int) -> None:
        self._call("sync", descriptor)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")


class Hasty(Trial):
    """A table that does not wait for the card."""

    def join(self, journal: Journal) -> None:
        """Do nothing."""


def tried(seeds: range) -> Tally:
    tally = Tally()
    for seed in seeds:
        Trial(seed, tally).run()
    return tally


def test_no_power_cut_on_any_card_loses_or_invents_a_record() -> None:
    tally = tried(range(SAMPLE))
    assert tally.lost == []
    assert min(tally.faults, tally.cuts, tally.kills, tally.continued) > 0


@pytest.mark.deep
def test_no_power_cut_on_any_card_loses_or_invents_a_record_at_length(figure: Figure) -> None:
    tally = tried(range(DEEP))
    assert tally.lost == []
    figure("crash states", f"{tally.states:,}")
    figure("crash states played on", f"{tally.continued:,}")
    figure(
        "crash records",
        f"{tally.acknowledged:,} acknowledged records, {tally.faults:,} failing calls, "
        f"play continued after {tally.cuts:,} cuts and {tally.kills:,} kills",
    )
    assert tally.states >= STATES
    assert tally.continued >= CONTINUED


def test_a_journal_without_sync_would_lose_acknowledged_records() -> None:
    tally = Tally()
    Trial(1, tally, make=Unsynced).run()
    assert tally.lost


def test_a_table_that_did_not_wait_for_the_card_would_lose_acknowledged_records() -> None:
    tally = Tally()
    Hasty(1, tally).run()
    assert tally.lost


def test_a_file_rewritten_in_place_would_lose_acknowledged_records() -> None:
    disk = Disk()
    descriptor = disk.open_new(FOLDER / FIRST)
    disk.sync_folder(FOLDER)
    for count in range(2, 5):
        disk.truncate(descriptor, 0)
        disk.write(descriptor, lines(count))
        left = {len(reopened(image)) for image in disk.images(in_three_places)}
        assert {0, count - 1} <= left
        disk.sync(descriptor)
