"""The notes for owners of earlier releases agree with what those left, and with this program.

``command_line_of_0_1_0.json`` was written from the parser of 0.1.0: for each command its options
and arguments, with their choices. So was that of 0.2.0. They are data: never write them again with
a later release.
"""

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

import games
from docs.release import payload
from docs.release.version import Release
from firmware_host.cli.main import command_line
from firmware_host.session.seats import MACHINES
from firmware_host.session.setup import usual_setup
from firmware_host.setup import paths
from firmware_host.setup.services import LEDGER
from firmware_host.storage.state_folder import FORMAT, MIGRATIONS
from tests.hardware.wiring.test_written_for_0_1_0 import CORRECTED
from tests.units import INSTALLED as UNITS

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
RELEASES: Final = ("0.1.0", "0.2.0")
PAGES: Final = {
    each: (ROOT / f"docs/release/from-{each}.md").read_text(encoding="utf-8") for each in RELEASES
}
COMMANDS: Final[Mapping[str, Mapping[str, Mapping[str, list[str]]]]] = {
    each: json.loads((HERE / f"command_line_of_{each.replace('.', '_')}.json").read_text("utf-8"))
    for each in RELEASES
}
INSTALLED: Final[Mapping[str, Any]] = json.loads(
    (ROOT / "tests/firmware_host/setup/installed_by_0_1_0.json").read_text("utf-8")
)
ASIDE: Final = re.compile(r"\.before-tableside$|\.wants/|^opt/tableside/(bin/python|source/.+)$")
"""What 0.1.0 left besides the files that the page names: copies, links of systemd, parts of it."""

WRITTEN: Final = (paths.OPTIONS, LEDGER, paths.WIRING, paths.STATE)
"""What the program writes outside of its own folder, besides what the package has."""

NUMBERS: Final = {8: "eight", 9: "nine"}
LAID_OUT: Final = (paths.RELEASES, f"{paths.PROGRAM}/bin/tableside", "/boot/firmware/config.txt")


def rows(title: str, release: str = "0.1.0") -> list[list[str]]:
    """Return the cells of the table below ``title`` in the notes for owners of ``release``."""
    text = re.split(r"^## ", PAGES[release].partition(f"## {title}\n")[2], flags=re.MULTILINE)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


def left_by_0_1_0() -> Iterator[str]:
    """Yield what an installation of 0.1.0 left on a Pi, as a path."""
    for name, text in {**INSTALLED["files"], **INSTALLED["links"]}.items():
        is_ours = "tableside" in name or name.endswith("config.txt")
        if is_ours and INSTALLED["before"].get(name) != text and not ASIDE.search(name):
            yield f"/{name}"


def test_every_file_of_0_1_0_is_named() -> None:
    before = {row[0] for row in rows("Where things are")}
    assert before - {paths.STATE, "/opt/tableside/source"} == set(left_by_0_1_0())


def test_everything_is_where_the_page_says() -> None:
    now = {row[1] for row in rows("Where things are")}
    news = Release("1", datetime(2026, 1, 1, tzinfo=UTC), ())
    packed = {f"/{path}" for path, _ in payload.texts(news)}
    links = (ROOT / "debian/tableside.links").read_text("utf-8").split()
    assert now <= {*packed, *UNITS.values(), f"/{links[1]}", *WRITTEN, *LAID_OUT}
    units = {Path(row[0]).name for row in rows("Where things are") if "/systemd/" in row[0]}
    assert {f"/usr/lib/systemd/system/{name}" for name in units} <= now


@pytest.mark.parametrize(
    ("release", "name"), [(each, name) for each in RELEASES for name in COMMANDS[each]]
)
def test_a_command_takes_what_it_took_in_an_earlier_release(release: str, name: str) -> None:
    (parsers,) = (
        action for action in command_line()._actions
        if isinstance(action, argparse._SubParsersAction)
    )  # fmt: skip
    taken = {
        word: action.choices for action in parsers.choices[name]._actions
        for word in (*action.option_strings, action.dest)
    }  # fmt: skip
    for word, choices in COMMANDS[release][name].items():
        assert word in taken
        assert taken[word] is None or set(choices) <= set(taken[word])


def test_the_lot_is_drawn_where_the_page_says() -> None:
    kinds = [games.kind(name) for name in games.names()]
    drawn = {kind.title for kind in kinds if usual_setup(kind).first is None}
    (said,) = (now for before, now in rows("Commands") if "first seat" in before)
    assert {kind.title for kind in kinds if kind.title in said} == drawn


def test_the_levels_of_0_1_0_are_still_there() -> None:
    (said,) = (before for before, _ in rows("Commands") if "levels" in before)
    assert set(re.findall(r"`(\w+)`", f"{said}`")) <= set(MACHINES)


@pytest.mark.parametrize("release", RELEASES)
def test_the_format_of_the_games_is_the_one_on_the_page(release: str) -> None:
    (said,) = (now for what, now in rows("Files", release) if "folder with the games" in what)
    assert f"format {FORMAT}," in said
    assert ("nothing is converted" in said) == (not MIGRATIONS)


@pytest.mark.parametrize("release", RELEASES)
def test_the_new_names_of_modules_exist_and_the_old_ones_do_not(release: str) -> None:
    for before, now in rows("Programs of your own", release):
        folder = before.rpartition(".")[0]
        is_folder = not folder or Path(games.__file__).with_name(folder).is_dir()
        assert not is_folder or find_spec(f"games.{before}") is None
        assert find_spec(f"games.{now}") is not None


def test_the_number_of_games_is_the_one_on_the_page() -> None:
    (said,) = (now for before, now in rows("At the table", "0.2.0") if before == "four games")
    assert said.startswith(f"{NUMBERS[len(games.shipped())]}, and your own")


def test_the_commands_that_write_over_nothing_are_named() -> None:
    (said,) = (before for before, now in rows("Commands", "0.2.0") if "--overwrite" in now)
    named = set(re.findall(r"(\w+) (?:make )?--", f"{said}`"))
    (parsers,) = (
        action for action in command_line()._actions
        if isinstance(action, argparse._SubParsersAction)
    )  # fmt: skip
    assert named == {
        name for name, parser in parsers.choices.items()
        if name in COMMANDS["0.2.0"] and "--overwrite" in parser._option_string_actions
    }  # fmt: skip


def test_the_corrections_of_wirings_are_named() -> None:
    (said,) = (now for what, now in rows("Files") if "wirings" in what)
    assert all(name.removesuffix(".toml") in said or "half" in said for name in CORRECTED)
    rotate = CORRECTED["waveshare-oled-hat"]["display"]["rotate"]
    assert f"`rotate = {rotate}`" in said
