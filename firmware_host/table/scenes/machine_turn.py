"""The machine chooses for a seat of its own; keys, dice and board stay live meanwhile."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.scenes.base import Scene
from firmware_host.thinking.inline import Answer, Question
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table


@dataclass(frozen=True)
class Thinking(Scene):
    """The seat to act thinks about the ``question``."""

    help = msg("The machine chooses its move. Back: it moves at once. Hold left: take back.")
    question: Question
    is_hurried: bool = False

    def view(self, table: "Table") -> View:
        return ThinkingView(table.layout(), table.seat_to_act, table.playing.state.pending)

    def press(self, key: str, table: "Table") -> bool:
        if key == "back":
            table.show(replace(self, is_hurried=True))
        return key == "back"

    def heed(self, answer: Answer, table: "Table") -> None:
        table.act(answer.ranked[0])
        table.go_on()

    def trouble(self, table: "Table") -> Mismatch | None:
        return table.sight.mismatch(table.playing)
