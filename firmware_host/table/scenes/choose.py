"""A person picks one of the legal moves, by keys or with the pieces on a sensing board."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs
from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.moves import SuggestView
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.sensing.touches import PatternMatch, Touch
from firmware_host.session import names
from firmware_host.session.chooser import ARROWS, Chooser
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import NOWHERE, Apply, Explain, ShowMenu
from firmware_host.table.scene import (
    SETTLED_SECONDS,
    Due,
    Effects,
    Notify,
    Resume,
    Scene,
    Show,
    Stop,
)
from firmware_host.thinking.inline import Advice, Answer, Question, advice_question, advise
from games.actions import Move
from games.message import Message, msg
from games.why_not import why_not
from hardware.board import Meaning

OPEN_SECONDS = 2.5
"""The wait after a complete move that the hands may still extend."""
UNSURE_SECONDS = 2.0
"""The wait after what may be a move, of which something was not seen."""
HELD_SECONDS = 6.0
"""Longer than a piece is held in the hand as a rule."""

UNDERSTOOD = msg("Seen: {what}")


class ReasonGiven(Fact, frozen=True):
    """Why a piece may not go somewhere, as people were told in the ``position`` on the table."""

    lasting = "game"
    position: str = ""
    explained: Explain | None = None


class Choose(Scene, frozen=True):
    """Legal ``moves`` of which the ``chooser`` offers those that fit what is seen on the board.

    ``targets_shown`` and then ``suggested`` are what the hint key brings, one after the other;
    the ``question`` what to suggest is thought about in between.
    Before them it brings the reason again that people were given in this turn, until
    ``is_reason_read``. ``is_asked`` is true when one of them may have been made, ``is_reminded``
    when it was said which piece is seen nowhere.
    """

    help = msg(
        "Choose with the arrows and press OK. Back: choose again, then menu. Hint: show where you"
        " can go, then a good move.\nHold left: take back. Hold hint: show the last move."
    )
    is_hasty = True
    chooser: Chooser
    moves: tuple[Move, ...]
    targets_shown: bool = False
    question: Question | None = None
    is_hurried: bool = False
    suggested: Advice | None = None
    is_asked: bool = False
    is_reminded: bool = False
    is_reason_read: bool = False

    @classmethod
    def among(cls, moves: Sequence[Move], context: SceneContext) -> "Choose":
        """Begin to choose among ``moves``: among those that fit the board if it is seen."""
        moves = tuple(moves)  # a game may make them anew each time somebody looks
        choose = cls(Chooser.of(moves, context.playing.game.board), moves)
        return choose._narrowed(context) if context.sight.is_working else choose

    def view(self, context: SceneContext) -> View:
        chooser, session = self.chooser, context.playing
        if self.suggested is not None:
            return SuggestView(layout(context), session.seat_to_act, *self.suggested)
        return ChooseView(
            layout(context),
            session.seat_to_act,
            session.state.pending,
            chooser.options,
            chooser.option,
            chooser.picked,
            chooser.preview,
            chooser.moves,
            targets_shown=self.targets_shown,
            is_asked=self.is_asked,
            is_again=session.hand_steps.why == "again",
            is_thinking=self.question is not None,
            steps_back=self._stepped_back() is not None,
        )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "hint":
            return self._reason_again(context) or (Show(self._hinted(context)),)
        if self.suggested is not None:
            return self._press_suggested(key, self.suggested.move, context)
        if self.question is not None:
            return self._press_without_advice(key, context)
        if key in ARROWS:
            return (Show(replace(self, chooser=self.chooser.pressed(key))),)
        if key == "ok":
            return self._confirm(context)
        return self._back() if key == "back" else None

    def stops(self, context: SceneContext) -> tuple[Stop, ...]:
        if self.question is not None or self.suggested is not None:
            return ()
        return tuple(Stop(replace(self, chooser=each)) for each in self.chooser.everywhere())

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        suggested = advise(answer, self.chooser.moves)
        return (Show(replace(self._without_advice(), suggested=suggested)),)

    def before_touch(self, touch: Touch, context: SceneContext) -> Effects:
        """Take the move that was seen done if ``touch`` begins something else."""
        sight, session = context.sight, context.playing
        one = self._only(sight.match(session).complete, context)
        is_other = (
            sight.may_start_action(touch, context.now) and sight.match(session, touch).is_impossible
        )
        return _play_seen(one) if one is not None and is_other else ()

    def board_changed(self, context: SceneContext) -> Effects:
        return (Show(self._narrowed(context)),)

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        session, sight = context.playing, context.sight
        if not sight.match(session).is_impossible:
            return None
        mismatch = sight.nearest_mismatch(session, sight.patterns(session), session.state.turn)
        if mismatch is None or mismatch.back is None:
            return mismatch
        target, origin = mismatch.back
        refusal = why_not(session.state, origin, target)
        return structs.replace(mismatch, reason=names.refusal(refusal) if refusal else None)

    def due(self, context: SceneContext) -> Due | None:
        verdict, since = context.sight.match(context.playing), context.sight.changed_at
        one = self._only(verdict.complete, context)
        if one is not None:
            is_open = len(verdict.possible) > len(verdict.complete)
            wait = OPEN_SECONDS if is_open else SETTLED_SECONDS
            return Due(since + wait, lambda _: _play_seen(one))
        if not self.is_asked and (verdict.complete or verdict.unsure):
            wait = SETTLED_SECONDS if verdict.complete else UNSURE_SECONDS
            return Due(since + wait, lambda _: self._ask(verdict))
        if not self.is_reminded and (held := _held(verdict, context)):
            return Due(since + HELD_SECONDS, lambda _: self._remind(held))
        return super().due(context)

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        if self.chooser.moves == self.moves:
            return {}
        moves = [move for move in self.chooser.candidates if move.path]
        targets: dict[str, Meaning] = {move.path[-1]: "to" for move in moves}
        return targets | {piece.place: "captured" for move in moves for piece in move.captures}

    def _reason_again(self, context: SceneContext) -> Effects:
        """Return what shows once more why a piece may not go somewhere; nothing if nobody asked."""
        given = context.fact(ReasonGiven)
        is_of_this_turn = given.position == str(context.playing.state)
        if self.is_reason_read or given.explained is None or not is_of_this_turn:
            return ()
        return (Show(replace(self, is_reason_read=True)), given.explained)

    def _hinted(self, context: SceneContext) -> "Choose":
        """Return the scene after the hint key: first all targets, then a suggestion, then none."""
        if self.suggested is not None:
            return self._without_advice()
        if self.question is not None:
            return replace(self, is_hurried=True)
        if self.targets_shown:
            return replace(
                self, targets_shown=False, question=advice_question(context.playing.state)
            )
        return replace(self, targets_shown=True)

    def _without_advice(self) -> "Choose":
        return replace(self, question=None, is_hurried=False, suggested=None)

    def _press_without_advice(self, key: str, context: SceneContext) -> Effects | None:
        """Choose without the advice that is still thought about; back does no more than that."""
        choose = self._without_advice()
        return (Show(choose),) if key == "back" else choose.press(key, context)

    def _press_suggested(self, key: str, suggested: Move, context: SceneContext) -> Effects | None:
        """Take the suggestion with OK; continue choosing with an arrow or back."""
        if key == "ok":
            return self._decide(suggested, context)
        return (Show(self._without_advice()),) if key in (*ARROWS, "back") else None

    def _confirm(self, context: SceneContext) -> Effects:
        chooser = self.chooser.confirmed()
        if chooser.chosen is None:
            return (Show(replace(self, chooser=chooser)),)
        return self._decide(chooser.chosen, context)

    def _decide(self, move: Move, context: SceneContext) -> Effects:
        if self.is_asked and move in self._seen_done(context):
            return _play_seen(move)
        return (Apply({"do": str(move)}), Resume())

    def _back(self) -> Effects:
        chooser = self._stepped_back()
        return (ShowMenu(),) if chooser is None else (Show(replace(self, chooser=chooser)),)

    def _stepped_back(self) -> Chooser | None:
        """Return what back leads to while choosing; None at its beginning."""
        is_narrowed = self.chooser.moves != self.moves
        return self.chooser.back() or (self._chooser(self.moves) if is_narrowed else None)

    def _narrowed(self, context: SceneContext) -> "Choose":
        """Return the same with the moves that can still be meant; with all when none is begun."""
        verdict = context.sight.match(context.playing)
        fitting = self._moves(verdict.possible) or self.moves
        again = replace(self._without_advice(), is_asked=False, is_reminded=False)
        if fitting == self.chooser.moves:
            return again
        return replace(again, chooser=self._chooser(fitting))

    def _ask(self, verdict: PatternMatch) -> Effects:
        """Offer the moves that may have been made, the cursor on the first that has."""
        ended = self._moves(verdict.complete or verdict.unsure)
        offered = ended if verdict.complete else self._moves(verdict.possible) or ended
        chooser = self._chooser(offered).towards(ended[0])
        return (Show(replace(self, chooser=chooser, is_asked=True)),)

    def _remind(self, held: str) -> Effects:
        notice = Message.of(NOWHERE, point=names.place(held))
        return (Show(replace(self, is_reminded=True)), Notify(notice))

    def _seen_done(self, context: SceneContext) -> Sequence[Move]:
        verdict = context.sight.match(context.playing)
        return self._moves((*verdict.complete, *verdict.unsure))

    def _only(self, indices: Sequence[int], context: SceneContext) -> Move | None:
        """Return the one move of ``indices``; of several with the same end the first."""
        moves = self._moves(indices)
        ends = {context.playing.state.apply(move) for move in moves}
        return moves[0] if len(ends) == 1 else None

    def _moves(self, indices: Iterable[int]) -> tuple[Move, ...]:
        return tuple(self.moves[index] for index in indices)

    def _chooser(self, moves: Sequence[Move]) -> Chooser:
        return Chooser.of(moves, self.chooser.board)


def _held(verdict: PatternMatch, context: SceneContext) -> str | None:
    """Return the point that the seat has lifted a piece from, if nothing has been put down."""
    session, sight = context.playing, context.sight
    ground, occupied = sight.sensed_pieces(session), sight.observation.occupied
    lifted = ground.occupied - occupied
    own = [point for point in lifted if ground.has(point, session.state.turn)]
    is_held = verdict.possible and len(own) == 1 and occupied <= ground.occupied
    return own[0] if is_held else None


def _play_seen(move: Move) -> Effects:
    """Let ``move`` count with all its hand steps, and say that it was seen."""
    notice = Message.of(UNDERSTOOD, what=names.action(move))
    steps = (Apply({"act": len(move.steps)}),) if move.steps else ()
    return (Apply({"do": str(move)}), *steps, Resume(), Notify(notice))
