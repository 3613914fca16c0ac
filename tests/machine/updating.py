"""What a simulated machine does with an update on its memory card, until its power is cut.

``python -m tests.machine.updating`` puts in order what the last cut has left, says which version is
whole, and updates again and again; it says before each call that changes the card which one it is.
"""

import logging
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import cast

from firmware_host.setup.paths import CURRENT, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.updater import Updater
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import handed, package, release
from tests.firmware_host.setup.update.table import (
    GAMES,
    NEW,
    OLD,
    SimulatedMachine,
    add_release,
    games_are_intact,
    updater,
)
from tests.machine.at_the_card import CARD, PLACE

BEHAVIOURS = ("good", "migrates, then crashes", "a module is missing")
CHANGES = (
    "make_folder", "write", "make_link", "rename", "remove", "sync", "sync_folder",
)  # fmt: skip
FILES = 30


class TellingDisk(UpdateDisk):
    """The card of the machine, which says each call before it is made."""

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name not in CHANGES:
            return found

        def told(*arguments: object) -> object:
            print("call", name, flush=True)
            return cast(Callable[..., object], found)(*arguments)

        return told


def prepare(disk: UpdateDisk) -> None:
    """Make a card on which the old version runs, with games."""
    for folder in (RELEASES, UPDATES, STATE):
        disk.at(folder).mkdir(parents=True)
    add_release(cast(Card, disk), OLD)
    for link in (TRUSTED, CURRENT):
        disk.make_link(link, f"releases/{OLD}")
    for name, data in GAMES.items():
        disk.write(f"{STATE}/{name}", data, 0o600)
    disk.sync()


def files(behaviour: str) -> dict[str, bytes | str | None]:
    """Return the files of a version that behaves so, with some more."""
    more = {f"lib/{number}.py": b"%d" % number * 900 for number in range(FILES)}
    return {**release(behaviour), **more}


def what_runs(disk: UpdateDisk) -> str:
    """Return the version that runs if it is whole, else what is wrong."""
    version = (disk.target(CURRENT) or "").rpartition("/")[2]
    text = disk.read(f"{RELEASES}/{version}/bin/tableside", 99) or b""
    expected = release("good") if version == OLD else files(text.decode())
    for path, content in expected.items():
        place = f"{RELEASES}/{version}/{path}"
        if isinstance(content, bytes) and disk.read(place, 1 << 20) != content:
            return f"{place} is not whole"
    return (
        "the games are not intact" if not games_are_intact(cast(Card, disk)) else f"whole {version}"
    )


def update(disk: UpdateDisk, behaviour: str) -> Updater:
    """Update the card to a version that behaves so, and back to the old one if it was good."""
    machine = SimulatedMachine(cast(Card, disk), stopped_at=1130.0)
    again = updater(machine)
    again.install(handed(package(NEW, files(behaviour), Tableside_State="2")))
    return again


def main() -> None:
    """Put the card in order, say what is on it, then update until the power goes."""
    logging.disable()
    PLACE.mkdir()
    subprocess.run(["mount", "-t", "ext4", CARD, PLACE], check=True)
    disk = TellingDisk(Path(PLACE))
    if not disk.is_folder(RELEASES):
        prepare(disk)
    print("found", start(disk), flush=True)
    for number in count(int(sys.argv[1])):
        update_again(disk, number)
        print("found", what_runs(disk), flush=True)


def start(disk: UpdateDisk) -> str:
    """Start the table, perhaps after a power cut; return what runs as :func:`what_runs` does."""
    machine = SimulatedMachine(cast(Card, disk), stopped_at=1130.0)
    after = updater(machine)
    after.recover()
    machine.restart()
    after.watch()
    return what_runs(disk)


def update_again(disk: UpdateDisk, number: int) -> None:
    """Return to the old version if another one is trusted, then update, as ``number`` says."""
    if disk.target(TRUSTED) != f"releases/{OLD}":
        back_to_old(disk)
    update(disk, BEHAVIOURS[number % len(BEHAVIOURS)])


def back_to_old(disk: UpdateDisk) -> None:
    """Return to the old version, as somebody does who wants it."""
    machine = SimulatedMachine(cast(Card, disk), stopped_at=1130.0)
    machine.site_now = machine.site_now.__class__(NEW, "arm64", "bookworm", 1, 1 << 30)
    updater(machine).install(handed(package(OLD, release("good")), may_be_older=True))


if __name__ == "__main__":
    main()
