"""A card that is only read: what must last is found again, by the lines of the manual's page.

The card is mounted behind an overlay, used, and switched off: what was written over it is gone.
"""

import csv
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Final, cast

import pytest

from firmware_host.cli.main import main
from firmware_host.setup.machine import is_behind_overlay
from firmware_host.setup.paths import CURRENT, PROGRAM, RELEASES, STATE, TRUSTED
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.updater import Updater, UpdateSite
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import handed, package, release
from tests.firmware_host.setup.update.table import NEW, SITE, SimulatedMachine, furnish
from tests.of_features import of_features
from tests.overlay import NEEDS_OVERLAY, ReadOnlyCard
from tests.table import Begin

pytestmark = NEEDS_OVERLAY

PAGE: Final = (Path(__file__).parents[3] / "docs" / "read-only.md").read_text(encoding="utf-8")
KEPT: Final = "/srv/tableside"
MOUNTED: Final = re.compile(rf"^ *{KEPT}/(\w+) (\S+) none bind,(\S+) 0 0$", re.MULTILINE)
COPY: Final = re.compile(r"^ *sudo (cp .*)$", re.MULTILINE)

Find = Callable[[], bool]


class Stick:
    """The stick in ``folder``, with what the page has copied to it from the ``card``."""

    def __init__(self, folder: Path, card: Path) -> None:
        folder.mkdir()
        for line in COPY.findall(PAGE):
            _, option, source, target = shlex.split(line)
            assert (option, target.startswith(KEPT)) == ("-a", True)
            new = folder / Path(target).relative_to(KEPT)
            shutil.copytree(card / source.lstrip("/"), new, symlinks=True)
        self.binds: Mapping[str, Path] = {
            place: folder / name for name, place, _ in MOUNTED.findall(PAGE)
        }


@pytest.fixture
def card(tmp_path: Path) -> Iterator[ReadOnlyCard]:
    """A table that was installed, with games, from before its card was made read-only."""
    made = ReadOnlyCard(tmp_path / "machine")
    furnish(UpdateDisk(made.card))
    shutil.rmtree(made.card / STATE.lstrip("/"))  # the games of that table are no real ones
    for place in (STATE, "/var/lib/private/tableside-web", "/var/lib/private/tableside-fleet"):
        (made.card / place.lstrip("/")).mkdir(parents=True)
    yield made
    made.switch_off()


def exported(games: Path, into: Path) -> bool:
    """Return whether a game in the folder ``games`` can be written as text ``into`` a folder."""
    shutil.rmtree(into, ignore_errors=True)
    return main(["export", str(into), "--state-dir", str(games)]) == 0 and any(into.iterdir())


def counted(games: Path, into: Path) -> list[str]:
    """Return how many games were begun on each day, of those in the folder ``games``."""
    assert main(["counters", "--csv", str(into), "--state-dir", str(games)]) == 0
    with into.open(encoding="utf-8", newline="") as file:
        return [row["begun"] for row in csv.DictReader(file)]


def use(card: ReadOnlyCard, begin: Begin, into: Path) -> Mapping[str, Find]:
    """Do all that must last; return what tells, by names, whether it is still there."""
    games = card.at(STATE)
    assert main(["simulate", "squadro", "--random", "7", "--state-dir", str(games)]) == 0
    found: dict[str, Find] = {
        "game": lambda: exported(games, into),
        "counters": lambda: counted(games, into.with_suffix(".csv")) == ["1"],
        "update": lambda: UpdateDisk(card.root).target(TRUSTED) == f"releases/{NEW}",
    }
    for feature in of_features("lasting"):
        found[feature.__name__.split(".")[-2]] = feature.leave(card.at, begin)
    return found


def gone(lasting: Mapping[str, Find]) -> set[str]:
    """Return what of ``lasting`` is no longer there."""
    return {name for name, found in lasting.items() if not found()}


def site(card: ReadOnlyCard) -> UpdateSite:
    """Return where an update goes on ``card``, as its mounts are."""
    mounts = Path("/proc/mounts").read_text().replace(f"{card.root} ", "/ ")
    own = "".join(
        f"{line}\n" for line in mounts.replace(f"{card.root}/", "/").splitlines()
        if line.split(" ")[1] in ("/", *(place for _, place, _ in MOUNTED.findall(PAGE)))
    )  # fmt: skip
    return UpdateSite(
        SITE.version, SITE.architecture, SITE.system, 0, SITE.free,
        is_overlay=is_behind_overlay(own, PROGRAM),
    )  # fmt: skip


def update(card: ReadOnlyCard) -> str | None:
    """Install a new version; return what stood in the way, if anything did."""
    disk, numbers = UpdateDisk(card.root), count(1)
    machine = SimulatedMachine(cast(Card, disk), site(card))  # it uses what any disk has
    updater = Updater(disk, machine, lambda: f"id{next(numbers)}")
    updater.install(handed(package(NEW, release("good"))))
    assert updater.record is not None
    return updater.record.obstacle


def test_what_must_last_is_there_after_each_start(
    card: ReadOnlyCard, tmp_path: Path, begin: Begin
) -> None:
    stick = Stick(tmp_path / "stick", card.card)
    card.switch_on(stick.binds)
    assert update(card) is None
    lasting = use(card, begin, tmp_path / "text")
    (card.at("/etc/other")).parent.mkdir()
    card.at("/etc/other").write_text("of the system")
    assert gone(lasting) == set()
    for _ in range(2):
        card.switch_off()
        assert not any(card.root.iterdir())
        card.switch_on(stick.binds)
        assert gone(lasting) == set()
        assert not card.at("/etc/other").exists()
        assert UpdateDisk(card.root).target(CURRENT) == f"releases/{NEW}"
        assert card.at(f"{RELEASES}/{NEW}/bin/tableside").exists()


def test_without_the_stick_everything_is_gone_and_no_update_is_begun(
    card: ReadOnlyCard, tmp_path: Path, begin: Begin
) -> None:
    card.switch_on({})
    assert update(card) == "overlay"
    lasting = use(card, begin, tmp_path / "text")
    card.switch_off()
    card.switch_on({})
    assert gone(lasting) == set(lasting)
