"""Phones at a table: a code lets one in for a role, one may play, each can be disconnected."""

from typing import Final, Self

from firmware_host.features.phones.remote import PairedPhone, PairingWish, PhonesHere, ShowPairing
from firmware_host.features.phones.views import BEING_MADE, PHONE, PairingView, PhoneTurnView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session import names
from firmware_host.session.seats import PHONE as SEAT_PHONE
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Remember, ShowMenu
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume, Scene
from firmware_host.table.scenes.base import OverAnything
from firmware_host.table.scenes.confirmation import Confirmation
from firmware_host.table.scenes.entries import (
    EntriesOverGame,
    Entry,
    EntryList,
    returning,
)
from games.message import Message, msg

VALID_SECONDS: Final = 120.0
"""The code counts for as long as it is shown, and at most for so long."""

EXPIRED: Final = msg("The code has expired")
PLAY: Final = msg("Play {seat}")
FOLLOW: Final = msg("Follow the game")
FOLLOW_HELP: Final = msg("The phone shows the game and the rules, and can ask for hints.")
STAFF: Final = msg("Look after the table")
STAFF_HELP: Final = msg("On the phone: settings, counters, faults, log, messages, keys, restart.")
LIST_HELP: Final = msg("Which phones are let in. OK on one disconnects it.")
ROLES_HELP: Final = msg("Choose what the phone may do. OK: show a code. Back: done.")
LONGEST_ADDRESS: Final = 60
SIZES: Final = range(21, 34, 4)
"""Modules along one side of the QR codes that fit the largest displays."""


class Pairing(Scene, frozen=True):
    """A code for a phone is asked for by ``wish``, and ``shown`` once the server has made it."""

    help = msg("Scan the code with a phone, or type the address and enter the code. Back: close.")
    is_overlay = True
    wish: PairingWish
    deadline: float
    shown: PairingView = BEING_MADE

    @classmethod
    def begin(cls, context: SceneContext, role: str, seat: int | None = None) -> Self:
        """Ask for a code for ``role`` and ``seat``."""
        number = round(context.now * 1000)
        return cls(PairingWish(number, role, seat), context.now + VALID_SECONDS)

    def view(self, context: SceneContext) -> View:
        return self.shown

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Close(),) if key in ("ok", "back") else None

    def tick(self, context: SceneContext) -> Effects:
        return (Close(), Notify(Message.of(EXPIRED)))

    def give_up(self, context: SceneContext) -> Effects:
        return (Close(),)


def pairing_view(shown: ShowPairing) -> PairingView | None:
    """Return what a screen shows of ``shown``; None if the server has sent what cannot be shown."""
    words = (shown.code, shown.address, shown.name)
    is_plain = all(word.isascii() and word.isprintable() for word in words)
    if not (is_plain and len(shown.code) == 8 and len("".join(words)) <= 2 * LONGEST_ADDRESS):
        return None
    return PairingView(*words, _modules(shown.modules))


def _modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a QR code in hexadecimal as modules; none if they make no sense."""
    try:
        rows = [int(row, 16) for row in text.split(",")]
    except ValueError:
        return ()
    size = len(rows)
    if size not in SIZES:
        return ()
    return tuple(tuple(bool(row >> size - 1 - bit & 1) for bit in range(size)) for row in rows)


def _pairing(label: Message, help_text: Message, role: str, seat: int | None = None) -> Entry:
    return Entry(label, help_text, lambda context: (Cover(Pairing.begin(context, role, seat)),))


def _follow_entry() -> Entry:
    return _pairing(Message.of(FOLLOW), Message.of(FOLLOW_HELP), "observer")


class PhoneRoles(EntriesOverGame, frozen=True):
    """What a phone may do at the table, also between games; staff have a menu of their own.

    In public, only the staff see which phones are let in, and disconnect them.
    """

    help = ROLES_HELP
    back = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(PHONE)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        phones = () if context.is_public else _list_entry(context)
        return (_follow_entry(), *_seat_entries(context), *phones)


def _seat_entries(context: SceneContext) -> tuple[Entry, ...]:
    """Return a line for each seat that a phone can play in the game that goes on."""
    if not (context.in_game and context.is_playing):
        return ()
    play = Message.of(msg("The phone chooses the moves; you move the pieces here."))
    session = context.playing
    return tuple(
        _pairing(Message.of(PLAY, seat=names.seat(seat)), play, "seat", seat.index)
        for seat in session.game.seats
        if session.seats.players[seat.index] in ("person", SEAT_PHONE)
    )


class PhonesScene(OverAnything, EntryList, frozen=True):
    """A list of what can be done with phones, from which back leads one step out."""

    back = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Phones"))

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


class StaffPhones(PhonesScene, frozen=True):
    """A code for the phone of the staff, and the phones that are let in."""

    help = ROLES_HELP

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        staff = _pairing(Message.of(STAFF), Message.of(STAFF_HELP), "staff")
        return (staff, _follow_entry(), *_list_entry(context))


def _list_entry(context: SceneContext) -> tuple[Entry, ...]:
    if not context.fact(PhonesHere).phones:
        return ()
    label = Message.of(msg("Connected phones"))
    return (Entry(label, Message.of(LIST_HELP), returning(Cover(PhoneList()))),)


class PhoneList(PhonesScene, frozen=True):
    """The phones that are let in; OK disconnects one."""

    help = msg("Up and down: choose a phone. OK: disconnect it. Back: done.")

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        found = tuple(_entry(phone, context) for phone in context.fact(PhonesHere).phones)
        none = Message.of(msg("No phone is connected"))
        return found or (Entry(none, Message.of(LIST_HELP), returning(Close())),)


def _entry(phone: PairedPhone, context: SceneContext) -> Entry:
    since = Message.of(msg("Since {date}."), date=phone.since)
    return Entry(_role(phone, context), since, lambda context: _ask(phone, context))


def _ask(phone: PairedPhone, context: SceneContext) -> Effects:
    question = Message.of(msg("Disconnect this phone?"))
    without = Remember(context.fact(PhonesHere).without(phone.id))
    return (Cover(Confirmation(_role(phone, context), question, (without, Close()))),)


def _role(phone: PairedPhone, context: SceneContext) -> Message:
    session = context.session
    if phone.role == "staff":
        return Message.of(STAFF)
    if phone.seat is None:
        return Message.of(FOLLOW)
    if session is None or phone.seat not in range(len(session.game.seats)):
        return Message.of(msg("Seat {number}"), number=phone.seat + 1)
    return Message.of(PLAY, seat=names.seat(session.game.seats[phone.seat]))


class PhoneTurn(Scene, frozen=True):
    """The seat to act is played from a phone."""

    help = msg("A person on a phone chooses the move. OK: play this seat here. Back: menu.")

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return PhoneTurnView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return _ask_to_take_over(context)
            case "back":
                return (ShowMenu(),)
        return None

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


def _ask_to_take_over(context: SceneContext) -> Effects:
    """Ask whether somebody at the table plays from now on instead of the phone."""
    seat = context.playing.seat_to_act
    text = Message.of(msg("Play this seat at the table from now on?"))
    taken = Apply({"seat": seat.index, "player": "person"})
    return (Cover(Confirmation(names.seat(seat), text, (taken, Resume()))),)
