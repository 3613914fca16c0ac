"""What exercises add to the core; their scenes and sets are loaded when people come to them."""

from functools import cache
from typing import TYPE_CHECKING, Final

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.features.exercises.facts import LessonHere, ShelfHere
from firmware_host.features.exercises.remote import StartExercises
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import AFTER_RECORDS, AFTER_VISITS
from firmware_host.table.remote_effects import REQUEST_HANDLERS, handler
from firmware_host.table.scene import Effects, Scene, TableParts
from firmware_host.table.scenes.entries import Entry
from firmware_host.table.scenes.game_setup import SETUP_LINES
from firmware_host.table.scenes.menu import INTERLUDE_MENUS
from firmware_host.table.scenes.next_scene import FOLLOWING

if TYPE_CHECKING:
    from firmware_host.features.exercises.store import ExerciseShelf


def _shelf(request: Request) -> ShelfHere:
    @cache
    def find() -> "ExerciseShelf":
        from firmware_host.features.exercises.store import ExerciseShelf

        return ExerciseShelf(request.catalogue, request.folder, forgets=request.is_kiosk)

    return ShelfHere(find)


def _following(context: SceneContext) -> Scene | None:
    if context.fact(LessonHere).lesson is None:
        return None
    from firmware_host.features.exercises.scenes import lesson_scene

    return lesson_scene(context)


def _menu(context: SceneContext) -> Scene | None:
    if context.fact(LessonHere).lesson is None:
        return None
    from firmware_host.features.exercises.scenes import ExerciseMenu

    return ExerciseMenu()


def _setup_lines(game: str, context: SceneContext) -> tuple[Entry, ...]:
    if context.fact(ShelfHere).find is None:
        return ()
    from firmware_host.features.exercises.choosing import exercises_entry

    return exercises_entry(game, context)


def _solve(record: JournalRecord, table: TableParts) -> None:
    """Note that the exercise on the table is solved, if ``record`` is the right answer."""
    lesson = table.context.fact(LessonHere).lesson
    if lesson is None or "do" not in record:
        return
    shelf = table.context.fact(ShelfHere).shelf
    if shelf is not None and lesson.is_solved_by(table.game.playing.actions):
        shelf.solve(lesson.exercise.key)


def _forget_solved(context: SceneContext) -> None:
    shelf = context.fact(ShelfHere).shelf
    if shelf is not None:
        shelf.forget()


def _start(request: StartExercises, scene: Scene, context: SceneContext) -> Effects:
    shelf = context.fact(ShelfHere).shelf
    if shelf is None or request.game not in shelf.games():
        return ()
    from firmware_host.features.exercises.choosing import ListExercises

    return (ListExercises(request.game),)


OFFERS: Final = (
    OPENING_FACTS.offer(_shelf),
    FOLLOWING.offer(_following),
    INTERLUDE_MENUS.offer(_menu),
    SETUP_LINES.offer(_setup_lines),
    AFTER_RECORDS.offer(_solve),
    AFTER_VISITS.offer(_forget_solved),
    REQUEST_HANDLERS.offer(handler(StartExercises, _start)),
)
