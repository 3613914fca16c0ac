"""Who plays at which seat, who has left, and how people end a game by themselves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from firmware_host.storage.records import JournalRecord
from games import players
from games.core import Game, Outcome, State
from hardware.untrusted_text import written

Player = str
"""Who plays at a seat, by name: one of :data:`PLAYERS`."""

LEVELS: Final = tuple(level.name for level in players.LEVELS)
"""The machine, the weakest first."""

PLAYERS: Final[tuple[Player, ...]] = ("person", *LEVELS, "nobody")
OTHER_PLAYERS: Final[tuple[Player, ...]] = (*LEVELS, "nobody", "person")
"""Who may take a seat over, the likeliest first."""

SHORT_FOR: Final = {"machine": LEVELS[len(LEVELS) // 2]}
"""What may be said of the machine if its level does not matter; older records say it."""


def parse_player(name: str) -> Player:
    """Return the player called ``name``; ValueError names the choices if there is none.

    >>> parse_player("champion"), parse_player("machine")
    ('champion', 'friend')
    """
    player = SHORT_FOR.get(name, name)
    if player not in PLAYERS:
        raise ValueError(f"expected one of {', '.join(PLAYERS)}, not {written(name)}")
    return player


def allows_empty_seats(game: Game) -> bool:
    """Whether ``game`` goes on when nobody plays for a seat.

    >>> import games
    >>> allows_empty_seats(games.load("thaayam")), allows_empty_seats(games.load("squadro"))
    (True, False)
    """
    return game.start().skipped() is not None


@dataclass(frozen=True)
class Seats:
    """The ``players`` of a ``game`` by seat, and the end that they have ``agreed`` upon."""

    game: Game
    players: tuple[Player, ...]
    agreed: Outcome | None = None

    @classmethod
    def of(cls, game: Game, players: Sequence[Player]) -> Self:
        """Let ``players`` sit down, persons where none is named; ValueError if they cannot play."""
        if len(players) > len(game.seats):
            raise ValueError(f"{len(players)} players for {len(game.seats)} seats")
        missing = len(game.seats) - len(players)
        seats = cls(game, (*players, *PLAYERS[:1] * missing))
        if "nobody" in players and not (allows_empty_seats(game) and len(seats._teams) > 1):
            raise ValueError(f"{game.name} is not played with nobody at that many seats")
        return seats

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat, player in enumerate(self.players) if player == "person")

    @property
    def machines(self) -> tuple[int, ...]:
        """The seats that a machine chooses for."""
        return tuple(seat for seat, player in enumerate(self.players) if player in LEVELS)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that somebody plays for."""
        return tuple(seat for seat, player in enumerate(self.players) if player != "nobody")

    def can_leave(self, seat: int) -> bool:
        """Whether the game goes on when nobody plays for ``seat`` any more."""
        others = self._with(seat, "nobody")._teams
        return allows_empty_seats(self.game) and len(others) > 1

    def skip_empty(self, state: State) -> State:
        """``state``, or the next after it in which a seat acts that somebody plays for."""
        for _ in self.game.seats:
            following = state.skipped() if self._is_left_out(state) else None
            if following is None:
                return state
            state = following
        return state

    def after(self, record: JournalRecord) -> Self:
        """The seats after ``record``; ValueError if it is about something else or does not fit.

        ``seat`` gets another ``player``, a seat ``resigned``, the game was ``drawn`` by agreement,
        or ``reopened`` after it was ended so.
        """
        match dict(record):
            case {"reopened": True} if self.agreed:
                return replace(self, agreed=None)
            case {"seat": int(seat), "player": str(name)} if self._may_take(seat, name):
                return self._with(seat, parse_player(name))
            case {"resigned": int(seat)} if seat in self.present:
                return self._resigned(seat)
            case {"drawn": True}:
                return replace(self, agreed=Outcome(self.present, "agreed", is_draw=True))
        raise ValueError(f"expected a record that fits the position: {written(dict(record))}")

    @property
    def _teams(self) -> set[int]:
        return {self.game.seats[seat].team for seat in self.present}

    def _is_left_out(self, state: State) -> bool:
        is_going_on = state.turn is not None and self.agreed is None
        return is_going_on and self.players[state.turn or 0] == "nobody"

    def _with(self, seat: int, player: Player) -> Self:
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def _may_take(self, seat: int, name: str) -> bool:
        is_seat = seat in range(len(self.players))
        return is_seat and (name != "nobody" or self.can_leave(seat))

    def _resigned(self, seat: int) -> Self:
        """The rest play on; where they cannot, the other teams have won."""
        if self.can_leave(seat):
            return self._with(seat, "nobody")
        seats = self.game.seats
        winners = [other for other in self.present if seats[other].team != seats[seat].team]
        return replace(self, agreed=Outcome(tuple(winners), "resigned"))
