"""``tableside counters`` in the terminal."""

import os
from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.storage.counters import NAME, Counters
from firmware_host.storage.journal import Journal
from firmware_host.storage.state_folder import hold

LINE = "2026-03-09,1,1,0,2.5,1,0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state folder with one game, played and finished in two minutes and a half."""
    state = tmp_path / "state"
    state.mkdir()
    times = iter([0.0, 150.0])
    Counters(state).start("2026-03-09")
    journal = Journal(state, today=lambda: "2026-03-09", clock=lambda: next(times), reserve=0)
    journal.begin({"begin": "any"})
    journal.append({"over": "home"})
    journal.close()
    return state


def test_the_counters_are_a_table_for_people(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["counters", "--state-dir", str(folder)]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["day", "begun", "finished", "abandoned"]
    assert line.split() == ["2026-03-09", "1", "1", "0", "2.5", "1", "0"]


def test_the_csv_goes_to_a_file_or_to_the_standard_output(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "counters.csv"
    assert main(["counters", "--state-dir", str(folder), "--csv", "-"]) == 0
    assert main(["counters", "--state-dir", str(folder), "--csv", str(target)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1:] == [LINE]
    assert target.read_text() == out


def test_a_running_table_is_read_and_nothing_in_its_folder_changes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with hold(folder):
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert main(["counters", "--state-dir", str(folder), "--csv", "-"]) == 0
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert LINE in capsys.readouterr().out


def test_a_folder_without_counts_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["counters", "--state-dir", str(tmp_path)]) == 0
    assert capsys.readouterr().err == (f"tableside counters: {tmp_path} has no counts yet\n")


def test_a_damaged_file_is_reported_and_left_unchanged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / NAME).write_bytes(b"no counters")
    assert main(["counters", "--state-dir", str(folder), "--csv", "-"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[1:] == [LINE.removesuffix("1,0") + "0,0"]
    assert "does not begin with a header" in told.err
    assert (folder / NAME).read_bytes() == b"no counters"


def test_a_missing_folder_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["counters", "--state-dir", str(tmp_path / "nowhere")]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "--state-dir /var/lib/tableside" in told


def test_a_folder_without_permission_is_reported_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert main(["counters", "--state-dir", str(folder)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_that_cannot_be_written_is_reported_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = folder / "nowhere" / "counters.csv"
    assert main(["counters", "--state-dir", str(folder), "--csv", str(target)]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "name another file with --csv" in told


def test_a_day_of_a_clock_that_was_ahead_comes_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Counters(folder).start("9998-01-01")
    assert main(["counters", "--csv", "-", "--state-dir", str(folder)]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert lines == ["9998-01-01,0,0,0,,1,1", LINE]
