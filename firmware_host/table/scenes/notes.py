"""Texts over any scene: help, what this device is, the rules in short, and questions.

A question lies over a scene before something in it is lost.
"""

from functools import cache
from typing import Final

from msgspec.structs import replace

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, GiveUp, HandleDice, Undo
from firmware_host.table.scene import Close, Cover, Effects, Scene, Show
from firmware_host.table.scenes.base import ConfirmScene, OverAnything
from firmware_host.text import rule_sheets
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

ANSWERS: Final = Message.of(msg("OK: yes, back: no"))


class Confirmation(OverAnything, ConfirmScene, frozen=True):
    """A ``title`` that asks and a ``text`` that says what OK means.

    OK has the effects ``agreed``; back, or no key for long, returns to the scene beneath.
    """

    help = msg("OK: yes. Back: no.")
    title: Message
    text: Message
    agreed: Effects

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, keys=ANSWERS)

    def confirm(self, context: SceneContext) -> Effects:
        return self.agreed

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)


def ask_to_discard(agreed: Effects) -> Effects:
    """Ask whether what was changed may be lost; OK has the effects ``agreed``."""
    title = Message.of(msg("Discard changes?"))
    text = Message.of(msg("OK: what you entered is lost and the game continues."))
    return (Cover(Confirmation(title, text, agreed)),)


def ask_to_take_back() -> Effects:
    """Ask whether the move that the hands carry out is taken back."""
    title = Message.of(msg("Take the move back?"))
    text = Message.of(msg("OK: the display shows how to put the pieces back."))
    return (Cover(Confirmation(title, text, (Undo(),))),)


PAGES = {"up": -1, "down": 1}
READING = msg("The memory card is being read.")
LEAVE = msg("Back: leave")
ABOUT_HELP = msg("What this device is and where to find its manual.")
ABOUT = msg(
    "tableside {version} for real board games. Free software, MIT licence. Manual: README.md"
    " and docs in the source code."
)


class TextPage(Scene, frozen=True):
    """A text over another scene: up and down turn its pages, any other key closes it."""

    help = ""
    is_overlay = True
    times_out = True
    follows_beneath = True
    title: Message
    text: Message
    page: int = 0

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, page=self.page)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in PAGES:
            return (Show(replace(self, page=self.page + PAGES[key])),)
        return (Close(),)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Close: dice that are thrown matter to the scene beneath."""
        return (Close(), HandleDice(event))

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(), GiveUp())


class WaitPage(TextPage, frozen=True):
    """Says that files are read or written: back leaves it, and what follows from them too."""

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, keys=Message.of(LEAVE))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),) if key == "back" else ()


def show_about(context: SceneContext) -> Effects:
    """Explain what this device is."""
    text = Message.of(ABOUT, version=context.device.version)
    return (Explain(Message.of(msg("About")), text),)


def has_rules(context: SceneContext) -> bool:
    """Return whether the game on the table came with a rule sheet."""
    return bool(_rules(context.playing.game.name, context.preferences.language))


def show_rules(context: SceneContext) -> Effects:
    """Explain what the game on the table is about, and what a turn is."""
    game = context.playing.game
    text = _rules(game.name, context.preferences.language)
    return (Explain(Message.of(game.title), Message.of("{rules}", rules=text)),)


@cache
def _rules(game: str, language: str) -> str:
    try:
        return rule_sheets.in_short(game, language)
    except rule_sheets.SheetError:
        return ""
