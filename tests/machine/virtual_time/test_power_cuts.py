"""Power cuts at every write of the file system: what the panel has shown is there afterwards."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.session.setup import Setup
from games.core import random_action
from tests.machine.conftest import MakeDouble, Play
from tests.machine.kept import session_in
from tests.machine.program import SQUADRO
from tests.machine.writelog import states, writes

ACTIONS = 10
DISK_BYTES, LOG_BYTES = 8 << 20, 64 << 20
SECTOR = 512
NAME, DEVICE = "card", "/dev/dm-0"


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def image(file: Path, size: int) -> Path:
    """Make ``file`` a disk of ``size`` bytes, all zero."""
    with file.open("wb") as opened:
        opened.truncate(size)
    return file


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory, whose files can be disks."""
    if missing := [tool for tool in ("dmsetup", "mkfs.ext4", "losetup") if not shutil.which(tool)]:
        pytest.skip(f"no {missing[0]}: install dmsetup, e2fsprogs and mount")
    room = Path("/run/cuts")
    room.mkdir()
    yield room
    shutil.rmtree(room)


@pytest.fixture
def card(room: Path) -> Iterator[Path]:
    """A mounted memory card whose writes are logged in the file ``log`` of the room."""
    disk, log, place = image(room / "disk", DISK_BYTES), image(room / "log", LOG_BYTES), room / "on"
    run("mkfs.ext4", "-q", disk)
    shutil.copy(disk, room / "first")
    loops = [run("losetup", "--find", "--show", file) for file in (disk, log)]
    table = f"0 {DISK_BYTES // SECTOR} log-writes {loops[0]} {loops[1]}"
    run("dmsetup", "create", NAME, "--noudevrules", "--noudevsync", "--table", table)
    place.mkdir()
    run("mount", "-t", "ext4", DEVICE, place)
    yield place
    run("umount", place)
    run("dmsetup", "remove", "--noudevrules", "--noudevsync", NAME)
    for loop in loops:
        run("losetup", "--detach", loop)


def mark(text: str) -> None:
    """Put ``text`` into the log of writes."""
    run("dmsetup", "message", NAME, "0", "mark", text)


def actions_on(disk: bytes, room: Path) -> list[str]:
    """What is kept on ``disk`` after a power cut, as the file system finds it."""
    file, place = room / "state", room / "after"
    file.write_bytes(disk)
    place.mkdir(exist_ok=True)
    run("mount", "-t", "ext4", "-o", "loop", file, place)
    try:
        return list(map(str, session_in(place / "kept").actions))
    finally:
        run("umount", place)


def test_no_power_cut_loses_what_the_panel_has_shown(
    play: Play, double: MakeDouble, card: Path, room: Path
) -> None:
    rng = random.Random(4)
    hands = double(Setup("squadro"))
    program = play(*SQUADRO, "--state-dir", str(card / "kept"))
    hands.follow()
    for _ in range(ACTIONS):
        hands.play(str(random_action(hands.state, rng)))
        hands.meet()
        mark(str(len(hands.actions)))
    program.kill()
    played = list(map(str, hands.actions))
    tried = cut_off = 0
    for state in states((room / "first").read_bytes(), writes(room / "log"), rng):
        if state.mark:
            kept = actions_on(state.disk, room)
            assert kept == played[: len(kept)]
            assert len(kept) >= int(state.mark)
            tried, cut_off = tried + 1, cut_off + (len(kept) == int(state.mark))
    # the cuts do take what was not shown yet
    assert tried > cut_off > 0
    print(f"power cuts on ext4: {tried} states after {ACTIONS} moves, nothing lost")
