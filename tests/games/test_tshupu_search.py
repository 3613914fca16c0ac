"""How T'shu-p'u is searched by learnt weights: the same moves as by the rules, ever further."""

import random
import shutil
import subprocess
from collections.abc import Mapping
from itertools import islice, product
from pathlib import Path

import pytest

from games import tshupu
from games.budget import Budget
from games.core import perft
from games.options import OptionValue
from games.tshupu.evaluate import KINDS, STAGES, Standing, searched, total, weights
from games.tshupu.game import Tshupu, TshupuPosition
from games.tshupu.rules import PARTNERS
from games.tshupu.tables import Groups, every_shift
from tests.games.tshupu_play import EVERY_VARIANT, LATE, START, at, played, south

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


def choices(**options: OptionValue) -> list[TshupuPosition]:
    """Positions of a random game in which a choice is awaited."""
    return [position for position in played(Tshupu(**options), 3) if not position.is_chance]


def by_pairs(groups: Groups, first: int) -> int:
    """The weights of every pair of pieces, one by one."""
    found = 0
    for kind, (one, other) in enumerate(KINDS):
        here, there = groups[(first + one) % 4], groups[(first + other) % 4]
        found += sum(
            weights()[kind][p][q]
            for i, p in enumerate(here)
            for j, q in enumerate(there)
            if one != other or i < j
        )
    return found


def texts(position: TshupuPosition, nodes: int, seed: int = 1) -> list[str]:
    moves, turn = position.legal_moves(), position.thrown_turn
    return [str(move) for move in searched(moves, turn, Budget(nodes), random.Random(seed))]


@pytest.mark.parametrize("options", EVERY_VARIANT[::5])
def test_the_search_moves_as_the_rules_do(options: Mapping[str, OptionValue]) -> None:
    for position in choices(**options):
        race, mover = position.game.race, position.mover
        assert mover is not None
        ways = race.ways(position.groups, mover, position.throw)
        shifts = every_shift(race, ways, position.throw)
        assert sorted(shifts) == sorted(move.change for move in position.legal_moves())


def test_a_position_is_worth_the_weights_of_its_pairs() -> None:
    for position in choices()[::10]:
        for first in range(4):
            assert total(position.groups, first) == by_pairs(position.groups, first)


def test_a_position_is_worth_the_same_from_the_side_of_each_seat() -> None:
    for position in choices()[::20]:
        for first, seat in product(range(4), repeat=2):
            found = Standing(position.groups, seat, first).total(position.groups[seat])
            assert found == by_pairs(position.groups, first)


def test_a_piece_that_is_sent_back_costs_its_team() -> None:
    far, back = (20, 5, 1, 1), (5, 1, 1, 0)
    others = ((1, 1, 1, 1),) * 3
    for first in range(4):
        sign = 1 if first in {0, PARTNERS[0]} else -1
        assert sign * total((far, *others), first) > sign * total((back, *others), first)


def test_there_is_a_weight_for_each_pair_of_progresses() -> None:
    assert [len(rows) for rows in weights()] == [STAGES] * len(KINDS)


@pytest.mark.parametrize("nodes", [0, 1, 300, 3000])
def test_any_nodes_rank_every_move_once(nodes: int) -> None:
    for position in islice(choices(), 3, None, 40):
        assert sorted(texts(position, nodes)) == sorted(map(str, position.legal_moves()))


def test_the_same_nodes_and_seed_find_the_same() -> None:
    position = choices()[30]
    assert texts(position, 3000) == texts(position, 3000)


def test_the_last_piece_is_taken_off() -> None:
    position = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0", must_use="optional")
    for nodes in (0, 5000):
        assert texts(position, nodes)[0] == "1:e5-off"


@pytest.mark.deep
@needs_compiler
def test_weights_are_learnt_by_the_rules(tmp_path: Path) -> None:
    source, program = Path(tshupu.__file__).with_name("building") / "learn.c", tmp_path / "learn"
    subprocess.run(["cc", "-std=c99", "-O2", "-o", program, source, "-lm"], check=True)

    def learn(*arguments: object) -> bytes:
        command = [str(program), *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True).stdout

    numbers = LATE.split()[2].replace("/", ",").split(",")
    for depth in range(1, 7):
        assert int(learn("perft", depth)) == perft(at(START), depth)
        assert int(learn("perft", depth, 3, *numbers)) == perft(at(LATE), depth)
    assert learn(20) == learn(20)
    assert len(learn(20)) == 2 * len(KINDS) * STAGES**2
