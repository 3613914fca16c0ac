"""The hands carry out acts: each is confirmed by a key, or by itself when it is seen."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_host.screens.hand_steps import HandStepCause, HandStepView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.sensing.touches import Touch, TouchPattern, count_carried_out
from firmware_host.session.session import Session
from firmware_host.table.scenes.base import SETTLED_SECONDS, Due, Question
from firmware_host.thinking.advice import action_reason
from games.equipment import Seat
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

MOVE_HELP = msg(
    "Do what the line says on the real board, then press OK. Back: take back. Hint: the whole move."
)


@dataclass(frozen=True)
class Guide(Question):
    """One act after the other, as long as there are any left to do."""

    help = msg("Do what the line says on the real board, then press OK. Back: the menu.")
    is_hasty = True

    def view(self, table: "Table") -> View:
        session = table.playing
        acts = session.hand_steps
        number, total = acts.done + 1, len(acts.steps)
        seat, why = _whose(session)
        is_told = acts.why == "move" and not acts.done
        reason = action_reason(session, len(session.actions) - 1) if is_told else None
        return HandStepView(table.layout(), seat, acts.remaining[0], number, total, why, reason)

    def helped(self, table: "Table") -> str:
        return MOVE_HELP if table.playing.hand_steps.why == "move" else self.help

    def press(self, key: str, table: "Table") -> bool:
        if key == "hint" and table.playing.hand_steps.why == "move":
            table.recall()
            return True
        return super().press(key, table)

    def confirm(self, table: "Table") -> None:
        table.carried_out(1)

    def leave(self, table: "Table") -> None:
        if table.playing.hand_steps.why == "move":
            table.undo()
        else:
            super().leave(table)

    def foresee(self, touch: Touch, table: "Table") -> None:
        """Confirm what was seen done if ``touch`` is the beginning of something else."""
        sight = table.sight
        count = self._followed(table)
        seen = sight.observation.after(touch).within(sight.sensed)
        is_other = sight.may_start_action(touch, table.now) and not self._way(table).fits(
            seen.occupied
        )
        if count and is_other:
            table.carried_out(count)

    def trouble(self, table: "Table") -> Mismatch | None:
        session = table.playing
        seat = session.hand_steps.remaining[0].piece.seat
        return table.sight.nearest_mismatch(session, (self._way(table),), seat)

    def due(self, table: "Table") -> Due | None:
        count = self._followed(table)
        if not count:
            return super().due(table)
        return Due(table.sight.changed_at + SETTLED_SECONDS, lambda: table.carried_out(count))

    def lit(self, table: "Table") -> frozenset[str]:
        step = table.playing.hand_steps.remaining[0]
        return frozenset((step.origin, step.target))

    def _followed(self, table: "Table") -> int:
        session, sight = table.playing, table.sight
        return count_carried_out(
            sight.sensed_pieces(session), session.hand_steps.remaining, sight.observation
        )

    def _way(self, table: "Table") -> TouchPattern:
        session = table.playing
        return TouchPattern.of(table.sight.sensed_pieces(session), session.hand_steps.remaining)


def _whose(session: Session) -> tuple[Seat | None, HandStepCause]:
    """The seat whose move the acts carry out, and whose acts these are."""
    match session.hand_steps.why:
        case "move":
            before = session.states[-2]
            seat = None if before.turn is None else session.game.seats[before.turn]
            return seat, "machine" if session.is_machines_choice(before) else "move"
        case "repair":
            return None, "repair"
    return None, "undo"
