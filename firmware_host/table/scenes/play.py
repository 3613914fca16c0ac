"""While a game is played: pass, and the end."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_host.screens.start_and_end import GameOverView
from firmware_host.screens.view import View
from firmware_host.screens.why_not import PassView
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.explain_pass import WHY, why_stuck
from firmware_host.table.scenes.base import Question
from games.actions import PASS
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table


ASKING = ("hint", "up", "down")


@dataclass(frozen=True)
class Pass(Question):
    """Nothing can be moved, which the people acknowledge."""

    help = msg("Nothing can be moved. OK goes on, holding left takes the throw back.")

    def press(self, key: str, table: "Table") -> bool:
        if key in ASKING:
            table.explain(Message.of(WHY), why_stuck(table.playing.state))
            return True
        return super().press(key, table)

    def view(self, table: "Table") -> View:
        session = table.playing
        has_thrown = bool(session.game.dice)
        return PassView(table.layout(), table.seat_to_act, session.state.pending, has_thrown)

    def confirm(self, table: "Table") -> None:
        table.act(PASS)
        table.go_on()

    def trouble(self, table: "Table") -> Mismatch | None:
        return table.sight.mismatch(table.playing)


@dataclass(frozen=True)
class Over(Question):
    """The game has ended."""

    help = msg("OK leads to the games, holding left takes the last move back.")

    def view(self, table: "Table") -> View:
        outcome = table.playing.outcome
        assert outcome is not None, "only a game that is over leads here"
        return GameOverView(table.layout(), outcome)

    def confirm(self, table: "Table") -> None:
        table.go_home()

    def trouble(self, table: "Table") -> Mismatch | None:
        is_agreed = table.playing.seats.agreed is not None
        return None if is_agreed else table.sight.mismatch(table.playing)
