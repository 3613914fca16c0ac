"""While a game is played: pass, the end, and what lies over the game: menu and notes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_host.scenes.base import ListScene, Question, Scene
from firmware_host.trouble import Trouble
from firmware_host.views import Label, NoteView, OverView, PassView, Row, View
from games.core import PASS, msg

if TYPE_CHECKING:
    from firmware_host.table import Table


@dataclass(frozen=True)
class Pass(Question):
    """Nothing can be moved, which the people acknowledge."""

    help = msg("Nothing can be moved. OK goes on, holding left takes the throw back.")

    def view(self, table: "Table") -> View:
        session = table.playing
        has_thrown = bool(session.game.dice)
        return PassView(table.layout(), table.seat_to_act, session.state.pending, has_thrown)

    def confirm(self, table: "Table") -> None:
        table.act(PASS)
        table.go_on()

    def trouble(self, table: "Table") -> Trouble | None:
        return table.sight.difference(table.playing)


@dataclass(frozen=True)
class Over(Question):
    """The game has ended."""

    help = msg("OK leads to the games, holding left takes the last move back.")

    def view(self, table: "Table") -> View:
        outcome = table.playing.state.outcome()
        assert outcome is not None, "only a state that is over leads here"
        return OverView(table.layout(), outcome)

    def confirm(self, table: "Table") -> None:
        table.go_home()

    def trouble(self, table: "Table") -> Trouble | None:
        return table.sight.difference(table.playing)


MENU = (
    (msg("Go on"), "go_on"),
    (msg("Take back"), "undo"),
    (msg("Help"), "help"),
    (msg("Leave the game"), "leave"),
)


@dataclass(frozen=True)
class Menu(ListScene):
    """What can be done besides playing on."""

    help = msg("Up and down choose a line, OK takes it.")
    is_overlay = True

    def title(self, table: "Table") -> Label:
        return Label.of(msg("Menu"))

    def rows(self, table: "Table") -> tuple[Row, ...]:
        return tuple(Row(Label.of(label)) for label, _ in MENU)

    def choose(self, table: "Table") -> None:
        match MENU[self.cursor][1]:
            case "go_on":
                table.go_on()
            case "undo":
                table.undo()
            case "help":
                table.go_on()
                table.show_help()
            case "leave":
                table.go_home()

    def leave(self, table: "Table") -> bool:
        table.go_on()
        return True

    def press(self, key: str, table: "Table") -> bool:
        return super().press("back" if key == "menu" else key, table)


@dataclass(frozen=True)
class Note(Scene):
    """A text over another scene, closed by any key."""

    help = ""
    is_overlay = True
    title: Label
    text: Label
    beneath: Scene

    def view(self, table: "Table") -> View:
        return NoteView(self.title, self.text)

    def press(self, key: str, table: "Table") -> bool:
        table.show(self.beneath)
        self.beneath.watch(table)
        return True
