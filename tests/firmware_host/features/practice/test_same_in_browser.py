"""The same games played in a browser and by the program here: positions, hints and reviews."""

import asyncio
import json
import lzma
import random
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from tests.firmware_host.features.practice import told_of_games
from tests.firmware_host.features.practice.told_of_games import Records

ROOT = Path(__file__).parents[4]
PROGRAM = ROOT / "build" / "site" / "program"
RUNNER = ROOT / "docs" / "release" / "compile_site.mjs"

FEW, MANY = 1, 100
"""Games of each kind."""

REVIEWED = 16
"""Actions after which a game is resigned, so that a review of it takes moments in a browser."""


def played(name: str, seed: int, most: int | None = None) -> Records:
    """Return the records of a game of chance; its seats resign after the ``most`` actions."""
    rng, records = random.Random(f"{name} {seed}"), [Setup(name, first=0).record()]
    session = Session.begin(records[0], games)
    while not session.is_over:
        record: dict[str, Any]
        if session.hand_steps.due:
            record = {"act": len(session.hand_steps.steps)}
        elif most is not None and len(session.actions) >= most:
            record = {"resigned": session.state.mover or 0}
        elif session.state.is_chance:
            record = {"do": str(rng.choice(session.state.chance_outcomes())[0])}
        else:
            record = {"do": str(rng.choice(session.state.legal_moves()))}
        session.apply(record)
        records.append(record)
    return records


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as the site has it."""
    if shutil.which("node") is None or not (PROGRAM / "rest.zip.xz").is_file():
        pytest.skip("needs Node.js 20 or newer and the built site: make site")
    folder = tmp_path_factory.mktemp("program")
    for part in ("app", "rest"):
        with lzma.open(PROGRAM / f"{part}.zip.xz") as packed, zipfile.ZipFile(packed) as archive:
            archive.extractall(folder)
    return folder


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.deep)])
def test_the_same_is_told_of_a_game_in_a_browser_and_here(
    name: str, count: int, unpacked: Path, tmp_path: Path
) -> None:
    pairs = [(played(name, seed), played(name, seed, REVIEWED)) for seed in range(count)]
    (unpacked / "played.json").write_text(json.dumps(pairs), encoding="utf-8")
    script = str(Path(told_of_games.__file__))
    command = ("node", str(RUNNER), "try", str(unpacked), script)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    there = json.loads(done.stdout.splitlines()[-1])

    async def here() -> list[object]:
        return [dict(await told_of_games.told(*pair, tmp_path)) for pair in pairs]

    for seed, (one, other) in enumerate(zip(there, asyncio.run(here()), strict=True)):
        assert one == other, f"{name}, game {seed}"
