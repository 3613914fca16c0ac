"""Which scene the game awaits now."""

from typing import TYPE_CHECKING

from firmware_host.table.scenes.base import Scene
from firmware_host.table.scenes.choose import Choose
from firmware_host.table.scenes.guide import Guide
from firmware_host.table.scenes.machine_turn import Thinking
from firmware_host.table.scenes.play import Over, Pass
from firmware_host.table.scenes.throw import AwaitThrow
from games.actions import PASS

if TYPE_CHECKING:
    from firmware_host.table.table import Table


def awaited(table: "Table") -> Scene:
    """The scene of what is to be done in the game on the table."""
    session = table.playing
    state = session.state
    if session.is_over:
        return Over()
    if session.hand_steps.due:
        return Guide()
    if state.is_chance:
        return AwaitThrow.of(table)
    moves = state.legal_moves()
    if moves == (PASS,):
        return Pass()
    if session.is_machines_choice(state):
        return Thinking(table.pondering.of_seat())
    return Choose.among(moves, table)
