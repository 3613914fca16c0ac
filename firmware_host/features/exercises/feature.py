"""What exercises add to the core."""

from typing import Final

from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import AFTER_RECORDS, AFTER_VISITS
from firmware_host.table.scene import TableParts


def _solve(record: JournalRecord, table: TableParts) -> None:
    """Note that the exercise on the table is solved, if ``record`` is the right answer."""
    from firmware_host.table.scenes.exercises import LessonHere

    lesson, shelf = table.context.fact(LessonHere).lesson, table.context.device.exercises
    if lesson is None or shelf is None or "do" not in record:
        return
    if lesson.is_solved_by(table.game.playing.actions):
        shelf.solve(lesson.exercise.key)


def _forget_solved(context: SceneContext) -> None:
    if context.device.exercises is not None:
        context.device.exercises.forget()


OFFERS: Final = (AFTER_RECORDS.offer(_solve), AFTER_VISITS.offer(_forget_solved))
