"""What is measured of one game."""

from pathlib import Path

import pytest

import games
from firmware_host.features.studies import metrics
from firmware_host.features.studies.metrics import drama_of, lead_changes, measure
from games.match import Match
from tests.firmware_host.features.studies import duel


def test_a_game_is_the_same_as_in_a_match() -> None:
    match = Match(games.load("thaayam", seats=3), ("greedy", "first"), 1, 300)
    for number in range(3):
        result, measured = match.play(number), measure(match, number)
        assert measured.turns == result.turns
        assert measured.share(number % 3) == result.share
        assert measured.is_cut == result.is_judged


def test_captures_are_counted_by_piece() -> None:
    match = Match(games.load("squadro"), ("greedy",), 1, 300)
    taken = sum(
        len(played.action.captures)
        for played in match.course(0)
        if hasattr(played.action, "captures")
    )
    assert measure(match, 0).captures == taken > 0


def test_a_game_that_is_cut_is_shared_by_those_who_have_most() -> None:
    match = Match(duel.load("duel"), ("random",), 3, 1)
    found = [measure(match, number) for number in range(20)]
    assert {(game.is_cut, game.winners) for game in found} == {
        (False, (0,)), (False, (0, 1)), (True, (0, 1)),
    }  # fmt: skip


def test_two_who_stand_alike_do_not_change_the_lead() -> None:
    assert lead_changes([(0.5, 0.5, 0.5), (0.5, 0.5, 0.4)]) == 0
    assert lead_changes([(0.6, 0.5, 0.5), (0.5, 0.5, 0.4), (0.5, 0.6, 0.7)]) == 1


def test_drama_is_how_far_behind_the_winner_was() -> None:
    assert drama_of([(0.9, 0.1), (0.8, 0.2)], won=[0]) == 0.0
    assert drama_of([(0.5, 0.0), (0.75, 0.5)], won=[1]) == (0.5**0.5 + 0.5) / 2
    assert drama_of([(1.0, 0.0)], won=[0, 1]) == 0.5**0.5


def test_another_way_to_measure_is_another_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = metrics.program_code()
    (tmp_path / "measuring.py").write_text("# measured otherwise\n")
    monkeypatch.setattr(metrics, "__file__", str(tmp_path / "measuring.py"))
    assert metrics.program_code.__wrapped__() != own
