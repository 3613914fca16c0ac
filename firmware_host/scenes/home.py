"""Between games: go on with one, begin another, look back, and set the device."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.label import Label
from firmware_host.scenes.base import Question
from firmware_host.scenes.entries import Entry, EntryList
from firmware_host.scenes.played import played
from firmware_host.scenes.preferences import SETTINGS_HELP, Settings
from firmware_host.scenes.prepare import Preparation
from firmware_host.scenes.texts import ABOUT_HELP, show_about
from firmware_host.views import ResumeView, View
from games.core import msg

if TYPE_CHECKING:
    from firmware_host.table import Table

GO_ON_HELP = msg("The game that was left goes on where it was.")
GAME_HELP = msg("OK shows how it is set up. Then it begins.")


@dataclass(frozen=True)
class Home(EntryList):
    """The list of games, first the one that was left; then what is not a game."""

    help = msg("Up and down choose a game, OK takes it.")

    def title(self, table: "Table") -> Label:
        return Label.of(msg("Which game?"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        games = [_game(name, table) for name in table.catalogue.names()]
        # what others have played is nothing for visitors
        before = () if table.device.is_kiosk else played(self, table)
        return (*_left(table), *games, *before, *self._device(table))

    def _device(self, table: "Table") -> tuple[Entry, ...]:
        settings = partial(table.show, Settings(beneath=self))
        return (
            Entry(Label.of(msg("Settings")), Label.of(SETTINGS_HELP), settings),
            Entry(Label.of(msg("About")), Label.of(ABOUT_HELP), partial(show_about, table)),
        )


def _left(table: "Table") -> tuple[Entry, ...]:
    if not table.is_playing:
        return ()
    label = Label.of(msg("Go on: {game}"), game=Label.of(table.playing.game.title))
    return (Entry(label, Label.of(GO_ON_HELP), table.go_on),)


def _game(name: str, table: "Table") -> Entry:
    title = Label.of(table.catalogue.kind(name).title)
    prepare = partial(table.show, Preparation(draft=table.draft(name)))
    return Entry(title, Label.of(GAME_HELP), prepare)


@dataclass(frozen=True)
class Resume(Question):
    """A game was cut off: the board as it should stand, and the question whether it goes on."""

    help = msg("OK goes on with this game, back leaves it.")

    def view(self, table: "Table") -> View:
        session = table.playing
        turn = session.state.turn
        seat = None if turn is None else session.game.seats[turn]
        return ResumeView(table.layout(), Label.of(session.game.title), seat)

    def confirm(self, table: "Table") -> None:
        table.go_on()

    def leave(self, table: "Table") -> None:
        if table.device.is_kiosk:
            table.archive("anew")
        table.start_anew()
