"""Reviews: worked out by any executor, interrupted and gone on with, and shown."""

import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.base.errors import UsageError
from firmware_host.cli.main import main
from firmware_host.features.review.remote import BRIEF
from firmware_host.features.review.report import report
from firmware_host.features.review.runner import plot, run_review
from firmware_host.features.review.store import KeptReview, ReviewProgress, ReviewRun
from firmware_host.stats import MISSING, PlotError, game_code
from firmware_host.storage.filesystem import NewFile
from firmware_host.text.translator import Language
from games.record import Record, Turn, write

RECORD = Record(
    "thaayam",
    "white",
    {"seats": "2"},
    entries=(
        Turn("white", ("1", "3", "1:hand-c1", "3:c1-e2")),
        Turn("red", ("2", "pass")),
        Turn("white", ("2", "2:e2-e4")),
        Turn("red", ("1", "1", "3", "1:hand-c5", "1:hand-c5", "3:c5-a4")),
    ),
)


class Interrupted(Executor):
    """Does one task, then Ctrl-C is pressed."""

    def submit(self, work: Any, /, *args: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*args, **named))
        return done


def ignore(_: ReviewProgress) -> None:
    pass


def run(folder: Path, executor: Executor) -> ReviewRun:
    found = ReviewRun(RECORD, KeptReview(RECORD, "1", folder))
    found.work(executor, ignore)
    return found


def lines(found: ReviewRun, language: str = "en") -> Sequence[str]:
    game = games.load("thaayam", seats=2)
    return list(report(found.review(), game, Language(language)))


def test_a_review_tells_every_action_the_turning_points_and_the_sums(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = lines(run(tmp_path, executor))
    assert found[0].split() == ["turn", "seat", "action", "share", "luck", "error", "better"]
    assert [line.split()[:3] for line in found[1:5]] == [
        ["1", "white", "1"],
        ["1", "white", "3"],
        ["1", "white", "1:hand-c1"],
        ["1", "white", "3:c1-e2"],
    ]
    assert any("was thrown: +" in line or "were thrown: +" in line for line in found)
    assert [line.split()[0] for line in found[-3:-1]] == ["white", "red"]


def test_a_review_of_a_long_game_says_that_it_is_brief(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ThreadPoolExecutor(1) as executor:
        done = run(tmp_path, executor)
    assert BRIEF not in lines(done)
    monkeypatch.setattr(games.kind("thaayam"), "CLOSE_MOVES", 1)
    assert BRIEF in lines(done)


def test_a_review_is_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        first, second = run(tmp_path / "one", one), run(tmp_path / "three", three)
    assert first.review() == second.review()


def test_an_interrupted_review_goes_on_where_it_was(tmp_path: Path) -> None:
    def stop(_: ReviewProgress) -> None:
        raise KeyboardInterrupt

    begun = ReviewRun(RECORD, KeptReview(RECORD, "1", tmp_path))
    with pytest.raises(KeyboardInterrupt):
        begun.work(Interrupted(), stop)
    again = ReviewRun(RECORD, KeptReview(RECORD, "1", tmp_path))
    assert 0 < again.progress.done < again.progress.points
    again.work(Interrupted(), ignore)
    with ThreadPoolExecutor(1) as executor:
        assert again.review() == run(tmp_path / "whole", executor).review()


def test_a_line_that_a_kill_cut_off_is_worked_out_again(tmp_path: Path) -> None:
    whole = run(tmp_path, Interrupted())
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[:-20])
    again = ReviewRun(RECORD, KeptReview(RECORD, "1", tmp_path))
    assert again.progress.done == whole.progress.points - 1
    again.work(Interrupted(), ignore)
    assert again.review() == whole.review()


def test_another_version_works_everything_out_again(tmp_path: Path) -> None:
    run(tmp_path, Interrupted())
    assert ReviewRun(RECORD, KeptReview(RECORD, "2", tmp_path)).progress.done == 0


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reviews").write_text("")
    with pytest.raises(UsageError, match="reviews cannot be kept there"):
        KeptReview(RECORD, "1", tmp_path / "reviews")


def test_the_command_prints_a_review_that_is_worked_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write(RECORD))
    kept = KeptReview(RECORD, game_code(), tmp_path / "reviews")
    ReviewRun(RECORD, kept).work(Interrupted(), ignore)
    assert run_review(path, tmp_path, 1, None, Language("ru")) == 0
    assert "Переломные моменты" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["missing.txt"], "missing.txt: cannot be read as a record: No such file or directory"),
        (["game.txt", "--workers", "0"], "--workers takes a number from 1 on, not 0"),
        (["broken.txt"], "broken.txt: line 6: turn 1 (white): 9: "),
    ],
)
def test_bad_input_gets_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: Sequence[str],
    expected: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(write(RECORD))
    Path("broken.txt").write_text(write(RECORD).replace("1 3 1:hand-c1", "9 3 1:hand-c1"))
    assert main(["review", *words, "--state-dir", str(tmp_path / "state")]) in (1, 2)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert expected in printed.err
    assert printed.err.count("\n") == 1
    shutil.rmtree(tmp_path / "state", ignore_errors=True)


@pytest.mark.deep
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_score_is_drawn_with_a_line_for_each_side(tmp_path: Path, language: str) -> None:
    pytest.importorskip("matplotlib", reason="no Matplotlib: make .venv/ready-for-deep-tests")
    found, picture = run(tmp_path, Interrupted()), tmp_path / "score.svg"
    plot(found.review(), games.load("thaayam", seats=2), NewFile(picture), Language(language))
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count("<!-- ") >= 2
    assert all(Language(language)(seat) in drawn for seat in ("white", "red"))


@pytest.mark.parametrize("name", ["score.gif", "score"])
def test_a_plot_of_another_format_is_refused(tmp_path: Path, name: str) -> None:
    found = run(tmp_path, Interrupted()).review()
    with pytest.raises(UsageError, match="--plot takes a file that ends in"):
        plot(found, games.load("thaayam", seats=2), NewFile(tmp_path / name), Language("en"))


def test_without_matplotlib_one_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    found = run(tmp_path, Interrupted()).review()
    picture = NewFile(tmp_path / "score.png")
    with pytest.raises(PlotError) as refused:
        plot(found, games.load("thaayam", seats=2), picture, Language("en"))
    assert str(refused.value) == MISSING
