"""The screens of exercises, in positions of real games."""

from collections.abc import Iterator

from firmware_host.features.exercises.choosing import BeginExercise, ExerciseLevels
from firmware_host.features.exercises.store import ExerciseSeries, ExerciseShelf, shipped
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Cover
from games.exercises import Exercise
from tests.firmware_host.screens.positions import choice, shown_move
from tests.firmware_host.screens.stage import Stage
from tests.table import OneGame


def exercises(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    if shipped(game) is not None:
        shelf = ExerciseShelf(OneGame(game))
        stage.table.run(Cover(ExerciseLevels(game=game, sets=shelf.sets(game))))
        yield "exercise-levels", stage.frame
        yield "exercise-help", stage.press("hint")
    state = choice(game)
    best = shown_move(state)
    wrong = next((move for move in state.legal_moves() if move != best), None)
    if wrong is None:
        return
    shares = {move.text: 0.234 for move in (wrong, *state.legal_moves())}
    shares = {best.text: 0.0, **{text: each for text, each in shares.items() if text != best.text}}
    exercise = Exercise(state.game, str(state), shares, "capture", 1, 0.2, (600, 6000), "game 1")
    stage.table.run(BeginExercise(ExerciseSeries((exercise, exercise))))
    yield "exercise", stage.press("right")
    yield "exercise-menu", stage.press("menu")
    stage.press("back", "ok")
    stage.point_at(wrong)
    yield "exercise-wrong", stage.press("ok")
    yield "exercise-solution", stage.press("right")
    stage.press("back")
    stage.point_at(best)
    yield "exercise-right", stage.press("ok")


SHOWS = (exercises,)
