"""What a table finds out for a review is kept where it thinks, and known again after a restart."""

import logging
import random
from pathlib import Path

import pytest

import games
from firmware_host.features.review import store
from firmware_host.features.review.store import (
    KeptPoints,
    ReviewAnswer,
    ReviewPlace,
    ReviewQuestion,
)
from games.budget import never
from games.core import random_action
from games.record import read, write
from games.replay import record_of
from games.review import Assessed, ReviewPoint, played

FOUND = Assessed((0.25, 0.75), (0.0, 0.0), "")


@pytest.fixture(autouse=True)
def same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing sum up all rules."""
    monkeypatch.setattr(store, "_code", lambda: "")


def place(folder: Path, count: int, points: int | None = None) -> ReviewPlace:
    """Where the review of a game of Squadro is kept after so many actions."""
    states, actions, chance = [games.load("squadro").start()], [], random.Random(1)
    for _ in range(count):
        actions.append(random_action(states[-1], chance))
        states.append(states[-1].apply(actions[-1]))
    record = write(record_of(states, actions))
    return ReviewPlace(folder, record, count + 1 if points is None else points)


def test_what_was_kept_is_known_after_a_restart(tmp_path: Path) -> None:
    where = place(tmp_path, 4)
    kept = KeptPoints()
    for number in (0, 1, 3):
        kept.keep(where, number, FOUND)
    assert KeptPoints().known(where, 0) == (FOUND, FOUND)
    assert KeptPoints().known(where, 2) == ()


def test_a_game_that_has_gone_on_takes_over_what_was_kept(tmp_path: Path) -> None:
    kept = KeptPoints()
    kept.keep(place(tmp_path, 2), 0, FOUND)
    assert kept.known(place(tmp_path, 4), 0) == (FOUND,)
    assert KeptPoints().known(place(tmp_path, 4), 0) == (FOUND,)


def test_nothing_is_kept_of_a_game_whose_record_has_other_points(tmp_path: Path) -> None:
    where = place(tmp_path, 2, points=7)
    kept = KeptPoints()
    kept.keep(where, 0, FOUND)
    assert kept.known(where, 0) == KeptPoints().known(where, 0) == ()


def test_where_the_card_fails_that_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    where, kept = place(tmp_path / "file", 2), KeptPoints()
    with caplog.at_level(logging.WARNING):
        for number in range(2):
            kept.keep(where, number, FOUND)
            assert kept.known(where, number) == ()
    assert len(caplog.records) == 1


def test_a_question_is_answered_by_what_is_kept_and_keeps_what_it_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ReviewPoint] = []

    def assess(point: ReviewPoint, _: object) -> Assessed:
        asked.append(point)
        return FOUND

    monkeypatch.setattr(store, "assess", assess)
    where = place(tmp_path, 1)
    first, last = played(read(where.record), games)
    monkeypatch.setattr(store, "KEPT_POINTS", KeptPoints())
    hurried = ReviewQuestion.about(0, first, where).find_answer(lambda: True)
    assert isinstance(hurried, ReviewAnswer)
    assert KeptPoints().known(where, 0) == (), "a glance is not kept"
    for number, point in enumerate((first, last)):
        ReviewQuestion.about(number, point, where).find_answer(never)
    assert asked == [first, first, last]
    monkeypatch.setattr(store, "KEPT_POINTS", KeptPoints())
    answer = ReviewQuestion.about(0, first, where).find_answer(never)
    assert isinstance(answer, ReviewAnswer)
    assert (answer.found, len(asked)) == ((FOUND, FOUND), 3)
