"""The list that leads to the exercises of a game: its levels and sets."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.exercises.remote import SeriesHere, ShelfHere, SolvedExercises
from firmware_host.features.exercises.store import (
    ExerciseAnswer,
    ExerciseQuestion,
    ExerciseSeries,
    NamedSet,
)
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import READING, BeginInterlude, GoHome
from firmware_host.table.scene import (
    AwaitFiles,
    Close,
    Cover,
    Effects,
    Notify,
    Show,
    TableParts,
)
from firmware_host.table.scenes.base import (
    ConfirmScene,
    Entry,
    EntryList,
    plain_entry,
    returning,
)
from firmware_host.thinking.inline import Answer, Question
from games.core import State
from games.exercises import Exercise, check, graded
from games.message import Message, msg

NO_EXERCISE: Final = msg("This exercise cannot be shown")
EXERCISES: Final = msg("Exercises")
EXERCISES_HELP: Final = msg(
    "Find the best move in a position. One is clearly better than all others."
)
LEVEL_NAMES: Final = {1: msg("Easy"), 2: msg("Medium"), 3: msg("Hard")}
LEVEL_HELP: Final = msg(
    "{count} exercises, {solved} of them solved. Begins with the first one that is not solved."
)
OWN: Final = msg("From your games")
OWN_HELP: Final = msg("Looks for exercises in the last games that were played here.")
LOOKING: Final = msg("Positions looked at: {done} of {total}. Exercises found: {found}.")
LOOKING_KEYS: Final = NoteKeys(
    Message.of(msg("OK: begin, back: leave")), Message.of(msg("`ok`: begin; `back`: leave"))
)
NONE_FOUND: Final = msg("No exercise found")
NEWEST: Final = 3
"""So many games are looked at."""
OF_A_GAME: Final = 40
"""About so many positions of each game are looked at."""
MOST_OWN: Final = 5
"""When so many exercises were found, they are asked."""
LINE: Final = msg("{part}: {solved}/{count}")

log = logging.getLogger(__name__)


class BeginExercise(Struct, frozen=True):
    """Put the exercise of ``series`` on the table; the game on it waits."""

    series: ExerciseSeries

    def carry_out(self, table: TableParts) -> Effects:
        exercise = self.series.exercise
        try:
            check(exercise)
        except ValueError as error:
            log.warning("an exercise cannot be shown: %s", error)
            return (Notify(Message.of(NO_EXERCISE)),)
        session = Session(exercise.game, self.series.setup())
        return (BeginInterlude(session, SeriesHere(self.series)),)


class ListExercises(Struct, frozen=True):
    """Show the list of exercises for ``game``; people who go through some have ended."""

    game: str

    def carry_out(self, table: TableParts) -> Effects:
        return (GoHome(self.game), *_show_levels(self.game, table.context))


def exercises_entry(game: str) -> Entry:
    """Return the line that leads to the exercises for ``game``."""
    return plain_entry(EXERCISES, EXERCISES_HELP, lambda context: _show_levels(game, context))


def _show_levels(game: str, context: SceneContext) -> Effects:
    """Return what reads the exercises for ``game`` and lists them."""
    open_shelf = context.fact(ShelfHere).open
    if open_shelf is None:
        return ()

    def read() -> Effects:
        shelf = open_shelf()
        return (
            KnowSolved(shelf.solved.read()),
            Cover(ExerciseLevels(game=game, sets=shelf.sets(game))),
        )

    return (AwaitFiles(Message.of(EXERCISES), Message.of(READING), read),)


class KnowSolved(Struct, frozen=True):
    """Take the ``keys`` of exercises that are known to have been solved before those here."""

    keys: tuple[str, ...]

    def carry_out(self, table: TableParts) -> Effects:
        here = table.context.fact(SolvedExercises).keys
        table.note(SolvedExercises(tuple(dict.fromkeys((*self.keys, *here)))))
        return ()


class ExerciseLevels(EntryList, frozen=True, kw_only=True):
    """The levels of the set that ships with ``game``, and its other ``sets``."""

    help = msg("Up and down: choose a line. OK: begin. Hint: what was solved. Back: done.")
    back = msg("Back: done")
    times_out_anywhere = True
    game: str
    sets: tuple[NamedSet, ...]

    def title(self, context: SceneContext) -> Message:
        return Message.of(EXERCISES)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        solved = frozenset(context.fact(SolvedExercises).keys)
        parts = [part for each in self.sets for part in _parts(each)]
        shipped = [_entry(label, chosen, solved) for label, chosen in parts if chosen]
        own = plain_entry(OWN, OWN_HELP, lambda then: _look(self.game, then))
        return (*shipped, *((own,) if any(_played(self.game, context)) else ()))

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


class SearchOwnGames(ConfirmScene, frozen=True):
    """Looks for exercises in ``positions`` of games that were played here, one after the other.

    ``done`` of them were looked at, ``found`` are the exercises among them.
    """

    help = msg("The table looks for exercises. OK: begin with those that were found. Back: leave.")
    times_out_anywhere = True
    positions: tuple[ExerciseQuestion, ...]
    done: int = 0
    found: tuple[Exercise, ...] = ()

    @property
    def question(self) -> Question | None:
        """Whether the next position is an exercise."""
        return self.positions[self.done]

    def view(self, context: SceneContext) -> View:
        facts = {"done": self.done, "total": len(self.positions), "found": len(self.found)}
        return NoteView(Message.of(OWN), Message.of(LOOKING, **facts), keys=LOOKING_KEYS)

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        new = answer.exercises if isinstance(answer, ExerciseAnswer) else ()
        after = replace(self, done=self.done + 1, found=(*self.found, *new))
        is_enough = len(after.found) == MOST_OWN or after.done == len(self.positions)
        return after.begin() if is_enough else (Show(after),)

    def begin(self) -> Effects:
        """Return what leads to the exercises that were found; a word if there are none."""
        if not self.found:
            return (Close(), Notify(Message.of(NONE_FOUND)))
        return (BeginExercise(ExerciseSeries(graded(self.found))),)

    def confirm(self, context: SceneContext) -> Effects:
        return self.begin() if self.found else ()

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


def _look(game: str, context: SceneContext) -> Effects:
    """Return what looks for exercises in the newest games of ``game`` that were played here."""
    positions: list[ExerciseQuestion] = []
    for saved in islice(_played(game, context), NEWEST):
        with suppress(ValueError):
            session = Session.resume(saved.records, context.catalogue)
            chosen = [each for each in session.states if _is_persons(each, session)]
            step = max(1, len(chosen) // OF_A_GAME)
            positions += [ExerciseQuestion.about(each, saved.date) for each in chosen[::step]]
    if not positions:
        return (Notify(Message.of(NONE_FOUND)),)
    return (Cover(SearchOwnGames(tuple(positions))),)


def _is_persons(state: State, session: Session) -> bool:
    return not state.is_chance and state.turn in session.seats.persons


def _played(game: str, context: SceneContext) -> Iterator[SavedGame]:
    """Yield the games of this kind that were played here, the newest first; none in public."""
    for saved in () if context.is_public else context.history:
        with suppress(ValueError):
            if Setup.read(saved.records[0]).game == game:
                yield saved


def _parts(named: NamedSet) -> Iterator[tuple[Message, tuple[Exercise, ...]]]:
    """Yield what people choose of a set: its levels, or all of one that has a name."""
    if named.name:
        yield Message.of("{name}", name=named.name), named.exercises.exercises
        return
    for level, title in LEVEL_NAMES.items():
        yield Message.of(title), named.exercises.at_level(level)


def _entry(label: Message, exercises: Sequence[Exercise], solved: frozenset[str]) -> Entry:
    keys = [each.key for each in exercises]
    done = sum(key in solved for key in keys)
    first = next((number for number, key in enumerate(keys) if key not in solved), 0)
    about = Message.of(LEVEL_HELP, count=len(keys), solved=done)
    line = Message.of(LINE, part=label, solved=done, count=len(keys))
    begin = returning(BeginExercise(ExerciseSeries(tuple(exercises), first)))
    return Entry(line, about, begin, use="exercises")
