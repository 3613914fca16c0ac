"""What is asked of a table about exercises, and what it knows of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final, Self

from firmware_host.base.registry import Fact, Lasting
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest

if TYPE_CHECKING:
    from firmware_host.features.exercises.store import ExerciseSeries, ExerciseShelf


class StartExercises(RemoteRequest, frozen=True):
    """Show the exercises for ``game``."""

    game: str


class ShelfHere(Fact, frozen=True):
    """Where exercises come from: ``open`` returns the shelf of the table, None if it has none.

    The shelf reads and writes files: only what is done beside the loop opens it.
    """

    open: "Callable[[], ExerciseShelf] | None" = None


class GamesWithExercises(Fact, frozen=True):
    """The ``names`` of the games that there are exercises for; none before they were looked for."""

    names: tuple[str, ...] = ()


class SolvedExercises(Fact, frozen=True):
    """The ``keys`` of the exercises that were solved, the newest last."""

    lasting: ClassVar[Lasting] = "visit"
    keys: tuple[str, ...] = ()

    def after(self, key: str) -> Self:
        """Return what is solved once the exercise with this ``key`` is."""
        return self if key in self.keys else type(self)((*self.keys, key))


class SeriesHere(Fact, frozen=True):
    """The ``series`` that people go through; None if they do not."""

    lasting: ClassVar[Lasting] = "interlude"
    series: "ExerciseSeries | None" = None


OFFERS: Final = (REQUEST_KINDS.offer(StartExercises),)
