"""Squadro's table of endgames: how it is numbered, solved, packed and read, and played by."""

import io
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from games.budget import Budget
from games.players.searcher import search
from games.squadro import Squadro, building
from games.squadro.building.packing import pack
from games.squadro.building.runs import runs_in_c
from games.squadro.rules import NAMES
from games.squadro.tables import BLOCK_BYTES, FIRSTS, MASKS, RANKS, Endgame, rank
from tests.games.squadro_plain import choices, solved
from tests.games.squadro_play import at, written

AWAY = {1: 0, 2: 6, 6: 0, 8: 6}
"""A2 and B2 anywhere, A3 and B4 on their way home."""
FEWEST = FIRSTS[next(mask for mask in MASKS if mask.bit_count() == 2)]
"""The first rank of two pieces away, which is rank 0 where no more than two are."""

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")


def endgame_values(folder: Path, most_away: int) -> Path:
    """The values that ``endgame.c`` writes when so many pieces of a seat are away at most."""
    source, program = Path(str(building.__file__)).parent / "endgame.c", folder / "endgame"
    values = folder / "values"
    (folder / "runs.h").write_text(runs_in_c())
    options = ["-std=c99", "-O2", "-Wall", "-Werror", f"-DMOST_AWAY={most_away}", f"-I{folder}"]
    subprocess.run(["cc", *options, "-o", program, source], check=True)
    with values.open("wb") as file:
        subprocess.run([program], stdout=file, stderr=subprocess.DEVNULL, check=True)
    return values


STRIPES = b"".join(bytes([each]) * BLOCK_BYTES for each in (0x00, 0x55, 0xAA))
"""Three blocks of values: all drawn, all won, all lost."""


@pytest.fixture
def few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tables", "building.packing"):
        monkeypatch.setattr(f"games.squadro.{module}.BLOCKS", 3)


@pytest.fixture
def stripes(tmp_path: Path, few_blocks: None) -> Endgame:
    pack(io.BytesIO(STRIPES), tmp_path / "endgame.table")
    return Endgame(tmp_path / "endgame.table")


# Numbers


def test_every_rank_is_that_of_one_standing() -> None:
    stages = range(13)
    found = [rank((a, b, 12, c, 12)) for a in stages for b in stages for c in stages]
    known = [each for each in found if each is not None]
    assert len(known) == len(set(known)) == 12**3 + 3 * 12**2
    assert max(known) < RANKS


def test_a_seat_with_four_pieces_home_or_with_one_has_no_rank() -> None:
    assert rank((12, 12, 3, 12, 12)) is None
    assert rank((12, 0, 3, 11, 6)) is None


# Solving


@needs_compiler
def test_endgames_are_solved_as_by_brute_force(tmp_path: Path) -> None:
    values = endgame_values(tmp_path, most_away=2).read_bytes()
    ranks = RANKS - FEWEST
    for (seat, progress), value in solved(AWAY).items():
        a, b = rank(progress[:5]), rank(progress[5:])
        assert a is not None
        assert b is not None
        byte, place = divmod((a - FEWEST) * ranks + b - FEWEST, 4)
        if seat == 0:
            assert (0, 1, -1)[values[byte] >> 2 * place & 3] == value


# Packing and reading


def test_a_table_is_read_as_it_was_packed(stripes: Endgame) -> None:
    late = (12, 12, 12, 5, 5)
    found = [stripes.value((0, *stages, 12, 12, *late)) for stages in ((0, 11), (1, 0), (2, 11))]
    assert found == [0, 1, -1]


def test_of_positions_with_four_pieces_away_a_table_knows_nothing(stripes: Endgame) -> None:
    assert stripes.value((0, 0, 0, 0, 12, 12, 12, 12, 5, 5)) is None
    assert stripes.value((0, 0, 0, 12, 12, 12, 5, 5, 5, 5)) is None


@pytest.mark.usefixtures("few_blocks")
def test_values_that_are_cut_short_leave_no_table(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected 3 blocks of values, not 2"):
        pack(io.BytesIO(STRIPES[:-1]), tmp_path / "endgame.table")
    assert not (tmp_path / "endgame.table").exists()


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "endgame.table"
    target.write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"expected a table of endgames, not .*endgame.table"):
        Endgame(target)


# Playing


def test_moves_that_the_table_calls_won_come_first_and_lost_ones_last(
    stripes: Endgame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.squadro.game.shipped", lambda: stripes)
    state = at("1 0,1,0,12,12/1,12,12,2,2")
    ranked = search(state, Budget(20), random.Random(1))
    assert str(ranked[0]) == "B1:1-3xA2"
    assert [stripes.value(state.apply(move).progress) for move in ranked] == [0, 1, 1]


@pytest.mark.deep
@needs_compiler
def test_with_the_whole_table_no_endgame_is_spoilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with endgame_values(tmp_path, most_away=3).open("rb") as values:
        pack(values, tmp_path / "endgame.table")
    table = Endgame(tmp_path / "endgame.table")
    monkeypatch.setattr("games.squadro.game.shipped", lambda: table)
    values_by_force, game = solved(AWAY | {4: 6}), Squadro()
    for each in random.Random(1).sample(sorted(values_by_force), 2000):
        found = choices(values_by_force, each)
        state = game.state(written(each[1], each[0]))
        best = game.search(state, Budget(50), random.Random(1))[0]
        assert found[NAMES.index(best.text[:2])] == max(found.values())
