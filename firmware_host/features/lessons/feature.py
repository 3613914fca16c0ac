"""What lessons add to the core; their scenes and files are loaded when people come to them."""

from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.app.build import OPENING_FACTS, OPENING_TASKS
from firmware_host.app.request import Request
from firmware_host.features.lessons.lesson import (
    GamesWithLessons,
    LearnedTasks,
    LessonHere,
    LessonsKept,
    StartLesson,
)
from firmware_host.remote.requests import RequestRefused
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord, KeyFile
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import AFTER_RECORDS, Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import Cover, Effects, FileTask, Notify, Scene, TableParts, UseFiles
from firmware_host.table.scenes.additions import FOLLOWING, HOME_LINES, INTERLUDE_MENUS, SETUP_LINES
from firmware_host.table.scenes.base import Entry, plain_entry
from games.message import Message, msg

FILE: Final = "learned-tasks"
"""The file in the state folder with the keys of the tasks that were done."""

LEARN: Final = msg("Learn"), msg("Learn a game in three to five minutes, rule by rule.")
NO_LESSON: Final = RequestRefused(Message.of(msg("There is no lesson for this game.")))


def _kept(request: Request) -> LessonsKept:
    folder = None if request.is_public else request.folder
    return LessonsKept(KeyFile(folder, FILE, "learned"))


def _look(request: Request) -> FileTask:
    """Return what finds the lessons, and what was learned of them."""

    def look() -> Effects:
        from firmware_host.features.lessons.lesson import has_lesson

        names = tuple(name for name in request.catalogue.names() if has_lesson(name))
        learned = _kept(request).learned.read()
        return (Remember(GamesWithLessons(names)), Remember(LearnedTasks(learned)))

    return look


_scenes: Final = partial(import_module, "firmware_host.features.lessons.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _following(context: SceneContext) -> Scene | None:
    if context.fact(LessonHere).lesson is None:
        return None
    scene: Scene = _scenes().lesson_scene(context)
    return scene


def _menu(context: SceneContext) -> Scene | None:
    if context.fact(LessonHere).lesson is None:
        return None
    menu: Scene = _scenes().LessonMenu()
    return menu


def _list(context: SceneContext) -> Effects:
    scenes, names = _scenes(), context.fact(GamesWithLessons).names
    return (scenes.read_lessons(names, lambda found: (Cover(scenes.lesson_list(found, context)),)),)


def _home_lines(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(*LEARN, _list),) if context.fact(GamesWithLessons).names else ()


def _begin(game: str) -> Effects:
    scenes = _scenes()
    return (scenes.read_lessons((game,), lambda found: tuple(map(scenes.BeginLesson, found))),)


def _begin_if_any(game: str) -> Effects:
    from firmware_host.features.lessons.lesson import has_lesson

    return _begin(game) if has_lesson(game) else (Notify(NO_LESSON.why),)


def _setup_lines(draft: Setup, context: SceneContext) -> tuple[Entry, ...]:
    game = draft.game
    has_lesson = game in context.fact(GamesWithLessons).names
    return (plain_entry(*LEARN, lambda _: _begin(game)),) if has_lesson else ()


def _learn(record: JournalRecord, table: TableParts) -> None:
    """Note that the task on the table is learned, if ``record`` is a right answer to it."""
    if table.context.fact(LessonHere).lesson is None or "do" not in record:
        return
    for effect in _scenes().learned_by(table.context):
        table.run((effect,))


def _start(request: StartLesson, scene: Scene, context: SceneContext) -> Reaction:
    """Begin the lesson, also where nobody has yet looked which games have one."""
    if request.game not in (context.fact(GamesWithLessons).names or context.catalogue.names()):
        return NO_LESSON
    return (UseFiles(partial(_begin_if_any, request.game)),)


OFFERS: Final = (
    OPENING_FACTS.offer(_kept),
    OPENING_TASKS.offer(_look),
    FOLLOWING.offer(_following),
    INTERLUDE_MENUS.offer(_menu),
    HOME_LINES.offer(_home_lines),
    SETUP_LINES.offer(_setup_lines),
    AFTER_RECORDS.offer(_learn),
    REQUEST_HANDLERS.offer(handler(StartLesson, _start)),
)
