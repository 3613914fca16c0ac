"""A whole evening on the simulated machine, in which the power fails once."""

import random
import sys
import tarfile
from collections.abc import Mapping
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from tests.firmware_host.setup.update.packages import package
from tests.firmware_host.setup.update.table import NEW, OLD
from tests.machine.boot import Machine, obstacle
from tests.machine.cards import formatted_card

pytestmark = pytest.mark.deep

ROOT: Final = Path(__file__).parents[5]
ROOMS: Final = ("firmware_host", "games", "hardware")
CARD_BYTES: Final = 128 << 20
HOURS: Final = 7200.0
DICE: Final = ROOT / "tests/firmware_host/features/phones/evening/dice.py"
COMMAND: Final = f"""\
#!/bin/sh
lib=$(dirname "$(dirname "$(readlink -f "$0")")")/lib
export PYTHONPATH="$lib"
[ -z "$EVENING_DICE" ] || exec {sys.executable} {DICE} "$EVENING_DICE" "$@"
exec {sys.executable} -P -m firmware_host.cli "$@"
"""


def version() -> Mapping[str, bytes | str | None]:
    """Return the files of a version of the program, as they are in its folder on the card."""
    found: dict[str, bytes | str | None] = {"bin": None, "bin/tableside": COMMAND.encode()}
    found["lib"] = None
    for room in ROOMS:
        found[f"lib/{room}"] = None
        for path in sorted((ROOT / room).rglob("*")):
            if "__pycache__" not in path.parts and path.suffix not in (".po", ".pot"):
                name = f"lib/{path.relative_to(ROOT)}"
                found[name] = path.read_bytes() if path.is_file() else None
    return found


def package_of(files: Mapping[str, bytes | str | None]) -> bytes:
    """Return the Debian package of a new version with these ``files``."""
    size = sum(len(content) for content in files.values() if isinstance(content, bytes))
    return package(NEW, files, Installed_Size=str(size // 1024 + 1))


def at_the_table(card: Path, *words: str) -> Machine:
    pictures = str(card.parent)
    command = [sys.executable, "-m", f"{__package__}.at_the_table", pictures, *words]
    return Machine(command, virtual_time=True, card=card, seconds=HOURS)


def test_four_people_play_four_games_whatever_happens(tmp_path: Path) -> None:
    if reason := obstacle():
        pytest.skip(reason)
    files = version()
    old, update = tmp_path / "old.tar", tmp_path / f"tableside_{NEW}_arm64.deb"
    write_tar(old, {OLD: None} | {f"{OLD}/{path}": content for path, content in files.items()})
    update.write_bytes(package_of(files))
    card = formatted_card(tmp_path, CARD_BYTES)
    with at_the_table(card, "first", str(old)) as machine:
        lines = (line for line in machine.lines() if told(line))
        shown = list(islice(lines, random.Random(8).randint(10, 20)))
        machine.cut_power()
    *_, last = (line for line in shown if line.startswith("shown "))
    assert any(line.startswith("chosen on the phone") for line in shown), shown
    with at_the_table(card, "second", str(update), *last.split()[1:]) as machine:
        said = [line for line in machine.lines() if told(line)]
        assert machine.status() == 0
    assert said[-1].startswith("kept "), said


def told(line: str) -> str:
    """Print ``line``, and return it."""
    print(line, flush=True)
    return line


def write_tar(file: Path, tree: Mapping[str, bytes | str | None]) -> None:
    """Write the files and folders of ``tree`` into a tar ``file``."""
    with tarfile.open(file, "w") as archive:
        for path, content in tree.items():
            member = tarfile.TarInfo(path)
            member.mode = 0o755
            if isinstance(content, bytes):
                member.size = len(content)
            else:
                member.type = tarfile.DIRTYPE
            archive.addfile(member, BytesIO(content) if isinstance(content, bytes) else None)
