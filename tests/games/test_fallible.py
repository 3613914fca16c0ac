"""Players that err as people do: less with more care, never absurdly, the same with one seed."""

import random
from statistics import fmean

import pytest

import games
from games import players
from games.core import Game, State
from games.players.levels import Fallible, Following, care_of
from tests.bench.level_games import Careful
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at
from tests.games.test_every_game import GAMES, played
from tests.games.tshupu_play import south
from tests.games.xiangqi4_play import at as xiangqi4_at

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def choices(game: Game, count: int) -> list[State]:
    """So many positions of random games with something to choose."""
    found = [state for state in played(game, seed=8) if len(state.legal_moves()) > 2]
    middle = found[len(found) // 3 :]
    return middle[:: max(1, len(middle) // count)][:count]


def lost(care: float, states: list[State]) -> float:
    """What a move costs on average, in expected score, by the game's own view."""
    rng, found = random.Random(1), []
    for state in states:
        assert state.turn is not None
        values = {move: state.apply(move).evaluate(state.turn) for move in state.legal_moves()}
        found += [max(values.values()) - values[Careful(care).choose(state, rng)] for _ in range(3)]
    return fmean(found)


@pytest.mark.parametrize("name", ["squadro", "thaayam", "tshupu"])
def test_who_takes_more_care_loses_less_by_a_move(name: str) -> None:
    states = choices(games.load(name), 12)
    least, some, much = (lost(care, states) for care in (0.0, 0.3, 0.5))
    assert least > some > much


@by_game
def test_the_care_of_the_levels_grows_in_every_mode(game: Game) -> None:
    for marks in (game.care, *game.CARE.values()):
        assert list(marks) == sorted({0.0, *marks, 1.0} - {0.0, 1.0})
        assert len(marks) == len(players.LEVELS) - 2


def test_strength_between_two_levels_takes_care_between_theirs() -> None:
    game = games.load("squadro")
    marks = (0.0, *game.care, 1.0)
    assert [care_of(game, level / 4) for level in range(5)] == list(marks)
    assert care_of(game, 0.375) == pytest.approx((marks[1] + marks[2]) / 2)


@pytest.mark.parametrize("name", ["squadro", "tug"])
def test_a_win_in_one_is_never_missed(name: str) -> None:
    game = next(each for each in GAMES if each.name == name)
    met = 0
    for state in (state for seed in range(6) for state in list(played(game, seed))[-6:]):
        moves = state.legal_moves() if state.turn is not None else ()
        after = {move: state.apply(move).outcome() for move in moves}
        won = {move for move, end in after.items() if end and state.turn in end.winners}
        if won and len(won) < len(moves):
            met += 1
            assert {Fallible(0.0).choose(state, random.Random(n)) for n in range(10)} <= won
    assert met


def test_a_win_is_taken_with_dice_too() -> None:
    state = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0", must_use="optional")
    assert {str(Fallible(0.0).choose(state, random.Random(n))) for n in range(10)} == {"1:e5-off"}


def test_a_rook_that_can_be_had_for_nothing_is_always_taken() -> None:
    state = xiangqi4_at("rGj1 bGs10 yGj19 gGa10 rRj5 bRj12 bHp9 yHk17 gHc12")
    for seed in range(20):
        assert str(Fallible(0.0).choose(state, random.Random(seed))) == "j5xj12"


def test_nobody_leaves_a_piece_to_be_taken_who_looks_out() -> None:
    """With half of the care, danger is always seen: the attacked rook does not stay."""
    state = xiangqi4_at("rGj1 bGs10 yGj19 gGa10 rRg3 bRg9 bHp9")
    for seed in range(8):
        after = state.apply(Careful(0.5).choose(state, random.Random(seed)))
        captures = [move for move in after.legal_moves() if move.captures]
        assert not any(piece.kind == "rook" for move in captures for piece in move.captures)


@pytest.mark.parametrize("level", [level.name for level in players.LEVELS[:-1]])
def test_the_same_seed_chooses_the_same_move(level: str) -> None:
    state = squadro_at(f"0 {MIDDLE}")
    again = [players.load(level).ranked(state, random.Random(5)) for _ in range(2)]
    assert again[0] == again[1]
    assert sorted(map(str, again[0])) == sorted(map(str, state.legal_moves()))


def test_five_levels_and_the_one_that_follows_can_be_called_by_name() -> None:
    names = ("first", "beginner", "friend", "expert", "champion")
    assert tuple(level.name for level in players.LEVELS) == names
    assert all(players.load(level.name) is level.player for level in players.LEVELS)
    assert isinstance(players.load("adaptive-40"), Following)


def test_who_follows_plays_weaker_while_it_leads_and_stronger_while_it_is_behind() -> None:
    def mistakes(text: str) -> int:
        state = games.load("squadro").state(text)
        best = players.load("greedy").ranked(state, random.Random(1))[0]
        chosen = (Following(0.1).choose(state, random.Random(n)) for n in range(40))
        return sum(move != best for move in chosen)

    ahead, behind = "0 11,11,10,5,5/0,0,0,1,1", "0 0,0,0,1,1/11,11,10,5,5"
    assert mistakes(ahead) > mistakes(behind)
