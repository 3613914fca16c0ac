"""Who plays at which seat, who has left, and whether the players agreed to end the game.

A throw or move that another, linked table has already, and a draw, need people at both tables.
Those at one ask, those at the other agree or refuse; what was said counts until something else is
done.
"""

import re
from collections.abc import Sequence
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.storage.records import ENCODER, JournalRecord
from games import players
from games.core import Game, Outcome, State
from games.players.levels import adaptive_strength
from hardware.untrusted_input import written

Player = str
"""Who plays at a seat, by name: one of :data:`PLAYERS`, :data:`PHONE` or :data:`FAR`.

A machine that follows people has its strength in its name once the game has begun.
"""

LEVELS: Final = tuple(level.name for level in players.LEVELS)
"""The levels of the machine, the weakest first."""

ADAPTIVE: Final = players.ADAPTIVE.name
"""The machine at a level that follows people."""

MACHINES: Final[tuple[Player, ...]] = (*LEVELS, ADAPTIVE)
"""What machines people can choose."""

PLAYERS: Final[tuple[Player, ...]] = ("person", *MACHINES, "nobody")
PHONE: Final[Player] = "phone"
"""A person elsewhere, who chooses moves on a phone or a computer."""

FAR: Final[Player] = "far"
"""Somebody at another table, which is linked with this one: throws and moves come from there."""

OTHER_PLAYERS: Final[tuple[Player, ...]] = (*MACHINES, "nobody", "person")
"""Who may take over a seat, the most likely first."""

SHORT_FOR: Final = {"machine": LEVELS[len(LEVELS) // 2]}
"""Names that stand for a level; older records have them too."""


def parse_player(name: str, elsewhere: Sequence[Player] = (PHONE, FAR)) -> Player:
    """Return the player called ``name``, at the table or one of those ``elsewhere``.

    Raises ValueError with the choices if there is none.

    >>> parse_player("champion"), parse_player("machine")
    ('champion', 'friend')
    """
    player = SHORT_FOR.get(name, name)
    if chosen(player) not in (*PLAYERS, *elsewhere):
        raise ValueError(f"expected one of {', '.join(PLAYERS)}, got {written(name)}")
    return player


def chosen(player: Player) -> Player:
    """Return what people choose to have ``player``: the strength that it follows is left out.

    >>> chosen("adaptive-40"), chosen("friend")
    ('adaptive', 'friend')
    """
    return player if adaptive_strength(player) is None else ADAPTIVE


def allows_empty_seats(game: Game) -> bool:
    """Return whether ``game`` can be played with empty seats.

    >>> import games
    >>> allows_empty_seats(games.load("thaayam")), allows_empty_seats(games.load("squadro"))
    (True, False)
    """
    return game.start().skipped() is not None


class Seats(Struct, frozen=True):
    """The ``players`` of a ``game``, one for each seat, and the end that they ``agreed`` on."""

    game: Game
    players: tuple[Player, ...]
    agreed: Outcome | None = None

    @classmethod
    def of(cls, game: Game, players: Sequence[Player]) -> Self:
        """Seat ``players`` in order, and persons at the remaining seats.

        Raise ValueError if the game cannot be played so.
        """
        if len(players) > len(game.seats):
            raise ValueError(f"expected at most {len(game.seats)} players, got {len(players)}")
        missing = len(game.seats) - len(players)
        seats = cls(game, (*players, *PLAYERS[:1] * missing))
        if "nobody" in players and not (allows_empty_seats(game) and len(seats._teams) > 1):
            raise ValueError(f"{game.name} cannot be played with that many empty seats")
        return seats

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that persons play for, at the table or elsewhere."""
        return tuple(
            seat for seat, player in enumerate(self.players) if player in ("person", PHONE)
        )

    @property
    def machines(self) -> tuple[int, ...]:
        """The seats that a machine plays for."""
        return tuple(seat for seat, player in enumerate(self.players) if chosen(player) in MACHINES)

    @property
    def far(self) -> tuple[int, ...]:
        """The seats that belong to the other table."""
        return tuple(seat for seat, player in enumerate(self.players) if player == FAR)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that somebody plays for."""
        return tuple(seat for seat, player in enumerate(self.players) if player != "nobody")

    def can_leave(self, seat: int) -> bool:
        """Return whether the game can continue with ``seat`` empty."""
        others = self._with(seat, "nobody")._teams
        return allows_empty_seats(self.game) and len(others) > 1

    def skip_empty(self, state: State) -> State:
        """Return the first state from ``state`` on in which a seat with a player has its turn."""
        if "nobody" not in self.players:
            return state
        for _ in self.game.seats:
            following = state.skipped() if self._is_turn_of_nobody(state) else None
            if following is None:
                return state
            state = following
        return state

    def after(self, record: JournalRecord) -> Self:
        """Return the seats after ``record``; raise ValueError if it does not fit.

        The record gives a ``seat`` another ``player``, says that a seat ``resigned``, or has lost
        ``by`` something else than its rules, that the players agreed on a draw (``drawn``), or that
        they ``reopened`` a game that ended by agreement.
        """
        match dict(record):
            case {"reopened": True} if self.agreed:
                return replace(self, agreed=None)
            case {"seat": int(seat), "player": str(name)} if self._may_take(seat, name):
                return self._with(seat, parse_player(name))
            case {"resigned": int(seat), "by": "time"} if seat in self.present:
                return self._resigned(seat, "time")
            case {"resigned": int(seat)} if seat in self.present:
                return self._resigned(seat)
            case {"drawn": True}:
                return replace(self, agreed=Outcome(self.present, "agreed", is_draw=True))
        raise ValueError(f"expected a record that fits the position, got {written(dict(record))}")

    @property
    def _teams(self) -> set[int]:
        return {self.game.seats[seat].team for seat in self.present}

    def _is_turn_of_nobody(self, state: State) -> bool:
        if state.turn is None or self.agreed is not None:
            return False
        return self.players[state.turn] == "nobody"

    def _with(self, seat: int, player: Player) -> Self:
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)

    def _may_take(self, seat: int, name: str) -> bool:
        is_seat = seat in range(len(self.players))
        return is_seat and (name != "nobody" or self.can_leave(seat))

    def _resigned(self, seat: int, reason: str = "resigned") -> Self:
        """Return the seats after ``seat`` resigned: the others play on, or the other teams win."""
        if self.can_leave(seat):
            return self._with(seat, "nobody")
        seats = self.game.seats
        winners = [other for other in self.present if seats[other].team != seats[seat].team]
        return replace(self, agreed=Outcome(tuple(winners), reason))


DRAW: Final = ENCODER.encode({"drawn": True})
"""The act of a draw, as it is asked for."""

TAKING_BACK: Final = re.compile(r'\{"undo":([1-9][0-9]*)\}')
"""What :func:`taking_back` returns; the other table may send anything."""

SAYS: Final = frozenset({"asks", "agrees", "refuses"})
"""What people at one table say to those at the other."""

GOES_ON: Final = frozenset({"act", "over", "decision", "repair"})
"""After these records, what was said still counts."""


class Talk(Struct, frozen=True):
    """What people at one table have said since the last act, each about an act as JSON.

    They ``ask`` for one, ``agree`` to the one that the others asked for, or ``refuse`` it. Empty:
    they have not.
    """

    asks: str = ""
    agrees: str = ""
    refuses: str = ""

    def after(self, record: JournalRecord) -> "Talk":
        """Return what is said after ``record``.

        >>> Talk().after({"asks": DRAW}).after({"act": 1}).asks == DRAW
        True
        >>> Talk(DRAW).after({"do": "3"})
        Talk(asks='', agrees='', refuses='')
        """
        if SAYS.isdisjoint(record):
            return SILENCE if GOES_ON.isdisjoint(record) else self
        match dict(record):
            case {"asks": str(act)}:
                return replace(self, asks=act)
            case {"agrees": str(act)}:
                return replace(self, agrees=act, refuses="")
            case {"refuses": str(act)}:
                return replace(self, agrees="", refuses=act)
        return SILENCE

    @property
    def answered(self) -> str:
        """The act that people have answered about; empty: none."""
        return self.agrees or self.refuses


SILENCE: Final = Talk()


def taking_back(size: int) -> str:
    """Return the act that takes back so many actions.

    >>> taking_back(2)
    '{"undo":2}'
    """
    return ENCODER.encode({"undo": size})


def size_taken_back(act: str) -> int | None:
    """Return how many actions ``act`` takes back; None if it is a draw.

    ValueError if it is neither.
    """
    if act == DRAW:
        return None
    found = TAKING_BACK.fullmatch(act)
    if found is None:
        raise ValueError(f"expected an act that people can ask for, got {act!r:.40}")
    return int(found[1])
