"""What exercises add to the core; their scenes and sets are loaded when people come to them."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from firmware_host.app.build import OPENING_FACTS, OPENING_TASKS
from firmware_host.app.request import Request
from firmware_host.features.exercises.remote import (
    GamesWithExercises,
    SeriesHere,
    ShelfHere,
    SolvedExercises,
    StartExercises,
)
from firmware_host.remote.requests import RequestRefused
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import AFTER_RECORDS, Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import Effects, FileTask, Notify, Scene, TableParts, UseFiles
from firmware_host.table.scenes.additions import FOLLOWING, INTERLUDE_MENUS, SETUP_LINES
from firmware_host.table.scenes.base import Entry
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.features.exercises.store import ExerciseShelf

NO_EXERCISES: Final = RequestRefused(Message.of(msg("There are no exercises for this game.")))


def _shelf(request: Request) -> ShelfHere:
    return ShelfHere(partial(_open_shelf, request))


def _open_shelf(request: Request) -> "ExerciseShelf":
    from firmware_host.features.exercises.store import ExerciseShelf

    return ExerciseShelf(request.catalogue, request.folder, forgets=request.is_public)


def _find_games(request: Request) -> FileTask:
    return lambda: (Remember(GamesWithExercises(_open_shelf(request).games())),)


_scenes: Final = partial(import_module, "firmware_host.features.exercises.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _following(context: SceneContext) -> Scene | None:
    if context.fact(SeriesHere).series is None:
        return None
    scene: Scene = _scenes().exercise_scene(context)
    return scene


def _menu(context: SceneContext) -> Scene | None:
    if context.fact(SeriesHere).series is None:
        return None
    menu: Scene = _scenes().ExerciseMenu()
    return menu


def _setup_lines(draft: Setup, context: SceneContext) -> tuple[Entry, ...]:
    if draft.game not in context.fact(GamesWithExercises).names:
        return ()
    from firmware_host.features.exercises.choosing import exercises_entry

    return (exercises_entry(draft.game),)


def _solve(record: JournalRecord, table: TableParts) -> None:
    """Note that the exercise on the table is solved, if ``record`` is the right answer."""
    series = table.context.fact(SeriesHere).series
    if series is None or "do" not in record:
        return
    if series.is_solved_by(table.game.playing.actions):
        before = table.context.fact(SolvedExercises)
        solved = before.after(series.exercise.key)
        table.note(solved)
        open_shelf = table.context.fact(ShelfHere).open
        if open_shelf is not None and solved != before:
            table.use_files(KeepSolved(open_shelf, solved.keys))


class KeepSolved(Struct, frozen=True):
    """Keeps the ``keys`` of the exercises that were solved on the shelf that ``open`` returns."""

    open: "Callable[[], ExerciseShelf]"
    keys: tuple[str, ...]

    def __call__(self) -> Effects:
        self.open().solved.keep(self.keys)
        return ()


def _start(request: StartExercises, scene: Scene, context: SceneContext) -> Reaction:
    """List the exercises, also where nobody has yet looked which games have some."""
    open_shelf = context.fact(ShelfHere).open
    known = context.fact(GamesWithExercises).names or context.catalogue.names()
    if open_shelf is None or request.game not in known:
        return NO_EXERCISES
    return (UseFiles(partial(_list, request.game, open_shelf)),)


def _list(game: str, open_shelf: "Callable[[], ExerciseShelf]") -> Effects:
    from firmware_host.features.exercises.choosing import ListExercises

    has_some = game in open_shelf().games()
    return (ListExercises(game),) if has_some else (Notify(NO_EXERCISES.why),)


OFFERS: Final = (
    OPENING_FACTS.offer(_shelf),
    OPENING_TASKS.offer(_find_games),
    FOLLOWING.offer(_following),
    INTERLUDE_MENUS.offer(_menu),
    SETUP_LINES.offer(_setup_lines),
    AFTER_RECORDS.offer(_solve),
    REQUEST_HANDLERS.offer(handler(StartExercises, _start)),
)
