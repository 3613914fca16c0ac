"""The card that installs the table by itself: real cloud-init carries its ``user-data`` out.

What a Raspberry Pi has and this system has not stands in: ``raspi-config``, a network for
``apt-get update``, and the bus of the panel.
"""

import math
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from firmware_host.cli.main import main
from firmware_host.setup.card import (
    CARD_SERVICE,
    DONE,
    LOOK,
    PATIENCE,
    UNDATED,
    WAITS_FOR_NETWORK,
    WAITS_FOR_TIME,
    WRITTEN,
    CardRecipe,
)
from firmware_host.text.translator import Language
from tests.deb.chroot import Chroot
from tests.deb.conftest import GAME_BY_ITSELF, can_install, unpacked
from tests.deb.packages import ROOT, Packages

pytestmark = [pytest.mark.deep, can_install]

PROGRAM: Final = "/usr/local/sbin/tableside-card"
CARDS: Final = ROOT / "docs" / "builders" / "cards"
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
    "apt-get": (
        'echo "$@" >> /run/apt-get; for word; do [ "$word" != update ] || exit 0; done; '
        '[ ! -e /run/without-network ] || exit 100; exec /usr/bin/apt-get "$@"'
    ),
    "dtparam": ":",
    "modprobe": ":",
}
WITHOUT_NETWORK: Final = 600.0
AGAIN: Final = 60.0
"""Seconds after which systemd starts again what has failed, as ``user-data`` says."""

PACKAGES: Final = "/usr/lib/python3/dist-packages"
SLEPT: Final = "/run/slept"
NO_SLEEP: Final[Mapping[str, str]] = {
    "no_sleep.pth": "import no_sleep\n",
    "no_sleep.py": (
        "import time\n"
        "def sleep(seconds):\n"
        f"    with open({SLEPT!r}, 'a') as file: file.write('.')\n"
        "time.sleep = sleep\n"
    ),
}
"""What lets each Python of the system count that it waits, and go on."""

ENGLISH_WORDS: Final = Language("en")
KEY: Final = f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{'A' * 43} ann"
PASSWORD: Final = "$6$salt$hash"
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
    text = USER_DATA.read_text(encoding="utf-8")
    text = text.replace("- PUBLIC-KEY", f"- {KEY}").replace('"PASSWORD-HASH"', f'"{PASSWORD}"')
    pi.at(f"{SEED}/user-data").write_text(text)
    return pi


@pytest.fixture
def enrolled(tmp_path: Path) -> Path:
    """The folder that an enrolment makes for a card."""
    if "fleet" not in CardRecipe.names():
        pytest.skip("there is no fleet in this program")
    folder, key = tmp_path / "fleet", tmp_path / "id.pub"
    key.write_text(f"{KEY}\n", encoding="utf-8")
    words = ("--called", "hall-{}", "--into", f"{folder}", "--broker", "mqtt://localhost")
    more = ("--login", f"{key}", "--timezone", "Europe/Berlin", "--time-server", "ntp.example")
    assert main(["fleet", "enrol", *words, *more, "--language", "ru", "--play=--kiosk"]) == 0
    return folder / "cards" / "hall-1"


def become_a_table(pi: Chroot, say: Language = ENGLISH_WORDS) -> None:
    """Start what cloud-init has left, as systemd does: again and again, until it has worked.

    There never is a time from the network, and for :data:`WITHOUT_NETWORK` seconds no network.
    What it waits for passes at once, and is counted.
    """
    pi.at("/run/without-network").touch()
    for name, text in NO_SLEEP.items():
        pi.at(f"{PACKAGES}/{name}").write_text(text)
    passed, tries = 0.0, 0
    while passed < WITHOUT_NETWORK:
        failed = pi.attempt(PROGRAM)
        assert failed.returncode == 1, failed.stdout
        assert say(WAITS_FOR_TIME) in failed.stdout
        assert say(WAITS_FOR_NETWORK) in failed.stdout
        tries += 1
        passed = len(pi.at(SLEPT).read_text()) * LOOK + tries * AGAIN
    assert tries == math.ceil(WITHOUT_NETWORK / (PATIENCE + AGAIN))
    pi.at("/run/without-network").unlink()
    assert say(DONE) in pi.run(PROGRAM)
    told = pi.at("/run/apt-get").read_text()
    assert all(option in told.splitlines()[-1] for option in UNDATED)
    for name in NO_SLEEP:
        pi.at(f"{PACKAGES}/{name}").unlink()


def test_cloud_init_accepts_the_file(empty: Chroot) -> None:
    said = empty.run("cloud-init", "schema", "--config-file", f"{SEED}/user-data")
    assert "Valid schema" in said


@pytest.mark.parametrize(
    "recipe", sorted(CARDS.glob("*/table.txt")), ids=lambda path: path.parent.name
)
def test_an_empty_card_becomes_a_table_and_nothing_is_typed(
    empty: Chroot, packages: Packages, recipe: Path
) -> None:
    package, wanted = packages["first"], CardRecipe.read(recipe.read_text("utf-8"))
    empty.at(f"/boot/firmware/{package.name}").write_bytes(package.read_bytes())
    empty.at("/boot/firmware/table.txt").write_bytes(recipe.read_bytes())
    empty.at("/boot/firmware/fleet.toml").write_text('broker = "mqtt://localhost"\n')
    for stage in STAGES:
        empty.run("cloud-init", *stage)
    assert empty.at(f"/etc/systemd/system/multi-user.target.wants/{CARD_SERVICE}").is_symlink()
    assert empty.run("systemd-analyze", "verify", "--man=no", CARD_SERVICE) == ""
    shadow = empty.at("/etc/shadow").read_text()
    assert f"\ntable:{PASSWORD}:" in shadow
    assert KEY in empty.at("/home/table/.ssh/authorized_keys").read_text()
    become_a_table(empty)
    assert empty.at("/etc/hostname").read_text() == f"{wanted.name}\n"
    units = empty.at("/etc/systemd/system/multi-user.target.wants")
    assert (units / "tableside.service").is_symlink()
    assert (units / "tableside-web.service").is_symlink() is bool(wanted.web)
    assert (units / "tableside-fleet.service").is_symlink() is ("fleet" in wanted.files)
    assert empty.at("/boot/firmware/fleet.toml").exists() is not ("fleet" in wanted.files)
    chosen = empty.at("/etc/tableside/service.conf").read_text()
    assert f"TABLESIDE_WIRING={wanted.wiring}" in chosen
    assert f"TABLESIDE_MORE={wanted.play}" in chosen
    assert "dtparam=spi=on" in empty.at("/boot/firmware/config.txt").read_text()
    assert not any(empty.at(path).exists() for path in WRITTEN)
    assert not (units / CARD_SERVICE).is_symlink()
    assert "game 1: " in empty.run(*GAME_BY_ITSELF)


def test_the_card_of_an_enrolled_table_makes_it_one_and_keeps_no_password(
    empty: Chroot, packages: Packages, enrolled: Path
) -> None:
    package = packages["first"]
    for path in (package, *enrolled.iterdir()):
        empty.at(f"/boot/firmware/{path.name}").write_bytes(path.read_bytes())
    empty.at(f"{SEED}/user-data").write_bytes((enrolled / "user-data").read_bytes())
    said = empty.run("cloud-init", "schema", "--config-file", f"{SEED}/user-data")
    assert "Valid schema" in said
    for stage in STAGES:
        empty.run("cloud-init", *stage)
    assert KEY in empty.at("/home/table/.ssh/authorized_keys").read_text()
    assert empty.at("/etc/timezone").read_text() == "Europe/Berlin\n"
    asked = empty.at("/etc/systemd/timesyncd.conf.d/tableside.conf").read_text()
    assert asked == "[Time]\nNTP=ntp.example\n"
    become_a_table(empty, Language("ru"))
    assert empty.at("/etc/hostname").read_text() == "hall-1\n"
    kept = empty.at("/etc/tableside/fleet.toml")
    assert 'table = "hall-1"\n' in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    left = {path.name for path in empty.at("/boot/firmware").iterdir()}
    assert not left & {"fleet.toml", "orders.pem"}
    assert "LANGUAGE=ru" in empty.at("/etc/tableside/service.conf").read_text()
