"""The sets of exercises that a table has, which were solved, and the series that people go through.

A set ships with each game. Sets of the table's own are files ``exercises-NAME.json`` in the state
folder. The file ``solved-exercises`` there is one line as :mod:`firmware_host.storage.records`
writes it, with the keys of the exercises that were solved.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

import games
from firmware_host.base.errors import HostError, UsageError, reason
from firmware_host.session.hand_steps import SessionAction
from firmware_host.session.setup import Setup
from firmware_host.storage.filesystem import OS_STORAGE, Storage
from firmware_host.storage.records import KeyFile
from firmware_host.thinking.inline import Answer, Question
from games.actions import Move
from games.budget import Stop
from games.core import Catalogue, State
from games.exercises import (
    LEVELS,
    LONGEST,
    Exercise,
    ExerciseError,
    ExerciseSet,
    read,
    read_checked,
)
from hardware.untrusted_input import open_untrusted_text

SHIPPED: Final = "exercises.json"
"""The name of the set in the folder of its game."""
OWN: Final = "exercises-"
"""How the names of a table's own sets begin."""
SUFFIX: Final = ".json"

SOLVED: Final = "solved-exercises"

log = logging.getLogger(__name__)


class NamedSet(NamedTuple):
    """A set of exercises with its ``name``, empty for the one that ships with the game."""

    name: str
    exercises: ExerciseSet


def has_shipped(game: str) -> bool:
    """Return whether a set ships with ``game``."""
    return games.files(game).joinpath(game, SHIPPED).is_file()


def shipped(game: str) -> str | None:
    """Return the text of the set that ships with ``game``; None if there is none."""
    if not has_shipped(game):
        return None
    return games.files(game).joinpath(game, SHIPPED).read_text(encoding="utf-8")


@dataclass(frozen=True)
class ExerciseShelf:
    """The sets of exercises for games of ``catalogue``, those in ``folder`` among them.

    What was solved is kept there too, unless the table ``forgets`` it when its visitors leave.
    """

    catalogue: Catalogue
    folder: Path | None = None
    forgets: bool = False
    storage: Storage = OS_STORAGE

    def games(self) -> tuple[str, ...]:
        """Return the games that there are exercises for, in the order of a menu."""
        own = {found.exercises.game for found in self._own()}
        names = self.catalogue.names()
        return tuple(name for name in names if name in own or has_shipped(name))

    def sets(self, game: str) -> tuple[NamedSet, ...]:
        """Return the sets for ``game``, first the one that ships with it."""
        text = shipped(game)
        first = () if text is None else (NamedSet("", read(text, self.catalogue)),)
        return (*first, *(found for found in self._own() if found.exercises.game == game))

    @property
    def solved(self) -> KeyFile:
        """The keys of the exercises that were solved."""
        return KeyFile(None if self.forgets else self.folder, SOLVED, "solved", self.storage)

    def _own(self) -> Iterator[NamedSet]:
        """Yield the sets in the folder; log which of them cannot be read."""
        try:
            names = [] if self.folder is None else sorted(self.storage.names(self.folder))
        except OSError:
            return
        for name in names:
            if name.startswith(OWN) and name.endswith(SUFFIX) and self.folder is not None:
                try:
                    with self.storage.read(self.folder / name) as file:
                        text = file.read(LONGEST + 1).decode("utf-8")
                    found = read(text, self.catalogue)
                except (OSError, ValueError) as error:
                    log.warning("%s: %s", name, error)
                else:
                    yield NamedSet(name.removeprefix(OWN).removesuffix(SUFFIX), found)


class ExerciseSetError(HostError, ValueError):
    """A file that is no set of exercises: where it is wrong, and what was expected."""


def sets_of(of: str | None, catalogue: Catalogue, folder: Path | None = None) -> list[NamedSet]:
    """Return the sets that ``of`` names: a game, or a file; None names all games.

    With ``folder``, those that a table keeps there are among them. UsageError if there are none,
    ExerciseSetError if one is wrong.
    """
    if of is not None and of not in catalogue.names():
        return [load(Path(of), catalogue)]
    names = catalogue.names() if of is None else (of,)
    if folder is not None:
        shelf = ExerciseShelf(catalogue, folder)
        return [found for name in names for found in shelf.sets(name)]
    found = [_checked(text, name, catalogue) for name in names if (text := shipped(name))]
    if not found:
        raise UsageError(f"there are no exercises for {of}")
    return found


def load(path: Path, catalogue: Catalogue) -> NamedSet:
    """Return the set in the file at ``path``; UsageError if it cannot be read."""
    try:
        with open_untrusted_text(path, "utf-8-sig") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise UsageError(
            f"{path}: expected the name of a game or a file with exercises: {reason(error)}"
        ) from None
    except UnicodeDecodeError:
        raise ExerciseSetError(f"{path}: this is not a text file: expected exercises") from None
    return _checked(text, str(path), catalogue)


def _checked(text: str, name: str, catalogue: Catalogue) -> NamedSet:
    try:
        return NamedSet(name, read_checked(text, catalogue))
    except ExerciseError as error:
        raise ExerciseSetError(f"{name}: {error}") from None


def described(sets: Sequence[NamedSet]) -> Iterator[str]:
    """Yield a line for each of ``sets``: its game, its name, and what is in it."""
    for name, found in sets:
        levels = Counter(each.level for each in found.exercises)
        themes = Counter(each.theme for each in found.exercises)
        by_level = "/".join(str(levels[level]) for level in LEVELS)
        by_theme = ", ".join(f"{theme} {count}" for theme, count in themes.most_common())
        title = found.game if name in ("", found.game) else f"{found.game} ({name})"
        yield f"{title}: {len(found.exercises)} exercises, by level {by_level}; {by_theme}"


class ExerciseSeries(Struct, frozen=True):
    """The ``exercises`` from which number ``number`` is on the table, counted from 0."""

    exercises: tuple[Exercise, ...]
    number: int = 0

    @property
    def exercise(self) -> Exercise:
        """The exercise on the table."""
        return self.exercises[self.number]

    def setup(self) -> Setup:
        """Return the set-up of a session that begins with the exercise."""
        game = self.exercise.game
        position = self.exercise.position
        return Setup(game.name, dict(game.options), position=position, is_exercise=True)

    def following(self) -> Self | None:
        """Return the series at its next exercise, None after the last."""
        number = self.number + 1
        return replace(self, number=number) if number < len(self.exercises) else None

    def is_solved_by(self, actions: Sequence[SessionAction]) -> bool:
        """Return whether the first of ``actions`` answers the exercise rightly."""
        answer = actions[0] if actions else None
        return isinstance(answer, Move) and self.exercise.is_right(answer)


MARGIN: Final = 0.08
"""All other moves give away so much of the point, or more."""
SHARE: Final = 20
"""The first search looks at so many times fewer positions than the game allows.

The search that confirms its move looks at half of them, which takes a second on the slowest table.
"""

PLAYER: Final = "exercises"
"""Stands for the player in a question that no player is asked."""


class ExerciseQuestion(Question, frozen=True):
    """The question whether the state of a game is an exercise; ``source`` says which game it is."""

    source: str = ""

    @classmethod
    def about(cls, state: State, source: str) -> "ExerciseQuestion":
        """Return the question about ``state``; it is always the same."""
        return cls(state, PLAYER, source=source)

    def find_answer(self, stop: Stop) -> Answer:
        """Return the exercise; none if ``stop()`` is true at once."""
        if stop():
            return ExerciseAnswer(self, ())
        import random

        from games.exercise_making import Criteria, exercises_in, worth

        criteria = Criteria(MARGIN, nodes=self.state.game.SEARCH_NODES // SHARE)
        positions = [(self.source, self.state)]
        found = exercises_in(positions, criteria, worth, random.Random(self.seed))
        return ExerciseAnswer(self, (), found)


@dataclass(frozen=True)
class ExerciseAnswer(Answer):
    """The ``exercises`` that were found: one at most."""

    exercises: tuple[Exercise, ...] = ()
