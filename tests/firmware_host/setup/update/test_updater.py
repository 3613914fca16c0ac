"""An update from a file to the end of its trial: good ones stay, broken ones are taken back."""

import errno
from contextlib import suppress

import pytest
from msgspec.structs import replace

from firmware_host.setup.paths import CURRENT, RELEASES, TRUSTED
from firmware_host.setup.update.package import UpdatePackage
from firmware_host.setup.update.record import UpdateRecord
from firmware_host.setup.update.releases import PATIENCE, PROBATION
from firmware_host.setup.update.updater import HandedPackage
from tests.figures import Figure
from tests.firmware_host.setup.update.packages import handed, package, release
from tests.firmware_host.setup.update.table import (
    BEHAVIOURS,
    NEW,
    OLD,
    SITE,
    SimulatedMachine,
    games_are_intact,
    new_card,
    updater,
)

BACK_WITHIN = 60.0
GOOD = ("good", "slow", "migrates")
BROKEN = tuple(name for name in BEHAVIOURS if name not in GOOD)

UNFIT: dict[str, tuple[str, HandedPackage, object]] = {
    "wrong checksum": ("checksum", replace(handed(package(NEW)), data=package("0.2.1")), SITE),
    "no checksums": ("checksum", handed(package(NEW), sums=None), SITE),
    "another file in the checksums": ("checksum", handed(package(NEW), sums=b"00  a.deb\n"), SITE),
    "cut off": ("unreadable", handed(package(NEW)[:-700]), SITE),
    "not a package": ("unreadable", handed(b"PK\3\4" * 50), SITE),
    "another program": ("program", handed(package(NEW, Package="solitaire")), SITE),
    "another version than confirmed": ("program", handed(package(NEW), wanted="0.1.9"), SITE),
    "another architecture": ("architecture", handed(package(NEW, Architecture="armhf")), SITE),
    "another system": ("system", handed(package(NEW, Tableside_Releases="forky")), SITE),
    "no system": ("system", handed(package(NEW, Tableside_Releases="")), SITE),
    "the same version": ("same", handed(package(OLD)), SITE),
    "an older version": ("older", handed(package("0.1.0")), SITE),
    "a newer folder": ("state", handed(package(NEW)), replace(SITE, state_format=2)),
    "no room": ("room", handed(package(NEW)), replace(SITE, free=1000)),
    "undervoltage": ("power", handed(package(NEW)), replace(SITE, is_power_low=True)),
    "overlay": ("overlay", handed(package(NEW)), replace(SITE, is_overlay=True)),
}


def installed(behaviour: str = "good") -> SimulatedMachine:
    machine = SimulatedMachine(new_card())
    updater(machine).install(handed(package(NEW, release(behaviour), Tableside_State="2")))
    return machine


def record_of(machine: SimulatedMachine) -> UpdateRecord:
    record = updater(machine).record
    assert record is not None
    return record


def runs(machine: SimulatedMachine) -> tuple[str | None, str | None]:
    return machine.card.target(CURRENT), machine.card.target(TRUSTED)


@pytest.mark.parametrize("behaviour", GOOD)
def test_a_good_version_stays_after_its_trial(behaviour: str) -> None:
    machine = installed(behaviour)
    assert runs(machine) == (f"releases/{NEW}",) * 2
    assert record_of(machine).state == "done"
    assert {version for _, version in machine.shown} == {NEW}
    assert games_are_intact(machine.card)


def test_the_version_before_stays_on_the_card() -> None:
    machine = installed()
    assert machine.card.names(RELEASES) == [OLD, NEW]
    machine.site_now = replace(SITE, version=NEW)
    updater(machine).install(handed(package("0.3.0")))
    assert machine.card.names(RELEASES) == [NEW, "0.3.0"]


def seconds_until_back(behaviour: str) -> float:
    """Return how long after a version has failed the old one shows its first picture."""
    machine = installed(behaviour)
    returned = machine.now
    machine.run_for(30)
    assert runs(machine) == (f"releases/{OLD}",) * 2
    assert record_of(machine).state == "failed"
    assert record_of(machine).why
    draws = BEHAVIOURS[behaviour].draws
    silent = [] if draws is not None and draws <= PATIENCE else [1000 + PATIENCE]
    failed = min([*machine.failed, *silent])
    assert returned - failed <= 1.0, "the old one is started as soon as the new one has failed"
    assert games_are_intact(machine.card)
    return next(time for time, version in machine.shown if version == OLD) - failed


def test_versions_that_fail_are_taken_back_within_a_minute(figure: Figure) -> None:
    seconds = [seconds_until_back(behaviour) for behaviour in BROKEN]
    assert max(seconds) <= BACK_WITHIN
    figure("broken updates", f"{len(seconds)} versions, back after {max(seconds):.1f} s at most")


def test_a_version_that_fails_is_removed_from_the_card() -> None:
    assert installed("its loop fails").card.names(RELEASES) == [OLD]


@pytest.mark.parametrize("name", UNFIT)
def test_an_unfit_file_changes_nothing(name: str) -> None:
    obstacle, unfit, site = UNFIT[name]
    machine = SimulatedMachine(new_card(), site)  # type: ignore[arg-type]
    before = machine.card.tree(RELEASES)
    updater(machine).install(unfit)
    assert record_of(machine).state == "failed"
    assert record_of(machine).obstacle == obstacle
    assert "\n" not in record_of(machine).why
    assert machine.card.tree(RELEASES) == before
    assert runs(machine) == (f"releases/{OLD}",) * 2
    assert machine.service().run == "first", "the table was not even restarted"


def test_an_older_version_is_taken_if_somebody_wants_it() -> None:
    machine = SimulatedMachine(new_card())
    updater(machine).install(handed(package("0.1.0"), may_be_older=True))
    assert runs(machine) == ("releases/0.1.0",) * 2


@pytest.mark.parametrize("room", range(52_000, 130_000, 3000))
def test_a_full_card_leaves_the_old_or_the_new_version(room: int) -> None:
    machine = SimulatedMachine(new_card(room=room))
    with suppress(OSError):
        updater(machine).install(handed(package(NEW, release("crashes after a minute"))))
    assert runs(machine) == (f"releases/{OLD}",) * 2
    machine.run_for(10)
    assert games_are_intact(machine.card)


def test_a_card_that_fails_at_some_call_leaves_a_version_that_starts() -> None:
    probe = installed()
    for number in range(1, probe.card.calls + 1, 2):
        machine = SimulatedMachine(new_card(), stopped_at=1010.0)
        machine.card.calls, machine.card.faults = 0, {number: errno.EIO}
        try:
            updater(machine).install(handed(package(NEW)))
        except OSError:
            machine.card.faults = {}
        updater(machine).recover()
        machine.restart()
        updater(machine).watch()
        assert runs(machine) in [(f"releases/{each}",) * 2 for each in (OLD, NEW)], number
        assert games_are_intact(machine.card)


def test_a_machine_that_is_started_too_often_during_a_trial_returns() -> None:
    machine = SimulatedMachine(new_card())

    class CutError(Exception):
        """The power fails during the trial."""

    def cut(seconds: float) -> None:
        raise CutError

    machine.wait = cut  # type: ignore[method-assign]
    with pytest.raises(CutError):
        updater(machine).install(handed(package(NEW)))
    for start in range(1, 4):
        updater(machine).recover()
        assert record_of(machine).starts == start
        assert runs(machine)[0] == f"releases/{NEW}"
    updater(machine).recover()
    assert runs(machine)[0] == f"releases/{OLD}"
    assert record_of(machine).obstacle == "unsteady"


def test_staff_who_switch_a_good_version_off_end_its_trial() -> None:
    machine = SimulatedMachine(new_card(), stopped_at=1100.0)
    updater(machine).install(handed(package(NEW)))
    assert record_of(machine).state == "done"
    assert machine.now < 1000 + PROBATION


def test_a_record_that_is_damaged_does_not_keep_a_version_on_trial() -> None:
    machine = SimulatedMachine(new_card())
    machine.card.write("/opt/tableside/update/record", b"{damaged", 0o644)
    UpdatePackage.read(package(NEW))
    machine.card.make_folder(f"{RELEASES}/{NEW}")
    machine.card.make_link(f"{CURRENT}.x", f"releases/{NEW}")
    machine.card.rename(f"{CURRENT}.x", CURRENT)
    updater(machine).recover()
    assert runs(machine)[0] == f"releases/{OLD}"
