"""Each feature can be deleted: without its folder and its line, everything else goes on."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest

import games
from docs.release import parts, payload
from docs.writer import lists
from firmware_host.base import registry
from firmware_host.cli.parser import Extra
from firmware_host.features import NAMES
from firmware_host.setup.choices import ServiceBeside
from tests.docs.copies import bring_compiled
from tests.real.hands import table
from tests.real.installed import Program
from tests.real.pages import HOST, wait_for_page
from tests.served import free_port

ROOT: Final = Path(__file__).parents[1]
LEFT_OUT: Final = shutil.ignore_patterns(
    "__pycache__", ".git", ".venv*", ".*_cache", "build", "node_modules"
)
BRIEF: Final = "squadro"
"""The game that is over soonest."""

EVERY_MODULE: Final = """
import importlib, pathlib
for path in sorted(pathlib.Path().glob("firmware_host/**/*.py")):
    name = ".".join(path.with_suffix("").parts)
    if not name.endswith("__main__"):
        importlib.import_module(name.removesuffix(".__init__"))
"""


@dataclass(frozen=True)
class House:
    """A copy of the sources in ``folder`` that lacks features."""

    folder: Path

    def run(self, *words: str) -> str:
        """Run Python with ``words`` in it; return what it said. It has ended well."""
        ran = subprocess.run(
            [sys.executable, *words], cwd=self.folder, check=False, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONPYCACHEPREFIX": ""},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]
        return ran.stdout

    def play(self, name: str) -> str:
        """Play a random game of ``name`` to its end through pins and panel."""
        return self.run("-m", "firmware_host.cli", "simulate", name, "--random", "1")

    def program(self) -> Program:
        """Return what can be started in it as if it were installed."""
        folder = self.folder / "venv"
        venv.create(folder, symlinks=True)
        (packages,) = folder.glob("lib/python*/site-packages")
        found = f"{self.folder}\n{sysconfig.get_path('purelib')}\n"
        (packages / "sources.pth").write_text(found, encoding="utf-8")
        return Program(folder)


def house_without(gone: tuple[str, ...], folder: Path) -> House:
    """Copy everything into ``folder`` but the features ``gone``, their lines and their tests."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    bring_compiled(folder)
    features = folder / "firmware_host/features"
    for name in gone:
        shutil.rmtree(features / name)
        shutil.rmtree(folder / "tests/firmware_host/features" / name, ignore_errors=True)
    listing = features / "__init__.py"
    left = tuple(name for name in NAMES if name not in gone)
    before = listing.read_text(encoding="utf-8")
    after = re.sub(r"(NAMES: .* = )\([^)]*\)", lambda found: f"{found[1]}{left}", before)
    assert before != after
    listing.write_text(after, encoding="utf-8")
    return House(folder)


PACKAGING: Final = (
    "pyproject.toml",
    "MANIFEST.in",
    "Makefile",
    "mkdocs.yml",
    *("debian/rules", "debian/control", "debian/tableside.install"),
    *("docs/release/parts.py", "docs/release/payload.py"),
)
"""What says what is in the wheel, in the Debian package and in the manual."""


def test_every_folder_has_its_line_and_no_file_of_the_packages_names_one() -> None:
    folders = (ROOT / "firmware_host/features").glob("*/__init__.py")
    assert sorted(each.parent.name for each in folders) == sorted(NAMES)
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in PACKAGING]
    named = {found for text in texts for found in re.findall(r"features[/.](\w+)", text)}
    assert named & {*NAMES} == set()


@pytest.fixture
def left(gone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    """The features that there are as long as there is no ``gone``."""
    names = tuple(name for name in NAMES if name != gone)
    monkeypatch.setattr("firmware_host.features.NAMES", names)
    registry._items.cache_clear()
    yield names
    registry._items.cache_clear()


@pytest.mark.parametrize("gone", NAMES)
def test_the_package_and_the_docs_say_which_features_there_are(
    gone: str, left: tuple[str, ...]
) -> None:
    assert [each.partition(":")[0] for each in payload.features()] == [*left]
    rows = lists.features().splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == [*left]
    offered = registry.feature_module(gone, "cli")
    gone_with_it = [
        item if isinstance(item, str) else item.unit if isinstance(item, ServiceBeside) else item
        for offer in (() if offered is None else offered.OFFERS)
        for item in offer.items
    ]
    assert not {*payload.units()} & {each for each in gone_with_it if isinstance(each, str)}
    extras = [each.name for each in gone_with_it if isinstance(each, Extra)]
    assert not {*parts.package_extras()} & {*extras}


def test_the_package_has_the_units_and_the_extras_of_its_features() -> None:
    assert all((ROOT / "debian" / unit).is_file() for unit in payload.units())
    offered = metadata.metadata("tableside").get_all("Provides-Extra", [])
    assert {*parts.package_extras()} <= {*offered}


def test_the_core_alone_explains_itself_and_plays_a_game_to_its_end(tmp_path: Path) -> None:
    house = house_without(NAMES, tmp_path / "house")
    house.run("-c", EVERY_MODULE)
    said = house.run("-m", "firmware_host.cli", "--help")
    assert all(command in said for command in ("play", "simulate", "replay", "games", "rules"))
    assert "Game over" in house.play(BRIEF)


@pytest.mark.deep
@pytest.mark.parametrize("gone", [*((name,) for name in NAMES), NAMES], ids="+".join)
def test_what_is_left_without_a_feature_keeps_its_walls_its_tests_its_games_and_its_page(
    tmp_path: Path, gone: tuple[str, ...]
) -> None:
    house = house_without(gone, tmp_path / "house")
    house.run("-c", EVERY_MODULE)
    house.run("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    house.run("-m", "pytest", "--collect-only", "-q", "-n0", "tests")
    house.run("-m", "firmware_host.cli", "--help")
    for name in games.names():
        assert "Game over" in house.play(name)
    port, seen = free_port(), tmp_path / "table"
    with table(house.program(), seen, BRIEF, "--first", "0", "--web", f"{HOST}:{port}") as real:
        wait_for_page(port)
        real.play(2)
        assert real.end() == 0
