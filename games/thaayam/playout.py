"""Random play to the end on plain lists: the same chances as with the states, but faster."""

from collections.abc import Callable, Sequence

from games.core import HOME, Outcome
from games.thaayam.position import ThaayamPosition
from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTRY,
    FORTRESS,
    IN_HAND,
    PIECES,
    Met,
    ThaayamRules,
    counting,
    ended_without_winner,
)

Rows = tuple[tuple[int, ...], ...]

SIXTEENTHS = tuple(value for value, (_, chance) in CHANCES.items() for _ in range(int(chance * 16)))


class Tables:
    """Where each throw leads from each progress: ``rows[closed][gathered][throw][progress]``.

    ``closed`` is 1 while the inner ring is closed to the seat, ``gathered`` 1 while all its pieces
    are in the fortress or off. 0 stands for a throw that cannot be played.
    """

    def __init__(self, rules: ThaayamRules) -> None:
        self.rows: tuple[tuple[Rows, Rows], ...] = tuple(
            (_rows(rules, is_closed, 0), _rows(rules, is_closed, 1)) for is_closed in (0, 1)
        )


def _rows(rules: ThaayamRules, is_closed: int, gathered: int) -> Rows:
    others = (FORTRESS if gathered else ENTRY,) * (PIECES - 1)

    def target(throw: int, origin: int) -> int:
        reached, obstacle = rules.reach((origin, *others), throw, origin, not is_closed)
        return 0 if obstacle else reached

    throws = range(max(CHANCES) + 1)
    return tuple(
        tuple(
            target(throw, origin) if throw in CHANCES and origin != BORNE_OFF else 0
            for origin in range(BORNE_OFF + 1)
        )
        for throw in throws
    )


class RandomPlay:
    """One game played on at random from ``position``, with ``random`` giving floats in [0, 1)."""

    def __init__(
        self, position: ThaayamPosition, tables: Tables, random: Callable[[], float]
    ) -> None:
        self._rules, self._tables, self._random = position.game.rules, tables, random
        self._groups = [list(group) for group in position.groups]
        self._capturers = list(position.capturers)
        self._kept, self._series = list(position.kept), list(position.series)
        self._turns = position.turns

    def play_out(self, seat: int, *, awaits_throw: bool) -> Outcome:
        """Play on from the turn of ``seat``, which may have to throw yet; return how it ended."""
        while True:
            if awaits_throw:
                self._throw(self._groups[seat])
            awaits_throw = self._move(seat)
            if min(self._groups[seat]) == BORNE_OFF:
                return Outcome((seat,), "home", message=HOME)
            if awaits_throw:
                continue
            self._turns += 1
            drawn = ended_without_winner(self._groups, self._capturers, self._turns)
            if drawn:
                return drawn
            seat, awaits_throw = (seat + 1) % len(self._groups), True

    def _throw(self, own: Sequence[int]) -> None:
        """Throw until the series closes, and keep what counts of it."""
        series, random = self._series, self._random
        while not series or series[-1] not in CLOSING_THROWS:
            series.append(SIXTEENTHS[int(random() * 16)])
        self._kept += counting(series, own)
        self._series = []

    def ways(self, seat: int) -> list[tuple[int, int, int]]:
        """Return the moves of ``seat`` as (throw, origin, target); nothing if it has to pass."""
        own = self._groups[seat]
        is_closed = bool(self._capturers) and not self._capturers[seat]
        rows = self._tables.rows[is_closed][min(own) >= FORTRESS]
        return [
            (throw, origin, target)
            for throw in set(self._kept)
            for origin in set(own)
            if (target := rows[throw][origin])
        ]

    def _move(self, seat: int) -> bool:
        """Play what is kept; True when a capture makes the seat throw again."""
        own, kept, random = self._groups[seat], self._kept, self._random
        meetings = self._rules.meetings[seat]
        while kept:
            ways = self.ways(seat)
            if not ways:
                kept.clear()
                return False
            throw, origin, target = ways[int(random() * len(ways))]
            kept.remove(throw)
            own[own.index(origin)] = target
            if target == BORNE_OFF and min(own) == BORNE_OFF:
                return False
            if (
                meetings[target]
                and self._capture(seat, meetings[target])
                and self._rules.throws_after_capture
            ):
                return True
        return False

    def _capture(self, seat: int, met: Met) -> bool:
        """Send back to hand what ``seat`` meets there; return whether there was any."""
        has_captured = False
        for other, progress in met:
            group = self._groups[other]
            if progress in group:
                group[:] = [IN_HAND if each == progress else each for each in group]
                has_captured = True
        if has_captured and self._capturers:
            self._capturers[seat] = True
        return has_captured
