"""What is asked of a table about lessons, and what it knows of them."""

from typing import TYPE_CHECKING, ClassVar, Final, Self

from firmware_host.base.registry import Fact, Lasting
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.storage.records import KeyFile

if TYPE_CHECKING:
    from firmware_host.features.lessons.lesson import Lesson


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
