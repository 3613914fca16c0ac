"""How many presses common tasks take: the fewest by which somebody who knows the way does them.

A hold counts as one press. What hands do with dice and pieces is not counted, except the OK after
each step.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView, ReplayView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import ProgramThrowsView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import HOLD_SECONDS, Hands
from firmware_host.table.context import SceneContext
from firmware_host.table.scenes.menu import menu_groups
from firmware_host.text import LANGUAGES
from games.equipment import OFF
from tests.table import Begin, OneGame, lines, way_to, words

SQUADRO, THAAYAM = Setup("squadro"), Setup("thaayam")


class Counted:
    """Hands whose presses are counted."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.count = hands, 0

    @property
    def view(self) -> object:
        return self.hands.world.view

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hands.press(key)
        self.count += len(keys)

    def hold(self, key: str) -> None:
        self.hands.press(key, HOLD_SECONDS)
        self.count += 1

    def choose(self, label: str) -> None:
        """Choose the line ``label`` of the list on the screen by the fewest presses."""
        self.point(label)
        self.press("ok")

    def point(self, label: str) -> None:
        """Put the cursor on the line ``label``, in the menu in any group."""
        if words(self.hands).startswith("Menu"):
            self.press(*way_to_group(label, self.hands.world.app.table.context))
        view = self.view
        assert isinstance(view, ListView), words(self.hands)
        self.press(*way_to(label, view))

    def choose_in_menu(self, label: str) -> None:
        self.press("back")
        self.choose(label)


def way_to_group(label: str, context: SceneContext) -> Sequence[str]:
    """Return the fewest presses from the first group of the menu to that of the line ``label``."""
    groups = [[line.label for line in group.shown(context)] for group in menu_groups()]
    shown = [labels for labels in groups if labels]
    right = next(number for number, labels in enumerate(shown) if label in labels)
    return min(("right",) * right, ("left",) * (len(shown) - right), key=len)


def new_game(begin: Begin) -> Counted:
    """From the list of games to the first throw: four people."""
    counted = Counted(begin(catalogue=OneGame("thaayam")))
    counted.choose("Thaayam")
    counted.press("left", "ok")
    assert isinstance(counted.view, ThrowView)
    return counted


def against_machines(begin: Begin) -> Counted:
    """From the list of games to the first throw: one person, three machines."""
    counted = Counted(begin(catalogue=OneGame("thaayam")))
    counted.choose("Thaayam")
    counted.press("ok")
    assert isinstance(counted.view, ThrowView | ProgramThrowsView)
    assert len(counted.hands.world.app.table.game.playing.seats.machines) == 3
    return counted


def playing(begin: Begin, setup: Setup = SQUADRO) -> Counted:
    hands = begin(setup)
    hands.follow()
    return Counted(hands)


def undo(begin: Begin) -> Counted:
    """After a move: it is taken back, on the board too."""
    counted = playing(begin)
    counted.hands.play("A3:0-2")
    counted.hold("left")
    counted.press("ok")
    assert isinstance(counted.view, ChooseView)
    return counted


def repair(begin: Begin) -> Counted:
    """One piece was knocked off the board: the display leads it back."""
    counted = playing(begin)
    board = counted.hands.world.board
    board.pieces = tuple(
        replace(piece, place=OFF, facing="south") if piece.place == "d1" else piece
        for piece in board.pieces
    )
    counted.choose_in_menu("Fix the board")
    counted.press("up", *("down",) * 3, "ok", "ok", "back", "ok")
    counted.choose("Change the pieces")
    counted.press("ok")
    assert isinstance(counted.view, ChooseView)
    return counted


def correct_throw(begin: Begin) -> Counted:
    """A throw was counted wrong by one."""
    counted = playing(begin, THAAYAM)
    counted.hands.throw("4")
    counted.hands.look_up()
    counted.choose_in_menu("Correct the throw")
    counted.press("up", "ok")
    assert isinstance(counted.view, ThrowView)
    return counted


def resign(begin: Begin) -> Counted:
    """The player whose turn it is resigns."""
    counted = playing(begin)
    counted.choose_in_menu("Resign")
    counted.press("ok", "ok")
    assert isinstance(counted.view, GameOverView)
    return counted


def language(begin: Begin) -> Counted:
    """During a game: the next language of the list."""
    counted = playing(begin)
    counted.choose_in_menu("Settings")
    counted.press("right")
    assert counted.hands.world.app.table.context.preferences.language == LANGUAGES[1]
    return counted


def rules(begin: Begin) -> Counted:
    """During a game: the rules in short are on the screen."""
    counted = playing(begin)
    counted.choose_in_menu("Rules in short")
    assert isinstance(counted.view, NoteView)
    return counted


def over(begin: Begin) -> Counted:
    counted = playing(begin)
    counted.hands.play("A3:0-2")
    counted.choose_in_menu("Resign")
    counted.press("ok", "ok")
    counted.count = 0
    return counted


def replay(begin: Begin) -> Counted:
    """After a game: its first moment is on the screen."""
    counted = over(begin)
    counted.press("ok")
    counted.choose("Replay the game")
    assert isinstance(counted.view, ReplayView)
    return counted


def again(begin: Begin) -> Counted:
    """After a game: the same one again, the pieces stand already, the first move is awaited."""
    counted = over(begin)
    counted.press("ok")
    counted.choose("Play again")
    counted.press("right")
    assert isinstance(counted.view, ChooseView)
    return counted


@dataclass(frozen=True)
class Task:
    do: Callable[[Begin], Counted]
    most: int


TASKS = (
    Task(new_game, 3),
    Task(against_machines, 2),
    Task(undo, 2),
    Task(repair, 13),
    Task(correct_throw, 5),
    Task(resign, 6),
    Task(language, 6),
    Task(rules, 4),
    Task(replay, 4),
    Task(again, 3),
)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.do.__name__)
def test_a_common_task_takes_few_presses(begin: Begin, task: Task) -> None:
    count = task.do(begin).count
    print(f"{task.do.__name__}: {count} presses, at most {task.most}")
    assert count <= task.most


def test_every_line_of_the_menu_is_at_most_six_presses_away(begin: Begin) -> None:
    counted = playing(begin)
    counted.hands.play("A3:0-2")
    for number in range(len(menu_groups())):
        for label in labels_of_group(counted, number):
            counted.count = 0
            counted.press("back")
            counted.point(label)
            assert counted.count + 1 <= 6, label
            counted.press("back")


def labels_of_group(counted: Counted, number: int) -> list[str]:
    counted.press("back", *("right",) * number)
    labels = lines(counted.hands)
    assert 0 < len(labels) <= 5
    counted.press("back")
    return labels
