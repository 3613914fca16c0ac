"""``tableside update`` of the package that is installed, in whole systems without systemd.

What stands in for systemd starts the units and tells how they are. A chroot cannot show what
systemd does itself (watchdog, restrictions of the units, order at boot), nor pins and power cuts.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.deb.chroot import Chroot
from tests.deb.conftest import A_GAME, GAME_BY_ITSELF, can_install
from tests.deb.packages import Change, Packages, repacked, version_of
from tests.deb.services import Services, has_ended

pytestmark = [pytest.mark.deep, can_install]


def without_a_module(home: Path) -> None:
    (home / "lib/firmware_host/simulator/simulated_table.py").unlink()


def that_hangs(home: Path) -> None:
    (home / "bin/tableside").write_text("#!/bin/sh\nexec sleep 1000\n")


BROKEN: Final[Mapping[str, Change]] = {
    "ended: exit-code 1": without_a_module,
    "did not draw its first picture within 60 s": that_hangs,
}
"""What the updater says of a version, and how the version is broken."""


@pytest.fixture
def table(pi: Chroot, packages: Packages) -> Chroot:
    """A table that was installed from the first package, with a game."""
    pi.install(packages["first"])
    pi.run("tableside", "install", "--wiring", "waveshare-oled-hat")
    pi.at(A_GAME).parent.mkdir()
    pi.at(A_GAME).write_text("a game")
    return pi


def test_a_good_version_stays_and_a_broken_one_goes_back(
    table: Chroot, packages: Packages, tmp_path: Path
) -> None:
    old, new = (version_of(packages[name]) for name in ("first", "newer"))
    with Services(table) as services:
        assert f"{old} comes back by itself" in table.run(*updating(table, packages["newer"]))
        assert (link(table, "current"), link(table, "trusted")) == (new, old)
        services.switch_off()
        services.wait(lambda: has_ended(table) and link(table, "trusted") == new)
        services.switch_on()
        for number, (said, spoil) in enumerate(BROKEN.items()):
            broken = repacked(packages["newer"], f"{new}.{number}", spoil, tmp_path)
            done = table.attempt(*updating(table, broken))
            assert (done.returncode, said in done.stdout) == (1, True), done.stdout
            services.wait(lambda: has_ended(table))
            assert (link(table, "current"), link(table, "trusted")) == (new, new)
        assert not list(table.at("/opt/tableside/releases").glob(f"{new}.*"))
        assert "failed" in table.run("tableside", "update", "--state")
    assert "game 1: " in table.run(*GAME_BY_ITSELF)
    assert table.at(A_GAME).read_text() == "a game"


def test_a_package_that_did_not_come_whole_changes_nothing(
    table: Chroot, packages: Packages
) -> None:
    before = link(table, "current")
    command = updating(table, packages["newer"])
    with table.at(command[-1]).open("r+b") as file:
        file.write(b"!<arch>?")
    with Services(table) as services:
        done = table.attempt(*command)
        services.wait(lambda: has_ended(table))
    assert (done.returncode, "expected SHA-256" in done.stdout) == (1, True), done.stdout
    assert (link(table, "current"), link(table, "trusted")) == (before, before)


def test_apt_takes_a_table_over_that_was_updated_and_removes_all_of_it(
    table: Chroot, packages: Packages
) -> None:
    with Services(table):
        table.run(*updating(table, packages["newer"]))
    table.install(packages["newer"])
    assert list(table.at("/opt/tableside/releases").iterdir()) == [
        table.at(f"/opt/tableside/releases/{version_of(packages['newer'])}")
    ]
    table.run("apt-get", "purge", "--yes", "tableside")
    for place in ("/opt/tableside", "/var/lib/tableside", "/etc/tableside"):
        assert not table.at(place).exists()


def updating(table: Chroot, package: Path) -> tuple[str, ...]:
    """Copy ``package`` with its sum to ``table``; return the command that installs it."""
    folder = table.at("/root")
    (folder / package.name).write_bytes(package.read_bytes())
    digest = sha256(package.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  {package.name}\n")
    return ("tableside", "update", f"/root/{package.name}")


def link(table: Chroot, name: str) -> str:
    """Return the version that a link of ``table`` names."""
    return table.at(f"/opt/tableside/{name}").readlink().name
