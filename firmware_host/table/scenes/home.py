"""Between games: go on with one, begin another, look back, and set the device."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.screens.start_and_end import ResumeView
from firmware_host.screens.view import View
from firmware_host.table.scenes.base import Question
from firmware_host.table.scenes.entries import Entry, EntryList
from firmware_host.table.scenes.game_setup import Preparation
from firmware_host.table.scenes.notes import ABOUT_HELP, show_about
from firmware_host.table.scenes.replay import played
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

GO_ON_HELP = msg("The game that was left goes on where it was.")
GAME_HELP = msg("OK shows how it is set up. Then it begins.")


@dataclass(frozen=True)
class Home(EntryList):
    """The list of games, first the one that was left; then what is not a game."""

    help = msg("Up and down choose a game, OK takes it.")

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Which game?"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        games = [_game(name, table) for name in table.catalogue.names()]
        # what others have played is nothing for visitors
        before = () if table.device.is_kiosk else played(self, table)
        return (*_left(table), *games, *before, *self._device(table))

    def _device(self, table: "Table") -> tuple[Entry, ...]:
        settings = partial(table.show, Settings(beneath=self))
        return (
            Entry(Message.of(msg("Settings")), Message.of(SETTINGS_HELP), settings),
            Entry(Message.of(msg("About")), Message.of(ABOUT_HELP), partial(show_about, table)),
        )


def _left(table: "Table") -> tuple[Entry, ...]:
    if not table.is_playing:
        return ()
    label = Message.of(msg("Go on: {game}"), game=Message.of(table.playing.game.title))
    return (Entry(label, Message.of(GO_ON_HELP), table.go_on),)


def _game(name: str, table: "Table") -> Entry:
    title = Message.of(table.catalogue.kind(name).title)
    prepare = partial(table.show, Preparation(draft=table.draft(name)))
    return Entry(title, Message.of(GAME_HELP), prepare)


@dataclass(frozen=True)
class Resume(Question):
    """A game was cut off: the board as it should stand, and the question whether it goes on."""

    help = msg("OK goes on with this game, back leaves it.")

    def view(self, table: "Table") -> View:
        session = table.playing
        turn = session.state.turn
        seat = None if turn is None else session.game.seats[turn]
        return ResumeView(table.layout(), Message.of(session.game.title), seat)

    def confirm(self, table: "Table") -> None:
        table.go_on()

    def leave(self, table: "Table") -> None:
        if table.device.is_kiosk:
            table.archive("anew")
        table.start_anew()
