"""Phones at a table: a code lets one in for a role, one may play, each can be disconnected."""

from collections.abc import Sequence
from typing import Final, Self

from msgspec.structs import replace

from firmware_host.features.phones.remote import (
    NOT_ASKED,
    ListPhones,
    PairedPhone,
    PairingWish,
    PhonesHere,
    ShowPairing,
)
from firmware_host.remote.requests import ServerGone
from firmware_host.screens.board_screen import TurnView
from firmware_host.screens.canvas import Box, Canvas, Modules
from firmware_host.screens.notes import NoteView
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.text_layout import Role, height, width
from firmware_host.screens.view import View, sentences
from firmware_host.session import names
from firmware_host.session.seats import PHONE as SEAT_PHONE
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Remember
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.base import (
    Confirmation,
    EntriesOverGame,
    Entry,
    EntryList,
    OverAnything,
    PlayHere,
    TurnElsewhere,
    returning,
)
from firmware_host.text.translator import Language
from games.actions import Throw
from games.message import Message, msg

GAP = 2
Line = tuple[Role, str]
PHONE = msg("Phone")
ASKING = msg("The web server makes a code…")
CLOSE_IT = msg("`ok` closes this")
LEFT = msg("play: {throws}")
ON_A_PHONE = msg("Waiting for the phone")
PAIRED = msg("Phone connected")


class PairingView(View, frozen=True):
    """A ``code`` for a phone, the ``address`` where it is entered, and a ``name`` for the address.

    ``modules`` are the rows of a QR code, dark where True; empty while the code is being made.
    """

    code: str = ""
    address: str = ""
    name: str = ""
    modules: Modules = ()

    awaited = "key"

    @property
    def prompt(self) -> Message | None:
        if not self.code:
            return Message.of(ASKING)
        text = msg("Scan the code with the phone, or enter {code} at {address}")
        return Message.of(text, code=self.code, address=self.address)

    @property
    def spoken(self) -> tuple[Message, ...]:
        if not self.code:
            return sentences(Message.of(PHONE), self.prompt)
        text = msg("Enter the code at {address}. The code: {letters}")
        told = Message.of(text, address=self.address, letters=" ".join(self.code))
        return sentences(Message.of(PHONE), told, Message.of(CLOSE_IT))

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the QR code with the words beside or below it, or the words alone."""
        if not self.code:
            NoteView(Message.of(PHONE), Message.of(ASKING)).draw(canvas, say)
            return
        canvas.keep(canvas.box)
        foot = self._write(canvas, (("body", self.address),), canvas.box.bottom - height("body"))
        halves = self.code[: len(self.code) // 2], self.code[len(self.code) // 2 :]
        if canvas.box.height >= canvas.box.width:
            spaced = " ".join(halves)
            foot = self._write(canvas, (("body", self.name),), foot - height("body"))
            foot = self._write(canvas, (("large", spaced),), foot - height("large"))
            self._draw_modules(canvas, canvas.box._replace(height=foot))
            return
        side = self._draw_modules(canvas, canvas.box._replace(width=foot, height=foot))
        host, dot, rest = self.name.partition(".")
        code: tuple[Line, ...] = ("large", halves[0]), ("large", halves[1])
        beside: Sequence[Line] = (*code, ("body", host), ("body", dot + rest))
        alone: Sequence[Line] = (("large", " ".join(halves)), ("body", self.name))
        self._write_beside(canvas, side, foot, beside if side else alone)

    def _write_beside(self, canvas: Canvas, left: int, foot: int, lines: Sequence[Line]) -> None:
        """Write ``lines`` to the right of ``left``, as many as fit above ``foot``."""
        box = Box(left, 0, canvas.box.width - left, foot)
        top = 0
        for font, words in lines:
            fits = width(words, font) <= box.width and top + height(font) <= box.height
            if fits:
                canvas.fitted(box.rows(top, height(font)), words, (font,), "center")
                top += height(font)

    def _write(self, canvas: Canvas, lines: Sequence[Line], top: int) -> int:
        """Write lines from row ``top`` on across the picture; return ``top``."""
        for font, words in lines:
            fitting = canvas.box.rows(top, height(font))
            canvas.fitted(fitting, words, (font,), "center")
        return top

    def _draw_modules(self, canvas: Canvas, room: Box) -> int:
        """Draw the QR code in ``room``; return the first column beside it, 0 without room."""
        right = canvas.code(self.modules, room)
        return right + GAP if right else 0


BEING_MADE = PairingView()


class PhoneTurnView(TurnView, frozen=True):
    """A person elsewhere chooses a move for ``seat``; ``pending`` are the throws to play."""

    pending: tuple[Throw, ...]

    awaited = "phone"
    prompt = Message.of(msg("A person on a phone chooses the move. To play here: `ok`"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.player, spoken_throws(LEFT, self.pending), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        lines = (TextLine(say(ON_A_PHONE), MAIN), throws_line(LEFT, self.pending, say))
        foot = (say(msg("OK: play it")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


VALID_SECONDS: Final = 120.0
"""The code counts for as long as it is shown, and at most for so long."""

EXPIRED: Final = msg("The code has expired")
PLAY: Final = msg("Play {colour}")
FOLLOW: Final = msg("Follow the game")
FOLLOW_HELP: Final = msg("The phone shows the game and the rules, and can ask for hints.")
STAFF: Final = msg("Look after the table")
STAFF_HELP: Final = msg("On the phone: settings, counters, faults, log, messages, keys, restart.")
LIST_HELP: Final = msg("Which phones are let in. OK on one disconnects it.")
ROLES_HELP: Final = msg("Choose what the phone may do. OK: show a code. Back: done.")


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


def pairing_view(made: ShowPairing) -> PairingView:
    """Return what a screen shows of the code that was ``made``."""
    return PairingView(made.code, made.address, made.name, made.modules)


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
        _pairing(Message.of(PLAY, colour=names.seat(seat)), play, "seat", seat.index)
        for seat in session.game.seats
        if session.seats.players[seat.index] in ("person", SEAT_PHONE)
    )


class PhonesScene(OverAnything, EntryList, frozen=True):
    """A list of what can be done with phones, from which back leads one step out."""

    back = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Phones"))


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
    return Message.of(PLAY, colour=names.seat(session.game.seats[phone.seat]))


class PhoneTurn(TurnElsewhere, frozen=True):
    """The seat to act is played from a phone."""

    help = msg("A person on a phone chooses the move. OK: play this seat here. Back: menu.")

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return PhoneTurnView(layout(context), session.seat_to_act, session.state.pending)

    def ask(self, context: SceneContext) -> Effects:
        return _ask_to_take_over(context)


def _ask_to_take_over(context: SceneContext) -> Effects:
    """Ask whether somebody at the table plays from now on instead of the phone."""
    seat = context.playing.seat_to_act
    question = PlayHere(
        asked=names.seat(seat),
        here=Message.of(msg("Play this seat here")),
        follows=Message.of(msg("The phone plays it no longer.")),
        agreed=(Apply({"seat": seat.index, "player": "person"}), Resume()),
    )
    return (Cover(question),)


def show_pairing(request: ShowPairing, scene: Scene, context: SceneContext) -> Reaction:
    """Show the code that the server has made, where a scene waits for it."""
    if not isinstance(scene, Pairing) or request.number != scene.wish.number:
        return NOT_ASKED
    return (Show(replace(scene, shown=pairing_view(request))),)


def list_phones(request: ListPhones, scene: Scene, context: SceneContext) -> Effects:
    """Note which phones are let in; one that has just come ends the scene that waited for it."""
    phones = context.fact(PhonesHere).listed(request.phones, request.at)
    if phones == context.fact(PhonesHere):
        return ()
    new = {phone.id for phone in phones.phones} - {
        phone.id for phone in context.fact(PhonesHere).phones
    }
    if not new or not isinstance(scene, Pairing):
        return (Remember(phones),)
    plays = scene.wish.role != "staff" and context.in_game
    return (Remember(phones), Resume() if plays else Close(), Notify(Message.of(PAIRED)))


def server_gone(request: ServerGone, scene: Scene, context: SceneContext) -> Effects:
    """Forget the phones, and what is shown for one, when there is no server any more."""
    forget = Remember(PhonesHere())
    return (forget, Close()) if isinstance(scene, Pairing) else (forget,)
