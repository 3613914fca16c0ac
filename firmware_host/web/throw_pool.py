"""The throws of a class: those of every practice table, and all of them together."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from firmware_host.session.session import Session
from firmware_host.stats.tally import Odds, Throws
from games.actions import Throw
from games.core import State

MOST_THROWS: Final = 2000
"""The most throws that are kept of one table; the oldest make room."""


class CountedThrow(NamedTuple):
    """A throw ``text`` of the seat called ``seat``, in the game ``number`` at its table.

    ``game`` is the id of the game, ``title`` its name, ``action`` the place of the throw among the
    actions of the game, ``odds`` are all throws that were possible, with their probabilities.
    """

    number: int
    game: str
    title: str
    action: int
    seat: str
    text: str
    odds: Odds


class ThrowLog:
    """The throws at one table; a throw that is taken back or corrected is no longer there.

    ``version`` changes with every throw.
    """

    def __init__(self) -> None:
        self.version = 0
        self._earlier: list[CountedThrow] = []
        self._session: Session | None = None
        self._number = 0
        self._actions: list[object] = []
        self._current: list[CountedThrow] = []

    @property
    def throws(self) -> Sequence[CountedThrow]:
        """All throws, the oldest first."""
        return (*self._earlier, *self._current)

    def follow(self, session: Session | None) -> None:
        """Note what has been thrown in ``session``, the game on the table now."""
        if session is not self._session:
            self._begin(session)
        if session is None:
            return
        same = _common(self._actions, session.actions)
        if same == len(self._actions) == len(session.actions):
            return
        self._actions = list(session.actions)
        self._current = [each for each in self._current if each.action < same]
        self._current += _throws(session, same, self._number)
        self.version += 1

    def _begin(self, session: Session | None) -> None:
        self._earlier = [*self._earlier, *self._current][-MOST_THROWS:]
        self._session, self._actions, self._current = session, [], []
        self._number += session is not None


class ThrowPool:
    """The throws of all tables, by the number of the table; those of closed tables stay."""

    def __init__(self) -> None:
        self._logs: dict[int, ThrowLog] = {}

    def log_of(self, table: int) -> ThrowLog:
        """Return the log of the table with this number; a new one for a new table."""
        return self._logs.setdefault(table, ThrowLog())

    @property
    def version(self) -> int:
        """A number that grows with every throw."""
        return sum(log.version for log in self._logs.values())

    def rows(self) -> Iterator[tuple[int, CountedThrow]]:
        """Yield every throw with the number of its table, table by table."""
        for table, log in sorted(self._logs.items()):
            for throw in log.throws:
                yield table, throw

    def counts(self) -> dict[tuple[str, Odds], Throws]:
        """Return how often each throw came, by the name of the game and the odds."""
        found: dict[tuple[str, Odds], Throws] = {}
        for _, throw in self.rows():
            found.setdefault((throw.title, throw.odds), Throws()).add(throw.text, throw.odds)
        return found


def _common(before: Sequence[object], now: Sequence[object]) -> int:
    """Return how many actions at the beginning are the very same."""
    pairs = zip(before, now, strict=False)
    return next(
        (i for i, (old, new) in enumerate(pairs) if old is not new), min(len(before), len(now))
    )


def _throws(session: Session, start: int, number: int) -> Iterator[CountedThrow]:
    game = session.game
    for index in range(start, len(session.actions)):
        action, before = session.actions[index], session.states[index]
        if isinstance(action, Throw):
            assert before.turn is not None, "somebody throws"
            seat = game.seats[before.turn].colour
            odds = _odds(before)
            yield CountedThrow(number, game.name, game.title, index, seat, str(action), odds)


def _odds(state: State) -> Odds:
    return _shared(tuple((str(throw), float(p)) for throw, p in state.chance_outcomes()))


@lru_cache(maxsize=64)
def _shared(odds: Odds) -> Odds:
    """Return the same object for equal odds: there are few, and each throw keeps them."""
    return odds
