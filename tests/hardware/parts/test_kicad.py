"""KiCad finds no fault in the circuit board, and finds those that are put into it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.parts import kicad
from hardware.parts.board import LaneReader, Track, board
from hardware.parts.kicad import MADE, BoardError, make, project, read, written
from tests.deb import roots
from tests.hardware.parts.cached_kicad import PUBLISHED, unpacked

RENDERED = MADE[-1]
"""The picture, in which KiCad throws dice for some shades."""


def test_brackets_are_read_and_written() -> None:
    text = '(a "b (c) \\"d\\" \\\\" (e -1.5 (f)) g)'
    assert written(read(text)) == text


def test_without_kicad_it_is_said_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="KiCad 9 is needed"):
        make(tmp_path / "board", tmp_path)
    assert not (tmp_path / "board").exists()


def test_one_check_alone_is_left_out() -> None:
    assert '"rule_severities": {\n    "silk_edge_clearance": "ignore"\n   }' in project()


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """The system with KiCad."""
    if trouble := roots.trouble():
        pytest.skip(trouble)
    if not roots.tar_of(roots.KICAD).exists():
        pytest.skip("the system with KiCad is not built: sudo make board")
    with unpacked() as folder:
        yield folder


@pytest.mark.deep
def test_kicad_finds_no_fault_and_the_files_are_the_published_ones_each_time(
    root: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        make(tmp_path / name, root)
    one, two = (
        {each.name: each for each in (tmp_path / name).iterdir()} for name in ("one", "two")
    )
    assert set(one) == {*MADE, "lane-reader.kicad_sch", "lane-reader.kicad_pcb"} == set(two)
    differing = {name for name in one if one[name].read_bytes() != two[name].read_bytes()}
    assert differing <= {RENDERED}
    for name, path in PUBLISHED.items():
        assert name == RENDERED or path.read_bytes() == one[name].read_bytes(), name
    assert not list((root / "tmp").iterdir())


def without_a_track(made: LaneReader) -> None:
    made.tracks = [each for each in made.tracks if each.net != "T2"]


def with_a_short(made: LaneReader) -> None:
    made.tracks.append(Track("D1", "F.Cu", ((40.5, 37.5), (43.04, 37.5))))


def with_a_thin_track(made: LaneReader) -> None:
    made.tracks[0] = replace(made.tracks[0], width=0.1)


def with_a_part_over_another(made: LaneReader) -> None:
    first, second = made.components[3], made.components[4]
    made.components[3] = replace(first, place=second.place)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (without_a_track, "unconnected_items"),
        (with_a_short, "shorting_items"),
        (with_a_thin_track, "track_width"),
        (with_a_part_over_another, "courtyards_overlap"),
    ],
)
def test_kicad_finds_a_fault_that_is_put_into_the_board(
    change: object, words: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = board()
    assert callable(change)
    change(made)
    monkeypatch.setattr(kicad, "board", lambda: made)
    with pytest.raises(BoardError, match=words):
        make(tmp_path / "board", root)
    assert not (tmp_path / "board").exists()
