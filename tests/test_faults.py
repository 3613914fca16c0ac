"""Games that are played while parts of the machine fail: the position and the display stay right.

What goes wrong is said in scripts; whole games with faults at random follow below.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import pytest

import games
from firmware_host.screens import draw
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.moves import PassView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator import runs
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.text.translator import Language
from games.core import Catalogue
from tests import toy
from tests.deep import deeply
from tests.figures import Figure
from tests.sensing import tables
from tests.table import A_TURN, Begin, put

TWO = Setup("thaayam", {"seats": 2})
GAME = games.load("thaayam", seats=2)
START = "0 throw 0,0,0,0/0,0,0,0 - - -"
EIGHT = "0 throw 0,0,0,0/0,0,0,0 - 8 -"
HALFWAY = "0 throw 25,23,21,14/25,23,21,14 - - -"
MOVED = "1 throw 7,0,0,0/0,0,0,0 - - -"

Run = Callable[[str], Hands]
AnyHands = TypeVar("AnyHands", bound=Hands)
Fault = Callable[[AnyHands, random.Random], bool]
"""Does something to the machine by chance; False if this is not the moment for it."""


@pytest.fixture
def run(begin: Begin, tmp_path: Path) -> Run:
    """Run a script at a table for two; return the hands that did."""

    def ran(text: str) -> Hands:
        path = tmp_path / "faults.txt"
        path.write_text(text, encoding="utf-8")
        hands = begin(TWO)
        runs.run_commands(runs.read_script(path, GAME), hands, print)
        return hands

    return ran


def display_is_right(hands: Hands) -> bool:
    """Whether the panel shows what the table wants shown."""
    model = hands.world.pi.model
    drawn = draw(hands.world.app.table.frame, model.size, Language("en"))
    return model.image().tobytes() == drawn.image.tobytes()


def test_a_game_goes_on_without_its_display_and_shows_all_of_it_again(run: Run) -> None:
    hands = run(f"throw 8\nunplug display\nwait 5\nundo\n{A_TURN}")
    assert not display_is_right(hands)
    hands.cause(lambda faults: faults.plug("display"))
    hands.world.run_for(2)
    assert display_is_right(hands)
    assert str(hands.state) == MOVED


def test_a_display_that_is_unplugged_for_a_moment_is_right_soon_after(run: Run) -> None:
    hands = run("unplug display\nplug display\nthrow 8\nwait 3")
    assert display_is_right(hands)


def test_without_the_dice_cable_the_throw_is_set_by_hand(run: Run) -> None:
    hands = run(f"unplug dice\nwait 60\n{A_TURN}")
    assert str(hands.state) == MOVED


def test_dice_that_are_plugged_in_again_are_no_throw_of_a_move(run: Run) -> None:
    hands = run(
        f"""
        throw 1
        unplug dice
        throw 2
        wait 2
        plug dice
        expect moves 1
        wait 5
        undo
        undo
        expect state "{START}"
        throw 8
        expect state "{EIGHT}"
        """
    )
    assert display_is_right(hands)


def test_a_cable_that_is_pulled_in_the_middle_of_a_throw_makes_none(run: Run) -> None:
    hands = run("wait 1")
    hands.world.pi.throw((1, 1, 1, 1), [(0, 1)] * 4)
    hands.world.run_for(0.4)
    hands.cause(lambda faults: faults.unplug("dice"))
    hands.world.run_for(30)
    assert str(hands.state) == START


@pytest.mark.parametrize("line", ["D0", *deeply("D1", "D2", "D3")])
def test_noise_on_a_dice_line_is_no_throw_and_afterwards_dice_are_read_right(
    run: Run, line: str
) -> None:
    hands = run(
        f"""
        noise {line} 40
        wait 20
        expect state "{START}"
        quiet {line}
        wait 2
        throw 8
        expect state "{EIGHT}"
        wait 3
        """
    )
    assert display_is_right(hands)


def test_noise_on_the_cup_line_while_a_move_is_chosen_changes_nothing(run: Run) -> None:
    hands = run(
        "throw 1\nthrow 2\nwait 2\nnoise cup 40\nwait 20\nquiet cup\nwait 5\nexpect moves 1"
    )
    assert display_is_right(hands)


@pytest.mark.parametrize("key", ["ok", *deeply("up", "left", "back")])
def test_noise_on_a_key_line_presses_nothing(run: Run, key: str) -> None:
    hands = run(f"throw 1\nthrow 2\nwait 2\nnoise {key} 3000\nwait 3\nquiet {key}\nexpect moves 1")
    assert str(hands.state) == "0 move 0,0,0,0/0,0,0,0 1,2 - -"
    assert display_is_right(hands)


@pytest.mark.parametrize("key", ["up", *deeply("down", "right")])
def test_with_a_key_that_sticks_the_dice_still_count(run: Run, key: str) -> None:
    hands = run(f"throw 1\nwait 2\nstuck {key}\nwait 30\nthrow 8\nunstick {key}\nwait 3")
    assert str(hands.state) == "0 throw 0,0,0,0/0,0,0,0 - 1,8 -"
    assert display_is_right(hands)


def test_a_key_that_stuck_works_again(run: Run) -> None:
    hands = run(f"{A_TURN}\nstuck right\nwait 30\nunstick right\nthrow 1\nthrow 3\npress ok\nundo")
    assert str(hands.state).startswith("1 ")


def test_knocks_on_the_table_are_no_throws(run: Run) -> None:
    hands = run("knock\nwait 1\n" * 20 + f'expect state "{START}"\nthrow 8\nknock\nwait 2')
    assert str(hands.state) == EIGHT
    assert display_is_right(hands)


def _pull_or_plug_display(hands: Hands, rng: random.Random) -> bool:
    faults = hands.world.pi.faults
    (faults.unplug if faults.is_plugged("display") else faults.plug)("display")
    return True


def _pull_or_plug_dice(hands: Hands, rng: random.Random) -> bool:
    """A cable comes back while a move is chosen, when what the tray reads counts for nothing."""
    if hands.world.pi.faults.is_plugged("dice"):
        hands.cause(lambda faults: faults.unplug("dice"))
        return True
    if not isinstance(hands.world.view, ChooseView | PassView):
        return False
    hands.cause(lambda faults: faults.plug("dice"))
    hands.world.run_for(3)
    return True


def _knock(hands: Hands, rng: random.Random) -> bool:
    hands.cause(lambda faults: faults.knock())
    return True


def _disturb_a_die(hands: Hands, rng: random.Random) -> bool:
    line = rng.choice(("D0", "D1", "D2", "D3"))
    hands.cause(lambda faults: faults.noise(line, 200.0))
    hands.world.run_for(1)
    hands.cause(lambda faults: faults.quiet(line))
    hands.world.run_for(1)
    return True


def _disturb_a_key(hands: Hands, rng: random.Random) -> bool:
    key = rng.choice(("ok", "left", "back"))
    hands.cause(lambda faults: faults.noise(key, 3000.0))
    hands.cause(lambda faults: faults.quiet(key))
    return True


def _let_a_key_stick(hands: Hands, rng: random.Random) -> bool:
    """Up is stuck, where it moves a cursor."""
    if not isinstance(hands.world.view, ChooseView | ThrowView):
        return False
    hands.cause(lambda faults: faults.stick("up"))
    hands.world.run_for(rng.choice((0.1, 2.0, 25.0)))
    hands.cause(lambda faults: faults.unstick("up"))
    return True


FAULTS: Mapping[str, Fault[Hands]] = {
    "display": _pull_or_plug_display,
    "dice": _pull_or_plug_dice,
    "knock": _knock,
    "die": _disturb_a_die,
    "key": _disturb_a_key,
    "stuck": _let_a_key_stick,
}
FAULT_NAMES = {
    "key": "key noise", "stuck": "stuck keys", "die": "noise on a die", "knock": "knocks",
    "dice": "dice cable", "display": "display cable",
}  # fmt: skip
SAMPLE = 2


def play_through(
    faults: Mapping[str, Fault[AnyHands]], hands: AnyHands, rng: random.Random
) -> Counter[str]:
    """Play a game in which one action in three is followed by one of ``faults``; count them."""
    befallen: Counter[str] = Counter()
    session, counted = hands.world.app.table.game.playing, 0

    def befall() -> None:
        nonlocal counted
        counted += 1
        if rng.random() < 1 / 3 and not session.is_over:
            name = rng.choice(tuple(faults))
            befallen[name] += faults[name](hands, rng)
        assert len(session.actions) == counted, "a fault made or lost a throw or a move"

    play_game(hands, rng, befall)
    return befallen


def play_with_faults(hands: Hands, rng: random.Random) -> Counter[str]:
    """Play a game on a machine that fails, until all of it is in order again."""
    befallen = play_through(FAULTS, hands, rng)
    hands.cause(lambda faults: faults.plug("display"))
    hands.world.run_for(3)
    # a panel that lost its power between two pictures is noticed by the next
    hands.press("hint")
    assert display_is_right(hands)
    return befallen


def play_games(
    begin: Begin, games_to_play: int, catalogue: Catalogue, setup: Setup, position: str = ""
) -> Counter[str]:
    """Play so many games, from ``position`` on if any; return how often each fault happened."""
    befallen: Counter[str] = Counter()
    for seed in range(games_to_play):
        hands = begin(setup, catalogue)
        if "Resume" in hands.world.app.words:
            hands.press("back")
        if position:
            put(hands, position)
        befallen += play_with_faults(hands, random.Random(seed))
        hands.world.close()
    assert all(befallen[name] for name in FAULTS)
    return befallen


@pytest.mark.parametrize(
    ("count", "position"), [(1, HALFWAY), pytest.param(50, "", marks=pytest.mark.deep)]
)
def test_games_with_dice_survive_faults_at_random(
    begin: Begin, count: int, position: str, figure: Figure
) -> None:
    befallen = play_games(begin, count, games, TWO, position)
    each = ", ".join(f"{text} {befallen[name]}" for name, text in FAULT_NAMES.items())
    if count > 1:
        figure("faults with dice", f"{count} games, {befallen.total():,} faults: {each}")


@pytest.mark.parametrize("count", [SAMPLE, pytest.param(150, marks=pytest.mark.deep)])
def test_games_without_dice_survive_faults_at_random(
    begin: Begin, count: int, figure: Figure
) -> None:
    befallen = play_games(begin, count, toy, Setup("tongs"))
    if count > SAMPLE:
        figure("faults without dice", f"{count} games, {befallen.total():,} faults")


def test_dice_that_are_plugged_in_again_while_a_throw_is_awaited_make_none(run: Run) -> None:
    hands = run("unplug dice\nwait 10\nplug dice\nwait 5")
    assert str(hands.state) == START


def _pull_or_plug_serial(hands: SensingHands, rng: random.Random) -> bool:
    if hands.are_seen:
        hands.cause(lambda faults: faults.unplug("serial"))
        hands.world.run_for(rng.choice((0.1, 1.0, 5.0)))
    else:
        hands.cause(lambda faults: faults.plug("serial"))
    return True


def _garble_serial(hands: SensingHands, rng: random.Random) -> bool:
    hands.cause(lambda faults: faults.garbage(rng.choice((1, 40, 3000))))
    return True


SERIAL_FAULTS: Mapping[str, Fault[SensingHands]] = {
    "cable": _pull_or_plug_serial,
    "noise": _garble_serial,
}


@pytest.mark.parametrize("count", [1, pytest.param(100, marks=pytest.mark.deep)])
def test_games_with_the_pieces_survive_a_bad_serial_cable_at_random(
    tmp_path: Path, count: int
) -> None:
    befallen: Counter[str] = Counter()
    moves = keys = 0
    for seed in range(count):
        with tables(tmp_path / str(seed)) as sit:
            hands = sit(Setup("tongs"), seed, toy)
            befallen += play_through(SERIAL_FAULTS, hands, random.Random(seed))
            moves, keys = moves + hands.moves, keys + hands.keys
    print(f"{count} games, {moves} moves with the pieces, {keys} keys: {dict(befallen)}")
    assert befallen.keys() == SERIAL_FAULTS.keys()
    assert moves
    assert keys


def test_a_microcontroller_that_comes_back_in_the_middle_of_a_move_sees_what_stands_there(
    tmp_path: Path,
) -> None:
    with tables(tmp_path) as sit:
        hands = sit(Setup("squadro"))
        hands.lift("b1")
        hands.cause(lambda faults: faults.unplug("serial"))
        hands.world.run_for(5)
        hands.cause(lambda faults: faults.plug("serial"))
        hands.world.run_for(6)
        hands.world.board.put("b1")
        hands.world.run_for(6)
        hands.play(str(hands.state.legal_moves()[0]))
        assert hands.keys == 0
