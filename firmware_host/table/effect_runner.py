"""Carries out what scenes return: it is the one place in which the game and the screen change.

What changes neither of them is in :mod:`firmware_host.table.device_effects`.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware_host.screens.board_screen import BoardView
from firmware_host.session import names
from firmware_host.session.reviewed import NOTHING_KNOWN
from firmware_host.table import effects as fx
from firmware_host.table.adapting import with_strength
from firmware_host.table.board_watch import BoardWatch
from firmware_host.table.context import TableContext
from firmware_host.table.device_effects import DEVICE_EFFECTS, MUTE
from firmware_host.table.ending import Ending
from firmware_host.table.game_controller import GameController
from firmware_host.table.idle import IdleClock
from firmware_host.table.machine_turns import MachineTurns
from firmware_host.table.notices import Notices
from firmware_host.table.scene_stack import SceneStack
from firmware_host.table.scenes.attract import Attract
from firmware_host.table.scenes.base import Cover, Scene, Show, Waiting
from firmware_host.table.scenes.board_differs import BoardDiffers
from firmware_host.table.scenes.board_tour import BoardTour, BoardWalk
from firmware_host.table.scenes.exercise import ExerciseMenu
from firmware_host.table.scenes.exercises import ExerciseLevels
from firmware_host.table.scenes.home import Home
from firmware_host.table.scenes.last_move import NO_MOVE_YET, LastMove
from firmware_host.table.scenes.linked_talk import NOTHING_TO_UNDO, cannot_undo, is_agreed
from firmware_host.table.scenes.menu import Menu
from firmware_host.table.scenes.next_scene import next_scene
from firmware_host.table.scenes.notes import TextPage
from firmware_host.table.scenes.replay import NOT_RESUMED
from firmware_host.table.scenes.set_up_board import groups
from firmware_host.table.scenes.throw import count
from games.exercises.exercise_file import check
from games.message import Message, msg

HELP = msg("Help")
BESIDE, LISTED = msg("Beside the board:"), "- {what}"
DRAWN = msg("{seat} begins, drawn by lot")
TAKEN_BACK = msg("Taken back: {what}")
LATER_THROWS_REMOVED = msg("Later throws were removed")
NO_EXERCISE = msg("This exercise cannot be shown")
CLEAR_BOARD = msg("Clear the board first")

log = logging.getLogger(__name__)


class EffectRunner:
    """Changes a table: its ``game``, its ``scenes``, and the services beside them.

    ``ending`` is how people at the table have asked the program to end; None while they have not.
    """

    def __init__(
        self,
        game: GameController,
        scenes: SceneStack,
        context: TableContext,
        board_watch: BoardWatch,
        machine_turns: MachineTurns,
        idle: IdleClock,
        notices: Notices,
    ) -> None:
        self.ending: Ending | None = None
        self._game, self._scenes, self._context = game, scenes, context
        self._board_watch, self._machine_turns = board_watch, machine_turns
        self._idle, self._notices = idle, notices

    def run(self, effects: fx.Effects) -> None:
        """Carry out ``effects``, one after the other."""
        for effect in effects:
            if (change_device := DEVICE_EFFECTS.get(type(effect))) is not None:
                self.run(change_device(effect, self._context))
            else:
                _HANDLERS[type(effect)](self, effect)

    def notify(self, notice: Message | None) -> None:
        """Lay ``notice`` over the last line for a while; None does nothing."""
        if notice is not None:
            self._notices.show(notice, self._context.now)

    def _show(self, effect: Show) -> None:
        self._scenes.show(effect.scene)
        self._opened()

    def _cover(self, scene: Scene) -> None:
        self._scenes.cover(scene, self._context.sight.version)
        self._opened()

    def _reset(self, scene: Scene) -> None:
        self._scenes.reset(scene)
        self._opened()

    def _close(self, _: fx.Close) -> None:
        has_changed = self._scenes.close(self._context.sight.version)
        self._opened()
        if has_changed:
            self.run(self._scenes.shown.board_changed(self._context))

    def _opened(self) -> None:
        scene = self._scenes.shown
        self._idle.open(
            self._context.now,
            is_left_open=self._scenes.is_left_open(in_game=self._game.in_game),
            is_watched=self._context.device.is_kiosk and not isinstance(scene, Waiting),
        )
        self._machine_turns.ask(scene.question, is_hurried=scene.is_hurried)

    def _give_up(self, _: fx.GiveUp) -> None:
        self.run(self._scenes.shown.give_up(self._context))

    def _handle_dice(self, effect: fx.HandleDice) -> None:
        self.run(self._scenes.shown.dice(effect.event, self._context))

    def _resume(self) -> None:
        self._game.in_game = True
        self._context.review = None
        self._game.play_forced_moves()
        self._reset(next_scene(self._context))

    def _explain(self, effect: fx.Explain) -> None:
        self._cover(TextPage(effect.title, effect.text))

    def _apply(self, effect: fx.Apply) -> None:
        self._game.apply(effect.record)
        lesson, shelf = self._game.lesson, self._context.device.exercises
        if lesson is None or shelf is None or "do" not in effect.record:
            return
        if lesson.is_solved_by(self._game.playing.actions):
            shelf.solve(lesson.exercise.key)

    def _show_menu(self, _: fx.ShowMenu) -> None:
        if self._game.lesson is not None:
            self._show(Show(ExerciseMenu()))
        elif any(scene.is_edited(self._context) for scene in self._scenes.all):
            self._cover(Menu(is_over_edit=True))
        else:
            self._show(Show(Menu()))

    def _show_help(self, _: fx.ShowHelp) -> None:
        scene = self._scenes.shown
        parts, view = [*scene.help_lines(self._context)], scene.view(self._context)
        if isinstance(view, BoardView):
            lying = names.beside(view.layout.pieces, view.layout.seats)
            parts += [Message.of(BESIDE)] if lying else []
            parts += [Message.of(LISTED, what=each) for each in lying]
        self._cover(TextPage(Message.of(HELP), names.join(parts, between="\n")))

    def _show_last_move(self, _: fx.ShowLastMove) -> None:
        if not self._game.in_game or isinstance(self._scenes.shown, LastMove):
            return
        scene = LastMove.of(self._game.playing)
        if scene is None:
            self.notify(Message.of(NO_MOVE_YET))
        else:
            self._cover(scene)

    def _show_board_tour(self, _: fx.ShowBoardTour) -> None:
        if not self._context.device.has_voice:
            self.notify(Message.of(MUTE))
        elif self._game.in_game and not isinstance(self._scenes.shown, BoardTour | BoardWalk):
            self._cover(BoardTour())

    def _undo(self, _: fx.Undo) -> None:
        if not self._game.in_game:
            self.notify(Message.of(NOTHING_TO_UNDO))
            return
        if not (self._game.playing.can_undo and is_agreed(self._context)):
            self.run(cannot_undo(self._context))
            return
        undone = self._game.undo()
        self._resume()
        if undone is not None and self._game.lesson is None:
            self.notify(Message.of(TAKEN_BACK, what=names.action(undone)))

    def _throw_at_random(self, effect: fx.ThrowAtRandom) -> None:
        throw = self._game.random_throw()
        self.run(count(throw, self._context, of_machine=effect.of_machine))

    def _replace_move(self, _: fx.ReplaceMove) -> None:
        self._game.replace_move(puts_back_first=self._context.sight.is_working)
        self._resume()

    def _replace_throw(self, effect: fx.ReplaceThrow) -> None:
        keeps_later = self._game.replace_throw(effect.throw, effect.back)
        self._resume()
        if not keeps_later:
            self.notify(Message.of(LATER_THROWS_REMOVED))

    def _begin_game(self, effect: fx.BeginGame) -> None:
        self._game.begin(with_strength(effect.setup, self._context))
        self._context.is_cup_lifted = False  # it was the tray of another game
        session = self._game.playing
        self.notify(self._board_watch.begin(session.game.board, self._context.now))
        if effect.setup.first is None:
            first = session.game.seats[session.setup.first or 0]
            self.notify(Message.of(DRAWN, seat=names.seat(first)))
        if not groups(session.state, session.game.board):
            self._game.groups_placed = None
        self._resume()

    def _begin_exercise(self, effect: fx.BeginExercise) -> None:
        lesson = effect.lesson
        try:
            check(lesson.exercise)
        except ValueError as error:
            log.warning("an exercise cannot be shown: %s", error)
            self.notify(Message.of(NO_EXERCISE))
            return
        is_new = self._game.lesson is None
        self._game.begin_exercise(lesson)
        if is_new:
            self.notify(self._board_watch.begin(lesson.exercise.game.board, self._context.now))
        elif self._game.groups_placed is not None:
            self.notify(Message.of(CLEAR_BOARD))
        self._resume()

    def _list_exercises(self, effect: fx.ListExercises) -> None:
        self._go_home(fx.GoHome(effect.game))
        self._cover(ExerciseLevels(game=effect.game))

    def _place_groups(self, effect: fx.PlaceGroups) -> None:
        self._game.groups_placed = effect.count

    def _begin_asked_game(self, _: fx.BeginAskedGame) -> None:
        asked = self._game.asked_for
        self.run((fx.GoHome() if asked is None else fx.BeginGame(asked),))

    def _take_over_game(self, effect: fx.TakeOverGame) -> None:
        before = self._game.playing.game
        self._game.take_over(effect.records)
        game = self._game.playing.game
        if game != before:
            self.notify(Message.of(CLEAR_BOARD))
            self.notify(self._board_watch.begin(game.board, self._context.now))
        self._resume()

    def _go_on_with(self, effect: fx.GoOnWith) -> None:
        try:
            self._game.go_on_with(effect.game)
        except ValueError as error:
            log.warning("a game that was left cannot be read: %s", error)
            self.notify(Message.of(NOT_RESUMED))
            return
        self._context.known_review = NOTHING_KNOWN
        self.notify(Message.of(CLEAR_BOARD))
        board = self._game.playing.game.board
        self.notify(self._board_watch.begin(board, self._context.now))
        self._resume()

    def _leave_game(self, effect: fx.LeaveGame) -> None:
        self._game.leave(effect.why)
        self._context.review, self._context.known_review = None, NOTHING_KNOWN
        self._context.sight.set_game_board(None, self._context.now)

    def _go_home(self, effect: fx.GoHome) -> None:
        if self._game.lesson is not None:
            self._game.end_lesson()
            self._watch_board_again()
        self._game.in_game = False
        self._context.read_history()
        self._reset(Home.begin(self._context, effect.game))

    def _watch_board_again(self) -> None:
        session = self._game.session
        board = None if session is None else session.game.board
        self._context.sight.set_game_board(board, self._context.now)

    def _end_visit(self, _: fx.EndVisit) -> None:
        self._leave_game(fx.LeaveGame("idle"))
        if self._context.device.exercises is not None:
            self._context.device.exercises.forget()
        self._context.preferences = self._context.lasting
        self._reset(Attract.begin(self._context))

    def _report_mismatch(self, effect: fx.ReportMismatch) -> None:
        finder, now = self._scenes.shown, self._context.now
        self._cover(BoardDiffers.begin(effect.mismatch, finder, now))

    def _ignore_mismatch(self, _: fx.IgnoreMismatch) -> None:
        self._context.sight.ignore_differences(self._game.playing.standing())

    def _end_program(self, effect: fx.EndProgram) -> None:
        self.ending = effect.ending


_HANDLERS: Final[Mapping[type[fx.Effect], Callable[[EffectRunner, Any], None]]] = {
    Show: EffectRunner._show,
    Cover: lambda runner, effect: runner._cover(effect.scene),
    fx.Close: EffectRunner._close,
    fx.GiveUp: EffectRunner._give_up,
    fx.Resume: lambda runner, _: runner._resume(),
    fx.ShowMenu: EffectRunner._show_menu,
    fx.ShowHelp: EffectRunner._show_help,
    fx.ShowLastMove: EffectRunner._show_last_move,
    fx.ShowBoardTour: EffectRunner._show_board_tour,
    fx.Notify: lambda runner, effect: runner.notify(effect.notice),
    fx.Explain: EffectRunner._explain,
    fx.Apply: EffectRunner._apply,
    fx.Undo: EffectRunner._undo,
    fx.ThrowAtRandom: EffectRunner._throw_at_random,
    fx.ReplaceMove: EffectRunner._replace_move,
    fx.ReplaceThrow: EffectRunner._replace_throw,
    fx.BeginGame: EffectRunner._begin_game,
    fx.TakeOverGame: EffectRunner._take_over_game,
    fx.GoOnWith: EffectRunner._go_on_with,
    fx.BeginAskedGame: EffectRunner._begin_asked_game,
    fx.BeginExercise: EffectRunner._begin_exercise,
    fx.ListExercises: EffectRunner._list_exercises,
    fx.PlaceGroups: EffectRunner._place_groups,
    fx.LeaveGame: EffectRunner._leave_game,
    fx.GoHome: EffectRunner._go_home,
    fx.EndVisit: EffectRunner._end_visit,
    fx.HandleDice: EffectRunner._handle_dice,
    fx.ReportMismatch: EffectRunner._report_mismatch,
    fx.IgnoreMismatch: EffectRunner._ignore_mismatch,
    fx.EndProgram: EffectRunner._end_program,
}
