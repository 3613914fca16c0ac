"""``tableside stats`` and ``tableside export``: what was played is what is counted."""

import csv
import errno
import json
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import games
from docs.writer.manual import FOLDER
from firmware_host.cli.main import main
from firmware_host.session import replay as replaying
from firmware_host.session.replay import LocatedRecord
from firmware_host.stats import Tally, report, tallies
from games.actions import Action
from games.core import random_action
from games.record import Record, Turn, to_json, write
from games.replay import record_of


def played(name: str, seed: int, most: int = 10_000) -> Record:
    """The record of a random game, cut after ``most`` actions."""
    rng, states, actions = random.Random(seed), [games.load(name).start()], list[Action]()
    while len(actions) < most and not states[-1].is_terminal:
        actions.append(random_action(states[-1], rng))
        states.append(states[-1].apply(actions[-1]))
    return record_of(states, actions)


@pytest.fixture(scope="module")
def some() -> list[Record]:
    return [played("squadro", 1), played("squadro", 2), played("thaayam", 3, most=200)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state folder of a table at which one game was played."""
    folder = tmp_path_factory.mktemp("kept")
    assert main(["simulate", "squadro", "--random", "4", "--state-dir", str(folder)]) == 0
    return folder


def tallied(records: list[Record]) -> Mapping[str, Tally]:
    return tallies([LocatedRecord("here", record) for record in records], games)


def actions_of(record: Record) -> list[str]:
    turns = [entry for entry in record.entries if isinstance(entry, Turn)]
    return [text for turn in turns for text in turn.actions]


def test_games_lengths_and_winners_are_counted(some: list[Record]) -> None:
    counted = tallied(some)["squadro"]
    assert (counted.games, counted.finished) == (2, 2)
    assert counted.turns == [len(record.entries) for record in some[:2]]
    winners = [record.result.partition(" ")[0] for record in some[:2]]
    assert counted.points == {side: winners.count(side) for side in winners}


def test_a_game_that_was_left_does_not_count_as_finished(some: list[Record]) -> None:
    counted = tallied(some)["thaayam"]
    assert (counted.games, counted.finished, counted.turns) == (1, 0, [])


def test_observed_and_expected_throws_are_counted(some: list[Record]) -> None:
    (throws,) = tallied(some)["thaayam"].throws.values()
    thrown = [text for text in actions_of(some[2]) if text.isdigit()]
    assert dict(throws.observed) == {text: thrown.count(text) for text in set(thrown)}
    assert throws.expected["2"] == pytest.approx(len(thrown) * 6 / 16)


def test_the_figures_are_json_for_other_programs(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text("".join(f"{to_json(record)}\n" for record in some))
    assert main(["stats", "--json", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    counted = tallied(some)
    assert told["squadro"]["finished"] == 2
    assert told["squadro"]["median turns"] == counted["squadro"].median_turns
    assert told["thaayam"]["median turns"] is None
    (throws,) = counted["thaayam"].throws.values()
    assert told["thaayam"]["throws"][0]["observed"] == dict(throws.observed)


def test_files_of_text_and_of_json_lines_are_read(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, lines = tmp_path / "one.txt", tmp_path / "many.jsonl"
    text.write_text(write(some[0]), encoding="utf-8")
    lines.write_text("".join(to_json(record) + "\n" for record in some[1:]), encoding="utf-8")
    assert main(["stats", str(text), str(lines)]) == 0
    said = capsys.readouterr().out
    assert "games: 2, finished: 2" in said
    assert "throws: observed, expected" in said


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("hello", "expected 'tableside record 1'"),
        ('{"game":"chess","first":"south"}\n', "chess"),
        ('{"game":\n', "line 1: the record breaks off"),
        ("[]\n", "expected 'tableside record 1'"),
        ('{"first":1}\n', "line 1: expected an object"),
    ],
)
def test_a_malformed_record_is_reported_in_one_line(
    content: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong"
    path.write_text(content, encoding="utf-8")
    assert main(["stats", str(path)]) == 1
    said = capsys.readouterr().err
    assert expected in said
    assert said.count("\n") == 1


def test_a_record_that_cannot_have_been_played_is_named_by_file_and_line(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(to_json(some[0]) + '\n{"game":"chess","first":"south"}\n', encoding="utf-8")
    assert main(["stats", str(path)]) == 1
    assert f"{path}: line 2: no game is called 'chess'" in capsys.readouterr().err


def test_a_missing_file_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(tmp_path / "none")]) == 2
    assert "cannot be read as a record" in capsys.readouterr().err


def test_the_games_of_a_table_are_exported_and_play_again(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    assert main(["export", str(folder), "--state-dir", str(kept)]) == 0
    (path,) = folder.iterdir()
    assert capsys.readouterr().out == f"{path}\n"
    assert main(["replay", str(path), "--check"]) == 0
    assert main(["export", "-", "--state-dir", str(kept)]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["game"] == "squadro"
    assert main(["stats", "--state-dir", str(kept)]) == 0
    assert "games: 1, finished: 1" in capsys.readouterr().out


def test_existing_files_are_not_overwritten(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    main(["export", str(folder), "--state-dir", str(kept)])
    assert main(["export", str(folder), "--state-dir", str(kept)]) == 2
    assert "cannot be written: File exists" in capsys.readouterr().err


def test_a_card_without_room_for_the_records_is_named(
    kept: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fill(record: Record) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder = tmp_path / "records"
    monkeypatch.setattr("games.record.write", fill)
    assert main(["export", str(folder), "--state-dir", str(kept)]) == 2
    assert f"{folder}: cannot be written: No space left" in capsys.readouterr().err


def test_a_table_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "-", "--state-dir", str(tmp_path)]) == 1
    assert "expected saved games in" in capsys.readouterr().err
    assert main(["stats", "--state-dir", str(tmp_path)]) == 1


@pytest.mark.deep
def test_throws_are_drawn(some: list[Record], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="no Matplotlib: make .venv/ready-for-deep-tests")
    records, picture = tmp_path / "game.txt", tmp_path / "throws.png"
    records.write_text(write(some[2]), encoding="utf-8")
    assert main(["stats", str(records), "--plot", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_there_is_nothing_to_draw_without_throws(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, picture = tmp_path / "game.txt", tmp_path / "throws.png"
    records.write_text(write(some[0]), encoding="utf-8")
    assert main(["stats", str(records), "--plot", str(picture)]) == 1
    assert "expected games with dice to plot" in capsys.readouterr().err
    assert not picture.exists()


def test_a_file_with_more_records_than_are_read_says_so(
    some: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "MAX_RECORDS", 2)
    path = tmp_path / "many.jsonl"
    path.write_text("".join(to_json(record) + "\n" for record in some), encoding="utf-8")
    with pytest.raises(replaying.ReplayError, match="at most 2 records in a file: split it"):
        list(replaying.load_all(path))


def table_of(records: list[Record], folder: Path, name: str = "games.csv") -> Path:
    paths = [folder / f"{number}.txt" for number in range(len(records))]
    for path, record in zip(paths, records, strict=True):
        path.write_text(write(record), encoding="utf-8")
    assert main(["stats", *map(str, paths), "--table", str(folder / name)]) == 0
    return folder / name


def test_a_table_has_the_facts_of_each_game(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with table_of(some, tmp_path).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert capsys.readouterr().out == f"{tmp_path / 'games.csv'}: 3 games written\n"
    for record, row in zip(some, rows, strict=True):
        words = actions_of(record)
        assert (row["game"], row["first"]) == (record.game, record.first)
        assert int(row["throws"]) + int(row["moves"]) == len(words)
        points = {name: cell for name, cell in row.items() if name.startswith("points_") and cell}
        if record.result:
            winner, _, reason = record.result.rstrip(")").partition(" (")
            assert (row["is_finished"], row["reason"]) == ("true", reason)
            assert {name for name, cell in points.items() if float(cell)} == {f"points_{winner}"}
            assert int(row["turns"]) == len(record.entries)
        else:
            assert (row["is_finished"], row["reason"], points) == ("false", "", {})
    assert [row["throws"] for row in rows[:2]] == ["0", "0"]
    assert {row["option_seats"] for row in rows} == {"", "4"}


def test_a_table_of_a_table_has_its_games(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert main(["stats", "--state-dir", str(kept), "--table", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 2


def test_a_table_replaces_nothing_and_comes_without_a_picture(
    some: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table_of(some[:1], tmp_path)
    for more, expected in (([], "expected a new file"), (["--plot", "x.png"], "--table: no pict")):
        assert main(["stats", str(tmp_path / "0.txt"), "--table", str(file), *more]) == 2
        assert expected in capsys.readouterr().err


def test_the_page_of_records_explains_every_column(some: list[Record], tmp_path: Path) -> None:
    page = (FOLDER / "records.md").read_text("utf-8")
    part = page.partition("## A table of games")[2].partition("\n## ")[0]
    told = {name for line in part.splitlines() for name in re.findall(r"`(\w+)`", line[:60])}
    head = table_of(some, tmp_path).read_text("utf-8").splitlines()[0]
    kinds = {"option": "option_NAME", "player": "player_COLOUR", "points": "points_COLOUR"}
    assert {kinds.get(name.partition("_")[0], name) for name in head.split(",")} == told


@pytest.mark.deep
def test_pandas_reads_both_forms_of_a_table_alike(some: list[Record], tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    as_text = pandas.read_csv(table_of(some, tmp_path))
    typed = pandas.read_parquet(table_of(some, tmp_path, "games.parquet"))
    alike = [frame.astype(object).fillna("-") for frame in (as_text, typed)]
    pandas.testing.assert_frame_equal(*alike, check_dtype=False)
    assert typed["is_finished"].dtype == bool


def test_the_length_of_one_game_is_a_number_and_of_several_a_range(some: list[Record]) -> None:
    one, several = ("\n".join(report(tallied(some[:many]))) for many in (1, 2))
    assert f"  turns: {len(some[0].entries)}\n" in one
    assert "turns of a finished game: " in several
