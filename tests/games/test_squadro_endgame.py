"""Squadro's tables of values: how they are numbered, solved, packed and read, and played by."""

import io
import logging
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from games.budget import Budget
from games.players.levels import search
from games.players.why import why
from games.review import ReviewPoint, assess, error_size
from games.squadro import building
from games.squadro.building.exchange import END, pack, runs_in_c
from games.squadro.game import Squadro, SquadroPosition
from games.squadro.moves import Runs
from games.squadro.rules import NAMES
from games.squadro.search import SearchTree, SquadroSearch, Values
from games.squadro.tables import ENTRIES_AT, PLACES, Numbering, ValueTable, best_table
from tests.games.squadro_plain import Endgame as Position
from tests.games.squadro_plain import choices, solved
from tests.games.squadro_play import at, written

AWAY = {1: 0, 2: 6, 6: 0, 8: 6}
"""A2 and B2 anywhere, A3 and B4 on their way home."""
FEW = 3
"""So many pieces home leave two away, which is solved in a moment."""
LEAST_HOME = 2
"""The least pieces home in the table that ``make squadro-table`` builds."""

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


def table_of(folder: Path, blocks: bytes, least_home: int = LEAST_HOME) -> ValueTable:
    pack(io.BytesIO(blocks), folder / "some.table", least_home, preset=0)
    return ValueTable(folder / "some.table")


def value(table: ValueTable, *progress: int) -> int | None:
    """What the table says if A is to move."""
    a, b = table.numbering.rank(progress[:5]), table.numbering.rank(progress[5:])
    assert a is not None
    assert b is not None
    return table.value(a, b)


def judged(table: ValueTable, state: SquadroPosition) -> dict[int, int | None]:
    """What the move of each piece is worth."""
    search, node = SquadroSearch(Runs(), (), table), (state.code, state.cells, None)
    worths = [search.worth(node, state.code + run.gain) for run in state.legal_moves()]
    pieces = [NAMES.index(move.text[:2]) for move in state.legal_moves()]
    return dict(zip(pieces, worths, strict=True))


# Numbers


def test_every_rank_is_that_of_one_standing() -> None:
    numbering, stages = Numbering(LEAST_HOME), range(13)
    found = [numbering.rank((a, b, 12, c, 12)) for a in stages for b in stages for c in stages]
    known = [each for each in found if each is not None]
    assert len(known) == len(set(known)) == 12**3 + 3 * 12**2
    assert all(each.place < 6**3 for each in known)


def test_a_seat_with_four_pieces_home_or_with_too_few_has_no_rank() -> None:
    assert Numbering(0).rank((12, 12, 3, 12, 12)) is None
    assert Numbering(LEAST_HOME).rank((12, 0, 3, 11, 6)) is None


@pytest.mark.parametrize("least_home", [0, FEW])
def test_portions_are_numbered_one_after_another(least_home: int) -> None:
    numbering, portion = Numbering(least_home), 0
    for a, phases in enumerate(numbering.classes):
        for b, others in enumerate(numbering.classes):
            block = numbering.block(a, b)
            assert block.first == portion
            away = 10 - (phases + others).count(2)
            assert block.portions * block.rows * block.columns == 6**away
            portion += block.portions
    assert portion == numbering.portions


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
    table = table_of(tmp_path, solve(solver, "blocks", FEW), FEW)
    known = [each for each in by_force().items() if each[0][0] == 0]
    for (_, progress), expected in known:
        assert value(table, *progress) == expected


@needs_compiler
def test_the_moves_of_both_seats_are_judged_as_by_brute_force(solver: Path, tmp_path: Path) -> None:
    table, values = table_of(tmp_path, solve(solver, "blocks", FEW), FEW), by_force()
    for each in random.Random(1).sample(sorted(values), 150):
        assert judged(table, at(written(each[1], each[0]))) == choices(values, each)


@needs_compiler
@pytest.mark.parametrize("count", [60, pytest.param(None, marks=pytest.mark.deep, id="all")])
def test_a_review_names_every_error_of_the_table_and_no_other(
    solver: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int | None
) -> None:
    table, values = table_of(tmp_path, solve(solver, "blocks", FEW), FEW), by_force()
    monkeypatch.setattr("games.squadro.moves.best_table", lambda: table)
    positions = sorted(values) if count is None else random.Random(2).sample(sorted(values), count)
    errors = 0
    for seat, progress in positions:
        state, worths = at(written(progress, seat)), choices(values, (seat, progress))
        for move in state.legal_moves():
            lost = worths[NAMES.index(move.text[:2])] - max(worths.values())
            found = assess(ReviewPoint(1, "move", state, move))
            assert found.worth[seat] == (1 + max(worths.values())) / 2
            change = found.change[seat] if found.change else 0
            assert change == lost / 2
            assert error_size(change) == ("blunder" if lost else "")
            errors += lost < 0
    assert errors
    print(f"{len(positions)} positions, {errors} errors, all named")


USAGE = "usage: solve values|blocks [LEAST_HOME], from 0 to 3\n"


@needs_compiler
@pytest.mark.parametrize("task", [(), ("everything",), ("blocks", "4"), ("values", "x")])
def test_the_solver_names_its_tasks(solver: Path, task: tuple[str, ...]) -> None:
    ended = subprocess.run([solver, *task], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, USAGE)


# Packing and reading


def block(phases: str, worth: int, draws: int = 0) -> bytes:
    """A block of two classes in which all values are the same, but the first ones are draws.

    The phases are those of A1 to B5: 0 on the way out, 1 on the way back, 2 home.
    """
    numbers = (sum(int(p) * 3**t for t, p in enumerate(side)) for side in (phases[:5], phases[5:]))
    drawn = struct.pack(f"<I{draws}I", draws, *range(draws))
    values: bytes = bytes([63 * (worth > 0)]) * 6 ** (9 - phases.count("2"))
    return bytes(numbers) + drawn + values


def blocks(*some: bytes) -> bytes:
    return b"".join(some) + bytes([END])


BLOCKS = blocks(block("0102222211", 1), block("0002222211", -1, draws=1))


def test_a_table_is_read_as_it_was_packed(tmp_path: Path) -> None:
    table = table_of(tmp_path, BLOCKS)
    late = (12, 12, 12, 5 + 6, 5 + 6)
    assert value(table, 0, 6, 2, 12, 12, *late) == 1
    assert value(table, 5, 5, 5, 12, 12, *late) == -1
    assert value(table, 0, 0, 0, 12, 12, 12, 12, 12, 6, 6) == 0
    assert value(table, 6, 5, 5, 12, 12, *late) is None
    assert not table.is_perfect


def test_a_large_block_is_read_from_its_portions(tmp_path: Path) -> None:
    table = table_of(tmp_path, blocks(block("0000000020", 1, draws=2)), 0)
    assert table.is_perfect
    b = (1, 1, 1, 12, 5)
    assert [value(table, first, 3, 3, 3, 3, *b) for first in range(6)] == [1] * 6
    assert value(table, *[0] * 8, 12, 1) == 0
    assert value(table, 1, *[0] * 7, 12, 1) == 1


@pytest.mark.parametrize("left", [-1, -2, 5])
def test_values_that_are_cut_short_leave_no_table(tmp_path: Path, left: int) -> None:
    with pytest.raises(ValueError, match="expected whole blocks of values: solve again"):
        table_of(tmp_path, BLOCKS[:left])
    assert not (tmp_path / "some.table").exists()


# Files that are no such table, or are damaged


OLDER = b"squadro endgames, either to move\n" + bytes(200_000)
DAMAGED = r"some.table is cut off or damaged: build it again"
NO_TABLE = r"some.table is no table of format 3: build it again"


def damaged(good: bytes) -> Iterator[tuple[bytes, str]]:
    """Files that are refused, and what is said about each."""
    yield OLDER, NO_TABLE
    yield b"", NO_TABLE
    yield good[: ENTRIES_AT - 1], NO_TABLE
    for size in (ENTRIES_AT, ENTRIES_AT + 7, len(good) // 2, len(good) - 1):
        yield good[:size], DAMAGED
    yield good + b"more", DAMAGED
    for place in (ENTRIES_AT - 2, ENTRIES_AT - 9, ENTRIES_AT - 14, ENTRIES_AT, ENTRIES_AT + 99):
        yield good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :], DAMAGED


def test_a_wrong_older_or_damaged_file_is_refused_in_one_line(tmp_path: Path) -> None:
    table_of(tmp_path, BLOCKS)
    path = tmp_path / "some.table"
    for content, said in damaged(path.read_bytes()):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=said) as refused:
            ValueTable(path)
        assert "\n" not in str(refused.value)


def test_once_a_portion_proves_damaged_nothing_more_is_known_and_one_line_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table_of(tmp_path, BLOCKS)
    path = tmp_path / "some.table"
    good = path.read_bytes()
    path.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    table, late = ValueTable(path), (12, 12, 12, 5 + 6, 5 + 6)
    assert value(table, 0, 6, 2, 12, 12, *late) == 1
    for _ in range(2):
        assert value(table, 5, 5, 5, 12, 12, *late) is None
        assert value(table, 0, 6, 2, 12, 12, *late) is None
    assert caplog.messages == [f"{path} is damaged: build it again"]


def test_the_first_table_that_is_whole_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table_of(tmp_path, BLOCKS)
    wrong, missing, good = (tmp_path / f"{name}.table" for name in ("wrong", "none", "some"))
    wrong.write_bytes(OLDER)
    monkeypatch.setattr("games.squadro.tables.PLACES", (wrong, missing, good))
    best_table.cache_clear()
    found = best_table()
    best_table.cache_clear()
    assert found is not None
    assert value(found, 5, 5, 5, 12, 12, 12, 12, 12, 11, 11) == -1
    assert [(each.levelno, each.message) for each in caplog.records] == [
        (logging.WARNING, f"{wrong} is no table of format 3: build it again")
    ]


def test_with_a_damaged_table_the_game_is_played_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some.table").write_bytes(OLDER)
    monkeypatch.setattr("games.squadro.tables.PLACES", (tmp_path / "some.table",))
    best_table.cache_clear()
    state = Squadro().state("1 0,1,0,12,12/1,5,2,12,12")
    ranked = search(state, Budget(20), random.Random(1))
    best_table.cache_clear()
    assert len(ranked) == 3


def test_a_table_lies_beside_the_game_or_where_the_service_reads_it() -> None:
    beside = Path(str(building.__file__)).parent.parent
    folders = beside, Path("/usr/local/share/tableside"), beside
    assert [path.parent for path in PLACES] == [*folders]


# Playing


def test_moves_that_the_table_calls_won_come_first_and_lost_ones_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tmp_path, blocks(block("0002200022", 1), block("0002201022", -1)))
    monkeypatch.setattr("games.squadro.moves.best_table", lambda: table)
    state = at("1 0,1,0,12,12/1,5,2,12,12")
    ranked = search(state, Budget(20), random.Random(1))
    assert str(ranked[0]) == "B2:5-6"
    assert [value(table, *state.apply(move).progress) for move in ranked] == [-1, 1, 1]


def test_a_move_of_a_is_judged_by_the_best_reply(tmp_path: Path) -> None:
    table = table_of(tmp_path, blocks(block("0002200022", 1), block("0002201022", -1)))
    assert judged(table, at("0 0,1,0,12,12/1,5,2,12,12")) == {0: -1, 1: -1, 2: -1}
    assert judged(table, at("0 0,1,0,12,12/1,2,2,12,12")) == {0: 1, 1: 1, 2: 1}


def test_a_hint_from_a_table_of_the_whole_game_says_that_it_is_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = table_of(tmp_path, blocks(block("0002200022", 1), block("0002201022", -1)), 0)
    monkeypatch.setattr("games.squadro.moves.opened_table", lambda: whole)
    state = at("1 0,1,0,12,12/1,5,2,12,12")
    found = {str(move): str(why(state, move)) for move in state.legal_moves()}
    assert found == {"B1:1-3xA2": "exact: loses", "B2:5-6": "exact: wins", "B3:2-4": "exact: loses"}
    few = table_of(tmp_path, blocks(block("0002200022", 1)))
    monkeypatch.setattr("games.squadro.moves.opened_table", lambda: few)
    state = at("1 0,1,0,12,12/1,5,2,12,12")
    assert "exact" not in str(why(state, state.legal_moves()[0]))


def test_the_reason_for_a_move_opens_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_of(tmp_path, blocks(block("0002200022", 1), block("0002201022", -1)), 0)
    monkeypatch.setattr("games.squadro.tables.PLACES", (tmp_path / "some.table",))
    state = at("1 0,1,0,12,12/1,5,2,12,12")
    (move,) = (each for each in state.legal_moves() if str(each) == "B2:5-6")
    best_table.cache_clear()
    assert "exact" not in str(why(state, move))
    Squadro.open_tables()
    assert str(why(state, move)) == "exact: wins"
    best_table.cache_clear()


def test_an_endgame_is_looked_up_wherever_the_search_comes_to_it(tmp_path: Path) -> None:
    table = table_of(tmp_path, blocks(block("0002200022", 1)))
    runs, state = Runs(), at("1 5,1,1,12,12/1,2,11,0,12")
    plain = SearchTree(runs).branches((state.code, state.cells, None))
    known = SearchTree(runs, Values(table)).branches((state.code, state.cells, None))
    assert [after for _, after, _ in known] == [after for _, after, _ in plain]
    assert [worth for worth, _, node in known if node is None] == []
    state = at("1 5,1,0,12,12/1,2,2,12,12")
    known = SearchTree(runs, Values(table)).branches((state.code, state.cells, None))
    assert [(worth, node) for worth, _, node in known] == [(-1.0, None)] * 3


@pytest.mark.deep
@needs_compiler
def test_with_the_whole_table_no_endgame_is_spoilt(
    solver: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tmp_path, solve(solver, "blocks", LEAST_HOME))
    monkeypatch.setattr("games.squadro.moves.best_table", lambda: table)
    values_by_force, game = solved(AWAY | {4: 6}), Squadro()
    for each in random.Random(1).sample(sorted(values_by_force), 2000):
        found = choices(values_by_force, each)
        state = game.state(written(each[1], each[0]))
        best = game.search(state, Budget(50), random.Random(1))[0]
        assert found[NAMES.index(best.text[:2])] == max(found.values())
