"""Visitors of a public table who behave in different ways, at random."""

import random
from collections.abc import Callable, Mapping
from typing import Final

import games
from firmware_host.features.kiosk.scenes import IdlePrompt
from firmware_host.screens.choose import ChooseView, ThinkingView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import PassView, ResumeView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import ProgramThrowsView, ThrownView, ThrowView
from firmware_host.screens.view import View
from firmware_host.table.device import CHOICES
from firmware_host.table.scenes.menu import menu_groups
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from hardware.input.edges import KeyEvent
from tests.faults.monkey import ARROWS, HELD, PRESSED
from tests.firmware_host.features.kiosk.kiosk import Kiosk
from tests.table import label_of, way_to

KEYS: Final = tuple(sorted(set(PRESSED)))
ANSWERED: Final = (SetUpView, HandStepView, ThrowView, ThrownView, PassView, ResumeView, ChooseView)
"""The views that OK continues."""

MAX_PRESSES: Final = 60_000
"""A game that continues after so many presses will never end."""


class Visitor:
    """A person at ``kiosk`` who decides at random by ``rng``."""

    def __init__(self, kiosk: Kiosk, rng: random.Random) -> None:
        self.kiosk, self.rng = kiosk, rng

    @property
    def view(self) -> View:
        return self.kiosk.table.view

    def wait(self, shortest: float, longest: float) -> None:
        self.kiosk.table.run_for(self.rng.uniform(shortest, longest))

    def press(self, key: str) -> None:
        self.wait(0.3, 0.6)
        self.kiosk.press(key)

    def point_at(self, text: str) -> None:
        for _ in menu_groups():
            assert isinstance(self.view, ListView), self.view
            if text in [label_of(row.label) for row in self.view.rows]:
                break
            self.press("right")
        assert isinstance(self.view, ListView), self.view
        for _ in menu_groups():
            view = self.view
            assert isinstance(view, ListView), view
            if text in [label_of(row.label) for row in view.rows]:
                break
            self.press("right")  # the next group of the menu
        for key in way_to(text, self.view):
            self.press(key)

    def take(self, text: str) -> None:
        self.point_at(text)
        self.press("ok")

    def come(self) -> None:
        """Wake the table, leave the game of others, and choose a language; then choose a game."""
        if self.kiosk.is_resting or isinstance(self.kiosk.table.table.scene, IdlePrompt):
            self.press(self.rng.choice(KEYS))
        if isinstance(self.view, ResumeView):
            self.press("back")
        else:
            self.take(Language(self.rng.choice(LANGUAGES)).name)

    def begin(self, name: str) -> None:
        """Choose the game ``name``, maybe change its setup a little, and begin."""
        self.take(games.kind(name).title)
        self.take("More options")
        for _ in range(self.rng.randrange(3)):
            for key in ("down", "right"):
                self.press(key)
            if isinstance(self.view, NoteView):  # this line is no choice: the help says so
                self.press("back")
        self.take("Start")

    def come_and_begin(self) -> None:
        self.come()
        self.begin(self.rng.choice(games.names()))

    def play_on(self) -> None:
        """Do what the screen asks for; choose at random."""
        view, session = self.view, self.kiosk.table.session
        if isinstance(view, ThrowView) and session is not None and session.game.dice:
            self.kiosk.table.run_for(self.rng.uniform(0.2, 1.0))
            self.kiosk.throw(tuple(self.rng.choice(die.faces) for die in session.game.dice))
        elif isinstance(view, ThinkingView | ProgramThrowsView):
            self.wait(1.0, 2.0)
        elif isinstance(view, ChooseView) and self.rng.random() < 0.5:
            self.press(self.rng.choice(ARROWS))
        else:
            self.press("ok" if isinstance(view, ANSWERED) else "back")

    def play(self, presses: int) -> None:
        for _ in range(presses):
            self.play_on()

    @property
    def has_finished(self) -> bool:
        session = self.kiosk.table.session
        return session is not None and session.is_over


def play_a_whole_game(visitor: Visitor, name: str) -> None:
    visitor.come()
    visitor.begin(name)
    for _ in range(MAX_PRESSES):
        if visitor.has_finished:
            return
        visitor.play_on()
    raise AssertionError(f"{name} does not end: {visitor.view}")


def begin_and_walk_away(visitor: Visitor) -> None:
    visitor.come_and_begin()
    visitor.play(visitor.rng.randrange(40))


def leave_for_another(visitor: Visitor) -> None:
    """Leave the game by the menu, begin another one and walk away from it."""
    visitor.come_and_begin()
    visitor.play(visitor.rng.randrange(20))
    visitor.press("menu")
    visitor.take("New game")
    visitor.press("ok")
    visitor.begin(visitor.rng.choice(games.names()))
    visitor.play(5)


def resign(visitor: Visitor) -> None:
    """Begin a game and resign for every person until it ends."""
    visitor.come_and_begin()
    visitor.play(10)
    while not visitor.has_finished:
        session = visitor.kiosk.table.session
        if session is not None and not session.seats.persons:
            visitor.play_on()
            continue
        visitor.press("menu")
        visitor.take("Resign")
        while isinstance(visitor.view, ListView):
            visitor.press("ok")
        visitor.press("ok")


def look_at_the_settings(visitor: Visitor) -> None:
    """Change some settings, and leave."""
    visitor.come()
    visitor.take("Settings")
    for _ in range(visitor.rng.randrange(1, 15)):
        visitor.press(visitor.rng.choice(("down", "right")))


def mash_keys(visitor: Visitor) -> None:
    rng, kiosk = visitor.rng, visitor.kiosk
    for _ in range(rng.randrange(50, 300)):
        kiosk.table.run_for(rng.choice((0.03, 0.1, 0.3)))
        kiosk.press(rng.choice(PRESSED))


def hold_everything(visitor: Visitor) -> None:
    """Press all keys together, longer than anybody does on purpose."""
    if visitor.rng.random() < 0.5:
        visitor.come_and_begin()
    for _ in range(visitor.rng.randrange(1, 4)):
        visitor.wait(0.1, 3.0)
        visitor.kiosk.hear(*(KeyEvent(key, "press") for key in KEYS))
        visitor.wait(1.0, 2.0)
        visitor.kiosk.hear(*(KeyEvent(key, "hold") for key in HELD))
        for _ in range(20):
            visitor.wait(0.1, 0.2)
            visitor.kiosk.hear(*(KeyEvent(key, "repeat") for key in ARROWS))
        visitor.wait(15.0, 20.0)
        visitor.kiosk.hear(*(KeyEvent(key, "stuck") for key in KEYS))
        visitor.kiosk.hear(*(KeyEvent(key, "release") for key in KEYS))


def stop_the_count_down(visitor: Visitor) -> None:
    """Wait until the table asks whether somebody is there, answer, and play on."""
    visitor.come_and_begin()
    for _ in range(visitor.rng.randrange(1, 4)):
        visitor.play(10)
        visitor.wait(91.0, 119.0)
        assert isinstance(visitor.kiosk.table.table.scene, IdlePrompt), visitor.view
        before = visitor.kiosk.table.session
        visitor.press(visitor.rng.choice(KEYS))
        assert visitor.kiosk.table.session is before
        assert before is not None


def pull_the_plug(visitor: Visitor) -> None:
    """Let the power fail in the middle of a game; then continue it, or leave."""
    visitor.come_and_begin()
    visitor.play(visitor.rng.randrange(60))
    visitor.kiosk.pull_the_plug(visitor.rng.uniform(5.0, 900.0))
    visitor.kiosk.start()
    if visitor.rng.random() < 0.6:
        visitor.play(visitor.rng.randrange(60))


def do_the_work_of_staff(visitor: Visitor) -> None:
    """As staff, set the language or the brightness for good, see the counters, or restart."""
    kiosk = visitor.kiosk
    kiosk.open_for_staff()
    for name in visitor.rng.sample(("language", "brightness"), visitor.rng.randrange(3)):
        visitor.point_at(name.capitalize())
        visitor.press("right")
        present, choices = getattr(kiosk.lasting, name), CHOICES[name]
        chosen = choices[(choices.index(present) + 1) % len(choices)]
        kiosk.lasting = kiosk.lasting.but({name: chosen})
    if visitor.rng.random() < 0.5:
        visitor.take("Counters")
        visitor.press("back")
    if visitor.rng.random() < 0.5:
        visitor.take("Restart")
        visitor.press("ok")
        assert kiosk.table.app.ending == "restart"
        kiosk.end(seconds=2.0)
        kiosk.start()


KINDS: Final[Mapping[Callable[[Visitor], None], int]] = {
    begin_and_walk_away: 4,
    leave_for_another: 3,
    resign: 3,
    look_at_the_settings: 2,
    mash_keys: 4,
    hold_everything: 3,
    stop_the_count_down: 3,
    pull_the_plug: 2,
    do_the_work_of_staff: 2,
}
"""What else visitors do, and how often."""
