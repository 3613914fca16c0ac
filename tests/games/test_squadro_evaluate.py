"""Squadro's evaluation: its weights, and how they are learnt."""

import random
import shutil
import subprocess
from array import array
from math import exp
from pathlib import Path

import pytest

from games.squadro import building
from games.squadro.building.samples import samples
from games.squadro.evaluate import LARGEST, LEADS, PARTS, SIZE, UNIT, places, weights
from games.squadro.rules import SEATS
from tests.games.squadro_plain import solved
from tests.games.squadro_play import written

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


def test_each_seat_has_a_weight_for_every_place_and_none_is_cut_off() -> None:
    for seat in range(len(SEATS)):
        for part in range(PARTS):
            assert len(weights(seat, part)) == SIZE
            assert max(map(abs, weights(seat, part))) < LARGEST - 1


def test_a_position_has_a_weight_for_each_pair_and_one_for_the_lead() -> None:
    start = [0] * 10
    assert places(0, start) == [169 * pair for pair in range(45)] + [LEADS]
    late = [12, 12, 12, 11, 0, 0, 0, 0, 0, 0]
    assert (places(0, late)[-1], places(1, late)[-1]) == (LEADS + 29, LEADS - 29)
    assert places(0, late)[9] == 169 * 9 + 13 * 12 + 12


@needs_compiler
def test_weights_are_those_of_logistic_regression(tmp_path: Path) -> None:
    known = random.Random(1).sample(sorted(solved({1: 6, 2: 6, 6: 6, 8: 6}).items()), 60)
    values = [value for _, value in known]
    found = list(samples(written(progress, seat) for (seat, progress), _ in known))
    program = tmp_path / "learn"
    source = Path(str(building.__file__)).parent / "learn.c"
    options: list[str | Path] = ["-std=c99", "-O1", "-Wall", "-Werror", "-o", program, source]
    subprocess.run(["cc", *options, "-lm"], check=True)
    (tmp_path / "samples").write_bytes(b"".join(each.tobytes() for each in found))
    (tmp_path / "values").write_text("\n".join(map(str, values)))
    arguments = [program, tmp_path / "samples", tmp_path / "values"]
    learnt = subprocess.run(arguments, capture_output=True, check=True).stdout
    expected = plain_weights([list(each) for each in found[1:]], values)
    assert array("b", learnt).tolist() == pytest.approx(expected, abs=1)


def plain_weights(found: list[list[int]], values: list[int]) -> list[float]:
    """What ``learn.c`` finds, step by step."""
    state, mask, steps = 88172645463325252, 2**64 - 1, 4 * len(found)
    shared, added = [0.0] * (2 * SIZE), [0.0] * (2 * PARTS * SIZE)
    for step in range(steps):
        state ^= state << 13 & mask
        state ^= state >> 7
        state ^= state << 17 & mask
        drawn = state % len(found)
        mover, part, *sample = found[drawn]
        common, own = mover * SIZE, (mover * PARTS + part) * SIZE
        logit = sum(shared[common + each] + added[own + each] for each in sample)
        error = (1 - values[drawn]) / 2 - 1 / (1 + exp(-logit))
        for each in sample:
            shared[common + each] += 0.02 * (1 - step / steps) * error
            added[own + each] += 0.02 * (1 - step / steps) * error
    return [
        UNIT * (shared[table // PARTS * SIZE + place] + added[table * SIZE + place])
        for table in range(2 * PARTS)
        for place in range(SIZE)
    ]
