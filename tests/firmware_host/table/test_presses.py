"""How many presses choosing takes: every legal move of positions met in random games."""

import random
from collections import deque
from collections.abc import Iterator
from statistics import median

import pytest

import games
from firmware_host.session.chooser import ARROWS, Chooser
from games.actions import Choice, Move
from games.core import Game, State, random_action

LARGE = 100
"""Points of a board on which more presses are needed."""
QUICK, DEEP = 20, 600
MOST_PLIES = 400


def presses_for_all(state: State) -> dict[Move, int]:
    """For every legal move the fewest presses by which it is chosen, none of them a hold."""
    start = Chooser.of(state.legal_moves(), state.game.board)
    found: dict[Move, int] = {}
    counts = {spot(start): 0}
    ways = deque([start])
    while ways:
        chooser = ways.popleft()
        count = counts[spot(chooser)] + 1
        for following in following_one_press(chooser):
            if following.chosen is not None:
                found.setdefault(following.chosen, count)
            elif spot(following) not in counts:
                counts[spot(following)] = count
                ways.append(following)
    return found


def spot(chooser: Chooser) -> tuple[tuple[Choice, ...], int]:
    return (chooser.picked, chooser.cursor)


def following_one_press(chooser: Chooser) -> Iterator[Chooser]:
    yield chooser.confirmed()
    for arrow in ARROWS:
        yield chooser.pressed(arrow)
    earlier = chooser.back()
    if earlier is not None:
        yield earlier


def positions(game: Game, count: int, rng: random.Random) -> Iterator[State]:
    """So many positions of random games in which there is something to choose, evenly met."""
    state, plies = game.start(), 0
    while count:
        if state.is_terminal or plies == MOST_PLIES:
            state, plies = game.start(), 0
        if len(state.legal_moves()) > 1 and rng.random() < 0.2:
            yield state
            count -= 1
        state, plies = state.apply(random_action(state, rng)), plies + 1


def limits(game: Game) -> tuple[int, int]:
    """How many presses a move may take at most, and in the median: a large board takes more."""
    return (20, 8) if len(game.board.points) > LARGE else (12, 5)


def check(name: str, count: int) -> None:
    presses: list[int] = []
    for state in positions(games.load(name), count, random.Random(name)):
        found = presses_for_all(state)
        assert set(found) == set(state.legal_moves()), f"{state}: not every move can be chosen"
        presses += found.values()
    most, middle = max(presses), median(presses)
    print(f"{name}: {len(presses)} moves, at most {most} presses, median {middle}")
    most_allowed, middle_allowed = limits(games.load(name))
    assert most <= most_allowed
    assert middle <= middle_allowed


@pytest.mark.parametrize("name", games.names())
def test_any_move_is_chosen_in_few_presses(name: str) -> None:
    check(name, QUICK)


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
def test_any_move_of_many_positions_is_chosen_in_few_presses(name: str) -> None:
    check(name, DEEP)
