"""Exercises: the file of a set, which positions are exercises, and how a set is made."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import games
from games.actions import Move
from games.core import State
from games.exercise_making import (
    DEEPER,
    Criteria,
    MachineGames,
    RecordedGames,
    clearly_best,
    exercises_in,
    holds,
    positions_of,
    worth,
)
from games.exercises import (
    Exercise,
    ExerciseError,
    ExerciseSet,
    check,
    graded,
    read,
    read_checked,
    write,
)
from games.record import Record, Turn
from tests.games.shipped import shipped

SQUADRO = games.load("squadro")
POSITION = "0 8,4,6,9,9/3,3,0,8,1"
SHARES = {"A1:8-9": 0.0, "A5:9-10": 0.255, "A3:6-8": 0.38, "A4:9-12": 0.529, "A2:4-5": 0.531}
EXERCISE = Exercise(SQUADRO, POSITION, SHARES, "plan", 1, 0.4, (600, 6000), "game 2")


def a_set(*exercises: Exercise) -> ExerciseSet:
    return ExerciseSet("squadro", {"seed": "1"}, exercises or (EXERCISE,))


def written(**changes: Any) -> str:
    """The text of a set of one exercise, of which some fields are others; None leaves one out."""
    fields = json.loads(write(a_set()))
    fields["exercises"][0].update(changes)
    for name, value in changes.items():
        if value is None:
            del fields["exercises"][0][name]
    return json.dumps(fields)


def by_chance(state: State, nodes: int) -> Mapping[Move, float]:
    """Value moves by a number made of the position, the same for any number of nodes."""
    return {move: random.Random(str(state.apply(move))).random() for move in state.legal_moves()}


def test_what_is_written_is_read_again() -> None:
    other = replace(EXERCISE, game=games.load("squadro", repetition="none"), level=2)
    assert read(write(a_set(EXERCISE, other)), games) == a_set(EXERCISE, other)
    assert read_checked(write(a_set(other)), games).exercises[0].game == other.game
    assert other.key != EXERCISE.key


def test_an_exercise_knows_its_answer() -> None:
    assert str(EXERCISE.best_move) == "A1:8-9"
    assert EXERCISE.is_right(EXERCISE.best_move)
    assert not EXERCISE.is_right(EXERCISE.move("A5:9-10"))
    assert EXERCISE.margin == 0.255
    assert a_set().at_level(1) == (EXERCISE,)


def test_a_second_answer_that_is_as_good_is_right_too() -> None:
    both = read_checked(written(gives_away={**SHARES, "A5:9-10": 0}), games).exercises[0]
    assert both.is_right(both.move("A5:9-10"))
    assert not both.is_right(both.move("A3:6-8"))
    assert both.margin == SHARES["A3:6-8"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"position": "nonsense"}, "exercise 1: "),
        ({"position": None}, "'position' is missing"),
        ({"level": 4}, "level: expected one of"),
        ({"theme": 3}, "expected a text"),
        ({"found_by": "often"}, "expected a number from 0 to 1"),
        ({"nodes": [0, 1]}, "nodes: expected two whole numbers"),
        ({"nodes": 7}, "expected position, level"),
        ({"more": 1}, "not 'more'"),
        ({"gives_away": {}}, "expected the best move first"),
        ({"gives_away": {"A1:8-9": 0.1}}, "expected the best move first"),
        ({"gives_away": {"A1:8-9": 0}}, "a move that gives something away"),
        ({"gives_away": {"A1:8-9": 0, "A5:9-10": 0.2}}, "expected all 5 legal moves"),
        ({"options": {"colour": "red"}}, "exercise 1: squadro has no option"),
        ({"options": 5}, "exercise 1: "),
        ({"options": [1]}, "options: expected an object in braces, not "),
        ({"gives_away": []}, "gives_away: expected an object in braces, not "),
        ({"level": True}, "level: expected one of .1, 2, 3., not True"),
        ({"theme": "luck"}, "theme: expected one of .'win', .* 'plan'., not 'luck'"),
        ({"position": "\ud800"}, "expected a text, not '.*ud800'"),
    ],
)
def test_a_wrong_exercise_is_named_in_one_line(changes: dict[str, Any], expected: str) -> None:
    with pytest.raises(ExerciseError, match=expected) as caught:
        read_checked(written(**changes), games)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", '{"tableside exercises": 2}', "[" * 9999])
def test_what_is_no_set_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ExerciseError, match="expected") as caught:
        read(text, games)
    assert "\n" not in str(caught.value)


def test_a_set_without_exercises_is_refused() -> None:
    with pytest.raises(ExerciseError, match="expected one to 1000 exercises, not 0"):
        read(write(ExerciseSet("squadro", {}, ())), games)


@pytest.mark.parametrize("exercise", [None, [1], 7])
def test_an_exercise_that_is_no_object_is_named(exercise: object) -> None:
    fields = {**json.loads(write(a_set())), "exercises": [exercise]}
    with pytest.raises(ExerciseError, match="exercise 1: expected an object in braces"):
        read(json.dumps(fields), games)


def test_a_game_that_is_not_known_is_refused() -> None:
    with pytest.raises(ExerciseError, match="no game is called"):
        read(write(a_set()).replace('"squadro"', '"chess"'), games)


def test_an_exercise_is_in_a_set_once() -> None:
    with pytest.raises(ExerciseError, match="exercise 2: it is there already"):
        read(write(a_set(EXERCISE, EXERCISE)), games)


def test_moves_that_lead_to_the_same_position_are_one() -> None:
    state = games.load("tshupu").state("0 move 33,33,31,10/33,33,23,13/27,11,10,4/28,16,14,6 1+4")
    values = dict.fromkeys(state.legal_moves(), 0.1)
    after: dict[State, list[Move]] = {}
    for move in values:
        after.setdefault(state.apply(move), []).append(move)
    best = max(after.values(), key=len)
    values.update(dict.fromkeys(best, 0.5))
    assert clearly_best(state, values, 0.4) == best[0]
    assert clearly_best(state, values, 0.41) is None


def test_what_gains_most_at_once_is_no_exercise() -> None:
    state = SQUADRO.state("0 2,12,3,3,7/1,2,2,7,11")
    jump = state.parse("A5:7-9xB4")
    values = {move: 1.0 if move == jump else 0.0 for move in state.legal_moves()}
    found = exercises_in(
        [("here", state)], Criteria(choices=2), lambda _, nodes: values, random.Random(1)
    )
    assert found == ()


def test_the_same_move_must_be_best_with_ten_times_the_nodes() -> None:
    state, asked = SQUADRO.state(POSITION), set()

    def value(state: State, nodes: int) -> Mapping[Move, float]:
        asked.add(nodes)
        best = "A1:8-9" if nodes <= 100 else "A2:4-5"
        return {move: 1.0 if str(move) == best else 0.0 for move in state.legal_moves()}

    criteria = Criteria(nodes=100)
    assert exercises_in([("here", state)], criteria, value, random.Random(1)) == ()
    assert max(asked) == DEEPER * 100


def test_a_set_is_the_same_for_the_same_seed_and_has_three_levels() -> None:
    quarry = MachineGames(SQUADRO, 5, Criteria(nodes=60, check=by_chance), by_chance)
    found = [each for number in range(2) for each in quarry.search(number)]
    assert found == [each for number in range(2) for each in quarry.search(number)]
    assert len(found) == 4
    levels = [each.level for each in graded(found)]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3}
    for each in found:
        check(each)


def test_positions_of_a_record_say_where_they_come_from() -> None:
    record = Record("squadro", "white", entries=(Turn("white", ("A3:0-2",)),))
    positions = positions_of("lesson.txt", record, games)
    assert [where for where, _ in positions] == ["lesson.txt, turn 1", "lesson.txt, turn 2"]
    quarry = RecordedGames((positions,), 1, Criteria(nodes=60, check=by_chance), by_chance)
    assert {each.source for each in quarry.search(0)} <= {where for where, _ in positions}


def test_a_best_move_that_another_beats_does_not_hold() -> None:
    assert holds(replace(EXERCISE, nodes=(60, 600)), worth)
    wrong = {"A2:4-5": 0.0, **{name: 0.5 for name in SHARES if name != "A2:4-5"}}
    assert holds(replace(EXERCISE, gives_away=wrong, nodes=(60, 600)), worth) is None


@pytest.mark.parametrize("game", games.names())
def test_an_exercise_that_ships_is_found_in_its_position_again(game: str) -> None:
    text = shipped(game)
    assert text is not None
    exercise = read(text, games).exercises[4]
    criteria = Criteria(margin=0.01, nodes=300, choices=3, found_by=1.0)
    (found,) = exercises_in([("", exercise.state)], criteria, worth, random.Random(1))
    assert found.best == exercise.best
