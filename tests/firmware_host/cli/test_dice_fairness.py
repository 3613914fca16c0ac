"""What throws say of dice: faces that come too often, dice that remember, and how many it takes."""

import json
import random
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware_host.cli import worker_pool
from firmware_host.cli.commands import stats
from firmware_host.cli.dice_fairness import (
    FIRST_WEEKS,
    OPENING,
    REMEMBERS,
    UNFAIR,
    DiceCount,
    figures_of_tray,
    report_of_tray,
    throws_to_find,
    turns,
)
from firmware_host.session.session import DICE
from firmware_host.stats import fit
from firmware_host.storage.journal import Journal
from hardware.dice.codes import CODES, LONG_DICE, LOTS, Faces

ROLLING = tuple(CODES[LONG_DICE[0]])


def said(throws: Sequence[Faces], dice: Sequence[Faces]) -> list[str]:
    count = DiceCount(dice)
    for faces in throws:
        count.add(faces)
    return list(count.report())


def warnings(throws: Sequence[Faces], dice: Sequence[Faces]) -> list[str]:
    return [line for line in said(throws, dice) if line.startswith("!")]


def series(falls: Callable[[random.Random, int], int], throws: int, seed: int = 1) -> list[Faces]:
    """Throw two long dice: one that ``falls`` so, by the face before, and a fair one."""
    rng, last = random.Random(seed), 0
    found: list[Faces] = []
    for _ in range(throws):
        last = falls(rng, last) % len(ROLLING)
        found.append((ROLLING[last], rng.choice(ROLLING)))
    return found


def test_fair_dice_are_not_doubted() -> None:
    rng = random.Random(3)
    throws = [tuple(rng.choice(die) for die in LOTS) for _ in range(500)]
    assert warnings(throws, LOTS) == []


def test_a_die_with_a_heavy_side_is_named() -> None:
    heavy = series(lambda rng, last: rng.choice((0, 0, 1, 2, 3)), 400)
    assert warnings(heavy, LONG_DICE) == [f"! no. 1: {UNFAIR}"]


def test_a_die_that_remembers_how_it_lay_is_named_though_its_faces_are_equal() -> None:
    lazy = series(lambda rng, last: last + rng.choice((0, 1, 1, 1, 2, 3)), 400)
    assert warnings(lazy, LONG_DICE) == [f"! no. 1: {REMEMBERS}"]


def test_faces_and_turns_are_counted_in_rolling_order() -> None:
    head, first, second, *_ = said([(1, 4), (3, 1), (6, 1), (6, 3)], LONG_DICE)
    assert head.startswith("throws: 4;")
    turned = "turned by 0: 1, 1: 2, 2: 0, 3: 0 (too few)"
    assert first == f"no. 1  1: 1, 3: 1, 6: 2, 4: 0 (too few); {turned}"
    assert second.endswith("turned by 0: 1, 1: 2, 2: 0, 3: 0 (too few)")


def test_lots_are_counted_by_their_sides_with_how_often_fair_ones_differ_more() -> None:
    # 30 and 10 instead of 20 and 20: chi-square 10 with one degree of freedom, 0.16 %
    throws = [(1, 0)] * 30 + [(0, 1)] * 10
    lines = said(throws, [(0, 1), (0, 1)])
    assert lines[1].startswith("no. 1  dark: 10, white: 30 (0 %); turned by 0: 38, 1: 1 (0 %)")
    assert lines[2].startswith("no. 2  dark: 30, white: 10 (0 %)")


def test_it_says_how_much_the_throws_can_tell() -> None:
    rng = random.Random(1)
    throws = [tuple(rng.choice(die) for die in LOTS) for _ in range(100)]
    assert said(throws, LOTS)[-1] == (
        "below 5 % in about four of five series, 100 throws find a face that comes in 64 % of"
        " throws; 197 one in 60 %; 785 one in 55 % (50 % is fair); as much for turns"
    )
    assert said(throws[:6], LOTS)[-1] == "too few throws: 197 are a good beginning"
    assert len(said([], LOTS)) == 1 + len(LOTS)


@pytest.mark.parametrize(("sides", "size"), [(2, 0.1), (4, 0.1), (6, 0.1)])
def test_so_many_throws_find_the_fault_in_about_four_of_five_series(
    sides: int, size: float
) -> None:
    throws, rng, found, tried = throws_to_find(size, sides), random.Random(5), 0, 1_000
    weights = [1 / sides + size, *[1 / sides - size / (sides - 1)] * (sides - 1)]
    for _ in range(tried):
        seen = rng.choices(range(sides), weights, k=throws)
        counts = {str(face): seen.count(face) for face in range(sides)}
        judged = fit(counts, dict.fromkeys(counts, throws / sides))
        found += judged is not None and judged.chance < 0.05
    assert 0.72 < found / tried < 0.85


def test_of_dice_with_other_numbers_of_sides_only_the_counts_are_told() -> None:
    head, counts = said([(3,), (5,), (5,)], [(1, 2, 3, 4, 5)])
    assert head.startswith("throws: 3;")
    assert counts.startswith("no. 1  1: 0, 2: 0, 3: 1, 4: 0, 5: 2 (too few)")


def remembering(keeps: float, sides: int, throws: int, rng: random.Random) -> list[int]:
    """Return how a die falls that keeps its face so often, and else shows another one evenly."""
    face, found = 0, []
    for _ in range(throws):
        face = face if rng.random() < keeps else (face + rng.randrange(1, sides)) % sides
        found.append(face)
    return found


@pytest.mark.parametrize(("sides", "size"), [(2, 0.1), (2, 0.05), (4, 0.1), (4, 0.05)])
def test_so_many_throws_find_a_tower_with_a_memory_in_about_four_of_five_series(
    sides: int, size: float
) -> None:
    rng, series = random.Random(4), 400
    throws = throws_to_find(size, sides) + 1
    found = 0
    for _ in range(series):
        fall = remembering(1 / sides + size, sides, throws, rng)
        turned = Counter(map(str, turns(fall, range(sides))))
        fair = {str(turn): (throws - 1) / sides for turn in range(sides)}
        judged = fit(turned, fair)
        found += judged is not None and judged.chance < 0.05
    assert 0.74 < found / series < 0.86


def test_the_throws_of_the_opening_and_of_the_first_weeks_find_what_they_are_to_find() -> None:
    assert throws_to_find(0.10, 2) < OPENING
    assert throws_to_find(0.05, 2) < FIRST_WEEKS


def kept_game(folder: Path, throws: Sequence[Faces]) -> None:
    """Keep a game of throws that a tray has read, one of which is taken back."""
    journal = Journal(folder)
    journal.open()
    journal.begin({"begin": "thaayam", "first": 0, "players": ""})
    for faces in throws:
        journal.append({"do": str(sum(faces) or 8), DICE: " ".join(map(str, faces))})
        journal.append({"undo": 1})
    journal.append({"do": "3"})
    journal.close()


def test_stats_judge_the_dice_of_a_tray_by_all_games_of_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(2)
    kept_game(tmp_path, [(n % 2, *rng.choices((0, 1), k=3)) for n in range(150)])
    parser = ArgumentParser()
    stats.add_arguments(parser)
    assert stats.run(parser.parse_args(["--state-dir", str(tmp_path)])) == 0
    said = capsys.readouterr().out
    assert "The dice of the tray (four lots)" in said
    assert "no. 1  dark: 75, white: 75 (100 %); turned by 0: 0, 1: 149 (0 %)" in said
    assert f"! no. 1: {REMEMBERS}" in said
    assert "new dice: 50 more throws before the first game" in said


def test_other_programs_get_the_dice_of_a_tray_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept_game(tmp_path, [(0, 1, 1, 0), (1, 1, 1, 0), (1, 0, 1, 1)])
    parser = ArgumentParser()
    stats.add_arguments(parser)
    assert stats.run(parser.parse_args(["--state-dir", str(tmp_path), "--json"])) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["thaayam", "tray"]
    assert list(said["tray"]) == ["four lots"]
    lots = said["tray"]["four lots"]
    assert lots["throws"] == 3
    faces = [tuple(die["faces"].values()) for die in lots["dice"]]
    assert faces == [(1, 2), (1, 2), (0, 3), (2, 1)]
    turned = [tuple(die["turned by"].values()) for die in lots["dice"]]
    assert turned == [(1, 1), (1, 1), (2, 0), (1, 1)]
    assert list(lots["dice"][0]["faces"]) == ["dark", "white"]


def test_the_throws_of_a_tray_come_in_their_order_however_the_games_are_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "A_PART", 2)
    thrown = [tuple(random.Random(7).choices((0, 1), k=4)) for _ in range(3)]
    thrown += [(n % 2, n // 2 % 2, 1, 0) for n in range(12)]
    for each in thrown:
        kept_game(tmp_path, [each])
    _, dice = worker_pool.kept_tallies(tmp_path)
    assert dice == [" ".join(map(str, faces)) for faces in thrown]


def test_games_without_a_tray_say_nothing_of_its_dice(tmp_path: Path) -> None:
    kept_game(tmp_path, [])
    _, dice = worker_pool.kept_tallies(tmp_path)
    assert [*report_of_tray(dice)] == []
    assert figures_of_tray(dice) == {}
