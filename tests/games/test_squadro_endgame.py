"""Squadro's table of endgames: how it is numbered, solved, packed and read, and played by."""

import io
import random
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from games.budget import Budget
from games.players.searcher import search
from games.squadro import Squadro, building
from games.squadro.building.packing import pack
from games.squadro.building.runs import runs_in_c
from games.squadro.moves import Runs
from games.squadro.rules import NAMES
from games.squadro.search import Endgames, SearchTree
from games.squadro.tables import CLASSES, LEAST_HOME, SIZES, Endgame, rank
from tests.games.squadro_plain import Endgame as Position
from tests.games.squadro_plain import choices, solved
from tests.games.squadro_play import at, written

AWAY = {1: 0, 2: 6, 6: 0, 8: 6}
"""A2 and B2 anywhere, A3 and B4 on their way home."""
FEW = 3
"""So many pieces home leave two away, which is solved in a moment."""

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


@pytest.fixture(scope="module")
def solver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that ``solve.c`` is compiled to."""
    folder = tmp_path_factory.mktemp("squadro")
    source, program = Path(str(building.__file__)).parent / "solve.c", folder / "solve"
    (folder / "runs.h").write_text(runs_in_c())
    options = ["-std=c99", "-O1", "-Wall", "-Werror", "-Wno-unknown-pragmas", f"-I{folder}"]
    subprocess.run(["cc", *options, "-o", program, source], check=True)
    return program


def solve(solver: Path, task: str, least_home: int, asked: str = "") -> bytes:
    """What the program writes."""
    arguments: list[str | Path] = [solver, task, str(least_home)]
    ended = subprocess.run(arguments, input=asked.encode(), capture_output=True, check=True)
    return ended.stdout


def table_of(folder: Path, blocks: bytes) -> Endgame:
    pack(io.BytesIO(blocks), folder / "endgame.table")
    return Endgame(folder / "endgame.table")


def value(table: Endgame, seat: int, *progress: int) -> int | None:
    a, b = rank(progress[:5]), rank(progress[5:])
    assert a is not None
    assert b is not None
    return table.value(seat, a, b)


# Numbers


def test_every_rank_is_that_of_one_standing() -> None:
    stages = range(13)
    found = [rank((a, b, 12, c, 12)) for a in stages for b in stages for c in stages]
    known = [each for each in found if each is not None]
    assert len(known) == len(set(known)) == 12**3 + 3 * 12**2
    assert all(place < SIZES[number] for number, place in known)


def test_a_seat_with_four_pieces_home_or_with_one_has_no_rank() -> None:
    assert rank((12, 12, 3, 12, 12)) is None
    assert rank((12, 0, 3, 11, 6)) is None


# Solving


@cache
def by_force() -> Mapping[Position, int]:
    return solved(AWAY)


@needs_compiler
def test_endgames_are_solved_as_by_brute_force(solver: Path) -> None:
    values = by_force()
    asked = "\n".join(written(progress, seat) for seat, progress in values)
    assert [int(each) for each in solve(solver, "values", FEW, asked).split()] == [*values.values()]


@needs_compiler
def test_blocks_that_are_packed_and_read_tell_the_same(solver: Path, tmp_path: Path) -> None:
    table = table_of(tmp_path, solve(solver, "blocks", FEW))
    for (seat, progress), expected in random.Random(1).sample(list(by_force().items()), 1000):
        assert value(table, seat, *progress) == expected


@needs_compiler
@pytest.mark.parametrize("task", [(), ("everything",)])
def test_the_solver_names_its_tasks(solver: Path, task: tuple[str, ...]) -> None:
    ended = subprocess.run([solver, *task], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, "usage: solve values|blocks [LEAST_HOME]\n")


# Packing and reading


def block(phases: str, *values: int) -> bytes:
    """The blocks of both seats in one pair of classes, all values of each the same.

    The phases are those of A1 to B5: 0 on the way out, 1 on the way back, 2 home.
    """
    classes = [tuple(map(int, side)) for side in (phases[:5], phases[5:])]
    one, other = (CLASSES.index(each) for each in classes)
    numbers = bytes(sum(p * 3**t for t, p in enumerate(each)) for each in classes)
    many = SIZES[one] * SIZES[other] // 4
    return numbers + b"".join(bytes([(0x00, 0x55, 0xAA)[value]]) * many for value in values)


def test_a_table_is_read_as_it_was_packed(tmp_path: Path) -> None:
    table = table_of(tmp_path, block("0102222211", 1, -1) + block("0002222211", 0, 1))
    late = (12, 12, 12, 5 + 6, 5 + 6)
    assert value(table, 0, 0, 6, 2, 12, 12, *late) == 1
    assert value(table, 1, 5, 11, 5, 12, 12, *late) == -1
    assert value(table, 0, 5, 5, 5, 12, 12, *late) == 0
    assert value(table, 0, 6, 5, 5, 12, 12, *late) is None


def test_values_that_are_cut_short_leave_no_table(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected whole blocks of values: solve again"):
        pack(io.BytesIO(block("0102222211", 1, -1)[:-1]), tmp_path / "endgame.table")
    assert not (tmp_path / "endgame.table").exists()


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "endgame.table"
    target.write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"expected a table of endgames, not .*endgame.table"):
        Endgame(target)


# Playing


def test_moves_that_the_table_calls_won_come_first_and_lost_ones_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tmp_path, block("0002200022", 1, 0) + block("0002201022", -1, 0))
    monkeypatch.setattr("games.squadro.game.shipped", lambda: table)
    state = at("1 0,1,0,12,12/1,5,2,12,12")
    ranked = search(state, Budget(20), random.Random(1))
    assert str(ranked[0]) == "B2:5-6"
    assert [value(table, 0, *state.apply(move).progress) for move in ranked] == [-1, 1, 1]


def test_an_endgame_is_looked_up_wherever_the_search_comes_to_it(tmp_path: Path) -> None:
    table = table_of(tmp_path, block("1002200022", 0, 0) + block("0002200022", 0, 0))
    runs, state = Runs(), at("0 5,1,11,0,12/1,2,2,12,12")
    plain = SearchTree(runs).branches((state.code, state.cells, None))
    known = SearchTree(runs, Endgames(table)).branches((state.code, state.cells, None))
    assert [after for _, after, _ in known] == [after for _, after, _ in plain]
    assert [worth for worth, _, node in known if node is None] == []
    state = at("0 5,1,0,12,12/1,2,2,12,12")
    known = SearchTree(runs, Endgames(table)).branches((state.code, state.cells, None))
    assert [(worth, node) for worth, _, node in known] == [(0.0, None)] * 3


@pytest.mark.deep
@needs_compiler
def test_with_the_whole_table_no_endgame_is_spoilt(
    solver: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tmp_path, solve(solver, "blocks", LEAST_HOME))
    monkeypatch.setattr("games.squadro.game.shipped", lambda: table)
    values_by_force, game = solved(AWAY | {4: 6}), Squadro()
    for each in random.Random(1).sample(sorted(values_by_force), 2000):
        found = choices(values_by_force, each)
        state = game.state(written(each[1], each[0]))
        best = game.search(state, Budget(50), random.Random(1))[0]
        assert found[NAMES.index(best.text[:2])] == max(found.values())
