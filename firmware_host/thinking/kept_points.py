"""Keep what a table finds out for a review, so that the review goes on after a power cut.

Positions are thought about in a child process, and what is found there is kept there too: keys and
display wait for no memory card.
"""

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware_host.base.errors import UsageError
from games.record import read
from games.review.accounts import Assessed

if TYPE_CHECKING:
    from firmware_host.stats.reviews.running import ReviewRun

log = logging.getLogger(__name__)


class ReviewPlace(NamedTuple):
    """The ``folder`` for the review of a game: its ``record`` as text, and its number of points."""

    folder: Path
    record: str
    points: int


class KeptPoints:
    """What is kept of the review at the place that was named last.

    Where the card fails, that is logged once, and nothing is known or kept.
    """

    def __init__(self) -> None:
        self._place: ReviewPlace | None = None
        self._run: ReviewRun | None = None

    def known(self, place: ReviewPlace, number: int) -> tuple[Assessed, ...]:
        """Return what is known at ``place`` from the point with this ``number`` on, without gap."""
        if place != self._place:
            self._open(place)
        return () if self._run is None else self._run.known_from(number)

    def keep(self, place: ReviewPlace, number: int, found: Assessed) -> None:
        """Keep what was ``found`` of the point with this ``number`` at ``place``."""
        if place != self._place:
            self._open(place)
        if self._run is None:
            return
        try:
            self._run.keep({number: found})
        except UsageError as error:
            self._give_up(error)

    def _open(self, place: ReviewPlace) -> None:
        earlier, self._run, self._place = self._run, None, place
        try:
            run = _run(place)
            if earlier is not None:
                run.take_over(earlier)
        except (UsageError, ValueError) as error:
            self._give_up(error)
        else:
            # seats that were passed over are points of a record, but nothing happened at the table
            self._run = run if len(run.points) == place.points else None

    def _give_up(self, error: Exception) -> None:
        log.warning("a review is not kept: %s", error)
        self._run = None


def _run(place: ReviewPlace) -> "ReviewRun":
    # they are imported when something is kept: a table that starts needs none of it
    from firmware_host.stats.reviews.kept import KeptReview
    from firmware_host.stats.reviews.running import ReviewRun

    record = read(place.record)
    return ReviewRun(record, KeptReview(record, _code(), place.folder))


@cache
def _code() -> str:
    """Return the sum of the rules and players, which do not change while the program runs."""
    from firmware_host.stats.game_code import game_code

    return game_code()


KEPT_POINTS: Final = KeptPoints()
"""That of this process."""
