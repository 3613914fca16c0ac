"""Which scene the game awaits now."""

from collections.abc import Callable

from firmware_host.base.registry import Registry
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Scene
from firmware_host.table.scenes.choose import Choose
from firmware_host.table.scenes.exercise import lesson_scene
from firmware_host.table.scenes.far_turn import FarTurn
from firmware_host.table.scenes.game_over import Over
from firmware_host.table.scenes.guide import Guide
from firmware_host.table.scenes.machine_turn import MachineTurn
from firmware_host.table.scenes.pass_turn import Pass
from firmware_host.table.scenes.phone_turn import PhoneTurn
from firmware_host.table.scenes.program_throws import ProgramThrows
from firmware_host.table.scenes.set_up_board import SetUpBoard
from firmware_host.table.scenes.throw import AwaitThrow
from games.actions import PASS

FOLLOWING = Registry[Callable[[SceneContext], Scene | None]]()
"""Scenes of features that the game on the table awaits; the first that is not None comes next.

They are asked after the board is set up and the hands have done their steps; in an interlude at
once.
"""


def next_scene(context: SceneContext) -> Scene:
    """Return the scene of what is to be done in the game or the exercise on the table."""
    if context.is_interlude:
        return _of_features(context) or lesson_scene(context)
    return _in_game(context)


def _in_game(context: SceneContext) -> Scene:
    session = context.playing
    if session.is_over:
        return Over()
    set_up = SetUpBoard.begin(context)
    if set_up is not None:
        return set_up
    if session.hand_steps.due:
        return Guide()
    return _of_features(context) or FarTurn.begin(context) or _of_turn(context)


def _of_features(context: SceneContext) -> Scene | None:
    return next((scene for each in FOLLOWING if (scene := each(context)) is not None), None)


def _of_turn(context: SceneContext) -> Scene:
    """Return the scene of the seat that acts at this table."""
    session = context.playing
    state = session.state
    if state.is_chance:
        return ProgramThrows.begin(context) or AwaitThrow.begin(context)
    moves = state.legal_moves()
    if moves == (PASS,):
        return Pass()
    if session.is_machines_choice(state):
        return MachineTurn(context.machine_question())
    if session.is_phones_choice(state):
        return PhoneTurn()
    return Choose.among(moves, context)
