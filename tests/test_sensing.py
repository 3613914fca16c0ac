"""Games that are played by lifting and putting, on a board that senses whether a point is occupied.

The hands, the microcontroller's own code, the link, the table: everything but the wires is real.
"""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.cli.main import main
from firmware_host.screens.moves import GameOverView
from firmware_host.session.setup import Setup
from firmware_host.simulator import runs
from firmware_host.simulator.hands import Hands, Refused, check_board, play_game, start_again
from firmware_host.simulator.sensinghands import PieceTouch, SensingHands
from firmware_host.simulator.simulated_table import World
from games.core import Catalogue, random_action
from hardware.wiring import wiring
from tests import toy
from tests.deep import deeply
from tests.people.accidents import KINDS, Accidents
from tests.sensing import Sit, tables
from tests.table import A_TURN, LINKED_WIRING

TWO = Setup("thaayam", {"seats": 2})


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Hands at a table that senses: ``sit(setup, seed, catalogue=..., accident=...)``."""
    with tables(tmp_path) as sit:
        yield sit


def tell(hands: SensingHands) -> None:
    """Print what a game took."""
    name = hands.world.app.table.game.playing.setup.game
    print(
        f"{name}: {hands.moves} moves lifted and put, {hands.questions} picked by keys, "
        f"{hands.keys} keys pressed, {hands.world.clock():.0f} s"
    )


@pytest.mark.parametrize(
    ("catalogue", "setup"),
    [
        (toy, Setup("tongs", {"goal": 1})),
        (toy, Setup("tongs", {"goal": 1}, 0, ("person", "friend"))),
        (games, Setup("squadro")),
        pytest.param(games, Setup("squadro", {}, 0, ("friend", "person")), marks=pytest.mark.deep),
        pytest.param(games, Setup("thaayam"), marks=pytest.mark.deep),
        pytest.param(games, Setup("thaayam", {"seats": 3}), marks=pytest.mark.deep),
        pytest.param(games, Setup("tshupu"), marks=pytest.mark.deep),
        pytest.param(games, Setup("xiangqi4"), marks=pytest.mark.deep),
    ],
)
def test_a_whole_game_is_played_with_the_pieces_alone(
    sit: Sit, catalogue: Catalogue, setup: Setup
) -> None:
    hands = sit(setup, 3, catalogue)
    play_game(hands, random.Random(3))
    tell(hands)
    assert isinstance(hands.world.view, GameOverView)
    assert hands.moves > 3
    assert hands.questions <= hands.moves / 2


def test_a_move_that_cannot_be_mistaken_needs_no_key(sit: Sit) -> None:
    hands = sit(Setup("squadro"), 5)
    rng = random.Random(5)
    for _ in range(12):
        hands.play(str(random_action(hands.state, rng)))
    assert (hands.moves, hands.questions, hands.keys) == (12, 0, 0)
    check_board(hands)


def test_a_move_is_taken_back_with_the_pieces(sit: Sit) -> None:
    hands = sit(Setup("squadro"), 5)
    rng, begun = random.Random(5), str(hands.state)
    hands.play(str(random_action(hands.state, rng)))
    hands.undo()
    assert (str(hands.state), hands.keys) == (begun, 1)
    check_board(hands)


def test_a_move_that_the_table_takes_for_another_is_noticed(sit: Sit) -> None:
    def rest_elsewhere(hands: SensingHands, put: PieceTouch) -> None:
        hands.world.board.misplace(put.held, {"b1"})
        hands.world.run_for(3)
        hands.world.board.lift_misplaced()

    hands = sit(Setup("tongs"), 1, toy, rest_elsewhere)
    with pytest.raises(Refused, match=r"@a1 was played, the table understood \['@b1'\]"):
        hands.play("@a1")


def test_the_next_game_on_the_same_board_goes_on_with_the_pieces(sit: Sit) -> None:
    hands = sit(Setup("tongs", {"goal": 1}), 2, toy)
    play_game(hands, random.Random(2))
    start_again(hands)
    played = hands.moves
    play_game(hands, random.Random(4))
    assert hands.moves > played


def play_moves(hands: SensingHands, rng: random.Random, count: int) -> None:
    """Play until ``count`` moves were lifted and put, game after game."""
    while hands.moves < count:
        if isinstance(hands.world.view, GameOverView):
            check_board(hands)
            start_again(hands)
        action = random_action(hands.state, rng)
        if hands.state.is_chance:
            hands.throw(str(action))
        else:
            hands.play(str(action))
    check_board(hands)


@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.deep)])
def test_moves_with_human_errors_end_with_the_right_position(sit: Sit, count: int) -> None:
    accidents = Accidents(rate=0.5)
    hands = sit(TWO, 6, accident=accidents)
    play_moves(hands, random.Random(6), count)
    tell(hands)
    print(f"accidents: {dict(accidents.happened)}")
    assert all(accidents.happened[kind] for kind in KINDS)


ONCE_MORE = 'undo\nplay 2:e3-e5\nexpect screen "Red Throw the dice"\n'


def test_keys_and_dice_at_a_microcontroller_play_as_those_on_pins_do(tmp_path: Path) -> None:
    profile, turn = tmp_path / "linked.toml", tmp_path / "turn.txt"
    profile.write_text(LINKED_WIRING, "utf-8")
    turn.write_text(A_TURN + ONCE_MORE, "utf-8")
    request = Request(games, wiring.load(str(profile)), "en", tmp_path, TWO)
    with closing(World(request)) as world:
        world.run_for(2)
        hands = Hands(world)
        runs.run_commands(runs.read_script(turn, games.load("thaayam", seats=2)), hands, print)
        assert str(hands.state) == "1 throw 7,0,0,0/0,0,0,0 - - -"


@pytest.mark.parametrize("count", [1, *deeply(2)])
def test_the_command_plays_games_and_tells_what_the_screen_asked(
    count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"simulate squadro --random 1 --games {count} --board sensing"
    assert main(arguments.split()) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("game 1: 67 actions")
    assert "of 67 moves needed keys" in first
    assert len(others) == count - 1
    assert all("Game over" in told for told in (first, *others))


def test_a_script_lifts_and_puts_where_the_command_says_that_the_board_senses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lift.txt"
    path.write_text("lift b1\nput b2\nexpect moves 5\n", "utf-8")
    assert main(["simulate", "squadro", "--script", str(path), "--board", "sensing"]) == 0
    assert main(["simulate", "squadro", "--script", str(path)]) == 1
    assert "the table cannot see it: simulate with --board sensing" in capsys.readouterr().err
