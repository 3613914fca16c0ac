"""What happened on each day of a week, counted by looking on: nothing is read from the card."""

from dataclasses import dataclass, field
from statistics import median

from firmware_host.session.session import Session
from firmware_host.storage.counters import Day


@dataclass
class Played:
    """A game as somebody sees it who looks on with a watch that shows seconds."""

    since: float
    records: int = 1
    seconds: int = 0
    is_over: bool = False


@dataclass
class DayTally:
    """What happened on one day."""

    starts: int = 0
    lost_power: int = 0
    games: list[Played] = field(default_factory=list)


class Tally:
    """Counts by day; :meth:`look` has to be called after everything that happens."""

    def __init__(self) -> None:
        self.days: dict[str, DayTally] = {}
        self._game: Played | None = None
        self._session: Session | None = None
        self._is_running = False

    def started(self, day: str, session: Session | None) -> None:
        """The program has started at its second 0 and goes on with ``session``."""
        today = self._on(day)
        today.starts += 1
        today.lost_power += self._is_running
        self._is_running = True
        if self._game is not None:
            self._session, self._game.since = session, -self._game.seconds

    def ended(self) -> None:
        """The program has ended as it should."""
        self._is_running = False

    def look(self, day: str, session: Session | None, records: int, now: float) -> None:
        """See what is on the table, of which there are so many ``records``, at its second ``now``.

        A game that goes on after a start is the same one.
        """
        if session is not self._session:
            self._session, self._game = session, None
            if session is not None:
                self._game = Played(now)
                self._on(day).games.append(self._game)
        game = self._game
        if game is None or session is None:
            return
        if game.records != records:
            game.records, game.seconds = records, int(now - game.since)
        game.is_over = session.is_over

    def told(self) -> tuple[Day, ...]:
        """The days in the words of the counters."""
        return tuple(self._told(day) for day in sorted(self.days))

    def _told(self, day: str) -> Day:
        tally = self.days[day]
        finished = [game for game in tally.games if game.is_over]
        may_go_on = [game for game in tally.games if not game.is_over and game is self._game]
        seconds = [game.seconds for game in finished]
        return Day(
            day,
            begun=len(tally.games),
            finished=len(finished),
            abandoned=len(tally.games) - len(finished) - len(may_go_on),
            median_minutes=round(median(seconds) / 60, 1) if seconds else None,
            restarts=tally.starts,
            lost_power=tally.lost_power,
        )

    def _on(self, day: str) -> DayTally:
        return self.days.setdefault(day, DayTally())
