"""The menu over a game, as data."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.table.context import SceneContext
from firmware_host.table.effects import (
    Effects,
    GoHome,
    ReplaceMove,
    Resume,
    ShowHelp,
    Undo,
)
from firmware_host.table.scenes.base import Cover, Show
from firmware_host.table.scenes.correct_throw import CorrectThrow
from firmware_host.table.scenes.entries import Act, EntriesOverGame, Entry, returning
from firmware_host.table.scenes.notes import ABOUT_HELP, has_rules, show_about, show_rules
from firmware_host.table.scenes.repair import Compare
from firmware_host.table.scenes.resign_draw_leave import (
    ConfirmNewGame,
    OfferDraw,
    WhoLeaves,
    ask_who_resigns,
)
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings
from firmware_host.table.scenes.why_not import AskWhy, can_ask
from games.message import Message, msg

Condition = Callable[[SceneContext], bool]


@dataclass(frozen=True)
class MenuLine:
    """A line of the menu: what it does, and whether that makes sense now."""

    label: str
    help: str
    act: Act
    makes_sense: Condition


def _always(context: SceneContext) -> bool:
    return True


def _is_open(context: SceneContext) -> bool:
    """Return whether the game has not been ended by agreement, which could only be taken back."""
    return context.playing.seats.agreed is None


def _can_ask_why_not(context: SceneContext) -> bool:
    return context.is_playing and can_ask(context.playing)


def _has_persons(context: SceneContext) -> bool:
    return context.is_playing and bool(context.playing.seats.persons)


def _has_others(context: SceneContext) -> bool:
    return context.is_playing and len(context.playing.seats.present) > 1


def _compare(context: SceneContext) -> Effects:
    return (Show(Compare.begin(context)),)


MENU = (
    MenuLine(msg("Resume"), msg("Return to the game."), returning(Resume()), _always),
    MenuLine(
        msg("Take back"),
        msg("Take back the last throw or move. Shortcut: hold left."),
        returning(Undo()),
        lambda context: context.playing.can_undo,
    ),
    MenuLine(
        msg("Correct the throw"),
        msg("Change the last throw (before moving)."),
        lambda context: (Show(CorrectThrow.begin(context)),),
        lambda context: _is_open(context) and bool(context.playing.unplayed_throws()),
    ),
    MenuLine(
        msg("Change my last move"),
        msg("Take back the last move and choose another one."),
        returning(ReplaceMove()),
        lambda context: _is_open(context) and context.playing.replace_size() > 0,
    ),
    MenuLine(
        msg("Fix the board"),
        msg("Compare your board with the display, then correct one of them."),
        _compare,
        _is_open,
    ),
    MenuLine(
        msg("Why not?"),
        msg("Choose a piece and a square to see why it cannot go there."),
        lambda context: (Show(AskWhy.of(context.playing)),),
        _can_ask_why_not,
    ),
    MenuLine(
        msg("Rules in short"),
        msg("What the game is about and how a turn works."),
        show_rules,
        has_rules,
    ),
    MenuLine(
        msg("Help"),
        msg("What the keys do now."),
        returning(Resume(), ShowHelp()),
        _always,
    ),
    MenuLine(
        msg("Settings"),
        SETTINGS_HELP,
        returning(Cover(Settings())),
        _always,
    ),
    MenuLine(
        msg("Save and leave"),
        msg("The game is saved. You can resume it later, even after switching off."),
        returning(GoHome()),
        lambda context: not context.device.is_kiosk,
    ),
    MenuLine(
        msg("New game"),
        msg("Leave this game for good and choose another one."),
        returning(Show(ConfirmNewGame())),
        lambda context: context.device.is_kiosk,
    ),
    MenuLine(
        msg("Offer a draw"),
        msg("The game ends in a draw if the others agree."),
        lambda context: (Show(OfferDraw.begin(context)),),
        _has_persons,
    ),
    MenuLine(
        msg("Resign"),
        msg("One player resigns. If the game allows it, the others play on."),
        ask_who_resigns,
        _has_persons,
    ),
    MenuLine(
        msg("Change players"),
        msg("Hand a seat to the machine, leave it empty, or take it back."),
        returning(Show(WhoLeaves())),
        _has_others,
    ),
    MenuLine(
        msg("About"),
        ABOUT_HELP,
        show_about,
        _always,
    ),
)


@dataclass(frozen=True)
class Menu(EntriesOverGame):
    """The lines of the menu that make sense now."""

    help = msg("Up and down: choose a line. OK: open it.")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Menu"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(Message.of(line.label), Message.of(line.help), line.act)
            for line in MENU
            if line.makes_sense(context)
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return super().press("back" if key == "menu" else key, context)
