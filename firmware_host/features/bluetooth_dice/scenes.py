"""The Bluetooth dice of the table: which there are, how they are, and pairing new ones."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from firmware_host.base.registry import Fact
from firmware_host.features.bluetooth_dice.store import BLUETOOTH_DICE, DiceHere, PairingHere
from firmware_host.screens.notes import YES_OR_NO, NoteKeys, NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Close, Cover, Effects, Show, TableParts
from firmware_host.table.scenes.base import (
    Confirmation,
    Entry,
    EntryList,
    OverAnything,
    plain_entry,
    returning,
)
from games.message import Message, msg
from hardware.dice.bluetooth.news import MAKES, DieStatus, KnownDie, Make, PairedDice, colour

DIE: Final = msg("{number}: {name}")
ADD: Final = msg("Add a die")
ADD_HELP: Final = msg("Take a die out of its box and near the table, then choose this and roll it.")
REMOVE: Final = msg("Remove the die?")
REMOVE_TEXT: Final = msg("OK: {name} no longer belongs to this table.")
DIE_HELP: Final = msg("{name}, {sides} sides. OK: remove it from this table.")
PERCENT: Final = msg("{percent} %")
CHARGING: Final = msg("charging")
AWAY: Final = msg("away")
NEW_DIE: Final = msg("Die no. {number}")
ROLL: Final = msg("Roll the die that is to be no. {number}. Dice found: {count}.")
NONE_FOUND: Final = msg("Roll the die that is to be no. {number}. None is found yet.")
IS_IT: Final = msg("{name} has rolled; it blinks. Is it yours?")
KNOWN: Final = msg("That is no. {number} already. Roll another die.")
NO_RADIO: Final = msg("Bluetooth does not work. The page on Bluetooth dice says what helps.")
SHELL: Final = msg("How many sides?")
SIDES: Final = msg("{sides} sides")
SIDES_HELP: Final = msg("The number of sides of the shell that the die wears.")
SHELLS: Final = (6, 4)
COLOURS: Final[Mapping[str, str]] = {
    "black": msg("Black"),
    "red": msg("Red"),
    "green": msg("Green"),
    "blue": msg("Blue"),
    "yellow": msg("Yellow"),
    "orange": msg("Orange"),
}
COLOURED: Final = msg("{make} {colour}")


class DiceList(OverAnything, EntryList, frozen=True):
    """The dice of the table, and a line to add one."""

    help = msg("Up and down: choose a die. OK: remove it, or add one. Back: done.")
    back = msg("Back: done")

    def title(self, context: SceneContext) -> Message:
        return Message.of(BLUETOOTH_DICE)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        state = context.fact(DiceHere).paired
        dice = tuple(_die_entry(place, each) for place, each in enumerate(state.dice))
        add = returning(SearchDice(is_on=True), Cover(PairDie()))
        more = (plain_entry(ADD, NO_RADIO if state.fault else ADD_HELP, add),)
        return dice if state.is_full else (*dice, *more)

    def noted(self, fact: Fact, context: SceneContext) -> Effects:
        return (Show(DiceList(min(self.cursor, len(self.entries(context)) - 1))),)


class PairDie(OverAnything, frozen=True):
    """Waits for the die that is to belong to the table: people roll it, and say that it is theirs.

    Dice of other people may lie within reach: nothing is theirs that they do not confirm.
    """

    help = msg(
        "Roll the die. OK: it is yours. Back: it is not yours. Back before a die has rolled: done."
    )

    def view(self, context: SceneContext) -> View:
        state = context.fact(DiceHere).paired
        title = Message.of(NEW_DIE, number=len(state.dice) + 1)
        return NoteView(title, _asked(state), keys=_keys(state))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        offer = context.fact(DiceHere).paired.offer
        if offer is None or offer.place is not None:
            return (SearchDice(is_on=False), Close()) if key == "back" else None
        if key == "back":
            return (RefuseDie(),)
        if key != "ok":
            return None
        if offer.sides is None:
            return (Cover(ChooseShell()),)
        return take(offer.sides)

    def give_up(self, context: SceneContext) -> Effects:
        return (SearchDice(is_on=False), Close())

    def noted(self, fact: Fact, context: SceneContext) -> Effects:
        return (Show(PairDie()),)


BACK_ENDS: Final = NoteKeys(
    Message.of(msg("Back: done")), Message.of(msg("Roll the die; `back`: done"))
)
NOTHING_ROLLS: Final = NoteKeys(Message.of(msg("Back: done")), Message.of(msg("`back`: done")))


class ChooseShell(OverAnything, EntryList, frozen=True):
    """A GoDice die does not know which shell it wears: people say how many sides it has."""

    help = msg("Up and down: choose a line. OK: take it. Back: no.")
    back = msg("Back: no")

    def title(self, context: SceneContext) -> Message:
        return Message.of(SHELL)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                Message.of(SIDES, sides=sides),
                Message.of(SIDES_HELP),
                returning(Close(), *take(sides)),
            )
            for sides in SHELLS
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (RefuseDie(), Close())


class SearchDice(Struct, frozen=True):
    """Begin to look for Bluetooth dice, or end it."""

    is_on: bool

    def carry_out(self, table: TableParts) -> Effects:
        dice = table.context.fact(PairingHere).dice
        if dice is not None:
            dice.search(self.is_on)
        return ()


class AdoptDie(Struct, frozen=True):
    """Take the Bluetooth die that rolled, with so many ``sides``, as the next of the table."""

    sides: int

    def carry_out(self, table: TableParts) -> Effects:
        dice = table.context.fact(PairingHere).dice
        if dice is not None:
            dice.adopt(self.sides)
        return ()


class RefuseDie(Struct, frozen=True):
    """Leave the Bluetooth die that rolled to whom it belongs."""

    def carry_out(self, table: TableParts) -> Effects:
        dice = table.context.fact(PairingHere).dice
        if dice is not None:
            dice.refuse()
        return ()


class ForgetDie(Struct, frozen=True):
    """Let the Bluetooth die at ``place`` (from 0) be none of the table's any more."""

    place: int

    def carry_out(self, table: TableParts) -> Effects:
        dice = table.context.fact(PairingHere).dice
        if dice is not None:
            dice.forget(self.place)
        return ()


def take(sides: int) -> Effects:
    """Take the die that rolled, and return to the list of dice."""
    return (AdoptDie(sides), SearchDice(is_on=False), Close())


def name_of(name: str, make: Make) -> Message:
    """Return what people call the die: its make and colour, or the name that they gave it."""
    known = colour(name)
    if known is None:
        return Message.of("{name}", name=name)
    said = Message.of(COLOURS[known])
    return Message.of(COLOURED, make=MAKES[make], colour=said)


def _keys(state: PairedDice) -> NoteKeys:
    """Return what the keys do while dice are looked for."""
    if state.fault:
        return NOTHING_ROLLS
    is_new = state.offer is not None and state.offer.place is None
    return YES_OR_NO if is_new else BACK_ENDS


def _asked(state: PairedDice) -> Message:
    """Return what people are asked while dice are looked for."""
    number, offer = len(state.dice) + 1, state.offer
    if state.fault:
        return Message.of(NO_RADIO)
    if offer is not None and offer.place is not None:
        return Message.of(KNOWN, number=offer.place + 1)
    if offer is not None:
        return Message.of(IS_IT, name=name_of(offer.name, offer.make))
    text = ROLL if state.in_reach else NONE_FOUND
    return Message.of(text, number=number, count=state.in_reach)


def _die_entry(place: int, status: DieStatus) -> Entry:
    die = status.die
    name = name_of(die.name, die.make)
    question = Confirmation(
        Message.of(REMOVE), Message.of(REMOVE_TEXT, name=name), (Close(), ForgetDie(place))
    )
    return Entry(
        Message.of(DIE, number=place + 1, name=_short(die)),
        Message.of(DIE_HELP, name=name, sides=die.sides),
        returning(Cover(question)),
        value=_charge(status),
        use="open",
    )


def _short(die: KnownDie) -> Message:
    """Return the colour of the die, or the name that people gave it."""
    known = colour(die.name)
    return Message.of("{name}", name=die.name) if known is None else Message.of(COLOURS[known])


def _charge(status: DieStatus) -> Message:
    if not status.is_here:
        return Message.of(AWAY)
    if status.is_charging:
        return Message.of(CHARGING)
    return Message.of(PERCENT, percent="?" if status.percent is None else status.percent)
