"""A throw is awaited: from the tray, from the machine, or set by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.throw import DiceState, ThrownView, ThrowView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.table.preferences import Throwing
from firmware_host.table.scenes.base import Scene
from games.actions import Throw
from games.equipment import Seat
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

if TYPE_CHECKING:
    from firmware_host.table.table import Table

SHOWN_SECONDS = 1.2
"""For so long a throw that counts is shown."""

NOT_READ = msg("Tray not in use: see settings")
HELPS: Mapping[Throwing, str] = {
    "tray": msg("Lift the cup, throw, put it down. Or set the throw with up and down, then OK."),
    "machine": msg("OK lets the machine throw. Or set a throw with up and down, then OK."),
    "typed": msg("Throw your dice. Set what fell with up and down, then OK."),
}
SET_STEPS = {"up": 1, "right": 1, "down": -1, "left": -1}


@dataclass(frozen=True)
class AwaitThrow(Scene):
    """The seat throws; the tray is watched, and arrows set a throw by hand.

    What was read in doubt counts when a person says so.
    """

    help = HELPS["tray"]
    state: DiceState = "waiting"
    seen: Throw | None = None
    typed: int | None = None

    @classmethod
    def of(cls, table: "Table") -> "AwaitThrow":
        """Begin to wait; people who throw dice of their own are asked for the throw at once."""
        is_lifted = table.is_cup_lifted and table.dice_are_read
        return cls("lifted" if is_lifted else "waiting", typed=0 if _is_own(table) else None)

    def view(self, table: "Table") -> View:
        position = table.playing.state
        return ThrowView(
            table.layout(),
            table.seat_to_act,
            position.pending,
            self.state,
            by_tray=table.dice_are_read,
            has_dice=bool(table.playing.game.dice),
            seen=self.seen,
            typed=None if self.typed is None else self._throws(table)[self.typed],
            is_own=_is_own(table),
        )

    def helped(self, table: "Table") -> str:
        return HELPS[table.throwing(table.playing.game.dice, table.preferences)]

    def press(self, key: str, table: "Table") -> bool:
        if key in SET_STEPS:
            table.show(replace(self, typed=self._typed_after(SET_STEPS[key], table)))
        elif key == "ok" and self.typed is not None:
            count(self._throws(table)[self.typed], table)
        elif key == "ok" and self._doubtful is not None:
            count(self._doubtful, table)
        elif key == "ok" and not table.dice_are_read:
            count(table.drawn_throw(), table)
        elif key == "back":
            self._leave(table)
        else:
            return False
        return True

    def dice(self, event: DiceEvent, table: "Table") -> None:
        if not table.dice_are_read:
            if event.kind == "settled":
                table.tell(Message.of(NOT_READ))
            return
        throw = table.playing.game.throw(event.faces) if event.faces else None
        if event.doubtful:
            table.show(AwaitThrow("doubtful", throw))
        elif event.kind == "settled":
            if throw is not None:
                count(throw, table)
        elif event.kind != "knocked" or self._doubtful is None:
            table.show(AwaitThrow(event.kind, throw))

    def trouble(self, table: "Table") -> Mismatch | None:
        return table.sight.mismatch(table.playing) if self.state == "waiting" else None

    @property
    def _doubtful(self) -> Throw | None:
        return self.seen if self.state == "doubtful" else None

    def _leave(self, table: "Table") -> None:
        if self.typed is not None and not _is_own(table):
            table.show(replace(self, typed=None))
        elif self._doubtful is not None:
            table.show(AwaitThrow())
        else:
            table.show_menu()

    def _typed_after(self, step: int, table: "Table") -> int:
        before_first = -1 if step > 0 else 0
        typed = before_first if self.typed is None else self.typed
        return (typed + step) % len(self._throws(table))

    def _throws(self, table: "Table") -> tuple[Throw, ...]:
        return tuple(throw for throw, _ in table.playing.state.chance_outcomes())


@dataclass(frozen=True)
class Thrown(Scene):
    """A throw has been counted; it is shown for a moment, then the game goes on by itself."""

    help = msg("The throw counts. Holding left takes it back.")
    seat: Seat
    throw: Throw
    deadline: float

    def view(self, table: "Table") -> View:
        pending = table.playing.state.pending
        return ThrownView(table.layout(), self.seat, self.throw, pending)

    def press(self, key: str, table: "Table") -> bool:
        if key in ("hint", "menu"):
            return False
        table.go_on()
        return True

    def dice(self, event: DiceEvent, table: "Table") -> None:
        table.go_on()
        table.scene.dice(event, table)


def _is_own(table: "Table") -> bool:
    """Whether people throw dice of their own and type the throw in."""
    return table.throwing(table.playing.game.dice, table.preferences) == "typed"


def count(throw: Throw, table: "Table") -> None:
    """Let ``throw`` count in the position and show it."""
    seat = table.seat_to_act
    table.act(throw)
    table.show(Thrown(seat, throw, table.now + SHOWN_SECONDS))
