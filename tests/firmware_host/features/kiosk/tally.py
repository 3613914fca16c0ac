"""Count what happens on each day of a week by observation, without reading the card."""

from dataclasses import dataclass, field
from statistics import median

from firmware_host.session.session import Session
from firmware_host.storage.counters import Day


@dataclass
class ObservedGame:
    """A game as an observer with a watch sees it."""

    since: float
    records: int = 1
    seconds: int = 0
    is_over: bool = False


@dataclass
class DayTally:
    """What happened on one day."""

    starts: int = 0
    lost_power: int = 0
    games: list[ObservedGame] = field(default_factory=list)


class Tally:
    """Counts by day; call :meth:`look` after everything that happens."""

    def __init__(self) -> None:
        self.days: dict[str, DayTally] = {}
        self._game: ObservedGame | None = None
        self._session: Session | None = None
        self._is_running = False

    def started(self, day: str, session: Session | None) -> None:
        """Count a start of the program, which resumes ``session``."""
        today = self._on(day)
        today.starts += 1
        today.lost_power += self._is_running
        self._is_running = True
        if self._game is not None:
            self._session, self._game.since = session, -self._game.seconds

    def ended(self) -> None:
        """Note that the program ended properly."""
        self._is_running = False

    def look(self, day: str, session: Session | None, records: int, now: float) -> None:
        """Look at the game on the table, with its number of ``records``, at the second ``now``.

        A game that is resumed after a start is the same one.
        """
        if session is not self._session:
            self._session, self._game = session, None
            if session is not None:
                self._game = ObservedGame(now)
                self._on(day).games.append(self._game)
        game = self._game
        if game is None or session is None:
            return
        if game.records != records:
            game.records, game.seconds = records, int(now - game.since)
        game.is_over = session.is_over

    def counted(self) -> tuple[Day, ...]:
        """Return the days in the form of the counters."""
        return tuple(self._counted(day) for day in sorted(self.days))

    def _counted(self, day: str) -> Day:
        tally = self.days[day]
        finished = [game for game in tally.games if game.is_over]
        in_play = [game for game in tally.games if not game.is_over and game is self._game]
        seconds = [game.seconds for game in finished]
        return Day(
            day,
            begun=len(tally.games),
            finished=len(finished),
            abandoned=len(tally.games) - len(finished) - len(in_play),
            median_minutes=round(median(seconds) / 60, 1) if seconds else None,
            restarts=tally.starts,
            lost_power=tally.lost_power,
        )

    def _on(self, day: str) -> DayTally:
        return self.days.setdefault(day, DayTally())
