"""Follow docs/developers/feature.md in a copy of the program, and look at its clock."""

import re
from pathlib import Path

import pytest

from docs.writer.manual import FOLDER
from tests.docs.copies import copy_program, run_in, touched

PAGE = (FOLDER / "developers" / "feature.md").read_text(encoding="utf-8")
FILES = re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
(LINE,) = re.findall(r"^```text\n(    \"\w+\",\n)```", PAGE, re.MULTILINE)
CLAIMED = re.findall(r"^\| `(firmware_host/[^`]+)` \|", PAGE, re.MULTILINE)
AT_THE_TABLE = """
from contextlib import closing
from pathlib import Path
import sys
import games
from firmware_host.app.request import Request
from firmware_host.features.clock.remote import ClocksHere
from firmware_host.features.clock.web import clocks
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from hardware.wiring.wiring import load

setup = Setup("squadro", first=0)
request = Request(games, load("generic"), "en", Path(sys.argv[1]), setup)
with closing(World(request, 1)) as world:
    hands, app = Hands(world), world.app
    seen = app.observers.subscribe()
    hands.follow()
    world.run_for(65)
    print(app.words)
    hands.play(str(hands.state.legal_moves()[0]))
    world.run_for(3)
    print(app.words)
    here = app.table.context.fact(ClocksHere)
    print([round(each) >= least for each, least in zip(here.spent, (65, 3))], here.seat)
    mirror = TableMirror(games)
    mirror.show(seen.take()[-1].shown)
    print(clocks(mirror, Language("en")))
"""
"""What a person sees who thinks for 65 seconds and then makes a move, and three seconds later."""


def follow_guide(folder: Path) -> None:
    """Add the feature to the program in ``folder`` as the guide says."""
    for name, text in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    listing = folder / "firmware_host/features/__init__.py"
    before, end, after = listing.read_text(encoding="utf-8").rpartition(")\n")
    listing.write_text(f"{before}{LINE}{end}{after}", encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program to which the feature is added as the guide says."""
    folder = tmp_path_factory.mktemp("copy")
    copy_program(folder)
    follow_guide(folder)
    return folder


def test_the_feature_is_a_folder_and_few_files_beside_it(copy: Path) -> None:
    outside = [name for name in CLAIMED if not name.startswith("firmware_host/features/clock/")]
    assert len(outside) <= 6
    assert [name for name in touched(copy) if name not in CLAIMED] == []
    assert {name for name, _ in FILES} <= set(CLAIMED)
    assert outside[0] == "firmware_host/features/__init__.py"


def test_the_clock_runs_on_the_display_and_on_the_page(copy: Path, tmp_path: Path) -> None:
    first, then, counted, page = run_in(copy, "-c", AT_THE_TABLE, str(tmp_path)).splitlines()
    assert re.search(r"\b1:0\d\b", first), first
    assert re.search(r"\b0:0[2-4]\b", then), then
    assert counted == "[True, True] 1"
    assert page.count("<li") == 2
    assert re.search(r"<li>\w+: 1:\d\d</li><li aria-current=\"true\">\w+: 0:0\d</li>", page), page
