"""What exercises know of a table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from firmware_host.base.facts import Fact, Lasting

if TYPE_CHECKING:
    from firmware_host.features.exercises.lesson import Lesson
    from firmware_host.features.exercises.store import ExerciseShelf


class ShelfHere(Fact, frozen=True):
    """``find`` returns the sets of exercises that the table has; None if it has none."""

    find: "Callable[[], ExerciseShelf] | None" = None

    @property
    def shelf(self) -> "ExerciseShelf | None":
        """The sets of exercises; None if there are none."""
        return None if self.find is None else self.find()


class LessonHere(Fact, frozen=True):
    """The ``lesson`` that people go through; None if they do not."""

    lasting: ClassVar[Lasting] = "interlude"
    lesson: "Lesson | None" = None
