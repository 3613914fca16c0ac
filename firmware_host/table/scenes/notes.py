"""Texts to read over any scene: what this device is, and the rules in short."""

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.scenes.base import Scene
from firmware_host.text import rule_sheets
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

PAGES = {"up": -1, "down": 1}
ABOUT_HELP = msg("What this device is, and where its manual is.")
ABOUT = msg(
    "tableside {version} for real board games. Free software, MIT licence."
    " Manual: README.md and docs in its source."
)


@dataclass(frozen=True)
class Note(Scene):
    """A text over another scene: up and down turn its pages, any other key closes it."""

    help = ""
    is_overlay = True
    times_out = True
    title: Message
    text: Message
    beneath: Scene
    page: int = 0

    def view(self, table: "Table") -> View:
        return NoteView(self.title, self.text, page=self.page)

    def press(self, key: str, table: "Table") -> bool:
        if key in PAGES:
            table.show(replace(self, page=self.page + PAGES[key]))
        else:
            table.uncover(self.beneath)
        return True

    def is_left_open(self, table: "Table") -> bool:
        return super().is_left_open(table) or self.beneath.is_left_open(table)

    def give_up(self, table: "Table") -> None:
        self.beneath.give_up(table)


def show_about(table: "Table") -> None:
    """Tell what this device is."""
    table.explain(Message.of(msg("About")), Message.of(ABOUT, version=table.device.version))


def has_rules(table: "Table") -> bool:
    """Whether the game on the table came with a rule sheet."""
    return bool(_rules(table.playing.game.name, table.preferences.language))


def show_rules(table: "Table") -> None:
    """Tell what the game on the table is about, and what a turn is."""
    game = table.playing.game
    text = _rules(game.name, table.preferences.language)
    table.explain(Message.of(game.title), Message.of("{rules}", rules=text))


@cache
def _rules(game: str, language: str) -> str:
    try:
        return rule_sheets.in_short(game, language)
    except rule_sheets.SheetError:
        return ""
