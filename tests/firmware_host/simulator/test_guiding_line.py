"""The line that guides people in the simulator: each key that it names does what it says."""

import random
from collections.abc import Callable, Mapping

import pytest

import games
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.moves import PassView
from firmware_host.screens.throw import ThrowView
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.people import People
from firmware_host.simulator.terminal import words
from firmware_host.simulator.terminal.words import KEYBOARD, prompt
from firmware_host.table import effects as fx
from firmware_host.table.device import ThrowSource
from firmware_host.table.effects import Explain, Prefer, ShowLastMove
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import Close, Cover, Effect, Resume, Show
from firmware_host.table.scenes.base import ask_to_take_back
from firmware_host.table.scenes.repair import BoardDiffers, Compare
from firmware_host.table.scenes.staff import StaffMenu
from firmware_host.table.scenes.throw import ThrowAtRandom
from games.message import Message
from tests.table import Begin, put, take

LARGE = (160, 50)
STEPS = [30, pytest.param(600, marks=pytest.mark.deep)]
STARTS_AGAIN = [2, pytest.param(20, marks=pytest.mark.deep)]
STEPS_FROM_A_START = 8
KEYS = ("ok", "ok", "ok", "up", "down", "left", "right", "back", "hint", "menu")
SIMULATED = ("t", "r")
"""Keys of the simulator's own, which are none of the table."""


def _over(hands: Hands) -> None:
    session = hands.world.app.table.game.playing
    if session.outcome is None:
        hands.follow()
        run(hands, fx.Apply({"drawn": True}), Resume())


def _repair(hands: Hands) -> None:
    run(hands, Cover(Compare.begin(hands.world.app.table.context)))


def _staff(hands: Hands) -> None:
    run(hands, Cover(StaffMenu()))


def _board_differs(hands: Hands) -> None:
    table = hands.world.app.table
    point = hands.state.game.board.points[0].name
    run(hands, Show(BoardDiffers(Mismatch((), (point,)), table.scene)))


def _question(hands: Hands) -> None:
    run(hands, *ask_to_take_back())


STARTS: Mapping[str, Callable[[Hands], None]] = {
    "game over": _over,
    "repair": _repair,
    "staff": _staff,
    "board differs": _board_differs,
    "question": _question,
}
"""Screens that a walk at random might miss, and how a table comes to show them."""


def run(hands: Hands, *effects: Effect) -> None:
    hands.world.app.table.run(*effects)
    hands.world.app.redraw()
    hands.world.run_for(0.1)


def named(line: Message) -> list[str]:
    """Return the keys that ``line`` names."""
    return [key for keys in line.text.split("`")[1::2] for key in keys.split()]


def wrong_keys(hands: Hands) -> list[str]:
    """Return what the line says of keys that do nothing, or something else."""
    table, view = hands.world.app.table, hands.world.view
    line = prompt(view, LARGE, board_differs=False, words=hands.world.app.words)
    assert line.text or view.awaited == "nothing", view
    for keys in line.text.split("`")[1::2]:
        assert keys in KEYBOARD or keys in SIMULATED, keys
    wrong = []
    for key in named(line):
        if key in SIMULATED:
            if not (isinstance(view, ThrowView) and view.by_tray):
                wrong.append(f"{key}: {line.text}")
        elif not table.scene.press(key, table.context) and not fx_of(key):
            wrong.append(f"{key}: {line.text}")
    return wrong


def fx_of(key: str) -> bool:
    """Return whether ``key`` does something wherever a scene has no meaning for it."""
    return key == "menu"


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("source", ["tray", "machine", "typed"])
@pytest.mark.parametrize("name", games.names())
def test_every_key_that_the_line_names_does_something(
    begin: Begin, name: str, source: ThrowSource, steps: int
) -> None:
    hands = begin(Setup(name, {}, 0, ("friend", "person")))
    hands.world.app.table.run(Prefer({"dice": source}, for_good=True))
    hands.world.run_for(1)
    rng = random.Random(name + source)
    for _ in range(steps):
        assert wrong_keys(hands) == []
        view = hands.world.view
        if isinstance(view, ThrowView) and view.by_tray and rng.random() < 0.5:
            throw = rng.choice([throw for throw, _ in hands.state.chance_outcomes()])
            hands.world.pi.throw(throw.faces, [die.faces for die in hands.state.game.dice])
            hands.world.run_for(rng.choice((0.5, 1.0, 3.0)))
        elif hands.world.app.ending is None:
            hands.press(rng.choice(KEYS), rng.choice((0.1, 0.1, 0.1, 1.0)))
            hands.world.run_for(0.5)


@pytest.mark.parametrize("times", STARTS_AGAIN)
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("name", games.names())
def test_every_key_that_the_line_names_does_something_from_rare_screens_on(
    begin: Begin, name: str, start: str, times: int
) -> None:
    hands = begin(Setup(name))
    rng = random.Random(name + start)
    for _ in range(times):
        STARTS[start](hands)
        for _ in range(STEPS_FROM_A_START):
            assert wrong_keys(hands) == []
            hands.press(rng.choice(KEYS), 0.1)
            hands.world.run_for(0.5)


def line_of(hands: Hands) -> str:
    world = hands.world
    return prompt(world.view, LARGE, board_differs=False, words=world.app.words).text


def test_over_a_text_with_several_pages_the_line_names_the_keys_that_turn_them(
    begin: Begin,
) -> None:
    hands = begin(Setup("squadro"))
    hands.follow()
    run(hands, Explain(Message.of("Help"), Message.of("Far too long. " * 30)))
    assert "1/" in hands.world.app.words
    assert line_of(hands).startswith("`up down`: other pages")
    run(hands, Close(), Explain(Message.of("Help"), Message.of("Short.")))
    assert line_of(hands) == "`ok`: continue"


def effects(hands: Hands, key: str) -> list[type[Effect]]:
    table = hands.world.app.table
    return [type(effect) for effect in table.scene.press(key, table.context) or ()]


def thrower(begin: Begin, source: ThrowSource, players: tuple[str, ...] = ()) -> Hands:
    hands = begin(Setup("thaayam", {"seats": 2}, 0, players))
    chosen = {"dice": source, "throws_for_machines": False}
    hands.world.app.table.run(Prefer(chosen, for_good=True), Resume())
    hands.world.app.redraw()
    hands.world.run_for(1)
    return hands


def test_the_line_leads_through_a_throw_of_the_machine(begin: Begin) -> None:
    hands = thrower(begin, "machine")
    assert "`ok`: the machine throws" in line_of(hands)
    assert effects(hands, "ok") == [ThrowAtRandom]
    hands.press("up")
    assert "`ok` uses this throw" in line_of(hands)
    assert effects(hands, "ok")[0] == fx.Apply
    assert effects(hands, "back") == [Show]


def test_the_line_leads_through_a_throw_that_is_typed_in(begin: Begin) -> None:
    hands = thrower(begin, "typed")
    assert "enter your throw with `up down`" in line_of(hands)
    hands.press("up")
    assert "`ok` uses this throw" in line_of(hands)


def test_the_line_leads_through_a_throw_on_the_tray(begin: Begin) -> None:
    hands = thrower(begin, "tray")
    assert line_of(hands) == words.THROW_IT
    hands.press("up")
    assert "`ok` uses this throw" in line_of(hands)
    assert effects(hands, "ok")[0] == fx.Apply


def test_at_a_seat_of_the_machine_the_line_names_it(begin: Begin) -> None:
    for source in ("tray", "machine", "typed"):
        hands = thrower(begin, source, ("friend", "person"))
        line = prompt(hands.world.view, LARGE, board_differs=False)
        assert line.text.startswith("{seat} (machine): ")


def test_a_text_over_a_throw_is_closed_by_the_key_that_the_line_names(begin: Begin) -> None:
    hands = thrower(begin, "tray")
    hands.world.app.table.run(Explain(Message.of("title"), Message.of("text")))
    hands.world.run_for(0.1)
    hands.press("hint")
    hands.world.app.redraw()
    hands.world.run_for(0.1)
    assert wrong_keys(hands) == []


def test_at_a_machines_turn_without_a_move_the_line_names_its_seat(begin: Begin) -> None:
    hands = thrower(begin, "typed", ("friend", "person"))
    put(hands, "0 move 0,0,0,0/0,0,0,0 2 - -")
    assert isinstance(hands.world.view, PassView)
    assert line_of(hands) == "{seat} (machine) has no move and passes"


def test_the_line_says_what_answers_a_question(begin: Begin) -> None:
    hands = thrower(begin, "typed")
    _question(hands)
    assert line_of(hands) == "`ok`: yes; `back`: no"


def test_in_the_set_up_the_line_says_that_ok_starts_the_game(begin: Begin) -> None:
    hands = begin()
    hands.press("ok")
    assert line_of(hands).endswith("`left right`: change it; `ok`: start the game")
    take(hands, "More options")
    assert line_of(hands).endswith("`ok`: start the game")
    hands.press("down")
    assert line_of(hands).endswith("`left right`: change it")


def test_back_in_a_choice_leads_to_the_menu_until_something_is_chosen(begin: Begin) -> None:
    hands = begin(Setup("xiangqi4"))
    put(hands, str(hands.state))
    assert line_of(hands).endswith("`back`: menu")
    assert effects(hands, "back") == [fx.ShowMenu]
    for key in ("right", "right", "ok"):
        hands.press(key)
    assert line_of(hands).endswith("`back`: choose again")
    assert effects(hands, "back") == [Show]


def test_while_the_last_move_is_replaced_or_shown_the_board_may_differ(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    put(hands, str(hands.state))
    hands.press("ok")
    run(hands, ShowLastMove())
    assert not is_compared(hands)
    hands.press("ok")
    hands.press("ok")
    run(hands, fx.ReplaceMove())
    assert hands.world.app.words.startswith("New move")
    assert not is_compared(hands)


def is_compared(hands: Hands) -> bool:
    view = hands.world.view
    assert isinstance(view, BoardView)
    return view.is_on_table


def test_a_board_that_is_told_to_differ_does_not_hide_what_the_keys_do(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    hands.follow()
    _repair(hands)
    for keys, line in ((("up",), "change it"), (("ok",), "keep it"), (("ok", "back"), "match?")):
        for key in keys:
            hands.press(key)
        people = People(hands.world.board)
        people.look(TableStep(0.0, hands.world.view))
        assert line in prompt(people.view, LARGE, people.board_differs).text
