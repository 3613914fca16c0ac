"""People end a game or leave it: they resign, agree upon a draw, or let another one play on."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.seats import LEVELS, OTHER_PLAYERS, Player, Seats
from firmware_host.storage.records import JournalRecord
from firmware_host.table.scenes.base import Question
from firmware_host.table.scenes.entries import EntriesOverGame, Entry
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

ANSWERS = Message.of(msg("OK: yes, back: no"))
THE_REST_PLAY_ON = msg("The others play on. The pieces stay and can be captured.")
NO_DRAW = msg("No draw: the game goes on")
DECLINED = msg("The machine plays on")
TAKERS: dict[Player, str] = {
    **dict.fromkeys(LEVELS, msg("The machine chooses, you move its pieces.")),
    "nobody": THE_REST_PLAY_ON,
    "person": msg("A person plays on from here."),
}


class Asked(Question):
    """A question over the game: OK does it, back goes on with the game."""

    help = msg("OK says yes, back goes on with the game.")
    is_overlay = True
    times_out = True

    def leave(self, table: "Table") -> None:
        table.go_on()


@dataclass(frozen=True)
class ResignAsked(Asked):
    """Does the seat really give up?"""

    seat: int

    def view(self, table: "Table") -> View:
        title = Message.of(msg("{seat}: resign?"), seat=_seat(self.seat, table))
        return NoteView(title, self._what_follows(table), keys=ANSWERS)

    def confirm(self, table: "Table") -> None:
        table.record(self._record)
        table.go_on()

    @property
    def _record(self) -> JournalRecord:
        return {"resigned": self.seat}

    def _what_follows(self, table: "Table") -> Message:
        session = table.playing
        end = session.seats.after(self._record).agreed
        return names.result(end, session.game.seats) if end else Message.of(THE_REST_PLAY_ON)


@dataclass(frozen=True)
class Resign(EntriesOverGame):
    """Which of the persons gives up?"""

    help = msg("Choose who gives up, OK takes it. Back: nobody does.")

    @classmethod
    def of(cls, table: "Table") -> "Resign":
        """Begin with the person whose turn it is."""
        persons = table.playing.seats.persons
        turn = table.playing.state.turn
        return cls(persons.index(turn) if turn in persons else 0)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Who resigns?"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(
            Entry(_seat(seat, table), Message.of(self.help), partial(table.show, ResignAsked(seat)))
            for seat in table.playing.seats.persons
        )


@dataclass(frozen=True)
class DrawAsked(Asked):
    """A draw is offered: a person of each of the sides, by its seat, has to say yes in turn."""

    seats: tuple[int, ...]
    is_offer: bool = True

    @classmethod
    def of(cls, table: "Table") -> "DrawAsked":
        """Begin with the person whose turn it is."""
        persons = table.playing.seats.persons
        turn = table.playing.state.turn
        first = turn if turn in persons else persons[0]
        return cls(tuple(_one_a_side((first, *persons), table)))

    def view(self, table: "Table") -> View:
        title = Message.of(msg("{seat}: a draw?"), seat=_seat(self.seats[0], table))
        offer = Message.of(msg("Offer a draw to the others? Then they are asked."))
        answer = Message.of(msg("A draw is offered to you. Do you agree?"))
        return NoteView(title, offer if self.is_offer else answer, keys=ANSWERS)

    def confirm(self, table: "Table") -> None:
        if len(self.seats) > 1:
            table.show(DrawAsked(self.seats[1:], is_offer=False))
        elif all(_is_glad(seat, table) for seat in _machines_alone(table)):
            table.record({"drawn": True})
            table.go_on()
        else:
            table.go_on()
            table.tell(Message.of(DECLINED))

    def leave(self, table: "Table") -> None:
        super().leave(table)
        if not self.is_offer:
            table.tell(Message.of(NO_DRAW))


def _one_a_side(seats: tuple[int, ...], table: "Table") -> Iterator[int]:
    """The first of ``seats`` of every team."""
    found: set[int] = set()
    for seat in seats:
        team = table.playing.game.seats[seat].team
        if team not in found:
            found.add(team)
            yield seat


def _machines_alone(table: "Table") -> Iterator[int]:
    """A seat of every team that only machines play for."""
    company = table.playing.seats
    for seat in _one_a_side((*company.persons, *company.present), table):
        if seat not in company.persons:
            yield seat


def _is_glad(seat: int, table: "Table") -> bool:
    """Whether the machine at ``seat`` stands worse than a draw."""
    return table.playing.state.evaluate(seat) < 0


@dataclass(frozen=True)
class NewGameAsked(Asked):
    """Is the game on the table left for another one?"""

    def view(self, table: "Table") -> View:
        text = Message.of(msg("Leave this game? It is kept."))
        return NoteView(Message.of(msg("New game")), text, keys=ANSWERS)

    def confirm(self, table: "Table") -> None:
        table.archive("anew")
        table.go_home()


@dataclass(frozen=True)
class WhoLeaves(EntriesOverGame):
    """Whose seat is to be played for by somebody else?"""

    help = msg("Choose the seat that somebody else takes, or nobody. Back: go on.")

    def title(self, table: "Table") -> Message:
        return Message.of(msg("Who leaves?"))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        company = table.playing.seats
        return tuple(
            Entry(
                _sitting(seat, player, table),
                Message.of(self.help),
                partial(table.show, WhoTakes(seat=seat)),
            )
            for seat, player in enumerate(company.players)
        )


@dataclass(frozen=True)
class WhoTakes(EntriesOverGame):
    """Who plays for ``seat`` from now on?"""

    help = msg("Choose who plays from now on, OK takes it. Back: go on.")
    seat: int = field(kw_only=True)

    def title(self, table: "Table") -> Message:
        return Message.of(msg("{seat}: who plays?"), seat=_seat(self.seat, table))

    def entries(self, table: "Table") -> tuple[Entry, ...]:
        return tuple(
            Entry(
                names.player(player), Message.of(TAKERS[player]), partial(self._take, player, table)
            )
            for player in _takers(self.seat, table.playing.seats)
        )

    def _take(self, player: Player, table: "Table") -> None:
        table.record({"seat": self.seat, "player": player})
        table.go_on()
        table.tell(_sitting(self.seat, player, table))


def _takers(seat: int, company: Seats) -> Iterator[Player]:
    for player in OTHER_PLAYERS:
        is_possible = player != "nobody" or company.can_leave(seat)
        if player != company.players[seat] and is_possible:
            yield player


def _sitting(seat: int, player: Player, table: "Table") -> Message:
    return Message.of("{seat}: {player}", seat=_seat(seat, table), player=names.player(player))


def _seat(index: int, table: "Table") -> Message:
    return names.seat(table.playing.game.seats[index])
