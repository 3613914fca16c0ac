"""The tests of the simulated machine, run inside it, and those that cut its power."""

import random
import sys
from collections.abc import Generator
from itertools import islice
from pathlib import Path

import pytest

from tests.machine.boot import Machine, obstacle
from tests.machine.cards import formatted_card

HERE = Path(__file__).parent
PYTEST = ("-m", "pytest", "-q", "-s", "--color=no", "-n0", "-p", "no:cacheprovider")
CARD_BYTES = 32 << 20
CUTS = 5
UPDATE_CUTS, CALLS = 60, (1, 300)
HOUR = 3600.0

pytestmark = pytest.mark.deep


@pytest.fixture(scope="session", autouse=True)
def machine_can_be_had() -> None:
    if reason := obstacle():
        pytest.skip(reason)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A memory card with an empty file system."""
    return formatted_card(tmp_path, CARD_BYTES)


@pytest.mark.parametrize("room", ["real_time", "virtual_time"])
def test_every_test_in_the_machine_passes(room: str, tmp_path: Path) -> None:
    command = [sys.executable, *PYTEST, f"--basetemp={tmp_path / room}", str(HERE / room)]
    with Machine(command, virtual_time=room == "virtual_time", seconds=HOUR) as machine:
        for line in machine.lines():
            print(line, flush=True)
        assert machine.status() == 0


def at_the_card(card: Path, what: str) -> Generator[str, None, None]:
    """Yield what a machine with ``card`` says that does ``what``; its power is cut in the end."""
    command = [sys.executable, "-m", "tests.machine.at_the_card", *what.split()]
    with Machine(command, virtual_time=True, card=card, seconds=HOUR) as machine:
        yield from machine.lines()


def test_a_power_cut_loses_nothing_that_was_shown(card: Path) -> None:
    rng, seen = random.Random(9), 0
    for cut in range(CUTS):
        playing = at_the_card(card, f"play {cut}")
        shown = list(islice(playing, rng.randint(2, 8)))
        playing.close()
        seen += len(shown)
        (kept,) = at_the_card(card, "read")
        assert kept.startswith(shown[-1])
    print(f"power cut {CUTS} times after {seen} pictures: nothing lost")


def test_a_power_cut_in_an_update_leaves_a_version_that_is_whole(card: Path) -> None:
    rng, cuts_after = random.Random(5), 0
    for cut in range(UPDATE_CUTS):
        command = [sys.executable, "-m", "tests.machine.updating", str(cut)]
        with Machine(command, board=False, card=card, seconds=HOUR) as machine:
            said = list(islice(machine.lines(), rng.randint(*CALLS)))
            machine.cut_power()
        calls = [line for line in said if line.startswith("call ")]
        found = [line for line in said if line.startswith("found ")]
        assert all(line.startswith("found whole ") for line in found), found
        assert said, "it starts"
        assert len(calls) + len(found) == len(said), said
        cuts_after += len(calls)
    print(
        f"power cut {UPDATE_CUTS} times after {cuts_after} calls of updates: always a whole version"
    )
