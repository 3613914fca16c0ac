"""The card that installs the table by itself: real cloud-init carries its ``user-data`` out.

What a Raspberry Pi has and this system has not stands in: ``raspi-config``, a network for
``apt-get update``, and the restart.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.deb.chroot import Chroot
from tests.deb.conftest import GAME_BY_ITSELF, can_install, unpacked
from tests.deb.packages import ROOT, Packages

pytestmark = [pytest.mark.deep, can_install]

USER_DATA: Final = ROOT / "docs" / "builders" / "user-data"
SEED: Final = "/var/lib/cloud/seed/nocloud"
STAGES: Final = (
    ("init", "--local"),
    ("init",),
    ("modules", "--mode=config"),
    ("modules", "--mode=final"),
)
"""What systemd has cloud-init do at a start of the machine, in order."""

STAND_INS: Final[Mapping[str, str]] = {
    "raspi-config": '[ "$2" != do_hostname ] || echo "$3" > /etc/hostname',
    "apt-get": '[ "$1" = update ] || exec /usr/bin/apt-get "$@"',
    "shutdown": ":",
}
HERE: Final = "datasource_list: [NoCloud]\nnetwork: {config: disabled}\n"


@pytest.fixture
def empty(tmp_path: Path) -> Chroot:
    """A system that has just been written to a card, with cloud-init."""
    pi = unpacked(tmp_path / "root", "trixie-card")
    for name, does in STAND_INS.items():
        command = pi.at(f"/usr/local/sbin/{name}")
        command.write_text(f"#!/bin/sh\n{does}\n")
        command.chmod(0o755)
    pi.at("/etc/cloud/cloud.cfg.d/99-here.cfg").write_text(HERE)
    pi.at("/proc/uptime").write_text("10.00 10.00\n")
    pi.at(SEED).mkdir(parents=True)
    pi.at(f"{SEED}/meta-data").write_text("instance-id: a-table\n")
    pi.at(f"{SEED}/user-data").write_bytes(USER_DATA.read_bytes())
    return pi


def test_cloud_init_accepts_the_file(empty: Chroot) -> None:
    said = empty.run("cloud-init", "schema", "--config-file", f"{SEED}/user-data")
    assert "Valid schema" in said


def test_an_empty_card_becomes_a_table_and_nothing_is_typed(
    empty: Chroot, packages: Packages
) -> None:
    package = packages["first"]
    empty.at(f"/boot/firmware/{package.name}").write_bytes(package.read_bytes())
    for stage in STAGES:
        empty.run("cloud-init", *stage)
    log = empty.at("/var/log/cloud-init-output.log")
    said = log.read_text() if log.exists() else ""
    assert empty.at("/etc/hostname").read_text() == "tableside\n", said
    assert empty.at("/etc/systemd/system/multi-user.target.wants/tableside.service").is_symlink()
    chosen = empty.at("/etc/tableside/service.conf").read_text()
    assert "TABLESIDE_WIRING=waveshare-oled-hat" in chosen
    assert "dtparam=spi=on" in empty.at("/boot/firmware/config.txt").read_text()
    assert not empty.at("/etc/tableside-card").exists()
    assert "game 1: " in empty.run(*GAME_BY_ITSELF)
