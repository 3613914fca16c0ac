"""A lesson at the table: its rule, what people do there, what is said to it, and how it ends."""

import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from firmware_host.base.values import ValuesError
from firmware_host.features.lessons.lesson import (
    LearnedTasks,
    Lesson,
    LessonHere,
    LessonsKept,
    LessonTask,
    TaskAnswer,
    read_lesson,
    rule_and_task,
)
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.sheet import Sheet, TextLine, counted
from firmware_host.screens.view import Awaited, View, sentences
from firmware_host.session.session import Session
from firmware_host.storage.records import KeyFile
from firmware_host.table.context import SceneContext, draft
from firmware_host.table.effects import (
    READING,
    BeginInterlude,
    GoHome,
    HandleDice,
    Remember,
    Undo,
)
from firmware_host.table.scene import (
    AwaitFiles,
    Close,
    Effect,
    Effects,
    Notify,
    Scene,
    Show,
    TableParts,
    UseFiles,
)
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    EntryList,
    plain_entry,
    returning,
)
from firmware_host.table.scenes.choose import Choose
from firmware_host.table.scenes.game_setup import GameSetup
from firmware_host.table.scenes.guide import Guide, before_question
from firmware_host.table.scenes.menu import InterludeMenu
from firmware_host.table.scenes.throw import AwaitThrow
from firmware_host.text.translator import Language
from games.actions import Move, Throw
from games.core import State
from games.message import Message, msg
from hardware.dice.tray import DiceEvent

NO_LESSON: Final = msg("This lesson cannot be shown")
LEARN: Final = msg("Learn")
COUNTED: Final = msg("Rule {number}/{total}")
LINE: Final = "{game}: {done}/{total}"
LINE_HELP: Final = msg(
    "{total} rules, {done} of them learned. Begins with the first one that is not learned."
)

log = logging.getLogger(__name__)


class TaskView(NoteView, frozen=True, kw_only=True):
    """The rule and the task in ``text``, or what is said to what was done.

    ``keys`` lead on, ``awaits`` is what else may be done. ``is_right`` is None before something was
    done.
    """

    keys: NoteKeys
    awaits: Awaited = "answer"
    is_right: bool | None = None

    @property
    def awaited(self) -> Awaited:
        return self.awaits

    @property
    def verdict(self) -> bool | None:
        return self.is_right

    @property
    def prompt(self) -> Message:
        return Message.of("{text}\n{keys}", text=self.text, keys=self.keys.prompt)

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.title, self.text, self.keys.prompt)


class TaskChoiceView(ChooseView, frozen=True, kw_only=True):
    """A move is chosen to do the ``task``, which matters more than whose move it is."""

    task: str
    next_hint = msg("Hint: rule")

    @property
    def prompt(self) -> Message:
        return Message.of("{task}\n{keys}", task=Message.of(self.task), keys=super().prompt)

    def sheet(self, say: Language) -> Sheet:
        sheet = super().sheet(say)
        chosen = next(line for line in sheet.lines if not line.is_minor)
        others = tuple(line for line in sheet.lines if line != chosen)
        task = TextLine(say(self.task), is_minor=True)
        if self.targets_shown:
            return replace(sheet, optional=(task,))
        return replace(
            sheet, head=counted(*self._number, say), lines=(task, chosen), optional=others
        )


class LessonList(EntryList, frozen=True, kw_only=True):
    """The games that can be learned, with how many of their rules are learned."""

    help = msg("Up and down: choose a game. OK: learn it. Hint: how far you are. Back: games.")
    back = msg("Back: games")
    times_out_anywhere = True
    lessons: tuple[Lesson, ...]

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Learn which game?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(_line(lesson, context) for lesson in self.lessons)

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


def _line(lesson: Lesson, context: SceneContext) -> Entry:
    title = Message.of(context.catalogue.about(lesson.game).title)
    done, total = lesson.done(context.fact(LearnedTasks).keys), len(lesson.tasks)
    return Entry(
        Message.of(LINE, game=title, done=done, total=total),
        Message.of(LINE_HELP, done=done, total=total),
        returning(BeginLesson(lesson)),
    )


def read_lessons(games: tuple[str, ...], then: Callable[[tuple[Lesson, ...]], Effects]) -> Effect:
    """Return what reads the lessons of ``games`` and does ``then`` with them."""

    def read() -> Effects:
        found: list[Lesson] = []
        for game in games:
            try:
                found.append(read_lesson(game))
            except ValuesError as error:
                log.warning("%s", error)
        return then(tuple(found)) if found else (Notify(Message.of(NO_LESSON)),)

    return AwaitFiles(Message.of(LEARN), Message.of(READING), read)


def lesson_list(lessons: tuple[Lesson, ...], context: SceneContext) -> LessonList:
    """Return the list of ``lessons``, with the cursor on the first that was left unfinished."""
    keys = context.fact(LearnedTasks).keys
    left = (at for at, each in enumerate(lessons) if 0 < each.done(keys) < len(each.tasks))
    return LessonList(next(left, 0), lessons=lessons)


class BeginLesson(Struct, frozen=True):
    """Put ``lesson`` on the table where people left it; the game there waits."""

    lesson: Lesson

    def carry_out(self, table: TableParts) -> Effects:
        number = self.lesson.first(table.context.fact(LearnedTasks).keys)
        return (GoHome(self.lesson.game), BeginTask(self.lesson, number))


class BeginTask(Struct, frozen=True):
    """Put task ``number`` of ``lesson`` on the table."""

    lesson: Lesson
    number: int

    def carry_out(self, table: TableParts) -> Effects:
        setup = self.lesson.setup(self.number)
        try:
            session = Session(table.context.catalogue.load(setup.game, **setup.options), setup)
        except ValueError as error:
            log.warning("a lesson cannot be shown: %s", error)
            return (Notify(Message.of(NO_LESSON)),)
        return (BeginInterlude(session, LessonHere(self.lesson, self.number)),)


def lesson_scene(context: SceneContext) -> Scene:
    """Return the scene of what is to be done in the lesson on the table."""
    before, session = before_question(context), context.playing
    if before is not None:
        return before
    if session.actions:
        goes_on = _answer(context).right and session.hand_steps.due
        return Guide() if goes_on else AnswerTask()
    return _answering(context) if session.hand_steps.why == "undo" else ReadTask()


class ReadTask(ConfirmScene, frozen=True):
    """The rule, and what people should do to learn it."""

    help = msg(
        "Read the rule and what to do. OK or an arrow: do it. On a sensing board: move the piece."
        " Back: menu."
    )
    page: int = 0

    def view(self, context: SceneContext) -> View:
        return TaskView(
            _counted(context),
            rule_and_task(_task(context)),
            page=self.page,
            keys=DO_IT,
            awaits="throw" if context.playing.state.is_chance else "choice",
        )

    def confirm(self, context: SceneContext) -> Effects:
        return (Show(_answering(context)),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in TURNS:
            return (Show(replace(self, page=self.page + TURNS[key])),)
        return super().press(key, context)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Take dice that are thrown before the rule is read to its end."""
        if not context.playing.state.is_chance:
            return super().dice(event, context)
        return (*self.confirm(context), HandleDice(event))

    def board_changed(self, context: SceneContext) -> Effects:
        return self.confirm(context) if context.sight.is_working else ()


TURNS: Final = {"up": -1, "down": 1}


class DoTask(Choose, frozen=True):
    """A move is chosen; hints say where pieces can go, and the rule again."""

    help = msg(
        "Choose with the arrows and press OK. Back: choose again, then menu. Hint: show where you"
        " can go, then the rule."
    )

    def view(self, context: SceneContext) -> View:
        view = super().view(context)
        assert isinstance(view, ChooseView), "a lesson gives no advice"
        return TaskChoiceView(**asdict(view), task=_task(context).task)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "hint" and self.targets_shown:
            return (Show(ReadTask()),)
        return super().press(key, context)


class AnswerTask(ConfirmScene, frozen=True):
    """What is said to what people have done."""

    help = msg("What you did. OK: the next rule, or try again. Back: menu.")
    page: int = 0

    def view(self, context: SceneContext) -> View:
        answer = _answer(context)
        title, keys = RIGHT if answer.right else WRONG
        return TaskView(
            Message.of(title),
            Message.of(answer.says),
            page=self.page,
            keys=keys,
            is_right=answer.right,
        )

    def confirm(self, context: SceneContext) -> Effects:
        return next_task(context) if _answer(context).right else (Undo(),)

    def dice(self, event: DiceEvent, context: SceneContext) -> Effects:
        """Take dice that are thrown again, as a wrong throw says, before a key is pressed."""
        if _answer(context).right or not context.playing.states[0].is_chance:
            return super().dice(event, context)
        return (*self.confirm(context), HandleDice(event))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in TURNS:
            return (Show(replace(self, page=self.page + TURNS[key])),)
        return super().press(key, context)


DO_IT: Final = NoteKeys(
    Message.of(msg("OK: do it")), Message.of(msg("Press `ok` to do it; `back`: menu"))
)
GO_ON: Final = NoteKeys(
    Message.of(msg("OK: next")), Message.of(msg("Press `ok` to go on; `back`: menu"))
)
TRY_AGAIN: Final = NoteKeys(
    Message.of(msg("OK: again")), Message.of(msg("Press `ok` to try again; `back`: menu"))
)
RIGHT: Final = msg("Right!"), GO_ON
WRONG: Final = msg("Not yet"), TRY_AGAIN


class LessonMenu(InterludeMenu, frozen=True):
    """What people may do in a lesson, over it."""

    help = msg("Up and down: choose a line. OK: open it. Hint: what it does. Back: lesson.")
    back = msg("Back: lesson")
    resume = msg("Return to the lesson.")

    def title(self, context: SceneContext) -> Message:
        return _counted(context)

    def own(self, context: SceneContext) -> tuple[Entry, ...]:
        return (plain_entry(*NEXT, next_task),)

    def end(self, context: SceneContext) -> Entry:
        return plain_entry(*END, returning(GoHome(_lesson(context).game)))


NEXT: Final = msg("Next rule"), msg("Leave this one out.")
END: Final = msg("End the lesson"), msg("Return to the games. You can go on with it later.")


class LessonOver(EntryList, frozen=True, kw_only=True):
    """The last rule of the lesson of ``game`` is learned: people play it now, or do not."""

    help = msg("Up and down: choose a line. OK: open it. Back: games.")
    back = msg("Back: games")
    times_out_anywhere = True
    game: str

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("You know the rules"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return (
            plain_entry(*PLAY, lambda then: (Show(GameSetup(draft=draft(self.game, then))),)),
            plain_entry(*OTHERS, returning(GoHome(self.game))),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (GoHome(self.game),)

    def give_up(self, context: SceneContext) -> Effects:
        return (GoHome(self.game),)


PLAY: Final = msg("Play now"), msg("Choose how many people play, and begin.")
OTHERS: Final = msg("Other games"), msg("The list of games, games played and settings.")


def next_task(context: SceneContext) -> Effects:
    """Return what leads to the next task; after the last, to a game."""
    here = context.fact(LessonHere)
    lesson, following = _lesson(context), here.number + 1
    if following < len(lesson.tasks):
        return (BeginTask(lesson, following),)
    return (GoHome(lesson.game), Show(LessonOver(game=lesson.game)))


def learned_by(context: SceneContext) -> Effects:
    """Return what keeps in mind that the task on the table is learned, if it is."""
    before = context.fact(LearnedTasks)
    here = context.fact(LessonHere)
    after = before.after(_lesson(context).keys[here.number])
    if after == before or not _answer(context).right:
        return ()
    return (Remember(after), UseFiles(KeepLearned(context.fact(LessonsKept).learned, after.keys)))


class KeepLearned(Struct, frozen=True):
    """Writes the ``keys`` of the tasks that are ``learned``."""

    learned: KeyFile
    keys: tuple[str, ...]

    def __call__(self) -> Effects:
        self.learned.keep(self.keys)
        return ()


def _answering(context: SceneContext) -> Scene:
    state: State = context.playing.state
    if state.is_chance:
        return AwaitThrow.begin(context)
    return DoTask.among(state.legal_moves(), context)


def _answer(context: SceneContext) -> TaskAnswer:
    action = context.playing.actions[0]
    assert isinstance(action, Move | Throw), "a task is done by a move or a throw"
    return _task(context).answer(action)


def _counted(context: SceneContext) -> Message:
    here, total = context.fact(LessonHere), len(_lesson(context).tasks)
    return Message.of(COUNTED, number=here.number + 1, total=total)


def _task(context: SceneContext) -> LessonTask:
    return _lesson(context).tasks[context.fact(LessonHere).number]


def _lesson(context: SceneContext) -> Lesson:
    lesson = context.fact(LessonHere).lesson
    assert lesson is not None, "shown only in a lesson"
    return lesson
