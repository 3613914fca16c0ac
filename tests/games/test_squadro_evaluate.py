"""Squadro's evaluation: its weights, and how they are learnt."""

import random
import shutil
import subprocess
from array import array
from collections.abc import Sequence
from math import exp
from pathlib import Path

import pytest

from games.squadro import building
from games.squadro.building.exchange import write_rules
from games.squadro.evaluate import (
    LARGEST,
    LEADS,
    PAIRS_SIZE,
    PARTS,
    TRIPLES_SIZE,
    UNIT,
    pair_places,
    pair_weights,
    part_of,
    triple_places,
    triple_weights,
)
from games.squadro.game import Squadro
from games.squadro.rules import SEATS
from tests.games.squadro_plain import solved
from tests.games.squadro_play import written

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


def test_each_seat_has_a_weight_for_every_place_and_hardly_one_is_cut_off() -> None:
    for seat in range(len(SEATS)):
        assert len(triple_weights(seat)) == TRIPLES_SIZE
        assert [abs(weight) >= LARGEST - 1 for weight in triple_weights(seat)].count(True) <= 1
        for part in range(PARTS):
            assert len(pair_weights(seat, part)) == PAIRS_SIZE
            assert max(map(abs, pair_weights(seat, part))) < LARGEST - 1


def test_a_position_has_a_weight_for_each_pair_and_one_for_the_lead() -> None:
    start = [0] * 10
    assert pair_places(0, start) == [169 * pair for pair in range(45)] + [LEADS]
    late = [12, 12, 12, 11, 0, 0, 0, 0, 0, 0]
    assert (pair_places(0, late)[-1], pair_places(1, late)[-1]) == (LEADS + 29, LEADS - 29)
    assert pair_places(0, late)[9] == 169 * 9 + 13 * 12 + 12


def test_a_position_has_a_weight_for_each_triple() -> None:
    assert triple_places([0] * 10) == [13**3 * triple for triple in range(120)]
    found = triple_places([1, 2, 3, 0, 0, 0, 0, 4, 5, 6])
    assert (found[0], found[-1] - 119 * 13**3) == (13 * (13 * 1 + 2) + 3, 13 * (13 * 4 + 5) + 6)


def compiled(folder: Path, name: str) -> Path:
    """The program ``name``, compiled in ``folder``."""
    source, program = Path(str(building.__file__)).parent / f"{name}.c", folder / name
    write_rules(folder)
    options: list[str | Path] = ["-std=c99", "-O1", "-Wall", "-Werror", f"-I{folder}"]
    subprocess.run(["cc", *options, "-o", program, source, "-lm"], check=True)
    return program


@needs_compiler
def test_games_to_learn_from_are_played_by_the_rules(tmp_path: Path) -> None:
    arguments: list[str | Path] = [compiled(tmp_path, "play"), "3"]
    played = subprocess.run(arguments, capture_output=True, check=True, text=True).stdout
    game, following, starts = Squadro(), set[str](), 0
    for line in played.splitlines():
        state = game.state(line)
        if line not in following:
            starts += 1
            assert line == str(game.start(state.turn or 0))
        following = {str(state.apply(move)) for move in state.legal_moves()}
    assert starts == 3


@needs_compiler
def test_weights_are_those_of_logistic_regression(tmp_path: Path) -> None:
    known = random.Random(1).sample(sorted(solved({1: 6, 2: 6, 6: 6, 8: 6}).items()), 60)
    values = [value for _, value in known]
    positions, answers = tmp_path / "positions", tmp_path / "values"
    positions.write_text("".join(written(at, seat) + "\n" for (seat, at), _ in known))
    answers.write_text("\n".join(map(str, values)))
    arguments = [compiled(tmp_path, "learn"), positions, answers]
    learnt = subprocess.run(arguments, capture_output=True, check=True).stdout
    places = [_places(1 - seat, progress) for (seat, progress), _ in known]
    expected = plain_weights(places, values)
    found = dict(enumerate(array("b", learnt)))
    assert len(found) == BASE
    assert {place for place, weight in found.items() if weight} <= set(expected)
    assert [found[each] for each in expected] == pytest.approx(list(expected.values()), abs=1)


EVERY_PART = len(SEATS) * PARTS * PAIRS_SIZE
BASE = EVERY_PART + len(SEATS) * TRIPLES_SIZE
"""Where the weights are that all parts of the game share, which no file has."""


def _places(mover: int, progress: Sequence[int]) -> list[int]:
    """Where all weights of a position are, those too that its part shares with others."""
    pairs, part = pair_places(mover, progress), PARTS * mover + part_of(progress)
    return [
        *(PAIRS_SIZE * part + each for each in pairs),
        *(EVERY_PART + TRIPLES_SIZE * mover + each for each in triple_places(progress)),
        *(BASE + PAIRS_SIZE * mover + each for each in pairs),
    ]


def plain_weights(places: Sequence[Sequence[int]], values: Sequence[int]) -> dict[int, float]:
    """What ``learn.c`` finds, step by step."""
    state, mask, steps = 88172645463325252, 2**64 - 1, 2 * len(places)
    weights = dict.fromkeys((each for sample in places for each in sample), 0.0)
    for step in range(steps):
        state ^= state << 13 & mask
        state ^= state >> 7
        state ^= state << 17 & mask
        drawn = state % len(places)
        logit = sum(weights[each] for each in places[drawn])
        error = (1 - values[drawn]) / 2 - 1 / (1 + exp(-logit))
        for each in places[drawn]:
            weights[each] += 0.008 * (1 - step / steps) * error
    return _written(weights)


def _written(weights: dict[int, float]) -> dict[int, float]:
    """The weights of the file: every part of the game has what it shares, and what it adds."""
    triples = {place: each for place, each in weights.items() if EVERY_PART <= place < BASE}
    shared = {place - BASE: each for place, each in weights.items() if place >= BASE}
    found = {}
    for place, weight in shared.items():
        mover, pair = divmod(place, PAIRS_SIZE)
        for part in range(PARTS * mover, PARTS * (mover + 1)):
            each = PAIRS_SIZE * part + pair
            found[each] = weight + weights.get(each, 0.0)
    return {place: UNIT * weight for place, weight in (triples | found).items()}
