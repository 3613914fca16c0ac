"""An exercise on the table: its question, the answer, what is right or wrong, and the screens."""

from typing import Final

from msgspec.structs import replace

from firmware_host.features.exercises.choosing import BeginExercise, ListExercises
from firmware_host.features.exercises.remote import SeriesHere
from firmware_host.features.exercises.store import ExerciseSeries
from firmware_host.screens.board_screen import PastBoardView, TurnView
from firmware_host.screens.choose import LEFT
from firmware_host.screens.moves import move_lights, move_lines, spoken_move
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import Layout, View, sentences
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Undo
from firmware_host.table.scene import Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    plain_entry,
    returning,
)
from firmware_host.table.scenes.choose import Choose
from firmware_host.table.scenes.guide import before_question
from firmware_host.table.scenes.menu import InterludeMenu
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import move_reason
from games.actions import Move, Throw
from games.equipment import Seat
from games.message import Message, msg

NEXT_KEY = msg("OK: next")
QUESTION = msg("Which move is best?")
GIVES_AWAY = msg("gives away {percent} %")
OTHERS = msg("others give away at least {percent} %")


class QuestionView(TurnView, frozen=True):
    """Exercise ``number`` of ``total``: which move of ``seat`` is best?

    ``pending`` are the throws to play.
    """

    number: int
    total: int
    pending: tuple[Throw, ...]

    awaited = "choice"
    prompt = Message.of(msg("Find the best move. `ok`: enter it; `back`: menu"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        throws = spoken_throws(LEFT, self.pending)
        return sentences(self._counted, self.player, throws, Message.of(QUESTION), self.prompt)

    @property
    def _counted(self) -> Message:
        return Message.of(msg("Exercise {number}/{total}"), number=self.number, total=self.total)

    def sheet(self, say: Language) -> Sheet:
        lines = (
            TextLine(say(self._counted), is_minor=True),
            throws_line(LEFT, self.pending, say),
            TextLine(say(QUESTION), MAIN),
        )
        foot = (say(msg("OK: answer")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


class _MoveView(PastBoardView, frozen=True):
    """A view of ``move`` on the board before it, which ``seat`` makes for ``reason``."""

    seat: Seat
    move: Move
    reason: Message | None

    def _others(self, margin: int) -> Message:
        return Message.of(OTHERS, percent=margin)

    def _best(self, head: str, margin: int, keys: tuple[str, ...], say: Language) -> Sheet:
        """Return what is said of the best move: why it is best, and what all others give away."""
        reason = "" if self.reason is None else say.heading(self.reason)
        others = say.heading(self._others(margin))
        return Sheet(
            say(head),
            (TextLine(reason, is_minor=True), *move_lines(self.layout, self.move, say)),
            tuple(map(say, keys)),
            self.seat,
            move_lights(self.move),
            optional=(TextLine(others),),
        )


class AnswerView(_MoveView, frozen=True):
    """The answer ``move`` is right, or gives away ``percent`` of the point.

    ``margin`` is what all other moves give away at least, in per cent.
    """

    is_right: bool
    percent: int
    margin: int

    @property
    def verdict(self) -> bool:
        return self.is_right

    @property
    def prompt(self) -> Message:
        if self.is_right:
            return Message.of(msg("Right! `ok`: next exercise"))
        return Message.of(msg("Not the best move. `ok`: try again; `right`: show the solution"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        move = spoken_move(self.layout, self.move)
        if self.is_right:
            return sentences(move, self.reason, self._others(self.margin), self.prompt)
        return sentences(move, Message.of(GIVES_AWAY, percent=self.percent), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        if self.is_right:
            return self._best(msg("Right!"), self.margin, (NEXT_KEY, BACK_TO_MENU), say)
        lost = say.heading(Message.of(GIVES_AWAY, percent=self.percent))
        foot = tuple(map(say, (msg("OK: retry"), BACK_TO_MENU, msg("▶: solution"))))
        move = (replace(line, is_minor=True) for line in move_lines(self.layout, self.move, say))
        lines, lit = (TextLine(lost, MAIN), *move), move_lights(self.move)
        return Sheet(say(msg("Not quite")), lines, foot, self.seat, lit)


class SolutionView(_MoveView, frozen=True):
    """The best ``move``; all others give away ``margin`` per cent or more."""

    margin: int

    prompt = Message.of(msg("This move is best. `ok`: next exercise; `back`: try it"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        move = spoken_move(self.layout, self.move)
        return sentences(move, self.reason, self._others(self.margin), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        return self._best(msg("Solution"), self.margin, (NEXT_KEY, msg("Back: try it")), say)


LOOK_FOR: Final = {
    "win": msg("Look for: a win"),
    "capture": msg("Look for: a capture"),
    "home": msg("Look for: a way home"),
    "entry": msg("Look for: a new piece"),
    "safety": msg("Look for: safety"),
    "plan": msg("Look further ahead"),
}
"""What a second hint says, by the theme of the exercise."""

LAST = msg("That was the last one")

NEXT: Final = msg("Next exercise"), msg("Leave this one out.")
SOLUTION: Final = msg("Solution"), msg("Show the best move and why it is best.")
END: Final = msg("End exercises"), msg("Return to the list of exercises.")


def exercise_scene(context: SceneContext) -> Scene:
    """Return the scene of what is to be done in the exercise on the table."""
    before, session = before_question(context), context.playing
    if before is not None:
        return before
    if session.actions:
        return Verdict()
    return _answering(context) if session.hand_steps.why == "undo" else AskExercise()


class AskExercise(ConfirmScene, frozen=True):
    """The position, and the question which move is best; keys or pieces answer it."""

    help = msg(
        "Find the best move: one is clearly better than all others. OK or an arrow: enter your"
        " answer. On a sensing board: move the piece. Back: menu."
    )

    def view(self, context: SceneContext) -> View:
        session, series = context.playing, _series(context)
        number, total = series.number + 1, len(series.exercises)
        return QuestionView(
            layout(context), session.seat_to_act, number, total, session.state.pending
        )

    def confirm(self, context: SceneContext) -> Effects:
        return (Show(_answering(context)),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in ("up", "down", "left", "right"):
            return self.confirm(context)
        return super().press(key, context)

    def board_changed(self, context: SceneContext) -> Effects:
        return self.confirm(context) if context.sight.is_working else ()


class ChooseAnswer(Choose, frozen=True):
    """A move is chosen as the answer; hints say where pieces can go and what to look for."""

    help = msg(
        "Choose with the arrows and press OK. Back: choose again, then menu. Hint: show where you"
        " can go, then what to look for."
    )

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "hint" and self.targets_shown:
            theme = Message.of(LOOK_FOR[_series(context).exercise.theme])
            return (Show(replace(self, targets_shown=False)), Notify(theme))
        return super().press(key, context)


class Verdict(ConfirmScene, frozen=True):
    """Whether the answer was right, why, and what it gives away."""

    help = msg(
        "How good your answer is. OK: the next exercise, or try again. Right: show the solution."
        " Back: menu."
    )

    def view(self, context: SceneContext) -> View:
        exercise, move = _series(context).exercise, _answer(context)
        state = exercise.state
        return AnswerView(
            _layout(context),
            exercise.game.seats[state.turn or 0],
            move,
            move_reason(state, move),
            exercise.is_right(move),
            percent(exercise.gives_away[move.text]),
            percent(exercise.margin),
        )

    def confirm(self, context: SceneContext) -> Effects:
        is_right = _series(context).is_solved_by((_answer(context),))
        return next_exercise(context) if is_right else (Undo(),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        is_wrong = not _series(context).is_solved_by((_answer(context),))
        if key == "right" and is_wrong:
            return (Show(Solution()),)
        return super().press(key, context)


class Solution(ConfirmScene, frozen=True):
    """The best move and what it does."""

    help = msg("The best move. OK: the next exercise. Back: try it.")

    def view(self, context: SceneContext) -> View:
        exercise = _series(context).exercise
        state, move = exercise.state, exercise.best_move
        seat = exercise.game.seats[state.turn or 0]
        reason = move_reason(state, move)
        return SolutionView(_layout(context), seat, move, reason, percent(exercise.margin))

    def confirm(self, context: SceneContext) -> Effects:
        return next_exercise(context)

    def leave(self, context: SceneContext) -> Effects:
        return (Undo(),) if context.playing.can_undo else (Resume(),)


class ExerciseMenu(InterludeMenu, frozen=True):
    """What people may do in an exercise, over it."""

    help = msg("Up and down: choose a line. OK: open it. Hint: what it does. Back: exercise.")
    back = msg("Back: exercise")
    resume = msg("Return to the exercise.")

    def title(self, context: SceneContext) -> Message:
        series = _series(context)
        return Message.of(
            msg("Exercise {number}/{total}"), number=series.number + 1, total=len(series.exercises)
        )

    def own(self, context: SceneContext) -> tuple[Entry, ...]:
        return (
            plain_entry(*NEXT, next_exercise),
            plain_entry(*SOLUTION, returning(Resume(), Show(Solution()))),
        )

    def end(self, context: SceneContext) -> Entry:
        return plain_entry(*END, lambda then: (_list_of(_series(then)),))


def next_exercise(context: SceneContext) -> Effects:
    """Return what leads to the next exercise; after the last, to the list of exercises."""
    following = _series(context).following()
    if following is None:
        return (_list_of(_series(context)), Notify(Message.of(LAST)))
    return (BeginExercise(following),)


def _list_of(series: ExerciseSeries) -> ListExercises:
    return ListExercises(series.exercise.game.name)


def percent(share: float) -> int:
    """Return a part of the point in per cent, at least 1 where something is given away.

    >>> percent(0.0), percent(0.004), percent(0.236)
    (0, 1, 24)
    """
    return max(1, round(100 * share)) if share else 0


def _answering(context: SceneContext) -> Scene:
    return ChooseAnswer.among(context.playing.state.legal_moves(), context)


def _series(context: SceneContext) -> ExerciseSeries:
    series = context.fact(SeriesHere).series
    assert series is not None, "shown only while people go through a series"
    return series


def _answer(context: SceneContext) -> Move:
    answer = context.playing.actions[0]
    assert isinstance(answer, Move), "an exercise is answered by a move"
    return answer


def _layout(context: SceneContext) -> Layout:
    """Return the board before the answer."""
    exercise = _series(context).exercise
    return Layout(exercise.game.board, exercise.game.seats, exercise.state.pieces())
