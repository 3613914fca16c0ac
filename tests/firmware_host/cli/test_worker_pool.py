import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

import games
from firmware_host.cli import worker_pool
from firmware_host.cli.worker_pool import (
    ProgressLine,
    kept_records,
    kept_tallies,
    shown,
    tallies_of_files,
)
from firmware_host.session.replay import ExportError, LocatedRecord, records
from firmware_host.stats import report, tallies
from firmware_host.storage.counters import Counters
from firmware_host.storage.history import FileFound, Reading
from firmware_host.storage.journal import Journal
from games.record import to_json
from tests.firmware_host.recorded import whole_game

KEPT = ("squadro", "tshupu", "squadro", "thaayam")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state folder with the beginnings of a few games, one of which was resumed."""
    for number, name in enumerate(KEPT):
        journal = Journal(tmp_path)
        first, *rest = whole_game(name, random.Random(number), at_most=60)
        journal.begin(first)
        for record in rest:
            journal.append(record)
        journal.close()
        Journal(tmp_path).open()
    return tmp_path


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "A_PART", 2)


@pytest.mark.usefixtures("apart")
def test_games_read_by_several_processes_are_those_that_one_reads(folder: Path) -> None:
    found = tuple(kept_records(folder))
    assert [record.game for record in found] == list(KEPT)
    assert found == records(folder, games)


@pytest.mark.usefixtures("apart")
def test_games_counted_in_parts_count_as_those_counted_at_once(folder: Path) -> None:
    located = [LocatedRecord("here", record) for record in records(folder, games)]
    at_once = list(report(tallies(located, games)))
    lines = "".join(f"{to_json(record)}\n" for _, record in located)
    (folder / "records.jsonl").write_text(lines, encoding="utf-8")
    assert list(report(kept_tallies(folder)[0])) == at_once
    assert list(report(tallies_of_files([folder / "records.jsonl"]))) == at_once


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="expected saved games in"):
        list(kept_records(tmp_path))
    with pytest.raises(ExportError, match="found none"):
        kept_tallies(tmp_path)


def test_what_is_printed_below_a_bar_goes_where_it_was_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # the standard error counts as a terminal
    monkeypatch.setattr("firmware_host.cli.worker_pool.is_live", lambda stream: True)
    with shown(0, lambda done: ProgressLine("games", done, None, "")) as show:
        show(1)
        print("a record")
    assert capsys.readouterr().out == "a record\n"


def test_days_counted_in_parts_by_several_processes_are_those_that_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in ("2026-03-09", "2026-03-09", "2026-03-10"):
        journal = Journal(tmp_path, today=partial(str, day), reserve=0)
        journal.begin({"begin": "any"})
        journal.append({"do": "3"})
        journal.close()
    Journal(tmp_path, today=lambda: "2026-03-11", reserve=0).open()
    at_once = Counters(tmp_path).days()
    assert [(day.day, day.begun, day.abandoned) for day in at_once] == [
        ("2026-03-09", 2, 2),
        ("2026-03-10", 1, 0),
    ]
    monkeypatch.setattr("firmware_host.storage.history.FILES_A_PART", 1)
    handed_out: list[Sequence[str]] = []

    def spread(work: Reading, parts: Sequence[Sequence[str]]) -> Iterator[Sequence[FileFound]]:
        handed_out.extend(parts)
        return worker_pool.on_all_cores(work, parts)

    assert Counters(tmp_path, spread=spread).days() == at_once
    assert len(handed_out) == len(list(tmp_path.glob("*.journal"))) > 2
