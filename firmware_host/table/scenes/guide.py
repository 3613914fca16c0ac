"""Guides the hands step by step, and shows the last move again.

A key confirms each step, or a sensing board sees it.

So pieces are put on the board before the first turn, too.
"""

from collections.abc import Mapping
from typing import Self

from msgspec.structs import replace

from firmware_host.screens.hand_steps import ClearBoardView, GroupView, HandStepCause, HandStepView
from firmware_host.screens.moves import LastMoveView, path_of_step
from firmware_host.screens.view import Layout, View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.sensing.touches import Touch, TouchPattern, count_carried_out
from firmware_host.session.hand_steps import CLEARING, Groups
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, PlaceGroups, ShowLastMove
from firmware_host.table.scene import (
    SETTLED_SECONDS,
    Close,
    Due,
    Effects,
    Resume,
    Scene,
)
from firmware_host.table.scenes.base import ConfirmScene, ask_to_take_back
from firmware_host.thinking.inline import action_reason
from games.actions import Move, Step
from games.equipment import Piece, Seat, seat_of
from games.message import Message, msg
from hardware.board import Meaning


def _placed(count: int | None) -> Effects:
    return (PlaceGroups(count), Resume())


class ClearBoard(ConfirmScene, frozen=True):
    """What stands on the board leaves it before the pieces are set up; right says that all is."""

    help = msg(
        "Take the pieces off your board, then press OK. Right: all pieces are in place already."
        " Back: menu."
    )

    def view(self, context: SceneContext) -> View:
        plan = context.setting_up
        assert plan.before is not None, "what stands there is known"
        game = plan.before.game
        points = tuple(dict.fromkeys(piece.place for piece in plan.wrong))
        return ClearBoardView(Layout(game.board, game.seats, plan.before.pieces), points)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return _placed(None) if key == "right" else super().press(key, context)

    def confirm(self, context: SceneContext) -> Effects:
        return _placed(0)

    def due(self, context: SceneContext) -> Due | None:
        """Go on when nothing is seen any more where pieces have to leave."""
        sight = context.sight
        to_clear = self._points(context) & sight.sensed
        if not to_clear or to_clear & sight.observation.occupied:
            return None
        return Due(sight.changed_at + SETTLED_SECONDS, self.confirm)

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        return {} if context.setting_up.is_other else dict.fromkeys(self._points(context), "from")

    def _points(self, context: SceneContext) -> frozenset[str]:
        plan = context.setting_up
        if plan.is_other:
            return frozenset(point.name for point in context.playing.game.board.points)
        return frozenset(piece.place for piece in plan.wrong)


class SetUpBoard(ConfirmScene, frozen=True):
    """One group of pieces after the other is put on the board; right says that all stand there."""

    help = msg(
        "Put these pieces on your board, then press OK. Right: all pieces are in place already."
        " Back: the pieces before, then menu. Squares: letters go right, numbers go up."
    )
    groups: Groups
    done: int
    kept: tuple[Piece, ...] = ()

    @classmethod
    def begin(cls, context: SceneContext) -> ClearBoard | Self | None:
        """Continue where people were, before that with what has to leave; None if all is set up."""
        done = context.groups_placed
        if done is None:
            return None
        plan = context.setting_up
        return ClearBoard() if done == CLEARING else cls(plan.groups, done, plan.kept)

    def view(self, context: SceneContext) -> View:
        group = self.groups[self.done]
        put = (piece for each in self.groups[: self.done + 1] for piece in each)
        placed = (*self.kept, *put)
        seat = seat_of(group[0], context.playing.game.seats)
        number, total = self.done + 1, len(self.groups)
        return GroupView(layout(context), seat, group, placed, number, total)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return _placed(None) if key == "right" else super().press(key, context)

    def confirm(self, context: SceneContext) -> Effects:
        is_last = self.done + 1 == len(self.groups)
        return _placed(None if is_last else self.done + 1)

    def leave(self, context: SceneContext) -> Effects:
        return _placed(self.done - 1) if self.done else super().leave(context)

    def due(self, context: SceneContext) -> Due | None:
        """Go to the next group when all of this one is seen to stand."""
        sight = context.sight
        placed = frozenset(piece.place for group in self.groups[: self.done + 1] for piece in group)
        if not placed & sight.sensed or not placed & sight.sensed <= sight.observation.occupied:
            return None
        return Due(sight.changed_at + SETTLED_SECONDS, self.confirm)

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        return {piece.place: "to" for piece in self.groups[self.done]}


class LastMove(Scene, frozen=True):
    """The move that is the action ``index`` of the game."""

    help = ""
    is_overlay = True
    times_out = True
    index: int

    @classmethod
    def of(cls, session: Session) -> Self | None:
        """Return the last move of ``session``; None if there was none."""
        actions = session.actions
        moves = [index for index, action in enumerate(actions) if isinstance(action, Move)]
        return cls(moves[-1]) if moves else None

    def view(self, context: SceneContext) -> View:
        session = context.playing
        before, move = session.states[self.index], session.actions[self.index]
        assert isinstance(move, Move), "only a move leads here"
        assert before.turn is not None, "somebody has moved"
        board = Layout(session.game.board, session.game.seats, before.pieces())
        seat = session.game.seats[before.turn]
        return LastMoveView(board, seat, move, action_reason(session, self.index))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),)


MOVE_HELP = msg(
    "Do this on your board, then press OK. Back: asks whether to take the move back."
    " Hint: show the whole move."
)


class Guide(ConfirmScene, frozen=True):
    """One hand step after the other, as long as there are any left."""

    help = msg("Do this on your board, then press OK. Back: menu.")
    is_hasty = True

    def view(self, context: SceneContext) -> View:
        session = context.playing
        steps = session.hand_steps
        number, total = steps.done + 1, len(steps.steps)
        seat, why = _whose(session)
        is_first = steps.why == "move" and not steps.done
        reason = action_reason(session, len(session.actions) - 1) if is_first else None
        step = steps.remaining[0]
        path = _path(session, step)
        before = replace(layout(context), pieces=session.standing())
        return HandStepView(before, seat, step, number, total, why, reason, path)

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        is_move = context.playing.hand_steps.why == "move"
        return (Message.of(MOVE_HELP),) if is_move else super().help_lines(context)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "hint" and context.playing.hand_steps.why == "move":
            return (ShowLastMove(),)
        return super().press(key, context)

    def confirm(self, context: SceneContext) -> Effects:
        return _carry_out(1, context)

    def leave(self, context: SceneContext) -> Effects:
        is_move = context.playing.hand_steps.why == "move"
        return ask_to_take_back() if is_move else super().leave(context)

    def before_touch(self, touch: Touch, context: SceneContext) -> Effects:
        """Confirm what was seen done if ``touch`` begins something else."""
        sight = context.sight
        count = self._followed(context)
        seen = sight.observation.after(touch).within(sight.sensed)
        is_other = not _pattern(context).fits(seen.occupied)
        if count and is_other and sight.may_start_action(touch, context.now):
            return _carry_out(count, context)
        return ()

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        session = context.playing
        seat = session.hand_steps.remaining[0].piece.seat
        return context.sight.nearest_mismatch(session, (_pattern(context),), seat)

    def due(self, context: SceneContext) -> Due | None:
        count = self._followed(context)
        if not count:
            return super().due(context)
        settled = context.sight.changed_at + SETTLED_SECONDS
        return Due(settled, lambda then: _carry_out(count, then))

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        step = context.playing.hand_steps.remaining[0]
        leaves: Meaning = "captured" if step.verb == "take_off" else "from"
        return {step.target: "to", step.origin: leaves}

    def _followed(self, context: SceneContext) -> int:
        session, sight = context.playing, context.sight
        steps = session.hand_steps.remaining
        return count_carried_out(sight.sensed_pieces(session), steps, sight.observation)


class Arrange(Guide, frozen=True):
    """The steps from the position before to the one that comes next in an interlude."""

    help = msg(
        "Do this on your board, then press OK. Right: all pieces are in place already. Back: menu."
    )

    def view(self, context: SceneContext) -> View:
        view = super().view(context)
        assert isinstance(view, HandStepView), "one step is shown"
        return replace(view, why="next")

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "right":
            return _carry_out(len(context.playing.hand_steps.remaining), context)
        return super().press(key, context)


def before_question(context: SceneContext) -> Scene | None:
    """Return what hands have to do before people can answer what is asked in an interlude.

    None if the position stands on the board, or an answer has been given.
    """
    session = context.playing
    set_up = SetUpBoard.begin(context)
    if set_up is not None or session.actions or not session.hand_steps.due:
        return set_up
    return Guide() if session.hand_steps.why == "undo" else Arrange()


def _carry_out(count: int, context: SceneContext) -> Effects:
    """Note that the hands have done ``count`` more of the steps."""
    return (Apply({"act": context.playing.hand_steps.done + count}), Resume())


def _path(session: Session, step: Step) -> tuple[str, ...]:
    """Return the points that the piece of ``step`` passes, as they were chosen; none if unknown."""
    if session.hand_steps.why != "move" or not isinstance(session.actions[-1], Move):
        return ()
    return path_of_step(session.actions[-1], step)


def _pattern(context: SceneContext) -> TouchPattern:
    session = context.playing
    return TouchPattern.of(context.sight.sensed_pieces(session), session.hand_steps.remaining)


def _whose(session: Session) -> tuple[Seat | None, HandStepCause]:
    """Return the seat whose move the steps carry out, and why they are to be done."""
    match session.hand_steps.why:
        case "move":
            before = session.states[-2]
            seat = None if before.turn is None else session.game.seats[before.turn]
            return seat, "machine" if session.is_machines_choice(before) else "move"
        case "repair":
            return None, "repair"
    return None, "undo"
