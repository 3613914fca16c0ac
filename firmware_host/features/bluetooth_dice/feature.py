"""The Bluetooth dice of the table: which there are, how they are, and pairing new ones."""

import logging
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from firmware_host.app.inputs import DICE_ON_PI, OpenDiceSource
from firmware_host.app.request import Request
from firmware_host.base.registry import Fact
from firmware_host.features.bluetooth_dice.facts import (
    BLUETOOTH_DICE,
    DiceHere,
    DiceToKeep,
    PairingHere,
)
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import AFTER_FACTS, Close, Cover, Effects, Show, TableParts
from firmware_host.table.scenes.additions import DEVICE_ENTRIES, READ_ELSEWHERE, ReadElsewhere
from firmware_host.table.scenes.base import (
    ANSWERS,
    Confirmation,
    Entry,
    EntryList,
    OverAnything,
    plain_entry,
    returning,
)
from games.message import Message, msg
from hardware.dice.bluetooth.news import MAKES, DieStatus, KnownDie, Make, PairedDice, colour

HELP: Final = msg("Pair GoDice or Pixels with this table, see their batteries, or remove them.")
OUT_OF_REACH: Final = msg("Out of reach: die no. {number}")
BACK: Final = msg("In reach again: die no. {number}")
LOW: Final = msg("Battery low: die no. {number} ({percent} %)")
RADIO_FAILS: Final = msg("Bluetooth does not work")
RADIO_WORKS: Final = msg("Bluetooth works again")
THROW_HELP: Final = msg(
    "Throw all dice of the table. A die that blinks is thrown again, alone. Or enter your throw"
    " with up and down, then press OK. Back: menu."
)
log = logging.getLogger(__name__)
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

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


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
        offer = state.offer
        is_new = offer is not None and offer.place is None
        return NoteView(title, _asked(state), keys=ANSWERS if is_new else BACK_ENDS)

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


BACK_ENDS: Final = Message.of(msg("Back: done"))


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


def _on_pi(request: Request) -> OpenDiceSource | None:
    from firmware_host.features.bluetooth_dice.store import bluetooth_dice

    return bluetooth_dice(request.folder)


def _entry(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the Bluetooth dice; none where there can be none."""
    if context.fact(PairingHere).dice is None:
        return ()
    return (plain_entry(BLUETOOTH_DICE, HELP, _show_dice),)


def _show_dice(context: SceneContext) -> Effects:

    return returning(Cover(DiceList()))(context)


def _keep(before: Fact, now: Fact, table: TableParts) -> None:
    if isinstance(now, DiceToKeep) and now.write is not None:
        table.use_files(now.write)


def _hear(before: Fact, now: Fact, table: TableParts) -> None:
    """Tell people what has changed of their dice, and end a search that nobody waits for."""
    if not (isinstance(before, DiceHere) and isinstance(now, DiceHere)):
        return
    if now.paired.fault != before.paired.fault:
        log.warning("dice by radio: %s", now.paired.fault or "Bluetooth works again")
    for text in notices(before.paired, now.paired):
        table.notify(text)
    is_pairing = any(isinstance(each, PairDie) for each in table.scenes.all)
    if now.paired.is_searching and not is_pairing:
        table.run((SearchDice(is_on=False),))


def notices(before: PairedDice, after: PairedDice) -> Iterator[Message]:
    """Yield what people should know of dice that have changed."""
    if bool(before.fault) != bool(after.fault) and not after.is_searching:
        yield Message.of(RADIO_FAILS if after.fault else RADIO_WORKS)
    was = {each.die: each for each in before.dice}
    for number, each in enumerate(after.dice, start=1):
        earlier = was.get(each.die)
        if earlier is None:
            continue
        if earlier.is_here != each.is_here and number - 1 not in _never_here(before):
            yield Message.of(BACK if each.is_here else OUT_OF_REACH, number=number)
        if number - 1 in after.low and number - 1 not in before.low:
            yield Message.of(LOW, number=number, percent=str(each.percent))


def _never_here(state: PairedDice) -> tuple[int, ...]:
    """Return the places of dice that were not connected since the start."""
    return tuple(place for place, each in enumerate(state.dice) if each.percent is None)


def _throw_help(context: SceneContext) -> Message | None:
    return Message.of(THROW_HELP) if context.fact(DiceHere).paired.dice else None


def _away(context: SceneContext) -> tuple[int, ...]:
    return context.fact(DiceHere).paired.away


OFFERS: Final = (
    DICE_ON_PI.offer(_on_pi),
    AFTER_FACTS.offer(_hear, _keep),
    DEVICE_ENTRIES.offer(_entry),
    READ_ELSEWHERE.offer(ReadElsewhere(_throw_help, _away)),
)
