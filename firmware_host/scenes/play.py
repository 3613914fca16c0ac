"""While a game is played: choose, carry out, pass, and the end."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from firmware_host.chooser import ARROWS, Chooser
from firmware_host.scenes.base import ListScene, Scene
from firmware_host.views import (
    ChooseView,
    GuideView,
    Label,
    NoteView,
    OverView,
    PassView,
    Row,
    View,
)
from games.core import PASS, msg

if TYPE_CHECKING:
    from firmware_host.table import Table


@dataclass(frozen=True)
class Choose(Scene):
    """A person picks one of the legal moves."""

    help = msg("Arrows choose, OK takes. Back: one step back. Hold left: take back.")
    chooser: Chooser
    targets_shown: bool = False

    def view(self, table: "Table") -> View:
        chooser = self.chooser
        return ChooseView(
            table.layout(),
            table.seat_to_act,
            table.playing.state.pending,
            chooser.options,
            chooser.option,
            chooser.picked,
            chooser.preview,
            chooser.moves,
            self.targets_shown,
        )

    def press(self, key: str, table: "Table") -> bool:
        if key in ARROWS:
            table.show(replace(self, chooser=self.chooser.pressed(key)))
        elif key == "ok":
            self._confirm(table)
        elif key == "back":
            self._back(table)
        elif key == "hint":
            table.show(replace(self, targets_shown=not self.targets_shown))
        else:
            return False
        return True

    def _confirm(self, table: "Table") -> None:
        chooser = self.chooser.confirmed()
        if chooser.chosen is None:
            table.show(replace(self, chooser=chooser))
        else:
            table.act(chooser.chosen)
            table.go_on()

    def _back(self, table: "Table") -> None:
        earlier = self.chooser.back()
        table.show(Menu() if earlier is None else replace(self, chooser=earlier))


class Question(Scene):
    """A screen that OK answers with yes; back answers with no, or leads to the menu."""

    @abstractmethod
    def confirm(self, table: "Table") -> None:
        """Do what OK says."""

    def leave(self, table: "Table") -> None:
        """Do what back says."""
        table.show(Menu())

    def press(self, key: str, table: "Table") -> bool:
        if key not in ("ok", "back"):
            return False
        (self.confirm if key == "ok" else self.leave)(table)
        return True


@dataclass(frozen=True)
class Guide(Question):
    """The hands carry out acts one by one."""

    help = msg("Do what the line says on the real board, then press OK. Back: take back.")

    def view(self, table: "Table") -> View:
        session = table.playing
        acts = session.acts
        why: Literal["move", "machine", "undo"] = "undo"
        turn = None
        if acts.forward:
            before = session.states[-2]
            why = "machine" if session.is_machines_choice(before) else "move"
            turn = before.turn
        seat = None if turn is None else session.game.seats[turn]
        number, total = acts.done + 1, len(acts.steps)
        return GuideView(table.layout(), seat, acts.left[0], number, total, why)

    def confirm(self, table: "Table") -> None:
        table.record({"act": table.playing.acts.done + 1})
        table.go_on()

    def leave(self, table: "Table") -> None:
        if table.playing.acts.forward:
            table.undo()
        else:
            super().leave(table)


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
        return True
