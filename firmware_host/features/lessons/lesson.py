"""The lesson of a game, what is asked of a table about lessons, and what it knows of them.

A lesson is a file ``games/lessons/NAME.toml``, task by task.

A task has a position, one rule, and something to do there. Its answers say which moves or throws
they are for, in patterns such as ``A1:*`` or ``*x*`` of their texts; the first that fits counts.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, ClassVar, Final, Self

import games
from firmware_host.base.registry import Fact, Lasting
from firmware_host.base.values import Meta, Struct, ValuesError, from_toml
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.session.setup import Setup
from firmware_host.storage.records import KeyFile
from games.actions import Action
from games.message import Message
from games.options import OptionValue
from games.text import digest

DIGITS = 8
"""How many digits tell the tasks of all lessons apart."""

Sentence = Annotated[str, Meta(min_length=1, max_length=200)]


class TaskAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to those whose move or throw fits one of the patterns ``when``."""

    when: str
    says: Sentence
    right: bool = False

    def fits(self, action: Action) -> bool:
        """Return whether this is the answer to ``action``."""
        return any(fnmatchcase(str(action), pattern) for pattern in self.when.split())


class LessonTask(Struct, frozen=True, forbid_unknown_fields=True):
    """A ``position`` with one ``rule``, a ``task`` to do there, and its ``answers``."""

    position: str
    rule: Sentence
    task: Sentence
    answers: Annotated[tuple[TaskAnswer, ...], Meta(min_length=1)]

    def answer(self, action: Action) -> TaskAnswer:
        """Return what is said to those who have done ``action``; LookupError if nothing fits."""
        for answer in self.answers:
            if answer.fits(action):
                return answer
        raise LookupError(f"{action}: expected an answer for it")


class LessonFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The ``tasks`` of a lesson, in their order, with the ``options`` of the game."""

    tasks: Annotated[tuple[LessonTask, ...], Meta(min_length=1)]
    options: Mapping[str, OptionValue] = {}


class Lesson(Struct, frozen=True):
    """The lesson of the ``game`` with this name."""

    game: str
    tasks: tuple[LessonTask, ...]
    options: Mapping[str, OptionValue] = {}

    def setup(self, number: int) -> Setup:
        """Return the set-up of a session that begins with task ``number``."""
        position = self.tasks[number].position
        return Setup(self.game, dict(self.options), position=position, is_exercise=True)

    @property
    def keys(self) -> tuple[str, ...]:
        """What tells each task apart from all others, also when sentences are written anew."""
        return tuple(
            digest(f"{self.game} {task.position} {task.task}".encode(), DIGITS)
            for task in self.tasks
        )

    def done(self, learned: tuple[str, ...]) -> int:
        """Return how many of the tasks are among those ``learned``."""
        return len({*self.keys} & {*learned})

    def first(self, learned: tuple[str, ...]) -> int:
        """Return the number of the first task that is not ``learned``; 0 if all are."""
        left = (number for number, key in enumerate(self.keys) if key not in learned)
        return next(left, 0)


def has_lesson(game: str) -> bool:
    """Return whether there is a lesson of ``game``."""
    return _file(game).is_file()


def read_lesson(game: str) -> Lesson:
    """Return the lesson of ``game``; ValuesError says what is wrong with its file."""
    try:
        found = from_toml(_file(game).read_text(encoding="utf-8"), LessonFile)
    except ValuesError as error:
        raise ValuesError(f"games/lessons/{game}.toml: {error}") from None
    return Lesson(game, found.tasks, found.options)


def rule_and_task(task: LessonTask) -> Message:
    """Return what is read before a task is done."""
    return Message.of("{rule}\n{task}", rule=Message.of(task.rule), task=Message.of(task.task))


def _file(game: str) -> Path:
    return games.files(game) / "lessons" / f"{game}.toml"


class StartLesson(RemoteRequest, frozen=True):
    """Begin the lesson of ``game``, or go on with it."""

    game: str


class LessonsKept(Fact, frozen=True):
    """Where a table keeps what was ``learned``."""

    learned: KeyFile = KeyFile(None, "", "")


class GamesWithLessons(Fact, frozen=True):
    """The ``names`` of the games that have a lesson; none before they were looked for."""

    names: tuple[str, ...] = ()


class LearnedTasks(Fact, frozen=True):
    """The ``keys`` of the tasks that were done, the newest last."""

    lasting: ClassVar[Lasting] = "visit"
    keys: tuple[str, ...] = ()

    def after(self, *keys: str) -> Self:
        """Return what is learned once the tasks with these ``keys`` are."""
        return type(self)(tuple(dict.fromkeys((*self.keys, *keys))))


class LessonHere(Fact, frozen=True):
    """The ``lesson`` on the table, and the ``number`` of its task there, from 0.

    There is none while ``lesson`` is None.
    """

    lasting: ClassVar[Lasting] = "interlude"
    lesson: "Lesson | None" = None
    number: int = 0


OFFERS: Final = (REQUEST_KINDS.offer(StartLesson),)
