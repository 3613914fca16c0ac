"""Whatever rules are chosen, a game in which nobody can go on ends by itself, and says why."""

import itertools
import random
from collections.abc import Iterator, Mapping

import pytest

import games
from games.actions import Action
from games.core import Game, State, random_action
from games.options import OptionValue
from games.thaayam.game import Thaayam
from games.thaayam.rules import BORNE_OFF, PIECES, RING_END, is_home
from games.tshupu import rules as tshupu
from tests.games.xiangqi4_play import written

WAITING = 200
"""So many turns of nothing but passing in a row: waiting for a 1 is over by then, always."""

COMBINATIONS = 40
SAMPLE = 2
PLAYED = {"xiangqi4": 1}
"""How many games are played of each kind and combination, if not ten."""


def peaceful_action(state: State, rng: random.Random) -> Action:
    """A throw drawn by its probability, or a move without a capture if there is one."""
    if state.is_chance:
        return random_action(state, rng)
    moves = state.legal_moves()
    return rng.choice([move for move in moves if not move.captures] or moves)


def combinations(name: str, rng: random.Random) -> list[Mapping[str, OptionValue]]:
    """As many combinations of values of the game's options, at random, as are tried."""
    options = [each for each in games.kind(name).OPTIONS if not each.seat]
    values = list(itertools.product(*(option.values for option in options)))
    return [
        dict(zip((option.name for option in options), rng.choice(values), strict=True))
        for _ in range(COMBINATIONS)
    ]


def longest_wait(game: Game, rng: random.Random, *, peaceful: bool) -> int:
    """The most turns in a row in which nobody could move, in one game to its end."""
    act = peaceful_action if peaceful else random_action
    state, waited, longest = game.start(), 0, 0
    while not state.is_terminal and longest < WAITING:
        if not state.is_chance:
            waited = waited + 1 if is_pass(state) else 0
            longest = max(longest, waited)
        state = state.apply(act(state, rng))
    outcome = state.outcome()
    assert longest == WAITING or (outcome is not None and outcome.message.text)
    return longest


def is_pass(state: State) -> bool:
    return [move.text for move in state.legal_moves()] == ["pass"]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=[] if number < SAMPLE else pytest.mark.deep)
        for name in games.names()
        for number in range(COMBINATIONS)
    ],
)
def test_no_game_goes_on_in_which_nobody_can_ever_move(name: str, number: int) -> None:
    options = combinations(name, random.Random(37))[number]
    game = games.load(name, **options)
    for seed in range(PLAYED.get(name, 10)):
        for peaceful in (False, True):
            assert longest_wait(game, random.Random(seed), peaceful=peaceful) < WAITING


def every_combination(name: str, **fixed: OptionValue) -> Iterator[Game]:
    """The game under every combination of its options, but for those that are ``fixed``."""
    options = [each for each in games.kind(name).OPTIONS if not each.seat]
    values = [(fixed[each.name],) if each.name in fixed else each.values for each in options]
    for chosen in itertools.product(*values):
        yield games.load(
            name, **{each.name: value for each, value in zip(options, chosen, strict=True)}
        )


def test_in_thaayam_a_seat_is_stuck_for_good_only_while_all_its_pieces_wait_for_a_capture() -> None:
    """Under all options, in every arrangement of four pieces: then all seats are, or others play.

    What a seat can do depends on no other seat's pieces, so no other combination can lock.
    """
    waiting, stuck = set[tuple[bool, tuple[int, ...]]](), set[tuple[bool, tuple[int, ...]]]()
    kinds = {
        (game.rules.captures_first, game.rules.overshoot, game.rules.plays_closing): game.rules
        for game in every_combination("thaayam")
        if isinstance(game, Thaayam)
    }
    assert len(kinds) == 8
    for rules in kinds.values():
        for group in itertools.combinations_with_replacement(range(BORNE_OFF, -1, -1), PIECES):
            if is_home(group):
                continue
            for captured in (False, True):
                closed = rules.captures_first and not captured
                if closed and group[0] > RING_END:
                    continue  # nobody comes there without a capture
                throws = rules.counting((1, 1, 4, 8, 2), group)
                if all(rules.reach(group, n, p, captured)[1] for n in throws for p in group):
                    stuck.add((closed, group))
                if closed and group[-1] == RING_END:
                    waiting.add((closed, group))
    assert stuck == waiting == {(True, (RING_END,) * PIECES)}


def test_in_tshupu_some_throw_moves_every_piece_though_enemies_hold_all_cross_cuts() -> None:
    """Under all options, for a last piece anywhere, alone or with one that waits in the centre."""
    squares = [tshupu.COURSES[3].squares[progress] for progress in tshupu.CROSS_CUTS]
    red = sorted(tshupu.CROSS_CUTS[:4], reverse=True)
    held = {tshupu.COURSES[3].squares[progress] for progress in red}
    green = [n for n in tshupu.CROSS_CUTS if tshupu.COURSES[1].squares[n] not in held]
    enemies = (",".join(map(str, sorted(green, reverse=True))), "1,1,1,1", ",".join(map(str, red)))
    assert len(green) == 4
    assert set(squares) == held | {tshupu.COURSES[1].squares[n] for n in green}
    for game in every_combination("tshupu"):
        for place in range(tshupu.BORNE_OFF):
            for group in ((33, 33, 33, place), (33, 33, max(32, place), min(32, place))):
                text = "/".join([",".join(map(str, group)), *enemies])
                state = game.state(f"0 throw {text} -")
                throws = (state.apply(throw) for throw, _ in state.chance_outcomes())
                assert any(not is_pass(after) for after in throws), (game.options, text)


def test_in_squadro_every_piece_that_is_not_home_moves_unless_that_is_banned() -> None:
    for game in every_combination("squadro"):
        rng, state = random.Random(1), game.start()
        for _ in range(300):
            if state.is_terminal:
                state = game.start()
            at_home = sum(
                place == "12"
                for place in str(state).split(" ")[1].split("/")[state.turn or 0].split(",")
            )
            moves = len(state.legal_moves())
            assert moves == 5 - at_home or (game.options["repetition"] == "ban" and moves)
            state = state.apply(rng.choice(state.legal_moves()))


def test_in_xiangqi_passing_does_not_keep_a_game_from_its_end() -> None:
    for game in every_combination("xiangqi4", stalemate="pass"):
        board = written("rGi1 bGs9 yGk19 gGa11 rRn10 rRr14 rSf5", "1 - - 199")
        state = game.state(board)
        assert is_pass(state)
        outcome = state.apply(state.legal_moves()[0]).outcome()
        assert outcome is not None
        assert (outcome.reason, outcome.is_draw) == ("clock", True)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("captured", [False, True])
def test_thaayam_is_drawn_when_every_piece_waits_for_a_capture(seats: int, captured: bool) -> None:
    game = games.load("thaayam", seats=seats, capture_first=True)
    waiting, last = "16,16,16,16", "16,16,16,15"
    pieces = "/".join([last, *[waiting] * (seats - 1)])
    capturers = "0" * (seats - 1) + str(int(captured))
    state = game.state(f"0 move {pieces} 1 - {capturers}")
    outcome = state.apply(state.legal_moves()[0]).outcome()
    if captured:
        assert outcome is None
        return
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.is_draw) == (
        tuple(range(seats)),
        "locked",
        True,
    )
    assert str(outcome.message) == "no piece can move any more: nobody has captured"


def test_random_play_ends_a_locked_game_as_the_states_do() -> None:
    game = games.load("thaayam", seats=2, capture_first=True)
    state = game.state("0 move 16,16,16,15/16,16,16,16 1 - 00")
    assert game.playout(state, random.Random(1)).reason == "locked"
