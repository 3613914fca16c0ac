"""Back leads one step out, and the foot of every screen says where."""

import random
import re
from collections.abc import Iterator, Mapping

import pytest

import games
from firmware_host.screens import paint
from firmware_host.screens.view import Frame
from firmware_host.table import effects as fx
from firmware_host.table.scene import Close, Cover, Effects, Resume, Scene, Show
from firmware_host.table.scenes.base import Confirmation, TextPage
from firmware_host.table.scenes.menu import Menu, menu_groups
from firmware_host.table.scenes.next_scene import AfterGame
from firmware_host.table.scenes.repair import Compare
from firmware_host.table.table import Table
from firmware_host.text.translator import Language
from tests.firmware_host.screens.positions import choice, states
from tests.firmware_host.screens.stage import Stage

SIZE = (256, 128)
"""A display on which the whole foot is always written."""

KEYS = ("up", "down", "left", "right", *4 * ("ok",), "back", "hint", "menu")
WALK = 400
SCENES = 12
"""So many kinds of scenes are met at least in a walk of each game."""

ENGLISH = Language("en")
BACK = re.compile(r"[Bb]ack: (\S+)")


def foot(table: Table) -> str | None:
    """Return what the screen says that back does; None if it says nothing."""
    canvas = paint(Frame(table.frame.view), SIZE, ENGLISH)
    found = BACK.findall(canvas.words.replace("\N{NO-BREAK SPACE}", " "))
    return found[-1] if found else None


def beneath(table: Table) -> Scene | None:
    scenes = table.scenes.all
    return scenes[1] if len(scenes) > 1 else None


PLACES: Mapping[Effects | None, str] = {
    None: "nowhere",
    (fx.ShowMenu(),): "menu",
    (Resume(),): "game",
}


def leads(table: Table, effects: Effects | None) -> str:
    """Return in one word where ``effects`` lead from the scene that is shown."""
    match effects:
        case (fx.GoHome(),):
            return "games"
        case (Close(),) | (fx.Remember(), Close()):
            return "menu" if isinstance(beneath(table), Menu) else "beneath"
        case (Cover(Confirmation()),):
            return "question"
        case (fx.PlaceGroups(int(count)), Resume()):
            return f"{count + 1}/"
        case (Show(Compare(number=number)),) if isinstance(table.scene, Compare):
            return f"{number + 1}/"
        case (Show(_),):
            return "step"
    return PLACES.get(effects, "other")


MEANINGS = {
    "menu": {"menu"},
    "game": {"game", "beneath"},
    "games": {"games"},
    "people": {"step"},
    "done": {"beneath", "menu", "step"},
    "list": {"beneath"},
    "result": {"beneath"},
    "seats": {"beneath"},
    "review": {"beneath"},
    "leave": {"beneath", "menu"},
    "leave?": {"question"},
    "undo?": {"question"},
    "no": {"step", "beneath", "menu", "other"},
    "1": {"step"},
    "piece": {"step"},
    "check": {"step"},
}
"""Where back may lead by the word that stands at the foot."""


def agree(word: str | None, place: str, same_as_ok: bool) -> bool:
    """Return whether the ``word`` at the foot says where back leads."""
    if word is None:
        return place == "nowhere" or same_as_ok
    return word.startswith(place) if place.endswith("/") else place in MEANINGS.get(word, set())


def walk(game: str, steps: int, seed: str) -> Iterator[Stage]:
    """Press keys at random, mostly those that go on, and yield the table before each."""
    stage, rng = Stage(game, dice_are_read=False), random.Random(seed)
    for _ in range(steps):
        yield stage
        stage.press(rng.choice(KEYS))


def disagreement(table: Table) -> str:
    """Return what is wrong about back in the scene that is shown, "" if nothing is."""
    scene, context = table.scene, table.context
    back, ok = scene.press("back", context), scene.press("ok", context)
    if isinstance(scene, TextPage):
        return "" if back == (Close(),) else f"{scene}: {back}"
    word, place = foot(table), leads(table, back)
    if not agree(word, place, back == ok):
        return f"{type(scene).__name__}: the foot says {word}, back leads to {place}: {back}"
    said = " ".join(map(str, scene.help_lines(context)))
    is_told = word is None or "back" in said.casefold()
    return "" if is_told else f"{type(scene).__name__}: the help does not name back: {said}"


@pytest.mark.parametrize("game", games.names())
def test_the_foot_says_what_back_does_in_every_scene(game: str) -> None:
    seen: set[str] = set()
    for stage in walk(game, WALK, f"{game} again"):
        seen.add(kind_shown(stage))
        assert disagreement(stage.table) == ""
        assert_nothing_is_taken_back(stage.table)
        assert_closing_help_changes_nothing(stage.table)
    assert len(seen) >= SCENES, sorted(seen)


def assert_nothing_is_taken_back(table: Table) -> None:
    effects = table.scene.press("back", table.context) or ()
    taken = (fx.Undo, fx.ReplaceMove, fx.ReplaceThrow, fx.Apply, fx.LeaveGame)
    assert not any(isinstance(effect, taken) for effect in effects), table.scene


def assert_closing_help_changes_nothing(table: Table) -> None:
    before = table.scene, table.scenes.all, played(table)
    table.run(fx.ShowHelp(), fx.ShowHelp())
    for _ in range(2):
        table.run(*(table.scene.press("back", table.context) or ()))
    assert (table.scene, table.scenes.all, played(table)) == before


@pytest.mark.parametrize("game", games.names())
def test_the_foot_says_what_back_does_in_all_that_the_menu_opens(game: str) -> None:
    for group in menu_groups():
        for line in group.lines:
            stage = Stage(game, choice(game), dice_are_read=False)
            stage.table.run(fx.ShowMenu())
            if line.makes_sense(stage.table.context):
                stage.table.run(*line.act(stage.table.context))
                assert disagreement(stage.table) == ""
                stage.press("ok")
                assert disagreement(stage.table) == ""


@pytest.mark.parametrize("game", games.names())
def test_the_foot_says_what_back_does_after_a_game(game: str) -> None:
    stage = Stage(game, states(game)[-1])
    assert disagreement(stage.table) == ""
    stage.press("ok")
    scene = stage.table.scene
    assert isinstance(scene, AfterGame)
    for _ in scene.entries(stage.table.context):
        assert disagreement(stage.table) == ""
        stage.press("down")
    stage.press("down", "down", "ok")
    assert disagreement(stage.table) == ""


@pytest.mark.deep
@pytest.mark.parametrize("game", games.names())
def test_the_foot_says_what_back_does_in_very_many_scenes(game: str) -> None:
    for number in range(10):
        for stage in walk(game, 3000, f"{game}{number}"):
            assert disagreement(stage.table) == ""


def played(table: Table) -> list[str]:
    session = table.game.session
    return [] if session is None else [str(action) for action in session.actions]


def kind_shown(stage: Stage) -> str:
    return type(stage.table.scene).__name__


def test_what_is_entered_in_a_comparison_is_not_lost_by_back_or_by_the_menu() -> None:
    stage = Stage("squadro", games.load("squadro").start())
    stage.table.run(fx.ShowMenu())
    stage.table.run(Cover(Compare.begin(stage.table.context)))
    stage.press("up", "ok", "up", "ok", "back")
    entered: Scene = stage.table.scene
    assert entered.is_edited(stage.table.context)
    stage.press("back")
    assert kind_shown(stage) == "Confirmation"
    stage.press("back")
    assert stage.table.scene == entered
    stage.press("menu")
    assert kind_shown(stage) == "Menu"
    stage.press("ok")
    assert stage.table.scene == entered
    stage.press("back", "ok")
    assert kind_shown(stage) == "Menu"


def test_a_disagreement_is_found() -> None:
    assert not agree("menu", "game", same_as_ok=False)
    assert not agree(None, "menu", same_as_ok=False)
    assert agree(None, "menu", same_as_ok=True)
    assert agree("2/4", "2/", same_as_ok=False)
