"""Texts to read over any scene: help, what this device is, and the rules in short."""

from functools import cache

from msgspec.structs import replace

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, GiveUp, HandleDice
from firmware_host.table.scene import Close, Effects, Scene, Show
from firmware_host.text import rule_sheets
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

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
