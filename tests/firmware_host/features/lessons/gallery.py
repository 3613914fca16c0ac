"""The screens of lessons: the first rule of each game, what is said to it, and the lists."""

from collections.abc import Iterator

from firmware_host.features.lessons.lesson import has_lesson, read_lesson
from firmware_host.features.lessons.scenes import BeginTask, LessonList, LessonOver
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Cover
from games.actions import Move
from tests.firmware_host.screens.stage import Stage

TASK = 2
"""The task that is shown, from 0: in each game, one that is done by a move, right or wrong."""


def lessons(game: str) -> Iterator[tuple[str, Frame]]:
    if not has_lesson(game):
        return
    stage, lesson = Stage(game), read_lesson(game)
    stage.table.run(Cover(LessonList(lessons=(lesson,))))
    yield "lesson-list", stage.frame
    number = min(TASK, len(lesson.tasks) - 1)
    stage.table.run(BeginTask(lesson, number))
    yield "lesson-rule", stage.press("right")
    yield "lesson-choice", stage.press("ok")
    task, state = lesson.tasks[number], stage.table.game.playing.state
    for is_right, name in ((False, "lesson-wrong"), (True, "lesson-right")):
        move = next(each for each in state.legal_moves() if task.answer(each).right == is_right)
        assert isinstance(move, Move), "a move is awaited"
        stage.point_at(move)
        stage.press("ok")
        yield name, stage.follow()
        if not is_right:
            stage.press("ok")
    yield "lesson-menu", stage.press("menu")
    stage.table.run(Cover(LessonOver(game=game)))
    yield "lesson-over", stage.frame


SHOWS = (lessons,)
