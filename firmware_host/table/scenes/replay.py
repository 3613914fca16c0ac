"""Games played before, once more, moment by moment."""

from abc import abstractmethod
from typing import ClassVar

from msgspec.structs import replace

from firmware_host.screens.start_and_end import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.replay import GameReplay
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import EndProgram
from firmware_host.table.scene import Close, Effects, Scene, Show
from games.actions import Move
from games.message import Message, msg

STEPS = {"left": -1, "right": 1, "up": -10, "down": 10}


class Replay(Scene, frozen=True):
    """The moment ``number`` of a game that is replayed.

    ``back`` and ``ok`` say what these keys do; an empty ``ok`` leaves too.
    """

    back: ClassVar[str]
    ok: ClassVar[str] = ""
    replay: GameReplay
    number: int = 0

    @abstractmethod
    def leave(self) -> Effects:
        """Return what follows when people have seen enough."""

    def take(self, context: SceneContext) -> Effects:
        """Return what follows from OK at this moment."""
        return self.leave()

    def view(self, context: SceneContext) -> View:
        game, moments = self.replay.game, self.replay.moments
        moment, total = moments[self.number], len(moments) - 1
        return ReplayView(
            Layout(game.board, game.seats, moment.state.pieces()),
            self.number,
            total,
            moment.seat,
            self._what,
            moment.action if isinstance(moment.action, Move) else None,
            self.replay.result if self.number == total else None,
            self.back,
            self.ok,
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in STEPS:
            number = max(0, min(self.number + STEPS[key], len(self.replay.moments) - 1))
            return (Show(replace(self, number=number)),)
        if key == "ok":
            return self.take(context)
        return self.leave() if key == "back" else None

    @property
    def _what(self) -> Message:
        """The action that led to this moment."""
        if self.number == 0:
            return Message.of("")
        before, moment = self.replay.moments[self.number - 1 : self.number + 1]
        return names.action(moment.action, before.state.pieces())


class ReplayOfKept(Replay, frozen=True):
    """One of the games of this table, over the list of them."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: leave.")
    back = msg("Back: leave")

    def leave(self) -> Effects:
        return (Close(),)


class ReplayOfRecord(Replay, frozen=True):
    """The game of a record that the program was started to show."""

    help = msg("Left and right: one step. Up and down: ten steps. Back: quit.")
    back = msg("Back: quit")

    def leave(self) -> Effects:
        return (EndProgram("shown"),)
