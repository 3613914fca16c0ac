"""The shortest way from the pieces as they stand to the pieces as they should stand."""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from firmware_host.session import hand_steps as rearrange_steps
from firmware_host.session.hand_steps import shortest_way
from games.actions import Step, carry_out
from games.arranging import gathered
from games.core import Game, State, random_action
from games.equipment import OFF, PLACES_BESIDE, Piece

Pieces = tuple[Piece, ...]

POINTS = "abcd"
SIDES = ("north", "south")


def stone(seat: int, place: str, facing: str = "") -> Piece:
    return Piece(seat, "stone", place, facing)


def texts(steps: Sequence[Step]) -> list[str]:
    return [f"{step.verb} {step.origin} {step.target}" for step in steps]


def units(steps: Sequence[Step]) -> int:
    return sum(step.piece.count for step in steps)


def test_a_piece_in_the_way_leaves_first() -> None:
    actual = [stone(0, "a"), stone(1, "b")]
    assert texts(shortest_way(actual, [stone(0, "b"), stone(1, OFF)])) == [
        "take_off b off",
        "move a b",
    ]
    assert texts(shortest_way(actual, [stone(0, "b"), stone(1, "c")])) == ["move b c", "move a b"]


def test_to_swap_two_pieces_one_is_taken_off_for_a_while() -> None:
    steps = shortest_way([stone(0, "a"), stone(1, "b")], [stone(0, "b"), stone(1, "a")])
    assert texts(steps) == ["take_off a off", "move b a", "put_on off b"]


def test_a_circle_is_broken_by_a_piece_of_the_same_kind_that_comes_from_elsewhere() -> None:
    actual = [stone(0, "a"), stone(1, "b"), stone(0, OFF)]
    wanted = [stone(0, "b"), stone(1, "a"), stone(0, "c")]
    assert texts(shortest_way(actual, wanted)) == ["move a c", "move b a", "put_on off b"]


def test_a_piece_that_points_the_wrong_way_is_turned_in_place() -> None:
    steps = shortest_way([stone(0, "a", "north")], [stone(0, "a", "south")])
    assert texts(steps) == ["turn a a"]
    assert steps[0].result.facing == "south"


def test_alike_pieces_that_go_the_same_way_go_together() -> None:
    heap = replace(stone(0, "a"), count=3)
    (step,) = shortest_way([heap], [stone(0, "a"), replace(stone(0, "b"), count=2)])
    assert (step.verb, step.piece.count, step.result.count) == ("move", 2, 2)


def test_neutral_pieces_are_moved_too() -> None:
    neutral, red = Piece(None, "stone", "a"), Piece(0, "stone", "b")
    wanted = [replace(neutral, place="b"), replace(red, place="c")]
    assert texts(shortest_way([neutral, red], wanted)) == ["move b c", "move a b"]


def test_different_sets_of_pieces_are_refused() -> None:
    with pytest.raises(ValueError, match="seat 0 has 0 of stone too many and 1 too few"):
        shortest_way([], [stone(0, "a")])


def test_nothing_is_tried_where_every_way_takes_as_many_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []
    in_order = rearrange_steps._in_order

    def counted(carries: rearrange_steps.Carries) -> list[rearrange_steps.Carry]:
        tried.append(len(carries))
        return in_order(carries)

    monkeypatch.setattr(rearrange_steps, "_in_order", counted)
    row = "abcdefgh"
    actual = [stone(0, f"{name}1", "north") for name in row]
    wanted = [stone(0, f"{name}2", "south" if name in "abc" else "north") for name in row]
    assert units(shortest_way(actual, wanted)) == len(row) + 3
    assert len(tried) <= 2


# the least number of steps, found by trying everything on a small board


def following(pieces: Pieces) -> Iterator[Pieces]:
    """Yield the pieces after any step with one piece, where each point holds one piece."""
    free = [point for point in POINTS if point not in {piece.place for piece in pieces}]
    for piece in pieces:
        one = replace(piece, count=1)
        others = carry_out(pieces, [Step("move", one, one.place, "away")])
        rest = [each for each in others if each.place != "away"]
        yield gathered([*rest, stone(one.holder, OFF)])
        for point in free:
            sides = SIDES if one.place == OFF else (one.facing,)
            yield from (gathered([*rest, stone(one.holder, point, side)]) for side in sides)
        if one.place != OFF:
            yield from (gathered([*rest, replace(one, facing=side)]) for side in SIDES)


def distances(start: Pieces) -> dict[Pieces, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        pieces = waiting.popleft()
        for after in following(pieces):
            if after not in found:
                found[after] = found[pieces] + 1
                waiting.append(after)
    return found


@pytest.mark.parametrize(
    ("seats", "count"),
    [((0, 0, 1), 3), pytest.param((0, 0, 1, 1), 20, marks=pytest.mark.deep)],
)
def test_no_sequence_of_steps_is_shorter(seats: tuple[int, ...], count: int) -> None:
    rng = random.Random(4)
    everything = distances(gathered(stone(seat, OFF) for seat in seats))
    for actual in rng.sample(list(everything), count):
        least = distances(actual)
        for wanted in everything:
            steps = shortest_way(actual, wanted)
            assert carry_out(actual, steps) == wanted
            assert units(steps) == least[wanted], (actual, wanted)


# Positions of the games


def positions(game: Game, seed: int) -> list[State]:
    rng, state = random.Random(seed), game.start()
    states = [state]
    while not state.is_terminal and len(states) < 60:
        state = state.apply(random_action(state, rng))
        states.append(state)
    return states


NAMES = games.names()
ALL = {name: positions(games.load(name), seed=7) for name in NAMES}


@given(st.sampled_from(NAMES), st.integers(0, 59), st.integers(0, 59))
def test_the_steps_between_positions_lead_there_without_a_detour(
    name: str, one: int, other: int
) -> None:
    states = ALL[name]
    actual, wanted = (states[min(each, len(states) - 1)].pieces() for each in (one, other))
    steps = shortest_way(actual, wanted, states[0].game.owner)
    assert carry_out(actual, steps) == wanted
    assert units(steps) <= acts_by_emptying_the_board(actual, wanted)
    assert all(step.piece.count > 0 for step in steps)


def acts_by_emptying_the_board(actual: Pieces, wanted: Pieces) -> int:
    """Return how many steps take all wrong pieces off, put all right ones on, and sort the rest."""
    moved = [piece for piece in (*actual, *wanted) if piece.place not in PLACES_BESIDE]
    beside = [gathered(p for p in each if p.place in PLACES_BESIDE) for each in (actual, wanted)]
    sorted_out = [piece for piece in beside[1] if piece not in beside[0]]
    return sum(piece.count for piece in (*moved, *sorted_out))


@pytest.mark.parametrize("name", ["squadro", "xiangqi4"])
def test_no_point_holds_two_pieces_where_there_is_room_for_one(name: str) -> None:
    for before, after in zip(ALL[name], ALL[name][9:], strict=False):
        pieces = before.pieces()
        for step in shortest_way(pieces, after.pieces(), before.game.owner):
            pieces = carry_out(pieces, [step])
            places = [piece.place for piece in pieces if piece.place not in PLACES_BESIDE]
            assert len(places) == len(set(places))
