"""What can be done over a game besides playing on, as data."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.table.scenes.correct_throw import Rethrow
from firmware_host.table.scenes.entries import EntriesOverGame, Entry
from firmware_host.table.scenes.notes import ABOUT_HELP, has_rules, show_about, show_rules
from firmware_host.table.scenes.repair import Compare
from firmware_host.table.scenes.resign_draw_leave import (
    DrawAsked,
    NewGameAsked,
    Resign,
    ResignAsked,
    WhoLeaves,
)
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings
from firmware_host.table.scenes.why_not import AskWhy, can_ask
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table


@dataclass(frozen=True)
class Line:
    """A line of the menu: what it does, and whether that makes sense now."""

    label: str
    help: str
    act: Callable[["Table"], None]
    makes_sense: Callable[["Table"], bool]


def _always(table: "Table") -> bool:
    return True


def _is_open(table: "Table") -> bool:
    """Whether the game has not been ended by agreement: then only that can be taken back."""
    return table.playing.seats.agreed is None


def _can_ask_why_not(table: "Table") -> bool:
    return table.is_playing and can_ask(table.playing)


def _has_persons(table: "Table") -> bool:
    return table.is_playing and bool(table.playing.seats.persons)


def _has_others(table: "Table") -> bool:
    return table.is_playing and len(table.playing.seats.present) > 1


def _help(table: "Table") -> None:
    table.go_on()
    table.show_help()


def _settings(table: "Table") -> None:
    table.show(Settings(beneath=table.scene))


def _resign(table: "Table") -> None:
    persons = table.playing.seats.persons
    table.show(ResignAsked(*persons) if len(persons) == 1 else Resign.of(table))


MENU = (
    Line(msg("Go on"), msg("Closes the menu."), lambda table: table.go_on(), _always),
    Line(
        msg("Take back"),
        msg("Takes the last throw or move back. Holding left does so at once."),
        lambda table: table.undo(),
        lambda table: table.can_undo,
    ),
    Line(
        msg("Correct the throw"),
        msg("Sets the last throw anew, as long as no move was made of it."),
        lambda table: table.show(Rethrow.begin(table)),
        lambda table: _is_open(table) and table.can_correct_throw,
    ),
    Line(
        msg("Another move"),
        msg("Takes the last move back and lets you choose another one instead."),
        lambda table: table.replace_move(),
        lambda table: _is_open(table) and table.can_replace_move,
    ),
    Line(
        msg("The board differs"),
        msg("Compares the real board with the display and puts one of them right."),
        lambda table: table.show(Compare.begin(table)),
        lambda table: _is_open(table) and table.can_repair,
    ),
    Line(
        msg("Why not?"),
        msg("Point at a piece and a place: the reason why it may not go there."),
        lambda table: table.show(AskWhy.of(table.playing)),
        _can_ask_why_not,
    ),
    Line(
        msg("Rules in short"),
        msg("What the game is about and what a turn is."),
        show_rules,
        has_rules,
    ),
    Line(
        msg("Help"),
        msg("What the keys do now."),
        _help,
        _always,
    ),
    Line(
        msg("Settings"),
        SETTINGS_HELP,
        _settings,
        _always,
    ),
    Line(
        msg("Save and leave"),
        msg("The game is kept. It can go on later, also after switching off."),
        lambda table: table.go_home(),
        lambda table: not table.device.is_kiosk,
    ),
    Line(
        msg("New game"),
        msg("Leaves this game for good and leads to the list of games."),
        lambda table: table.show(NewGameAsked()),
        lambda table: table.device.is_kiosk,
    ),
    Line(
        msg("Offer a draw"),
        msg("The game ends as a draw if the others agree."),
        lambda table: table.show(DrawAsked.of(table)),
        _has_persons,
    ),
    Line(
        msg("Resign"),
        msg("Somebody gives up. Where the game can, the others play on."),
        _resign,
        _has_persons,
    ),
    Line(
        msg("Somebody leaves"),
        msg("The machine or nobody plays on at a seat, or a person comes back."),
        lambda table: table.show(WhoLeaves()),
        _has_others,
    ),
    Line(
        msg("About"),
        ABOUT_HELP,
        show_about,
        _always,
    ),
)


@dataclass(frozen=True)
class Menu(EntriesOverGame):
    """What can be done besides playing on: the lines that make sense now."""

    help = msg("Up and down choose a line, OK takes it.")

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Menu"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(
            Entry(Message.of(line.label), Message.of(line.help), partial(line.act, table))
            for line in MENU
            if line.makes_sense(table)
        )

    def press(self, key: str, table: "Table") -> bool:
        return super().press("back" if key == "menu" else key, table)
