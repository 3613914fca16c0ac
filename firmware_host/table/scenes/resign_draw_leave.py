"""People end a game or leave it: they resign, agree upon a draw, or let another one play on."""

from collections.abc import Iterator, Mapping

from firmware_host.screens.notes import YES_OR_NO, DrawOfferView, NoteView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.seats import ADAPTIVE, OTHER_PLAYERS, Player, Seats, chosen
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext, called
from firmware_host.table.effects import Apply, GoHome, LeaveGame, following_player
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume, Show
from firmware_host.table.scenes.additions import INSTEAD_OF_DRAW, MAY_ACT
from firmware_host.table.scenes.base import (
    Act,
    ConfirmScene,
    EntriesOverGame,
    Entry,
    returning,
)
from games.core import Outcome
from games.message import Message, msg

THE_REST_PLAY_ON = msg("The others play on. The pieces stay on the board and can be captured.")
HAS_RESIGNED = msg("{seat} resigned")
PLAY_ON = msg("{seat} resigned: play on")
NO_DRAW = msg("No draw: the game continues")
DECLINED = msg("The machine declines the draw")
TAKERS: Mapping[Player, str] = {
    **names.MANNERS,
    "nobody": THE_REST_PLAY_ON,
    "person": msg("A person plays from now on."),
}


class ConfirmOverGame(ConfirmScene, frozen=True):
    """A question over a list: OK does it, back returns to the list."""

    help = msg("OK: yes. Back: no.")
    is_overlay = True
    times_out = True

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)


class ConfirmResign(ConfirmOverGame, frozen=True):
    """Does the seat really give up?"""

    seat: int

    def view(self, context: SceneContext) -> View:
        title = Message.of(msg("{seat}: resign?"), seat=called(self.seat, context))
        return NoteView(title, self._what_follows(context), keys=YES_OR_NO)

    def confirm(self, context: SceneContext) -> Effects:
        return resign(self.seat, context)

    def _what_follows(self, context: SceneContext) -> Message:
        end = _end_without(self.seat, context)
        seats = context.playing.game.seats
        return names.result(end, seats) if end else Message.of(THE_REST_PLAY_ON)


def resign(seat: int, context: SceneContext) -> Effects:
    """Let ``seat`` resign, and say so; the screen that follows says who has won, if anybody has."""
    said = HAS_RESIGNED if _end_without(seat, context) else PLAY_ON
    notice = Message.of(said, seat=called(seat, context))
    return (Apply(_resignation(seat)), Resume(), Notify(notice))


def _end_without(seat: int, context: SceneContext) -> Outcome | None:
    """Return how the game ends when ``seat`` resigns; None if the others play on."""
    return context.playing.seats.after(_resignation(seat)).agreed


def _resignation(seat: int) -> JournalRecord:
    return {"resigned": seat}


class ChooseWhoResigns(EntriesOverGame, frozen=True):
    """Which of the persons gives up?"""

    help = msg("Choose who resigns and press OK. Back: menu.")

    @classmethod
    def begin(cls, context: SceneContext) -> "ChooseWhoResigns":
        """Begin with the person whose turn it is."""
        persons = context.playing.seats.persons
        turn = context.playing.state.turn
        return cls(persons.index(turn) if turn in persons else 0)

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Who resigns?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                called(seat, context), Message.of(self.help), returning(Cover(ConfirmResign(seat)))
            )
            for seat in context.playing.seats.persons
        )


def has_persons(context: SceneContext) -> bool:
    """Return whether persons play a game here."""
    return context.is_playing and bool(context.playing.seats.persons)


def may_act(context: SceneContext) -> bool:
    """Return whether people here may do what concerns all seats, such as agree to a draw."""
    return all(each(context) for each in MAY_ACT)


def may_resign(context: SceneContext) -> bool:
    """Return whether a person may resign: of two linked tables only at the one that acts."""
    session = context.playing
    return has_persons(context) and not session.is_far(session.state) and may_act(context)


def ask_who_resigns(context: SceneContext) -> Effects:
    """Ask which person resigns, or the only person whether they really do."""
    persons = context.playing.seats.persons
    alone = len(persons) == 1
    return (Cover(ConfirmResign(*persons) if alone else ChooseWhoResigns.begin(context)),)


class OfferDraw(ConfirmOverGame, frozen=True):
    """A draw is offered: every person, by seat, has to agree in turn."""

    seats: tuple[int, ...]
    is_offer: bool = True

    @classmethod
    def begin(cls, context: SceneContext) -> "OfferDraw":
        """Begin with the person whose turn it is."""
        persons = context.playing.seats.persons
        turn = context.playing.state.turn
        return cls.offered_by(persons[0] if turn not in persons else turn, context)

    @classmethod
    def offered_by(cls, seat: int, context: SceneContext) -> "OfferDraw":
        """Begin with the person at ``seat``."""
        return cls(tuple(dict.fromkeys((seat, *context.playing.seats.persons))))

    def view(self, context: SceneContext) -> View:
        title = Message.of(msg("{seat}: a draw?"), seat=called(self.seats[0], context))
        if self.is_offer:
            offer = Message.of(msg("Offer a draw? The others will be asked."))
            return NoteView(title, offer, keys=YES_OR_NO)
        answer = Message.of(msg("You are offered a draw. Do you agree?"))
        seat = context.playing.game.seats[self.seats[0]]
        return DrawOfferView(title, answer, keys=YES_OR_NO, seat=seat)

    def confirm(self, context: SceneContext) -> Effects:
        if len(self.seats) > 1:
            return (Show(OfferDraw(self.seats[1:], is_offer=False)),)
        if all(_accepts_draw(seat, context) for seat in _machines_alone(context)):
            return _agreed_here(context)
        return (Resume(), Notify(Message.of(DECLINED)))

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),) if self.is_offer else (Resume(), Notify(Message.of(NO_DRAW)))


def _agreed_here(context: SceneContext) -> Effects:
    """Return what follows when everybody at this table agrees to a draw."""
    instead = (effects for each in INSTEAD_OF_DRAW if (effects := each(context)))
    return next(instead, (Apply({"drawn": True}), Resume()))


def _one_a_side(seats: tuple[int, ...], context: SceneContext) -> Iterator[int]:
    """Yield the first of ``seats`` of every team."""
    found: set[int] = set()
    for seat in seats:
        team = context.playing.game.seats[seat].team
        if team not in found:
            found.add(team)
            yield seat


def _machines_alone(context: SceneContext) -> Iterator[int]:
    """Yield a seat of every team that only machines play for."""
    seats = context.playing.seats
    for seat in _one_a_side((*seats.persons, *seats.present), context):
        if seat not in (*seats.persons, *seats.far):
            yield seat


def _accepts_draw(seat: int, context: SceneContext) -> bool:
    """Return whether the machine at ``seat`` stands worse than in a draw."""
    return context.playing.state.evaluate(seat) < 0


class ConfirmNewGame(ConfirmOverGame, frozen=True):
    """Is the game on the table left for another one?"""

    def view(self, context: SceneContext) -> View:
        text = Message.of(msg("Leave this game? Its record is kept."))
        return NoteView(Message.of(msg("New game")), text, keys=YES_OR_NO)

    def confirm(self, context: SceneContext) -> Effects:
        return (LeaveGame("anew"), GoHome())


class WhoLeaves(EntriesOverGame, frozen=True):
    """Whose seat is to be played for by somebody else?"""

    help = msg("Choose the seat that changes players and press OK. Back: menu.")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Change which player?"))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                _seat_and_player(seat, player, context),
                Message.of(self.help),
                returning(Cover(WhoTakes(seat=seat))),
            )
            for seat, player in enumerate(context.playing.seats.players)
        )


class WhoTakes(EntriesOverGame, frozen=True, kw_only=True):
    """Who plays for ``seat`` from now on?"""

    help = msg("Choose who plays here from now on and press OK. Back: list of seats.")
    back = msg("Back: seats")
    seat: int

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("{seat}: who plays?"), seat=called(self.seat, context))

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(names.player(player), Message.of(TAKERS[player]), self._taken_by(player, context))
            for player in _takers(self.seat, context.playing.seats)
        )

    def _taken_by(self, player: Player, context: SceneContext) -> Act:
        if player == ADAPTIVE:
            player = following_player(context.playing.game.name, context)
        notice = _seat_and_player(self.seat, player, context)
        return returning(Apply({"seat": self.seat, "player": player}), Resume(), Notify(notice))


def _takers(seat: int, seats: Seats) -> Iterator[Player]:
    """Yield who can play for ``seat`` instead of whoever does now."""
    for player in OTHER_PLAYERS:
        is_possible = player != "nobody" or seats.can_leave(seat)
        if player != chosen(seats.players[seat]) and is_possible:
            yield player


def _seat_and_player(seat: int, player: Player, context: SceneContext) -> Message:
    return Message.of("{seat}: {player}", seat=called(seat, context), player=names.seated(player))
